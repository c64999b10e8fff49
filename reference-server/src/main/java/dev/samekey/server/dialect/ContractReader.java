package dev.samekey.server.dialect;

import dev.samekey.server.contract.Contract;
import dev.samekey.server.contract.DuplicateRules;
import dev.samekey.server.contract.DuplicateRules.InProgress;
import dev.samekey.server.contract.DuplicateRules.Mismatch;
import dev.samekey.server.contract.ErrorForm;
import dev.samekey.server.contract.Lifetimes;
import dev.samekey.server.contract.Lifetimes.Expired;
import dev.samekey.server.contract.PayloadRules;
import dev.samekey.server.contract.PayloadRules.Identity;
import dev.samekey.server.contract.ScopeRules;
import dev.samekey.server.contract.ScopeRules.Dimension;
import dev.samekey.server.contract.StoredRules;
import java.time.Duration;
import java.util.Set;

/** Makes a contract of a dialect's members; what the server has no use for it does not look at. */
final class ContractReader {
    private final Member dialect;

    ContractReader(Member dialect) {
        this.dialect = dialect;
    }

    Contract contract() {
        return new Contract(
                dialect.at("name").text("without a name"),
                new KeyReader(dialect).key(),
                dialect.at("attempt_header").text(),
                payload(dialect.at("fingerprint")),
                scope(),
                lifetimes(dialect.at("lifetime")),
                duplicates(),
                new ReplayReader(dialect.at("replay")).replay(),
                stored(dialect.at("stored")),
                errors(dialect.at("errors")),
                new RefusalReader(dialect.at("refusals")).refusals(),
                new RetryReader(dialect.at("retry")).retry());
    }

    private static PayloadRules payload(Member fingerprint) {
        return new PayloadRules(
                fingerprint.at("of").choice(Identity.class, Identity.CANONICAL),
                fingerprint.at("volatile").set(Member::pointer));
    }

    private ScopeRules scope() {
        Set<Dimension> dimensions = dialect.at("scope").set(item -> item.choice(Dimension.class, Dimension.ROUTE));
        Member tenantHeader = dialect.at("tenant_header");
        tenantHeader.require(
                !dimensions.contains(Dimension.TENANT) || !tenantHeader.isAbsent(),
                "is needed where the scope has tenant");
        return new ScopeRules(dimensions, tenantHeader.text());
    }

    private Lifetimes lifetimes(Member lifetime) {
        Duration usual = lifetime.at("default").duration(Duration.ofHours(24));
        return new Lifetimes(
                usual,
                lifetime.at("high_stakes").duration(usual),
                dialect.at("processing_timeout").duration(Duration.ofSeconds(30)),
                dialect.at("expired").choice(Expired.class, Expired.EXECUTE));
    }

    private DuplicateRules duplicates() {
        return new DuplicateRules(
                dialect.at("mismatch").choice(Mismatch.class, Mismatch.REFUSE),
                dialect.at("in_progress").choice(InProgress.class, InProgress.REFUSE),
                dialect.at("wait_at_most").duration(Duration.ofSeconds(5)));
    }

    private static StoredRules stored(Member stored) {
        Member successes = stored.at("2xx");
        successes.require(successes.flag(true), "must be true: this server keeps what it did");
        boolean clientErrors = stored.at("4xx").flag(true);
        return new StoredRules(
                clientErrors, stored.at("5xx").flag(false), stored.at("stale").flag(clientErrors));
    }

    private static ErrorForm errors(Member errors) {
        Member code = errors.at("code");
        return new ErrorForm(
                errors.at("content_type").text("application/problem+json"), code.isAbsent() ? "/code" : code.pointer());
    }
}
