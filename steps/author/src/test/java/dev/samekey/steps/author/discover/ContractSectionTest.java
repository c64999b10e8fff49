package dev.samekey.steps.author.discover;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ContractSectionTest {
    private static Finding found(String member, JsonNode value) {
        return Finding.of(member, List.of(new Observation(value, "POST /things", "POST /things → …", true)));
    }

    private static List<Finding> findings(int mismatch) {
        return List.of(
                found("key.in", TextNode.valueOf("header")),
                found("key.name", TextNode.valueOf("Idempotency-Key")),
                found("key.required", BooleanNode.TRUE),
                found("mismatch", TextNode.valueOf("refuse")),
                found("refusals.payload_mismatch.status", IntNode.valueOf(mismatch)));
    }

    private static Optional<Resemblance> playbook(List<Finding> findings) {
        return Optional.of(Resemblance.of("playbook", findings));
    }

    @Test
    void what_nobody_reads_has_no_word_of_a_dialect_that_differs_in_anything() {
        List<Finding> other = findings(418);

        assertThat(ContractSection.strict("acme", other, List.of(), playbook(other))
                        .toString())
                .contains("extends: playbook");
        assertThat(ContractSection.observed("acme", other, List.of(), playbook(other))
                        .toString())
                .doesNotContain("extends", "playbook")
                .contains("name: acme", "status: 418", "what was not seen is left out, and not judged");
    }

    @Test
    void a_dialect_that_agrees_with_all_that_was_seen_counts_whole() {
        List<Finding> same = findings(409);

        assertThat(ContractSection.observed("acme", same, List.of(), playbook(same))
                        .toString())
                .contains("contract: playbook");
    }
}
