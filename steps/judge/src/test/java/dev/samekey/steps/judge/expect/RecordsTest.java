package dev.samekey.steps.judge.expect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.samekey.oracles.database.StoredRecord;
import dev.samekey.oracles.database.Uniqueness;
import dev.samekey.steps.judge.world.BusyMachine;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.ReadyCalls;
import dev.samekey.steps.judge.world.Waived;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordsTest {
    private static final String SHA_1 = "0123456789abcdef0123456789abcdef01234567";
    private static final Set<String> COLUMNS =
            Set.of("scope", "key", "payload_hash", "state", "status", "outcome", "created", "expires");
    private static final Instant CREATED = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration DAY = Duration.ofDays(1);

    private static final List<StoredRecord> WHOLE = List.of(record(SHA_1, "completed", "{}"));
    private static final Duration SHORT = Duration.ofMillis(100);

    private final Records must = new Records(ReadyCalls.json("{}").operation(), new Checks(), SHORT);

    @Test
    void a_fingerprint_is_a_digest_and_not_the_payload() {
        assertThatNoException().isThrownBy(() -> digest(SHA_1));
        assertEnds(Verdict.BROKEN, () -> digest("{\"amount\": 1000}"));
        assertEnds(Verdict.NOT_CHECKED, () -> digest(null));
        assertEnds(Verdict.BROKEN, () -> must.haveADigest(List.of(), List.of()));
    }

    @Test
    void a_digest_may_have_a_label_in_each_notation() {
        byte[] bytes = HexFormat.of().parseHex(SHA_1);
        String base64 = Base64.getEncoder().encodeToString(bytes);
        String url = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);

        for (String label : List.of("", "sha1:", "hmac_sha1:", "sha1-")) {
            assertThatNoException().as(label).isThrownBy(() -> digest(label + SHA_1));
            assertThatNoException().as(label).isThrownBy(() -> digest(label + base64));
            assertThatNoException().as(label).isThrownBy(() -> digest(label + url));
        }
        assertThatNoException().isThrownBy(() -> digest("\\x" + SHA_1));
        assertThatNoException().isThrownBy(() -> digest("sha-1=:" + base64 + ":"));
        assertEnds(Verdict.BROKEN, () -> digest("sha1:" + SHA_1.substring(2)));
    }

    @Test
    void the_payload_in_another_notation_is_no_digest() {
        byte[] payload = "{\"amount\":1000,\"reference\":\"order-1234\"}".getBytes(StandardCharsets.UTF_8);

        assertEnds(Verdict.BROKEN, () -> digest(Base64.getEncoder().encodeToString(payload)));
        assertEnds(Verdict.BROKEN, () -> digest(HexFormat.of().formatHex(payload)));
    }

    private void digest(@Nullable String hash) {
        must.haveADigest(List.of(record(hash, "completed", "{}")), List.of("1000", "order-1234"));
    }

    @Test
    void recovery_needs_every_column_and_the_status_of_the_response() {
        List<StoredRecord> found = List.of(record(SHA_1, "completed", "{}"));

        assertThatNoException().isThrownBy(() -> must.areRecoverable(found, COLUMNS, 201));
        assertEnds(Verdict.BROKEN, () -> must.areRecoverable(found, COLUMNS, 200));
        assertEnds(Verdict.BROKEN, () -> must.areRecoverable(found, Set.of("key"), 201));
        assertEnds(
                Verdict.BROKEN, () -> must.areRecoverable(List.of(record(SHA_1, "in_progress", null)), COLUMNS, 201));
    }

    @Test
    void a_record_expires_when_the_contract_says() {
        List<StoredRecord> found = List.of(record(SHA_1, "completed", "{}"));

        assertThatNoException().isThrownBy(() -> must.expireAfter(DAY, found));
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> must.expireAfter(DAY.multipliedBy(2), found))
                .withMessage("lifetime of the record of a payment: expected PT48H, got PT24H");
    }

    @Test
    void a_completed_record_never_changes() {
        List<StoredRecord> before = List.of(record(SHA_1, "completed", "{}"));

        assertThatNoException().isThrownBy(() -> must.areUnchanged(before, before, 2));
        assertEnds(
                Verdict.BROKEN, () -> must.areUnchanged(before, List.of(record(SHA_1, "completed", "{\"id\": 2}")), 2));
        assertEnds(Verdict.BROKEN, () -> must.areUnchanged(before, List.of(), 2));
    }

    @Test
    void a_database_must_keep_keys_unique_and_a_cleanup_what_is_in_progress() {
        assertThatNoException().isThrownBy(() -> must.areUnique(new Uniqueness(true, null)));
        assertEnds(Verdict.BROKEN, () -> must.areUnique(new Uniqueness(false, null)));
        assertEnds(Verdict.NOT_CHECKED, () -> must.areUnique(new Uniqueness(false, "records.scope: who may be null")));
        assertThatNoException()
                .isThrownBy(() -> must.areKept(List.of(record(SHA_1, "in_progress", null)), Duration.ZERO));
        assertEnds(Verdict.BROKEN, () -> must.areKept(List.of(), Duration.ofSeconds(1)));
    }

    /** Three turns of a timer that is late by 400 ms are 1.2 s. */
    @Test
    void a_busy_machine_may_have_cleaned_up_after_the_operation_had_ended() {
        Checks busy = new Checks(Waived.NOTHING, BusyMachine.late(Duration.ofMillis(400)));
        Records late = new Records(ReadyCalls.json("{}").operation(), busy, SHORT);

        assertEnds(Verdict.INCONCLUSIVE, () -> late.areKept(List.of(), Duration.ofSeconds(1)));
        assertEnds(Verdict.BROKEN, () -> late.areKept(List.of(), Duration.ofSeconds(2)));
    }

    @Test
    void an_expired_record_is_gone_or_without_its_outcome_where_expired_keys_are_rejected() {
        List<StoredRecord> bare = List.of(record(SHA_1, "completed", null));

        assertThatNoException().isThrownBy(() -> areGone(List.of(), Contract.Expired.EXECUTE, COLUMNS));
        assertEnds(Verdict.BROKEN, () -> areGone(bare, Contract.Expired.EXECUTE, COLUMNS));
        assertThatNoException().isThrownBy(() -> areGone(bare, Contract.Expired.REJECT, COLUMNS));
        assertEnds(Verdict.BROKEN, () -> areGone(WHOLE, Contract.Expired.REJECT, COLUMNS));
        assertEnds(Verdict.NOT_CHECKED, () -> areGone(bare, Contract.Expired.REJECT, Set.of("key")));
    }

    @Test
    void a_cleanup_may_go_on_when_it_has_its_response() {
        Iterator<List<StoredRecord>> looks =
                List.of(WHOLE, List.<StoredRecord>of()).iterator();

        assertThatNoException().isThrownBy(() -> must.areGone(WHOLE, looks::next, Contract.Expired.EXECUTE, COLUMNS));
        assertThat(looks.hasNext()).isFalse();
    }

    @Test
    void a_record_that_was_not_there_before_the_cleanup_shows_nothing() {
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> must.areGone(List.of(), List::of, Contract.Expired.EXECUTE, COLUMNS))
                .withMessageContaining("was not there before the cleanup")
                .returns(Verdict.INCONCLUSIVE, Judgement::verdict);
    }

    private void areGone(List<StoredRecord> after, Contract.Expired policy, Set<String> columns) {
        must.areGone(WHOLE, () -> after, policy, columns);
    }

    private static void assertEnds(Verdict verdict, ThrowingCallable checked) {
        assertThatExceptionOfType(Judgement.class).isThrownBy(checked).returns(verdict, Judgement::verdict);
    }

    private static StoredRecord record(@Nullable String hash, String state, @Nullable String outcome) {
        return new StoredRecord("alice", "k-1", hash, state, 201, outcome, CREATED, CREATED.plus(DAY));
    }
}
