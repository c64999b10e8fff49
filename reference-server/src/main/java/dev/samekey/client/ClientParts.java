package dev.samekey.client;

import dev.samekey.server.contract.Contract;
import dev.samekey.server.contract.KeyRules.Syntax;
import dev.samekey.server.contract.RetryRules;
import dev.samekey.server.contract.RetryRules.BudgetRules;
import dev.samekey.server.contract.RetryRules.ShareRules;
import dev.samekey.server.contract.RetryRules.TokenRules;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.time.Clock;
import java.time.Duration;
import java.util.Random;

/** What a client is composed of. */
public record ClientParts(
        ClientBase base,
        Keys keys,
        Requests requests,
        Sender sender,
        Decisions decisions,
        Backoff backoff,
        RetryAfter retryAfter,
        Limits limits,
        Budget budget,
        ParkedOperations parked,
        Reports reports) {
    private static final String TOKEN = "alice-token";
    private static final Duration UNLIMITED = Duration.ofDays(365);
    private static final Duration RESPONSE = Duration.ofSeconds(1);

    /** The parts of a client that keeps the contract. */
    public static ClientParts of(ClientBase base) {
        Contract contract = base.contract();
        RetryRules rules = contract.retry();
        return new ClientParts(
                base,
                contract.key().syntax() == Syntax.ULID ? new Ulids() : Keys.random(),
                new ContractRequests(base.url(), TOKEN, contract.key(), base.json()),
                sender(base, Version.HTTP_1_1),
                new ContractDecisions(contract, ErrorCodes.in(base)),
                new JitteredBackoff(rules.delays(), rules.jitter(), new Random()::nextDouble),
                new RetryAfterHeader(rules.retryAfter(), Clock.systemUTC()),
                new Limits(rules.attempts(), rules.total().orElse(UNLIMITED), RESPONSE),
                rules.budget().map(ClientParts::budget).orElse(Budget.UNLIMITED),
                rules.deadLetter() ? new ParkedFiles(base.folder(), base.json()) : ParkedOperations.NONE,
                Reports.to(base.out()));
    }

    /** A sender over one version of HTTP. */
    public static Sender sender(ClientBase base, Version version) {
        HttpClient http =
                HttpClient.newBuilder().version(version).sslContext(base.tls()).build();
        return new HttpSender(http, base.timer());
    }

    /** A full budget. */
    public static Budget budget(BudgetRules rules) {
        return rules instanceof ShareRules share
                ? new ShareBudget(share, System::nanoTime)
                : new TokenBudget((TokenRules) rules);
    }

    public ClientParts withKeys(Keys other) {
        return new ClientParts(
                base, other, requests, sender, decisions, backoff, retryAfter, limits, budget, parked, reports);
    }

    public ClientParts withRequests(Requests other) {
        return new ClientParts(
                base, keys, other, sender, decisions, backoff, retryAfter, limits, budget, parked, reports);
    }

    public ClientParts withSender(Sender other) {
        return new ClientParts(
                base, keys, requests, other, decisions, backoff, retryAfter, limits, budget, parked, reports);
    }

    public ClientParts withDecisions(Decisions other) {
        return new ClientParts(
                base, keys, requests, sender, other, backoff, retryAfter, limits, budget, parked, reports);
    }

    public ClientParts withBackoff(Backoff other) {
        return new ClientParts(
                base, keys, requests, sender, decisions, other, retryAfter, limits, budget, parked, reports);
    }

    public ClientParts withRetryAfter(RetryAfter other) {
        return new ClientParts(
                base, keys, requests, sender, decisions, backoff, other, limits, budget, parked, reports);
    }

    public ClientParts withLimits(Limits other) {
        return new ClientParts(
                base, keys, requests, sender, decisions, backoff, retryAfter, other, budget, parked, reports);
    }

    public ClientParts withBudget(Budget other) {
        return new ClientParts(
                base, keys, requests, sender, decisions, backoff, retryAfter, limits, other, parked, reports);
    }

    public ClientParts withParked(ParkedOperations other) {
        return new ClientParts(
                base, keys, requests, sender, decisions, backoff, retryAfter, limits, budget, other, reports);
    }

    public ClientParts withReports(Reports other) {
        return new ClientParts(
                base, keys, requests, sender, decisions, backoff, retryAfter, limits, budget, parked, other);
    }
}
