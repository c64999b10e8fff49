package dev.samekey.server.defects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.server.Bench;
import dev.samekey.server.Caller;
import dev.samekey.server.Caller.Reply;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswerDefectsTest {
    @Test
    void an_invalid_request_gets_a_page() {
        try (Bench bench = Bench.of(new HtmlErrorPage()::apply)) {
            Reply page = bench.alice().key(bench.key()).post("/payments", bench.payment(-1));
            assertThat(page.status()).isEqualTo(400);
            assertThat(page.header("Content-Type")).isEqualTo("text/html");
            assertThat(page.body()).startsWith("<html>");
        }
    }

    @Test
    void an_invalid_request_is_called_a_failure_of_the_server() {
        try (Bench bench = Bench.of(new AllErrors500()::apply)) {
            Reply invalid = bench.alice().key(bench.key()).post("/payments", bench.payment(-1));
            assertThat(invalid.status()).isEqualTo(500);
            assertThat(invalid.code()).isEqualTo("VALIDATION.member");
        }
    }

    @Test
    void the_version_that_an_update_is_for_never_arrives() {
        try (Bench bench = Bench.of(parts -> new IgnoresIfMatch()
                .apply(parts.aroundHandlers((composed, handler) -> call ->
                        handler.handle(call).with("If-Match-Seen", String.valueOf(call.header("If-Match"))))))) {
            assertThat(bench.alice()
                            .with("If-Match", "\"0\"")
                            .get("/payments?reference=none")
                            .header("If-Match-Seen"))
                    .isEqualTo("null");
        }
    }

    @Test
    void the_retry_of_an_update_is_outdated_by_the_update() {
        try (Bench bench = Bench.of(new RetryBecomes412()::apply)) {
            String draft = "{\"name\":\"n\",\"email\":\"e@example.org\",\"reference\":\"%s\"}".formatted(bench.key());
            Caller alice = bench.alice().key(bench.key());
            Reply made = alice.post("/partners", draft);
            assertThat(made.body()).contains("version");
            Caller updating = alice.with("If-Match", made.header("ETag"));
            assertThat(updating.send("PUT", made.header("Location"), draft).status())
                    .isEqualTo(200);
            assertThat(updating.send("PUT", made.header("Location"), draft).status())
                    .isEqualTo(412);
            assertThat(alice.post("/partners", draft).body()).isEqualTo(made.body());
        }
    }

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
}
