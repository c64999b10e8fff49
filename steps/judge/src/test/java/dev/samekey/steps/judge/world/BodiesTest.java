package dev.samekey.steps.judge.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BodiesTest {
    private static final Request JSON = ReadyCalls.json("{\"a\":1}").request();
    private static final Request FORM =
            ReadyCalls.form("amount=10&card%5Bname%5D=Ada+L&note=1%2B1").request();

    @Test
    void json_is_read_and_written_as_it_is() throws JsonProcessingException {
        assertThat(Bodies.read(JSON, "payment")).isEqualTo(tree("{\"a\":1}"));
        assertThat(Bodies.write(JSON, tree("{\"b\":[1,{\"c\":null}]}")).body()).isEqualTo("{\"b\":[1,{\"c\":null}]}");
    }

    @Test
    void a_text_of_another_type_is_written_as_it_is() {
        Request xml = JSON.with("Content-Type", "text/xml; charset=utf-8");

        assertThat(Bodies.write(xml, TextNode.valueOf("<a b=\"1\"/>")).body()).isEqualTo("<a b=\"1\"/>");
        assertThat(Bodies.write(JSON, TextNode.valueOf("a")).body()).isEqualTo("\"a\"");
    }

    @Test
    void a_form_is_read_by_the_names_that_stand_there() throws JsonProcessingException {
        assertThat(Bodies.read(FORM, "payment"))
                .isEqualTo(tree("{\"amount\":\"10\",\"card[name]\":\"Ada L\",\"note\":\"1+1\"}"));
    }

    @Test
    void a_form_that_was_read_is_written_as_it_was() {
        assertThat(Bodies.write(FORM, Bodies.read(FORM, "payment")).body()).isEqualTo(FORM.body());
    }

    @Test
    void what_is_nested_stands_in_brackets_in_a_form() throws JsonProcessingException {
        assertThat(Bodies.write(FORM, tree("{\"card\":{\"name\":\"Ada\"},\"lines\":[{\"sku\":7},8]}"))
                        .body())
                .isEqualTo("card%5Bname%5D=Ada&lines%5B0%5D%5Bsku%5D=7&lines%5B1%5D=8");
    }

    @Test
    void a_form_in_another_notation_says_the_same() {
        Request again = Bodies.reordered(FORM, "payment");

        assertThat(again.body()).isEqualTo("note=%31%2B1&card%5Bname%5D=%41da%20L&amount=%310");
        assertThat(Bodies.read(again, "payment").properties())
                .containsExactlyInAnyOrderElementsOf(
                        Bodies.read(FORM, "payment").properties());
    }

    @Test
    void parameters_that_make_one_list_stay_in_their_order() {
        Request form = FORM.withBody("lines%5B0%5D=a&x=&lines%5B1%5D=b");

        assertThat(Bodies.reordered(form, "payment").body()).isEqualTo("x=&lines%5B0%5D=%61&lines%5B1%5D=%62");
    }

    @Test
    void what_is_no_object_has_no_members() {
        assertNoMembers(null);
        assertNoMembers("");
        assertNoMembers("[1]");
        assertNoMembers("amount=1");
    }

    @Test
    void another_value_in_xml_changes_nothing_else() {
        Request xml = JSON.with("Content-Type", "application/xml")
                .withBody(
                        "<?xml version=\"1.0\"?>\n<p:a xmlns:p=\"urn:p\" c=\"&lt;\"><b>1 &amp; 2</b>\n<!-- d --></p:a>");

        assertThat(Bodies.changed(xml, "payment", Map.of("/p:a/b", TextNode.valueOf("3 < 4")))
                        .body())
                .isEqualTo(
                        "<?xml version=\"1.0\"?>\n<p:a xmlns:p=\"urn:p\" c=\"&lt;\"><b>3 &lt; 4</b>\n<!-- d --></p:a>");
        assertThat(Bodies.without(xml, "payment", "/p:a/@c").body())
                .isEqualTo("<?xml version=\"1.0\"?>\n<p:a xmlns:p=\"urn:p\"><b>1 &amp; 2</b>\n<!-- d --></p:a>");
        assertThat(Bodies.values(xml)).contains("<", "1 & 2").noneMatch(value -> value.contains("xml version"));
    }

    @Test
    void another_value_of_a_part_keeps_its_name_and_type() throws JsonProcessingException {
        Request parts = Bodies.write(
                JSON.with("Content-Type", "multipart/form-data"),
                tree(
                        "{\"sum\": 1, \"letter\": {\"value\": \"dear\", \"filename\": \"a.txt\", \"type\": \"text/plain\"}}"));
        Request other = Bodies.changed(parts, "payment", Map.of("letter", TextNode.valueOf("sir")));

        assertThat(other.body())
                .isEqualTo(String.valueOf(parts.body()).replace("dear", "sir"))
                .contains("name=\"letter\"; filename=\"a.txt\"\r\nContent-Type: text/plain\r\n\r\nsir\r\n");
        assertThat(Bodies.values(other)).containsExactly("1", "sir");
        assertThat(Bodies.without(parts, "payment", "letter").body()).doesNotContain("letter");
    }

    @Test
    void a_passage_that_a_filled_in_value_says_again_is_not_changed() {
        Request text = JSON.with("Content-Type", "text/plain").withBody("sum 1, for sum 1");

        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> Bodies.changed(text, "payment", Map.of("sum 1", TextNode.valueOf("sum 2"))))
                .withMessageContaining("«sum 1» stands more than once in the text of the request's body")
                .withMessageEndingWith("as it is sent for the payment");
    }

    private static void assertNoMembers(@Nullable String body) {
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> Bodies.read(JSON.withBody(body), "payment"))
                .withMessage("the payment has no payload whose members could differ");
    }

    private static JsonNode tree(String json) throws JsonProcessingException {
        return new ObjectMapper().readTree(json);
    }
}
