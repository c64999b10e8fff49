package dev.samekey.steps.author.draft;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.steps.model.file.BadFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.statistics.Statistics;

/** Whatever a collection or an archive says, the draft from it can be read back, or its message says why there is none. */
class RecordingPropertyTest {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static Path folder = Path.of("");

    @BeforeContainer
    static void start() throws IOException {
        folder = Files.createTempDirectory("recordings");
    }

    private static final List<String> URLS = List.of(
            "{{host}}/payments",
            "{{protocol}}://{{host}}/payments",
            "{{protocol}}://{{host}}:{{port}}/v1/orders/:id/refunds",
            "{{baseUrl}}/things/{{thing_id}}",
            "{{base}}{{path}}",
            "https://{{shop_tenant}}.shop.example/x",
            "http://localhost/a b/ü?x={{y}}&z=1",
            "http://localhost/webhooks",
            "http://{{host}}:{{port}}/v1/{{kind}}?a={{b}}",
            "{{known}}/payments?api_key=1",
            "localhost:8080/payments",
            "",
            ":id");

    private static final List<String> TEXTS = List.of(
            "{\"amount\": {{amount}}, \"reference\": \"{{$guid}}\"}",
            "{\"a b\": [1, {\"x/y\": \"~\"}], \"id\": \"{{id}}\"}",
            "[1, 2]",
            "{broken {{x}}",
            "<a><reference>r-1</reference></a>",
            "a=1&b={{c}}&a=2",
            "${x} $y %",
            "{}",
            "\u0080");

    @Property(tries = 200)
    void each_collection_is_drafted_so_that_it_can_be_read_back(@ForAll("collections") String collection)
            throws IOException {
        Path file = folder.resolve("collection.json");
        Files.writeString(file, collection);
        readBack(() -> PostmanFile.read(file));
    }

    @Property(tries = 150)
    void each_archive_is_drafted_so_that_it_can_be_read_back(@ForAll("archives") String archive) throws IOException {
        Path file = folder.resolve("session.har");
        Files.writeString(file, archive);
        readBack(() -> HarFile.read(file));
    }

    private interface Source {
        Recording read();
    }

    private static void readBack(Source source) {
        String draft;
        try {
            draft = ReadableDraft.of(new RecordingDraft(source.read(), Map.of()).toString(), folder)
                    .text();
        } catch (BadFile nothing) {
            assertThat(nothing).message().isNotBlank().doesNotContain("null", "urls.0");

            Statistics.label("drafted").collect(false);
            return;
        }
        assertThat(ReadBack.of(draft, folder, Map.of()).target().operations()).isNotEmpty();
        Statistics.label("drafted").collect(true);
    }

    @Provide
    Arbitrary<String> collections() {
        Arbitrary<String> version = Arbitraries.of("v2.0.0", "v2.1.0");
        Arbitrary<JsonNode> auth = Arbitraries.of("none", "bearer", "basic", "apikey", "oauth2", "hawk")
                .map(type -> {
                    ObjectNode one = NODES.objectNode().put("type", type);
                    one.putObject(type)
                            .put("token", "{{tok}}")
                            .put("key", "X Y")
                            .put("in", "header");
                    return one;
                });
        return Combinators.combine(version, auth, items().list().ofMinSize(1).ofMaxSize(4))
                .as((number, how, items) -> {
                    ObjectNode whole = NODES.objectNode();
                    whole.putObject("info")
                            .put("name", "a: «#»")
                            .put(
                                    "schema",
                                    "https://schema.getpostman.com/json/collection/" + number + "/collection.json");
                    whole.set("auth", how);
                    whole.putArray("variable").addObject().put("key", "known").put("value", "http://localhost:80/v1");
                    ArrayNode all = whole.putArray("item");
                    items.forEach(all::add);
                    return whole.toString();
                });
    }

    private static Arbitrary<JsonNode> items() {
        Arbitrary<String> name = Arbitraries.of("Create payment", "", "«a»\n: # b", "delete", "{{x}}", "1");
        Arbitrary<String> method = Arbitraries.of("POST", "POST", "POST", "PUT", "PATCH", "DELETE", "GET", "{{verb}}");
        Arbitrary<String> header =
                Arbitraries.of("Idempotency-Key", "X-Request-Id", "Content-Type", "A B", "Reference");
        Arbitrary<String> mode = Arbitraries.of("raw", "raw", "raw", "urlencoded", "formdata", "file", "graphql", "");
        return Combinators.combine(name, method, Arbitraries.of(URLS), header, mode, Arbitraries.of(TEXTS))
                .as((called, verb, url, field, kind, text) -> {
                    ObjectNode item = NODES.objectNode().put("name", called);
                    ObjectNode request =
                            item.putObject("request").put("method", verb).put("url", url);
                    request.putArray("header").addObject().put("key", field).put("value", "{{v}}");
                    ObjectNode body =
                            request.putObject("body").put("mode", kind).put("raw", text);
                    body.putObject("graphql").put("query", text).put("variables", text);
                    body.putArray("urlencoded").addObject().put("key", text).put("value", text);
                    item.putArray("response").addObject().put("code", 201).put("body", "{\"id\": \"p1\"}");
                    return item;
                });
    }

    @Provide
    Arbitrary<String> archives() {
        Arbitrary<String> method = Arbitraries.of("POST", "PUT", "PATCH", "DELETE", "GET");
        Arbitrary<String> url = Arbitraries.of(
                "http://localhost/payments",
                "https://localhost:8443/payments/1234567?x=a b",
                "http://localhost/a%20b/{c}/ü",
                "http://localhost/payments/${x}/refund");
        Arbitrary<String> type =
                Arbitraries.of("application/json", "text/xml", "application/x-www-form-urlencoded", "", "a/b");
        return Combinators.combine(method, url, type, Arbitraries.of(TEXTS), Arbitraries.of(TEXTS))
                .as((verb, place, media, text, answer) -> {
                    ObjectNode entry = NODES.objectNode();
                    ObjectNode request =
                            entry.putObject("request").put("method", verb).put("url", place);
                    request.putArray("headers")
                            .addObject()
                            .put("name", "Idempotency-Key")
                            .put("value", "k");
                    request.putObject("postData").put("mimeType", media).put("text", text);
                    ObjectNode response = entry.putObject("response").put("status", 201);
                    response.putObject("content")
                            .put("mimeType", "application/json")
                            .put("text", answer);
                    return entry;
                })
                .list()
                .ofMinSize(1)
                .ofMaxSize(4)
                .map(entries -> {
                    ObjectNode whole = NODES.objectNode();
                    ArrayNode all = whole.putObject("log").putArray("entries");
                    entries.forEach(all::add);
                    return whole.toString();
                });
    }
}
