package dev.samekey.steps.judge.definitions;

import dev.samekey.oracles.database.RecordsOracle;
import dev.samekey.oracles.database.StoredRecord;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.steps.judge.act.InProgress;
import dev.samekey.steps.judge.act.TargetTime;
import dev.samekey.steps.judge.words.RecordProperty;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the record of a key must be like, read in the database. */
public final class RecordSteps {
    private static final Set<String> NEEDED =
            Set.of("scope", "key", "payload_hash", "state", "status", "outcome", "created", "expires");

    /** As long as the shortest digest that is still called cryptographic: 160 bits. */
    private static final int SHORTEST_DIGEST = 20;

    private static final Pattern HEX = Pattern.compile("(?i)(?:\\\\x|[a-z0-9-]+:)?((?:[0-9a-f]{2})+)");
    private static final Duration TOLERANCE = Duration.ofMinutes(1);

    private final World world;
    private final Capabilities capabilities;
    private final Journal journal;
    private final Checks checks;
    private final TargetTime time;
    private final InProgress inProgress;
    private final Contract contract;
    private List<StoredRecord> records = List.of();

    public RecordSteps(
            World world,
            Capabilities capabilities,
            Journal journal,
            Checks checks,
            TargetTime time,
            InProgress inProgress,
            Contract contract) {
        this.world = world;
        this.capabilities = capabilities;
        this.journal = journal;
        this.checks = checks;
        this.time = time;
        this.inProgress = inProgress;
        this.contract = contract;
    }

    @When("its record is read")
    @Costs(0)
    public void isRead() {
        records = read();
    }

    @When("the cleanup runs")
    @Costs
    public void cleanupRuns() {
        capabilities.cleanup().send();
    }

    @Then("its record {recordProperty}")
    public void has(RecordProperty property) {
        switch (property) {
            case DIGEST -> mustHaveADigest();
            case RECOVERABLE -> mustBeRecoverable();
            case EXPIRY -> mustExpire();
            case UNIQUE -> mustBeUnique();
            case UNCHANGED -> mustBeUnchanged();
            case KEPT -> mustBeKept();
            case GONE -> mustBeGone();
        }
    }

    private void mustHaveADigest() {
        String hash = named("payload_hash", the(records).payloadHash());
        checks.that(
                "fingerprint in " + record(),
                isDigest(hash),
                "a digest of " + SHORTEST_DIGEST + " bytes or more, in hexadecimal or base64",
                hash);
    }

    private void mustBeRecoverable() {
        RecordsOracle oracle = capabilities.records();
        Set<String> missing = new TreeSet<>(NEEDED);
        missing.removeAll(ask(oracle::columns));
        checks.that("columns of " + record(), missing.isEmpty(), NEEDED.toString(), "no " + missing);
        StoredRecord found = the(records);
        mustBeCompleted(found);
        checks.equal("status in " + record(), String.valueOf(world.first().status()), String.valueOf(found.status()));
    }

    private void mustExpire() {
        StoredRecord found = the(records);
        Duration lifetime = time.lifetime(world.call().operation());
        Instant expires = found.expires();
        Instant created = found.created();
        checks.that(
                "times in " + record(),
                expires != null && created != null,
                "when it was created and when it expires",
                "created " + created + ", expires " + expires);
        Duration stored = Duration.between(created, expires);
        checks.that(
                "lifetime of " + record(),
                stored.minus(lifetime).abs().compareTo(TOLERANCE) <= 0,
                lifetime.toString(),
                stored.toString());
    }

    private void mustBeUnique() {
        RecordsOracle oracle = capabilities.records();
        checks.that(
                "constraint on " + record(), ask(oracle::isUnique), "a unique constraint over scope and key", "none");
    }

    private void mustBeUnchanged() {
        mustBeCompleted(the(records));
        checks.equal(record() + " after " + world.later().size() + " more requests", records, read());
    }

    private void mustBeKept() {
        List<StoredRecord> found = read();
        if (inProgress.isDone()) {
            throw Judgement.inconclusive("the slow one had ended before its record was read");
        }
        checks.that(record() + " in progress, after the cleanup", !found.isEmpty(), "one record", "none");
    }

    private void mustBeGone() {
        List<StoredRecord> found = read();
        String subject = record() + " that has expired, after the cleanup";
        if (contract.expired() != Contract.Expired.REJECT || found.isEmpty()) {
            checks.that(subject, found.isEmpty(), "no record", found.toString());
            return;
        }
        // An API that refuses an expired key has to remember it, but nothing else.
        if (!ask(capabilities.records()::columns).contains("outcome")) {
            throw lacking("outcome");
        }
        checks.that(
                subject,
                found.stream().allMatch(one -> one.outcome() == null),
                "a record without an outcome",
                found.toString());
    }

    private void mustBeCompleted(StoredRecord found) {
        checks.equal("state in " + record(), "completed", String.valueOf(found.state()));
    }

    private String record() {
        return "the record of " + world.call().operation().withArticle();
    }

    private StoredRecord the(List<StoredRecord> found) {
        checks.that(
                "number of records of one " + world.operation(), found.size() == 1, "1", found.size() + ": " + found);
        return found.get(0);
    }

    private List<StoredRecord> read() {
        RecordsOracle oracle = capabilities.records();
        String key = world.call().key();
        if (key == null) {
            throw Judgement.notApplicable("a " + world.operation() + " has no key");
        }
        return ask(() -> oracle.of(key));
    }

    private static String named(String column, @Nullable String value) {
        if (value == null) {
            throw lacking(column);
        }
        return value;
    }

    private static Judgement lacking(String column) {
        return Judgement.notChecked("records." + column + ": the target file names no such column");
    }

    /** Whether it is long enough to be one, in hexadecimal or base64. */
    static boolean isDigest(String text) {
        return bytes(text) >= SHORTEST_DIGEST;
    }

    /** How many bytes stand there, whether as hexadecimal or as base64. */
    private static int bytes(String digest) {
        var hex = HEX.matcher(digest);
        if (hex.matches()) {
            return hex.group(1).length() / 2;
        }
        try {
            return Base64.getDecoder().decode(digest.replace('-', '+').replace('_', '/')).length;
        } catch (IllegalArgumentException noBase64) {
            return 0;
        }
    }

    private <T> T ask(Supplier<Seen<T>> oracle) {
        return journal.note(Capabilities.ask(oracle));
    }
}
