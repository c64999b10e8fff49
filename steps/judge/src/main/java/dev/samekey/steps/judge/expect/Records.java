package dev.samekey.steps.judge.expect;

import dev.samekey.oracles.database.StoredRecord;
import dev.samekey.oracles.database.Uniqueness;
import dev.samekey.oracles.wait.Await;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Judgement;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the record of an operation's key must be like. */
public final class Records {
    private static final Set<String> NEEDED =
            Set.of("scope", "key", "payload_hash", "state", "status", "outcome", "created", "expires");

    /** As long as the shortest digest that is still called cryptographic: 160 bits. */
    private static final int SHORTEST_DIGEST = 20;

    /** Shorter values come up by chance. */
    private static final int TELLING = 5;

    /** What names the function or the notation, such as {@code sha256:}, {@code sha256-} or that of RFC 9530, {@code sha-256=:}. */
    private static final Pattern LABEL = Pattern.compile("(?i)^(?:\\\\x|sha\\d+-|[a-z0-9_-]+=?:)|:$");

    private static final Pattern HEX = Pattern.compile("(?i)(?:[0-9a-f]{2})+");
    private static final Duration TOLERANCE = Duration.ofMinutes(1);

    /** A cleanup may go on when its request has a response. */
    private static final Duration CLEANUP = Duration.ofSeconds(10);

    private static final Duration LOOK = Duration.ofSeconds(1);

    private final String record;
    private final Checks checks;
    private final Duration cleanup;

    public Records(Operation operation, Checks checks) {
        this(operation, checks, CLEANUP);
    }

    /** @param cleanup how long a cleanup may take */
    Records(Operation operation, Checks checks, Duration cleanup) {
        this.record = "the record of " + operation.withArticle();
        this.checks = checks;
        this.cleanup = cleanup;
    }

    /** @param payload the values of the payload that it is a digest of */
    public void haveADigest(List<StoredRecord> found, List<String> payload) {
        String hash = the(found).payloadHash();
        if (hash == null) {
            throw lacking("payload_hash");
        }
        checks.that(
                "fingerprint in " + record,
                isDigest(hash, payload),
                "a digest of " + SHORTEST_DIGEST + " bytes or more, in hexadecimal or base64, and not the payload",
                hash);
    }

    /**
     * STO-7.
     *
     * @param columns what their table has a column for
     * @param status of the response
     */
    public void areRecoverable(List<StoredRecord> found, Set<String> columns, int status) {
        Set<String> missing = new TreeSet<>(NEEDED);
        missing.removeAll(columns);
        checks.that("columns of " + record, missing.isEmpty(), NEEDED.toString(), "no " + missing);
        mustBeCompleted(the(found));
        checks.equal(
                "status in " + record,
                String.valueOf(status),
                String.valueOf(the(found).status()));
    }

    public void expireAfter(Duration lifetime, List<StoredRecord> found) {
        Instant created = the(found).created();
        Instant expires = the(found).expires();
        checks.that("time of creation in " + record, created != null, "a time", "none");
        checks.that("time of expiry in " + record, expires != null, "a time", "none");
        Duration stored = Duration.between(created, expires);
        checks.that(
                "lifetime of " + record,
                stored.minus(lifetime).abs().compareTo(TOLERANCE) <= 0,
                lifetime.toString(),
                stored.toString());
    }

    public void areUnique(Uniqueness uniqueness) {
        if (uniqueness.unclear() != null) {
            throw Judgement.notChecked(uniqueness.unclear());
        }
        checks.that("constraint on " + record, uniqueness.refuses(), "a unique constraint over scope and key", "none");
    }

    /** @param requests how many were sent in between */
    public void areUnchanged(List<StoredRecord> before, List<StoredRecord> after, int requests) {
        mustBeCompleted(the(before));
        checks.equal(record + " after " + requests + " more requests", before, after);
    }

    /** @param left how much longer the operation went on where the record was missing */
    public void areKept(List<StoredRecord> found, Duration left) {
        checks.timed(left).that(record + " in progress, after the cleanup", !found.isEmpty(), "one record", "none");
    }

    /**
     * TTL-5. An API that refuses an expired key has to remember it, but nothing else.
     *
     * @param before what was there before the cleanup; where that is nothing, the cleanup has shown nothing
     * @param look what is there now
     * @param columns what their table has a column for
     */
    public void areGone(
            List<StoredRecord> before,
            Supplier<List<StoredRecord>> look,
            Contract.@Nullable Expired policy,
            Set<String> columns) {
        if (before.isEmpty()) {
            throw Judgement.inconclusive(record + " was not there before the cleanup: either the target had removed it"
                    + " already, or «records.key» names a column that does not have the key as it was sent");
        }
        boolean mayStay = policy == Contract.Expired.REJECT;
        Await.Outcome<List<StoredRecord>> end = checks.machine()
                .until(
                        "the cleanup of " + record,
                        cleanup,
                        LOOK,
                        look,
                        found -> mayStay ? found.stream().allMatch(one -> one.outcome() == null) : found.isEmpty());
        if (mayStay && !end.value().isEmpty() && !columns.contains("outcome")) {
            throw lacking("outcome");
        }
        checks.that(
                record + " that has expired, after the cleanup",
                end.reached(),
                mayStay ? "no record, or one without an outcome" : "no record",
                end.value().toString());
    }

    private void mustBeCompleted(StoredRecord found) {
        checks.equal("state in " + record, "completed", String.valueOf(found.state()));
    }

    private StoredRecord the(List<StoredRecord> found) {
        checks.that("records where there must be " + record, found.size() == 1, "one", found.size() + ": " + found);
        return found.get(0);
    }

    private static Judgement lacking(String column) {
        return Judgement.notChecked("records." + column + ": the target file names no such column");
    }

    /**
     * Whether it is long enough to be one, in hexadecimal or base64, and what stands there is not the payload.
     *
     * @param payload the values of the payload
     */
    public static boolean isDigest(String text, List<String> payload) {
        byte[] bytes = bytes(LABEL.matcher(text).replaceAll(""));
        String read = new String(bytes, StandardCharsets.UTF_8);
        return bytes.length >= SHORTEST_DIGEST
                && payload.stream().noneMatch(value -> value.length() >= TELLING && read.contains(value));
    }

    /** The bytes that stand there, whether as hexadecimal or as base64; none where it is neither. */
    private static byte[] bytes(String digest) {
        if (HEX.matcher(digest).matches()) {
            return HexFormat.of().parseHex(digest);
        }
        try {
            return Base64.getDecoder().decode(digest.replace('-', '+').replace('_', '/'));
        } catch (IllegalArgumentException noBase64) {
            return new byte[0];
        }
    }
}
