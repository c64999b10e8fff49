package dev.samekey.defects.reverse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.server.Bench;
import dev.samekey.server.Caller;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReverseDefectsTest {
    @Test
    void the_second_refund_is_booked_with_one_too_much() {
        try (Bench bench = Bench.of(new LedgerDrifts()::apply)) {
            Caller alice = bench.alice();
            String id =
                    alice.key(bench.key()).post("/payments", bench.payment()).text("id");
            alice.key(bench.key() + 1).post("/refunds", bench.refund(id, 300));
            alice.key(bench.key() + 2).post("/refunds", bench.refund(id, 300));
            List<Long> amounts = bench.jdbi()
                    .withHandle(handle -> handle.select(
                                    "select amount from ledger_entries where reference = ? order by id", bench.key())
                            .mapTo(Long.class)
                            .list());
            assertThat(amounts).containsExactly(1000L, -300L, -301L);
        }
    }

    @Test
    void a_refund_of_exactly_what_is_left_is_refused() {
        try (Bench bench = Bench.of(LastRefundRefused.exactly()::apply)) {
            Caller alice = bench.alice();
            String id =
                    alice.key(bench.key()).post("/payments", bench.payment()).text("id");
            alice.key(bench.key() + 1).post("/refunds", bench.refund(id, 400));
            assertThat(alice.key(bench.key() + 2)
                            .post("/refunds", bench.refund(id, 600))
                            .status())
                    .isEqualTo(409);
            assertThat(alice.key(bench.key() + 3)
                            .post("/refunds", bench.refund(id, 599))
                            .status())
                    .isEqualTo(201);
        }
    }
}
