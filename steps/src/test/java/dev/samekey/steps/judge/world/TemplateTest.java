package dev.samekey.steps.judge.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TemplateTest {
    private final Template template =
            new Template(Map.of("unique", TextNode.valueOf("u-$1\\"), "payment.id", IntNode.valueOf(7)));

    @Test
    void names_in_a_text_are_filled() {
        assertThat(template.fill("/payments/${payment.id}/x?u=${unique}&v=${unique}"))
                .isEqualTo("/payments/7/x?u=u-$1\\&v=u-$1\\");
        assertThat(template.fill("$unique {unique} $")).isEqualTo("$unique {unique} $");
    }

    @Test
    void a_member_that_is_nothing_but_a_name_takes_the_values_type() throws JsonProcessingException {
        assertThat(template.fill(json("{\"a\": \"${payment.id}\", \"b\": \"no. ${payment.id}\"}")))
                .isEqualTo(json("{\"a\": 7, \"b\": \"no. 7\"}"));
    }

    @Test
    void all_depths_are_filled_and_all_else_is_kept() throws JsonProcessingException {
        assertThat(template.fill(json("{\"a\": [{\"b\": \"${payment.id}\"}, 1.50, null, true], \"c\": \"x\"}")))
                .isEqualTo(json("{\"a\": [{\"b\": 7}, 1.50, null, true], \"c\": \"x\"}"));
    }

    @Test
    void the_form_itself_is_not_changed() throws JsonProcessingException {
        JsonNode form = json("{\"a\": [\"${payment.id}\"]}");
        template.fill(form);

        assertThat(form).isEqualTo(json("{\"a\": [\"${payment.id}\"]}"));
    }

    @Test
    void a_name_without_a_value_is_told() {
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> template.fill("${refund.id}"))
                .withMessage(
                        "${refund.id} of the target file has no value where it is used (known: payment.id, unique)");
    }

    private static JsonNode json(String text) throws JsonProcessingException {
        return new ObjectMapper().readTree(text);
    }
}
