package dev.samekey.steps.author.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.TargetFile;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReadableDraftTest {
    private static final String DRAFT = """
            # a draft
            name: shop
            urls:
              - "http://localhost:1"
            contract:   # a guess
              name: shop
              key: {in: header, name: Idempotency-Key}
            operations:
              order:   # POST /orders
                role: create
                request:
                  method: POST
                  path: /orders
                success: 201
                read: "/orders/${order.id}"

              payment:   # POST /payments
                role: create
                after: order   # guess
                request:
                  method: POST
                  path: "/orders/${order.id}/payments"
            """;

    private static TargetFile read(ReadableDraft draft) {
        return TargetFile.of(
                YamlFile.of("target.yaml", draft.text()), Path.of("").toAbsolutePath(), Map.of());
    }

    @Test
    void what_cannot_be_read_becomes_a_comment_with_its_reason() {
        ReadableDraft draft = ReadableDraft.of(DRAFT, Path.of(""));

        assertThat(read(draft).target().operations()).containsOnlyKeys("order");
        assertThat(draft.leftOut()).containsOnlyKeys("order.read", "payment");
        assertThat(draft.text())
                .contains("    # Left out, for it cannot be read: operations.order.read: ${order.id} has no value here")
                .contains("    # read: \"/orders/${order.id}\"\n")
                .contains("  # payment:   # POST /payments\n");
    }

    @Test
    void a_draft_that_can_be_read_stays_as_it_is() {
        String good = DRAFT.replace("    success: 201\n", "    success: 201\n    id: /id\n");

        assertThat(ReadableDraft.of(good, Path.of(""))).isEqualTo(new ReadableDraft(good, Map.of()));
    }

    @Test
    void a_draft_of_which_nothing_is_left_is_refused() {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> ReadableDraft.of(DRAFT.replace("role: create", "role: nothing"), Path.of("")))
                .withMessageContaining("nothing can be drafted")
                .withMessageContaining("«nothing» is not known");
    }
}
