package dev.samekey.steps.judge.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Judgement;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    void a_value_in_xml_ends_nothing() {
        Operation.Template form = new Operation.Template(
                "POST",
                "/",
                Map.of("Content-Type", "application/xml"),
                TextNode.valueOf("<a b=\"${order.id}\">${order.id}</a>"));

        assertThat(new Template(Map.of("order.id", TextNode.valueOf("<\"&\"/>")))
                        .request(form, List.of())
                        .body())
                .isEqualTo("<a b=\"&lt;&quot;&amp;&quot;/&gt;\">&lt;&quot;&amp;&quot;/&gt;</a>");
    }

    @Test
    void a_name_without_a_value_is_reported() {
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> template.fill("${refund.id}"))
                .withMessage(
                        "${refund.id} of the target file has no value where it is used (known: payment.id, unique)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "p-1_a.b~c           | p-1_a.b~c                   | p-1_a.b~c",
                "order:7@eu          | order:7@eu                  | order:7@eu",
                "YWJj+/==            | YWJj+%2F==                  | YWJj%2B/%3D%3D",
                "a b                 | a%20b                       | a%20b",
                "../a?b#c            | ..%2Fa%3Fb%23c              | ../a?b%23c",
                "100%25              | 100%2525                    | 100%2525",
                "a&b=c               | a&b=c                       | a%26b%3Dc",
                "é€                  | %C3%A9%E2%82%AC             | %C3%A9%E2%82%AC"
            })
    void an_id_in_a_path_is_encoded_where_it_must_be(String id, String segment, String parameter) {
        Template known = new Template(Map.of("payment.id", TextNode.valueOf(id)));

        assertThat(known.path("/payments/${payment.id}/void?of=${payment.id}&all"))
                .isEqualTo("/payments/" + segment + "/void?of=" + parameter + "&all");
        assertThatCode(() -> URI.create("http://127.0.0.1" + known.path("/${payment.id}?of=${payment.id}")))
                .doesNotThrowAnyException();
        assertThat(known.fill("${payment.id}")).isEqualTo(id);
    }

    @Test
    void a_request_has_an_encoded_path_and_all_else_as_it_is() {
        Template known = new Template(Map.of("payment.id", TextNode.valueOf("a/b c")));
        Operation.Template form = new Operation.Template(
                "POST",
                "/payments/${payment.id}",
                Map.of("X-Payment", "${payment.id}"),
                new ObjectMapper().createObjectNode().put("payment", "${payment.id}"));

        Request request = known.request(form, List.of());

        assertThat(request.path()).isEqualTo("/payments/a%2Fb%20c");
        assertThat(request.header("X-Payment")).contains("a/b c");
        assertThat(request.body()).isEqualTo("{\"payment\":\"a/b c\"}");
    }

    private static JsonNode json(String text) throws JsonProcessingException {
        return new ObjectMapper().readTree(text);
    }
}
