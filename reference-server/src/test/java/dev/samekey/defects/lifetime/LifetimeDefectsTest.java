package dev.samekey.defects.lifetime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.server.Bench;
import dev.samekey.server.Caller;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.replica.Part;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LifetimeDefectsTest {
    private static final String LIFETIME = "extract(epoch from expires_at - created_at)::bigint";

    @Test
    void a_key_is_forgotten_half_way() {
        try (Bench bench = Bench.of(ExpiresEarly.all()::apply)) {
            bench.run(bench::succeed);
            bench.clock().advance(lifetime(bench).dividedBy(2).minusMillis(1));
            assertThat(bench.run(bench::succeed).outcome()).isEqualTo(Outcome.REPLAYED);
            assertThat(bench.record(LIFETIME)).isEqualTo("86400");
            bench.clock().advance(Duration.ofMillis(1));
            assertThat(bench.run(bench::succeed).outcome()).isEqualTo(Outcome.CREATED);
        }
    }

    @Test
    void a_key_replays_after_its_lifetime() {
        try (Bench bench = Bench.of(NeverExpires.all()::apply)) {
            bench.run(bench::succeed);
            assertThat(bench.record(LIFETIME)).isEqualTo("86400");
            bench.clock().advance(lifetime(bench));
            assertThat(bench.run(bench::succeed).outcome()).isEqualTo(Outcome.REPLAYED);
        }
    }

    @Test
    void a_change_replays_after_its_lifetime_and_a_creation_does_not() {
        try (Bench bench = Bench.of(NeverExpires.changes()::apply)) {
            bench.run(bench.request("PUT", "hash"), bench::succeed);
            bench.clock().advance(lifetime(bench));
            assertThat(bench.run(bench.request("PUT", "hash"), bench::succeed).outcome())
                    .isEqualTo(Outcome.REPLAYED);
        }
        try (Bench bench = Bench.of(NeverExpires.changes()::apply)) {
            bench.run(bench::succeed);
            bench.clock().advance(lifetime(bench));
            assertThat(bench.run(bench::succeed).outcome()).isEqualTo(Outcome.CREATED);
        }
    }

    @Test
    void a_repeat_begins_the_lifetime_anew() {
        try (Bench bench = Bench.of(new ExpirySlides()::apply)) {
            bench.run(bench::succeed);
            bench.clock().advance(lifetime(bench).dividedBy(2));
            bench.run(bench::succeed);
            bench.clock().advance(lifetime(bench).dividedBy(2));
            assertThat(bench.run(bench::succeed).outcome()).isEqualTo(Outcome.REPLAYED);
        }
    }

    @Test
    void an_expired_key_keeps_its_payload() {
        try (Bench bench = Bench.of(new ExpiredKeyKeepsItsPayload()::apply)) {
            bench.run(bench::succeed);
            bench.clock().advance(lifetime(bench));
            assertThat(bench.run(bench.request("other"), bench::succeed).outcome())
                    .isEqualTo(Outcome.CONFLICT);
        }
    }

    @Test
    void an_expired_key_of_another_payload_is_executed_once() {
        try (Bench bench = Bench.of(new ExpiredKeyOfAnotherPayload()::apply)) {
            bench.run(bench::succeed);
            assertThat(bench.run(bench.request("other"), bench::succeed).outcome())
                    .isEqualTo(Outcome.CONFLICT);
            bench.clock().advance(lifetime(bench));
            assertThat(bench.run(bench.request("other"), bench::succeed).outcome())
                    .isEqualTo(Outcome.CREATED);
        }
    }

    @Test
    void a_failure_replays_after_its_lifetime_and_a_success_does_not() {
        try (Bench bench = Bench.of(new FailuresNeverExpire()::apply)) {
            bench.run(id -> {
                throw new FaultException(Fault.INSUFFICIENT_FUNDS, "none left");
            });
            bench.clock().advance(lifetime(bench));
            assertThat(bench.run(bench::succeed).outcome()).isEqualTo(Outcome.REPLAYED);
        }
        try (Bench bench = Bench.of(new FailuresNeverExpire()::apply)) {
            bench.run(bench::succeed);
            bench.clock().advance(lifetime(bench));
            assertThat(bench.run(bench::succeed).outcome()).isEqualTo(Outcome.CREATED);
        }
    }

    @Test
    void a_longer_lifetime_is_cut() {
        try (Bench bench = Bench.of(new OneTtlForAll()::apply)) {
            Caller alice = bench.alice().key(bench.key());
            String draft = "{\"name\":\"n\",\"email\":\"e@example.org\",\"reference\":\"r\"}";
            String partner = bench.alice()
                    .key(bench.key() + "p")
                    .post("/partners", draft)
                    .text("id");
            String commission =
                    "{\"partner_id\":\"%s\",\"amount\":1,\"currency\":\"EUR\",\"reference\":\"r\"}".formatted(partner);
            assertThat(alice.post("/commissions", commission).status()).isEqualTo(201);
            assertThat(bench.record(LIFETIME)).isEqualTo("86400");
        }
    }

    @Test
    void the_cleanup_takes_what_lives() {
        try (Bench bench = Bench.of(PurgingOtherwise.live()::apply)) {
            bench.run(id -> {
                bench.parts().get(Part.RECORDS).purgeExpired();
                return bench.succeed(id);
            });
            assertThat(bench.run(bench::succeed).outcome()).isEqualTo(Outcome.REPLAYED);
            bench.parts().get(Part.RECORDS).purgeExpired();
            assertThat(bench.run(bench::succeed).outcome()).isEqualTo(Outcome.CREATED);
        }
    }

    @Test
    void the_cleanup_takes_what_is_running() {
        try (Bench bench = Bench.of(PurgingOtherwise.running()::apply)) {
            bench.run(id -> {
                assertThat(bench.parts().get(Part.RECORDS).purgeExpired()).isPositive();
                return bench.succeed(id);
            });
            assertThat(bench.run(bench::succeed).outcome()).isEqualTo(Outcome.CREATED);
        }
    }

    @Test
    void the_cleanup_leaves_what_has_expired() {
        try (Bench bench = Bench.of(PurgingOtherwise.nothing()::apply)) {
            bench.run(bench::succeed);
            bench.clock().advance(lifetime(bench));
            assertThat(bench.parts().get(Part.RECORDS).purgeExpired()).isZero();
            assertThat(bench.record("state")).isEqualTo("completed");
        }
    }

    @Test
    void the_expiry_is_kept_but_not_told() {
        try (Bench bench = Bench.of(new ExpiryNotStored()::apply)) {
            bench.run(bench::succeed);
            assertThat(bench.record("extract(year from expires_at at time zone 'UTC')::int"))
                    .isEqualTo("3026");
            bench.clock().advance(lifetime(bench).minusMillis(1));
            assertThat(bench.run(bench::succeed).outcome()).isEqualTo(Outcome.REPLAYED);
            bench.clock().advance(Duration.ofMillis(1));
            assertThat(bench.run(bench::succeed).outcome()).isEqualTo(Outcome.CREATED);
            bench.clock().advance(lifetime(bench));
            assertThat(bench.parts().get(Part.RECORDS).purgeExpired()).isPositive();
        }
    }

    @Test
    void an_abandoned_claim_stays() {
        try (Bench bench = Bench.of(new StuckInProgress()::apply)) {
            bench.parts().get(Part.RECORDS).claim(bench.request("hash"));
            bench.clock().advance(Duration.ofHours(1));
            assertThat(bench.run(bench::succeed).outcome()).isEqualTo(Outcome.IN_PROGRESS);
        }
    }

    @Test
    void who_was_overtaken_commits_too() {
        try (Bench bench = Bench.of(new UnfencedTakeover()::apply)) {
            var slow = bench.run(id -> {
                bench.clock()
                        .advance(bench.parts().base().contract().lifetimes().processing());
                assertThat(bench.run(bench::succeed).outcome()).isEqualTo(Outcome.CREATED);
                return bench.succeed(id);
            });
            assertThat(slow.outcome()).isEqualTo(Outcome.CREATED);
            assertThat(bench.effects(slow.operationId())).isEqualTo(2);
        }
    }

    private static Duration lifetime(Bench bench) {
        return bench.parts().base().contract().lifetimes().record();
    }
}
