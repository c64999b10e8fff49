package dev.samekey.defects.error;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.server.Bench;
import dev.samekey.server.Caller.Reply;
import org.junit.jupiter.api.Test;

class ErrorDefectsTest {
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
}
