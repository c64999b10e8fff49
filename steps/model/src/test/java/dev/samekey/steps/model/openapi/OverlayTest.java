package dev.samekey.steps.model.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.net.Network;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OverlayTest {
    private static final String API = """
            openapi: 3.0.3
            info: {title: Payments}
            tags: [{name: money}]
            paths:
              /payments:
                post: {summary: pay, tags: [money], responses: {"201": {description: made}}}
                get: {responses: {"200": {description: all}}}
              /internal: {post: {x-internal: true, responses: {"200": {description: done}}}}
            """;

    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void write() throws IOException {
        Files.writeString(folder.resolve("api.yaml"), API);
    }

    private Document with(String actions) throws IOException {
        return overlay("overlay: 1.0.0\ninfo: {title: Ours}\nextends: ./api.yaml\nactions:\n" + actions);
    }

    private Document overlay(String text) throws IOException {
        Files.writeString(folder.resolve("overlay.yaml"), text);
        return Document.read("overlay.yaml", folder, Network.direct());
    }

    @Test
    void objects_are_merged_and_lists_grow() throws IOException {
        Document document = with("""
                  - target: $.paths['/payments'].post
                    update: {tags: [ours], parameters: [{name: Idempotency-Key, in: header}]}
                  - target: $.tags
                    update: {name: ours}
                """);

        Described payment = document.unsafe().get(0);
        assertThat(payment.node().path("tags")).hasToString("[\"money\",\"ours\"]");
        assertThat(payment.parameter("header", "Idempotency-Key")).isPresent();
        assertThat(payment.node().path("summary").asText()).isEqualTo("pay");
        assertThat(document.tree().path("tags")).hasSize(2);
    }

    @Test
    void what_is_removed_is_gone() throws IOException {
        Document document = with("""
                  - {target: "$.paths[?(@.post['x-internal'])]", remove: true}
                  - {target: "$.tags[-1:]", remove: true}
                """);

        assertThat(document.titles()).containsExactly("POST /payments");
        assertThat(document.tree().path("tags")).isEmpty();
    }

    @Test
    void each_place_is_changed_once_and_one_that_is_not_there_changes_nothing() throws IOException {
        Document document = with("""
                  - target: $.paths['/payments', '/internal']
                    update: {post: {summary: theirs}}
                  - target: $.paths.*.post.summary
                    update: true
                  - target: $.paths.*.post.summary
                    update: ours
                  - target: $.paths..*..tags
                    update: ours
                  - {target: $.nothing.here, update: {x: 1}}
                  - {target: $.paths.nothing, remove: true}
                  - {target: $, update: {x-ours: true}}
                """);

        assertThat(document.unsafe())
                .extracting(one -> one.node().path("summary").asText())
                .containsExactly("ours", "ours");
        assertThat(document.unsafe().get(0).node().path("tags")).hasToString("[\"money\",\"ours\"]");
        assertThat(document.tree().path("x-ours").asBoolean()).isTrue();
        assertThat(document.tree().has("nothing")).isFalse();
    }

    @Test
    void what_is_in_something_that_is_replaced_or_removed_goes_with_it() throws IOException {
        Document document = with("""
                  - target: $.paths['/payments'].get..*
                    update: done
                  - target: $.paths['/internal']..*
                    remove: true
                """);

        assertThat(document.tree().at("/paths/~1payments/get")).hasToString("{\"responses\":\"done\"}");
        assertThat(document.tree().at("/paths/~1internal")).hasToString("{}");
    }

    @Test
    void an_element_that_is_named_twice_is_removed_alone() throws IOException {
        Document document = with("""
                  - {target: $.tags, update: one}
                  - {target: $.tags, update: two}
                  - {target: $.tags, update: three}
                  - {target: "$.tags[0,0]", remove: true}
                  - {target: "$.tags[2,0]", remove: true}
                """);

        assertThat(document.tree().path("tags")).hasToString("[\"two\"]");
    }

    @Test
    void the_whole_document_is_not_removed() {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> with("  - {target: $, remove: true}\n"))
                .withMessageContaining("«$» is the whole document");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void an_element_behind_the_end_of_a_list_cannot_be_removed(int place) {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> with("  - {target: \"$.tags[" + place + "]\", remove: true}\n"))
                .withMessageContaining("names an element that the list does not have");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "extends: ./api.yaml||does not say which document it extends",
                "./api.yaml|https://pay.example/api.yaml|fetch that document, and name its file here",
                "$.info|$[|is no JSONPath",
                "./api.yaml|./overlay.yaml|extends another overlay",
                "$.info|$.tags[1]|«$.tags[1]» names an element that the list does not have",
                "$.info|$.tags[-1]|«$.tags[-1]» counts from the end of a list: count from its begin",
            })
    void what_cannot_be_applied_is_said(String text, String other, String reason) {
        String overlay = "overlay: 1.0.0\nextends: ./api.yaml\nactions:\n  - target: $.info\n    update: {title: x}\n"
                .replace(text, other == null ? "" : other);

        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> overlay(overlay))
                .withMessageContaining(reason);
    }
}
