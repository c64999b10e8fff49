package dev.samekey.steps.judge.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PayloadsTest {
    private static final String BODY = "{\"a\":1,\"b\":{\"c\":\"x\\ny\",\"d\":[{\"e\":1,\"f\":2},3]},\"g\":null}";

    @Test
    void the_same_payload_in_another_order_has_the_same_tree_and_other_bytes() throws JsonProcessingException {
        String reordered = body(Payloads.reordered(call(BODY)));

        assertThat(tree(reordered)).isEqualTo(tree(BODY));
        assertThat(reordered).isNotEqualTo(BODY).contains("\n").contains("\t");
        assertThat(tree(reordered).fieldNames()).toIterable().containsExactly("g", "b", "a");
        assertThat(tree(reordered).at("/b").fieldNames()).toIterable().containsExactly("d", "c");
        assertThat(tree(reordered).at("/b/d/0").fieldNames()).toIterable().containsExactly("f", "e");
    }

    @Test
    void a_payload_of_one_member_differs_in_its_white_space() throws JsonProcessingException {
        String reordered = body(Payloads.reordered(call("{\"a\":1}")));

        assertThat(reordered).isNotEqualTo("{\"a\":1}");
        assertThat(tree(reordered)).isEqualTo(tree("{\"a\":1}"));
    }

    @Test
    void the_same_payload_in_other_notations_means_the_same_and_is_written_otherwise() {
        String body = "{\"a\":1000,\"b\":[20,\"x\\ny\"],\"c\":0.5,\"d\":\"\",\"e\":\"é\",\"f\":true}";

        assertThat(Payloads.inOtherNotations(call(body)).stream().map(PayloadsTest::body))
                .containsExactly(
                        body.replace("1000", "1000.0").replace("20", "20.0"),
                        body.replace("1000", "1e3").replace("20", "2e1"),
                        body.replace("\"x", "\"\\u0078"));
    }

    @Test
    void a_form_has_no_other_notation() {
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> Payloads.inOtherNotations(ReadyCalls.form("amount=1")))
                .withMessage("the payment has no JSON payload");
    }

    @Test
    void a_change_changes_its_member_and_nothing_else() throws JsonProcessingException {
        assertThat(tree(changed("/b/c", TextNode.valueOf("z"))))
                .isEqualTo(tree("{\"a\":1,\"b\":{\"c\":\"z\",\"d\":[{\"e\":1,\"f\":2},3]},\"g\":null}"));
        assertThat(tree(changed("/b/d/1", IntNode.valueOf(4))))
                .isEqualTo(tree("{\"a\":1,\"b\":{\"c\":\"x\\ny\",\"d\":[{\"e\":1,\"f\":2},4]},\"g\":null}"));
        assertThat(tree(changed("/a", NullNode.getInstance())))
                .isEqualTo(tree("{\"a\":null,\"b\":{\"c\":\"x\\ny\",\"d\":[{\"e\":1,\"f\":2},3]},\"g\":null}"));
    }

    @Test
    void headers_and_key_stay_when_the_payload_changes() {
        Call call = call(BODY);
        Call changed = Payloads.changed(call, Map.of("/a", IntNode.valueOf(2)));

        assertThat(changed.request().headers()).isEqualTo(call.request().headers());
        assertThat(changed.key()).isEqualTo(call.key());
        assertThat(call.request().body()).isEqualTo(BODY);
    }

    @Test
    void what_has_no_members_cannot_differ() {
        for (Call call : List.of(call(null), call("amount=1&payer=p"), call("[1]"), call(""))) {
            assertThatExceptionOfType(Judgement.class)
                    .isThrownBy(() -> Payloads.reordered(call))
                    .satisfies(judgement -> assertThat(judgement.verdict()).isEqualTo(Verdict.NOT_APPLICABLE));
        }
    }

    private static String changed(String pointer, JsonNode value) {
        return body(Payloads.changed(call(BODY), Map.of(pointer, value)));
    }

    @Test
    void a_pointer_names_a_field_in_brackets_of_a_form_too() {
        Call call = ReadyCalls.form("amount=1&metadata%5Btier%5D=gold");

        assertThat(body(Payloads.changed(call, Map.of("/metadata/tier", TextNode.valueOf("silver")))))
                .isEqualTo("amount=1&metadata%5Btier%5D=silver");
        assertThat(body(Payloads.without(call, "/metadata/tier"))).isEqualTo("amount=1");
    }

    @Test
    void payloads_that_differ_in_a_nuance_are_made_where_they_can_be() {
        String body = "{\"amount\":1000,\"tags\":[\"a\"],\"lines\":[{\"n\":1},{\"n\":2}]}";

        assertThat(alike(body, Contract.Nuance.LIST_ORDER))
                .hasValue(body.replace("{\"n\":1},{\"n\":2}", "{\"n\":2},{\"n\":1}"));
        assertThat(alike(body, Contract.Nuance.NUMBER_TEXTS)).hasValue(body.replace("1000", "\"1000\""));
        assertThat(alike(body, Contract.Nuance.NULL_MEMBERS))
                .hasValue(body.replace("]}", "],\"added_by_samekey\":null}"));
        assertThat(alike("{\"tags\":[\"a\",\"a\"]}", Contract.Nuance.LIST_ORDER))
                .isEmpty();
        assertThat(alike("{\"payer\":\"p\"}", Contract.Nuance.NUMBER_TEXTS)).isEmpty();
    }

    @Test
    void a_member_more_of_a_mutation_stands_in_a_variable_that_its_query_declares() {
        String body = "{\"query\":\"mutation\",\"variables\":{\"dry\":false,\"input\":{\"amount\":1}}}";
        assertThat(Payloads.added(mutation(body)).map(PayloadsTest::body))
                .hasValue(body.replace("1}", "1,\"added_by_samekey\":\"added_by_samekey\"}"));

        assertThat(Payloads.added(mutation("{\"query\":\"mutation\",\"variables\":{\"amount\":1}}")))
                .isEmpty();
    }

    private static Optional<String> alike(String body, Contract.Nuance nuance) {
        return Payloads.alike(call(body), nuance).map(PayloadsTest::body);
    }

    @Test
    void two_long_lists_differ_in_their_last_item_alone() throws JsonProcessingException {
        String yaml = Targets.BARE.replace("text: ", "lines: [{n: 1}, {n: 2}], text: ")
                + "    intent: {/text: x, /lines/1/n: 3}\n";
        Call call = call(yaml, call("{\"lines\":[{\"n\":1},{\"n\":2}],\"text\":\"u-1\"}"));

        List<Call> alike = Payloads.longLists(call).orElseThrow();

        JsonNode one = tree(body(alike.get(0))).path("lines");
        JsonNode other = tree(body(alike.get(1))).path("lines");
        assertThat(one.toString().length()).isGreaterThan(1024);
        assertThat(one.path(one.size() - 1).path("n").asInt()).isEqualTo(2);
        assertThat(other.path(one.size() - 1).path("n").asInt()).isEqualTo(3);
        ((ArrayNode) one).remove(one.size() - 1);
        ((ArrayNode) other).remove(other.size() - 1);
        assertThat(other).isEqualTo(one);
    }

    @Test
    void without_an_intent_in_a_list_there_is_no_long_list() {
        assertThat(Payloads.longLists(call("{\"amount\":1,\"currency\":\"EUR\"}")))
                .isEmpty();
    }

    private static String body(Call call) {
        return String.valueOf(call.request().body());
    }

    private static Call call(@Nullable String body) {
        return new Call(
                Targets.file(Targets.FULL).target().operations(Role.CREATE).get(0),
                new Caller("alice", null),
                "u-1",
                "k-1",
                new Request("POST", "/payments", List.of(new Header("Idempotency-Key", "k-1")), body),
                Map.of());
    }

    private static Call mutation(String body) {
        String yaml = Targets.BARE.replace("body: {", "body: {variables: {").replace("}}", "}}}")
                + "    payload: /variables\n";
        return call(yaml, call(body));
    }

    private static Call call(String yaml, Call call) {
        return new Call(
                Targets.file(yaml).target().operations(Role.CREATE).get(0),
                call.caller(),
                call.unique(),
                call.key(),
                call.request(),
                Map.of());
    }

    private static JsonNode tree(String body) throws JsonProcessingException {
        return new ObjectMapper().readTree(body);
    }
}
