package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.samekey.steps.model.file.BadFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What a file is that a target file is drafted from: by its members where it is JSON, and by the end of its name. */
public enum FileKind {
    /** OpenAPI, Swagger, an overlay, AsyncAPI or a Smithy model. */
    DOCUMENT,
    HAR,
    POSTMAN,
    HTTP;

    private static final String BY_RECORDING =
            " is not read: send its requests through «samekey record --to URL», and draft from what that writes, with «samekey"
                    + " init FILE.har»";

    /** By the end of its name, what is not read, and what to do. */
    private static final Map<String, String> OTHERS = Map.ofEntries(
            Map.entry("feature", "a feature of Karate" + BY_RECORDING),
            Map.entry("js", "a script, such as one of k6," + BY_RECORDING),
            Map.entry("mjs", "a script, such as one of k6," + BY_RECORDING),
            Map.entry("ts", "a script, such as one of k6," + BY_RECORDING),
            Map.entry("jmx", "a test plan of JMeter" + BY_RECORDING),
            Map.entry("scala", "a simulation of Gatling" + BY_RECORDING),
            Map.entry("bru", "a request of Bruno is not read: export the collection in Bruno as one of Postman"),
            Map.entry("raml", "RAML is not read: convert it to OpenAPI, with webapi-parser for one"),
            Map.entry("wsdl", "a WSDL is not read: write the target file by hand, with a text as body"),
            Map.entry("apib", "an API Blueprint is not read: convert it to OpenAPI, with apib2swagger for one"),
            Map.entry(
                    "proto",
                    "a file of Protocol Buffers is not read: make an OpenAPI document of it, with protoc-gen-openapi"),
            Map.entry("tsp", "TypeSpec is not read: compile it with «tsp compile --emit @typespec/openapi3»"),
            Map.entry("smithy", "the language of Smithy is not read: write its JSON form with «smithy ast»"),
            Map.entry(
                    "graphql", "a schema of GraphQL is not read: send a mutation with «samekey try», or record some"));

    /**
     * What a file is.
     *
     * @throws BadFile where it is one of a kind that is not read; the message says what to do
     */
    public static FileKind of(Path path) {
        String name = String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
        String end = name.substring(name.lastIndexOf('.') + 1);
        String other = OTHERS.get(end);
        if (other != null) {
            throw new BadFile(path.toString(), 0, other);
        }
        if (end.equals("http") || end.equals("rest")) {
            return HTTP;
        }
        Set<String> members = members(path);
        if (members.contains("log") || end.equals("har")) {
            return HAR;
        }
        if (members.contains("_type") && members.contains("resources")) {
            throw new BadFile(
                    path.toString(),
                    0,
                    "an export of Insomnia is not read: export it in Insomnia as an HTTP archive (HAR)");
        }
        boolean isPostman = members.contains("item") || members.contains("collection") || members.contains("values");
        return isPostman ? POSTMAN : DOCUMENT;
    }

    /** Those at the top of a JSON object; none where it is something else. */
    private static Set<String> members(Path path) {
        Set<String> members = new HashSet<>();
        if (!Files.isRegularFile(path)) {
            return members;
        }
        try (JsonParser parser = new JsonFactory().createParser(path.toFile())) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return members;
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                members.add(parser.currentName());
                parser.nextToken();
                parser.skipChildren();
            }
            return members;
        } catch (IOException noJson) {
            // Whoever reads it next says what is wrong with it.
            return members;
        }
    }
}
