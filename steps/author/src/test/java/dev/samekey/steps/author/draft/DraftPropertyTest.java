package dev.samekey.steps.author.draft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.openapi.Document;
import dev.samekey.steps.model.targets.TargetFile;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever a document says, the draft from it can be read back. */
class DraftPropertyTest {
    private static final List<String> NAMES = List.of(
            "id",
            "Id",
            "reference",
            "order_id",
            "amount",
            "Currency",
            "data",
            "note",
            "payment_id",
            "a b",
            "x/y",
            "~",
            "$",
            "Ärger");

    @Property(tries = 300)
    void each_draft_is_read_back(@ForAll("documents") String document) {
        String draft = new Draft(Document.of(YamlFile.of("api.yaml", document)), "api.yaml").toString();
        ReadableDraft readable = ReadableDraft.of(draft, Path.of(""));
        TargetFile file = ReadBack.of(readable.text());

        assertThat(file.target().operations()).isNotEmpty();
        assertThat(readable.leftOut().values())
                .as(
                        "what a target file cannot have, such as an XML document with an illegal name, is left out by itself")
                .allMatch(reason -> reason.startsWith("operations."));
    }

    @Provide
    Arbitrary<String> documents() {
        Arbitrary<String> title = Arbitraries.strings()
                .withChars("aB \u0080\"'#:{}[]-\\\n\t")
                .ofMinLength(1)
                .ofMaxLength(8)
                .map(text -> "t" + text);
        Arbitrary<String> version = Arbitraries.of("3.0.3", "3.1.0");
        Arbitrary<String> paths = operations().list().ofMinSize(1).ofMaxSize(4).map(all -> {
            StringBuilder text = new StringBuilder(
                    "\"/things\":{\"post\":{\"parameters\":[{\"name\":\"Idempotency-Key\",\"in\":\"header\"}],\"responses\":{}}}");
            for (int i = 0; i < all.size(); i++) {
                text.append(",\"/t").append(i).append(all.get(i));
            }
            return text.toString();
        });
        return Combinators.combine(version, title, paths)
                .as((number, name, all) -> "{\"openapi\":\"" + number + "\",\"info\":{\"title\":" + quoted(name)
                        + "},\"components\":{\"securitySchemes\":{\"a\":{\"type\":\"http\",\"scheme\":\"bearer\"}},\"schemas\":{\"S\":{\"type\":\"string\"}}},\"paths\":{"
                        + all + "}}");
    }

    /** The rest of a path, and what can be done there. */
    private static Arbitrary<String> operations() {
        Arbitrary<String> end =
                Arbitraries.of("", "/{id}", "/{thing_id}/refunds", "/{a}/cancel", "/{a}/x/{b}", ":close");
        Arbitrary<String> method = Arbitraries.of("post", "put", "patch", "delete");
        Arbitrary<String> keyed = Arbitraries.of(
                "",
                "{\"name\":\"Idempotency-Key\",\"in\":\"header\",\"required\":true,\"schema\":{\"$ref\":\"#/components/schemas/S\",\"maxLength\":40}}");
        Arbitrary<String> status = Arbitraries.of("200", "201", "202", "2XX", "default", "204");
        Arbitrary<String> media = Arbitraries.of(
                "application/json",
                "application/x-www-form-urlencoded",
                "multipart/form-data",
                "application/xml",
                "text/plain");
        return Combinators.combine(end, method, keyed, status, media, schemas(2), schemas(1))
                .as((path, verb, key, code, type, body, result) -> path + "\":{\"get\":{\"responses\":{}},\"" + verb
                        + "\":{\"parameters\":[" + key + "]" + ",\"requestBody\":{\"content\":{\"" + type
                        + "\":{\"schema\":" + body
                        + "}}},\"responses\":{\"" + code
                        + "\":{\"description\":\"d\",\"headers\":{\"Location\":{}},\"content\":{\"application/json\":{\"schema\":"
                        + result
                        + "}}}}}}");
    }

    private static Arbitrary<String> schemas(int depth) {
        Arbitrary<String> leaf = Arbitraries.of(
                "{\"type\":\"string\"}",
                "{\"type\":\"string\",\"pattern\":\"^[A-Z]{3}$\"}",
                "{\"type\":\"string\",\"format\":\"date-time\"}",
                "{\"type\":\"string\",\"minLength\":3,\"maxLength\":9}",
                "{\"type\":\"integer\",\"minimum\":1,\"maximum\":9}",
                "{\"type\":\"number\",\"example\":1.5}",
                "{\"type\":\"boolean\"}",
                "{\"type\":[\"string\",\"null\"]}",
                "{\"enum\":[\"a: b\",\"# c\"]}",
                "{\"example\":\"${x} %\"}",
                "{\"$ref\":\"#/components/schemas/S\",\"enum\":[\"no\",\"yes\"]}");
        if (depth == 0) {
            return leaf;
        }
        Arbitrary<String> members = Combinators.combine(Arbitraries.of(NAMES), schemas(depth - 1))
                .as((name, schema) -> quoted(name) + ":" + schema)
                .list()
                .uniqueElements(member -> member.substring(0, member.indexOf(':')))
                .ofMaxSize(4)
                .map(all -> "{\"type\":\"object\",\"properties\":{" + String.join(",", all) + "},\"required\":["
                        + all.stream()
                                .map(member -> member.substring(0, member.indexOf("\":") + 1))
                                .collect(Collectors.joining(","))
                        + "]}");
        Arbitrary<String> items = schemas(depth - 1).map(one -> "{\"type\":\"array\",\"items\":" + one + "}");
        return Arbitraries.oneOf(members, members, items);
    }

    private static String quoted(String text) {
        return "\""
                + text.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n")
                        .replace("\t", "\\t") + "\"";
    }
}
