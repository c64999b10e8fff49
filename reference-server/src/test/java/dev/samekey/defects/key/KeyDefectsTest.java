package dev.samekey.defects.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.Bench;
import dev.samekey.server.Caller;
import dev.samekey.server.Caller.Reply;
import dev.samekey.server.Contracts;
import dev.samekey.server.contract.Contract;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class KeyDefectsTest {
    @Test
    void a_legal_key_is_refused() {
        try (Bench bench = Bench.of(new RefusesLegalKeys()::apply)) {
            assertThat(pay(bench, bench.key() + "/x").code()).isEqualTo("VALIDATION.idempotency.key_malformed");
            assertThat(pay(bench, bench.key()).marker()).isEqualTo("stored");
        }
    }

    @Test
    void an_empty_key_is_a_key() {
        try (Bench bench = Bench.of(EmptyKeyAccepted.refusedOtherwise()::apply)) {
            assertThat(pay(bench, "").status()).isNotEqualTo(400);
            assertThat(bench.alice().post("/payments", bench.payment()).code())
                    .isEqualTo("VALIDATION.idempotency.key_missing");
        }
    }

    @Test
    void what_comes_after_64_characters_does_not_count() {
        try (Bench bench = Bench.of(RewrittenKey.truncated()::apply)) {
            String start = bench.key() + "-".repeat(40);
            assertThat(pay(bench, start + "1").marker()).isEqualTo("stored");
            assertThat(pay(bench, start + "2").marker()).isEqualTo("replayed");
            assertThat(pay(bench, "2" + start).marker()).isEqualTo("stored");
        }
    }

    @Test
    void case_does_not_count() {
        try (Bench bench = Bench.of(RewrittenKey.caseFolded()::apply)) {
            assertThat(pay(bench, bench.key() + "a").marker()).isEqualTo("stored");
            assertThat(pay(bench, bench.key() + "A").marker()).isEqualTo("replayed");
        }
    }

    @Test
    void deletes_run_each_time_and_posts_once() {
        Defect defect = new DeleteNotCovered();
        try (Bench bench = Bench.of(defect::apply)) {
            bench.run(bench::succeed);
            assertThat(bench.run(bench::succeed).outcome().label()).isEqualTo("replayed");
            assertThat(bench.run(bench.request("DELETE", "hash"), bench::succeed)
                            .outcome()
                            .label())
                    .isEqualTo("created");
        }
    }

    @Test
    void a_partner_is_deleted_again_for_the_same_key() {
        try (Bench bench = Bench.of(new DeleteNotCovered()::apply)) {
            String draft = "{\"name\":\"n\",\"email\":\"e@example.org\",\"reference\":\"%s\"}".formatted(bench.key());
            Caller alice = bench.alice().key(bench.key());
            String path = alice.post("/partners", draft).header("Location") + "?reference=" + bench.key();
            assertThat(alice.send("DELETE", path, "").status()).isEqualTo(204);
            assertThat(alice.send("DELETE", path, "").code()).isEqualTo("NOT_FOUND.partner");
        }
    }

    @Test
    void requests_without_a_key_share_one() {
        Contract optional = Contracts.but("key: {required: false}");
        try (Bench bench = Bench.of("keyless", optional, new KeylessShareARecord()::apply)) {
            Reply first = bench.alice().post("/payments", bench.payment());
            assertThat(first.status()).isEqualTo(201);
            assertThat(bench.alice().post("/payments", bench.payment()).body()).isEqualTo(first.body());
        }
        try (Bench bench = Bench.of("keyless", optional, RewrittenKey.caseFolded()::apply)) {
            assertThat(bench.alice().post("/payments", bench.payment()).status())
                    .isEqualTo(201);
            assertThat(bench.alice().post("/payments", bench.payment()).status())
                    .isEqualTo(201);
            assertThat(bench.payments()).isEqualTo(2);
        }
    }

    @Test
    void an_invalid_request_uses_its_key_up() {
        try (Bench bench = Bench.of(ValidationErrorConsumesKey.forGood()::apply)) {
            Caller alice = bench.alice().key(bench.key());
            assertThat(alice.post("/payments", bench.payment(-1)).code()).isEqualTo("VALIDATION.member");
            assertThat(alice.post("/payments", bench.payment()).code())
                    .isEqualTo("CONFLICT.idempotency.payload_mismatch");
        }
    }

    @Test
    void an_invalid_request_uses_its_key_up_for_a_moment() throws InterruptedException {
        try (Bench bench = Bench.of(ValidationErrorConsumesKey.untilAfterTheResponse()::apply)) {
            Caller alice = bench.alice().key(bench.key());
            assertThat(alice.post("/payments", bench.payment(-1)).code()).isEqualTo("VALIDATION.member");
            long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
            while (alice.post("/payments", bench.payment()).status() != 201) {
                assertThat(System.nanoTime()).isLessThan(deadline);
                Thread.sleep(50);
            }
        }
    }

    @Test
    void the_first_of_two_keys_wins() throws Exception {
        try (Bench bench = Bench.of(new RepeatedKeyHeaderAccepted()::apply)) {
            String first = bench.key();
            var both = bench.alice()
                    .request("POST", "/payments", bench.payment())
                    .header("Idempotency-Key", first)
                    .header("Idempotency-Key", UUID.randomUUID().toString())
                    .build();
            assertThat(both.headers().allValues("Idempotency-Key")).hasSize(2);
            assertThat(new Reply(HttpClient.newHttpClient().send(both, BodyHandlers.ofString())).status())
                    .isEqualTo(201);
            assertThat(pay(bench, first).marker()).isEqualTo("replayed");
        }
    }

    private static Reply pay(Bench bench, String key) {
        return bench.alice().key(key).post("/payments", bench.payment());
    }
}
