package dev.samekey.defects.condition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.server.Bench;
import dev.samekey.server.Caller;
import dev.samekey.server.Caller.Reply;
import org.junit.jupiter.api.Test;

class ConditionDefectsTest {
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
}
