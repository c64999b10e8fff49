package dev.samekey.server.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.samekey.server.contract.Contract;
import dev.samekey.server.contract.DuplicateRules.InProgress;
import dev.samekey.server.contract.DuplicateRules.Mismatch;
import dev.samekey.server.contract.ErrorForm;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.KeyRules;
import dev.samekey.server.contract.KeyRules.Place;
import dev.samekey.server.contract.Lifetimes;
import dev.samekey.server.contract.Lifetimes.Expired;
import dev.samekey.server.contract.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** What the server offers, with what its contract says of keys at each operation that happens once. */
public final class ApiDescription {
    private static final String RESOURCE = "openapi.yaml";
    private static final String ONCE = "once";

    private final YAMLMapper yaml = YAMLMapper.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .build();
    private final Contract contract;

    public ApiDescription(Contract contract) {
        this.contract = contract;
    }

    /** The document as a tree of its own. */
    public ObjectNode document() {
        ObjectNode document = read();
        ((ObjectNode) document.at("/tags/0")).put("description", rules());
        for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
            for (Map.Entry<String, JsonNode> member : path.getValue().properties()) {
                boolean honoured =
                        contract.key().methods().contains(member.getKey().toUpperCase(Locale.ROOT));
                if (honoured && member.getValue().at("/tags/0").asText().equals(ONCE)) {
                    guard((ObjectNode) member.getValue());
                }
            }
        }
        return document;
    }

    /** A document as YAML. */
    public String write(ObjectNode document) {
        try {
            return yaml.writeValueAsString(document);
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private ObjectNode read() {
        try (InputStream in = Objects.requireNonNull(ApiDescription.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            return (ObjectNode) yaml.readTree(in);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private void guard(ObjectNode operation) {
        KeyRules key = contract.key();
        if (key.in() == Place.HEADER) {
            parameters(operation)
                    .add(key(yaml.createObjectNode().put("name", key.name()).put("in", "header"), true));
        } else {
            inBody(operation);
        }
        ObjectNode responses = operation.withObjectProperty("responses");
        told().forEach(fault -> tell(responses, fault));
    }

    /** Those of an operation may be none so far. */
    private static ArrayNode parameters(ObjectNode operation) {
        return operation.withArrayProperty("parameters");
    }

    private ObjectNode key(ObjectNode place, boolean withSchema) {
        KeyRules key = contract.key();
        place.put("required", key.required());
        place.put("description", "Made anew for each operation, and the same on each attempt at it.");
        ObjectNode schema = withSchema ? place.putObject("schema") : place;
        schema.put("type", "string").put("minLength", key.min()).put("maxLength", key.max());
        if (key.syntax() == KeyRules.Syntax.UUID) {
            schema.put("format", "uuid");
        }
        return place;
    }

    /** The body has the key beside its other members. */
    private void inBody(ObjectNode operation) {
        KeyRules key = contract.key();
        ObjectNode body = operation.withObjectProperty("requestBody");
        JsonNode there = body.at("/content/application~1json/schema");
        ObjectNode all = yaml.createObjectNode();
        if (!there.isMissingNode()) {
            all.withArrayProperty("allOf").add(there);
        }
        ObjectNode own = yaml.createObjectNode();
        ObjectNode object = own;
        List<String> names = List.of(key.name().split("\\.", -1));
        for (String name : names) {
            object.put("type", "object");
            object = object.putObject("properties").putObject(name);
        }
        key(object, false).remove("required");
        all.withArrayProperty("allOf").add(own);
        String type = key.in() == Place.FORM ? "application/x-www-form-urlencoded" : "application/json";
        body.putObject("content").putObject(type).set("schema", all);
    }

    /** What a client meets on account of its key. */
    private List<Fault> told() {
        List<Fault> told = new ArrayList<>();
        if (contract.key().required()) {
            told.add(Fault.KEY_MISSING);
        }
        told.add(Fault.KEY_MALFORMED);
        if (contract.duplicates().mismatch() == Mismatch.REFUSE) {
            told.add(Fault.PAYLOAD_MISMATCH);
        }
        if (contract.duplicates().inProgress() != InProgress.WAIT) {
            told.add(Fault.IN_PROGRESS);
        }
        if (contract.lifetimes().expired() == Expired.REJECT) {
            told.add(Fault.KEY_EXPIRED);
        }
        return told;
    }

    private void tell(ObjectNode responses, Fault fault) {
        Refusal refusal = contract.refusal(fault);
        ErrorForm form = contract.errors();
        ObjectNode response = responses.withObjectProperty(String.valueOf(refusal.status()));
        String before = response.path("description").asText();
        String line = refusal.title() + ": `" + refusal.code() + "`";
        response.put("description", before.isEmpty() ? line : before + "; " + line);
        refusal.headers()
                .keySet()
                .forEach(header -> response.withObjectProperty("headers")
                        .putObject(header)
                        .putObject("schema")
                        .put("type", "string"));
        ObjectNode example = response.withObjectProperty("content")
                .withObjectProperty(form.contentType())
                .withObjectProperty("examples")
                .putObject(fault.name().toLowerCase(Locale.ROOT));
        ObjectNode value = example.putObject("value");
        value.withObject(form.place()).put("title", refusal.title()).put(form.codeName(), refusal.code());
    }

    /** What a client developer must know of keys. */
    private String rules() {
        Lifetimes lifetimes = contract.lifetimes();
        String longer = lifetimes.highStakes().equals(lifetimes.record())
                ? ""
                : ", and of " + words(lifetimes.highStakes()) + " where `x-stakes` is high";
        return "What happens once, however often it is asked for. Each operation has a key of its own, `"
                + contract.key().name() + "`. A key has a lifetime of " + words(lifetimes.record()) + longer
                + ". Retry under the same key, with the same payload, when no answer comes, when the request is in"
                + " progress, and on 429, 503 and 504; not before `Retry-After` says, and each time later than the time"
                + " before. Never retry what was refused as it stands: no other answer will come.";
    }

    private static String words(Duration duration) {
        if (duration.toSeconds() % 3600 != 0) {
            return duration.toSeconds() % 60 == 0
                    ? duration.toMinutes() + " minutes"
                    : duration.toSeconds() + " seconds";
        }
        // 24 hours is what people say, and not one day.
        return duration.toHours() % 24 == 0 && duration.toHours() > 24
                ? duration.toDays() + " days"
                : duration.toHours() + " hours";
    }
}
