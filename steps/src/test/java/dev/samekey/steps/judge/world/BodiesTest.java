package dev.samekey.steps.judge.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.verdict.Judgement;
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

    private static void assertNoMembers(@Nullable String body) {
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> Bodies.read(JSON.withBody(body), "payment"))
                .withMessage("the payment has no payload whose members could differ");
    }

    private static JsonNode tree(String json) throws JsonProcessingException {
        return new ObjectMapper().readTree(json);
    }
}
