package dev.samekey.server.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** Reads and writes JSON: strict about what comes in, the same bytes for the same value going out. */
public final class Json {
    private final ObjectMapper mapper = JsonMapper.builder()
            .addModule(new JavaTimeModule())
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .defaultPropertyInclusion(JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, null))
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            // A number keeps all its digits: through a double, amounts beyond 2^53 would become equal (MIS-10).
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            // Of two members with one name, readers disagree which counts (RFC 8259, 4): refused.
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** The members of a JSON object that a caller sent; a request without a body has none. */
    public Members read(byte[] body) {
        try {
            JsonNode node = body.length == 0 ? mapper.createObjectNode() : mapper.readTree(body);
            if (node.isObject()) {
                return new Members(node);
            }
        } catch (JsonProcessingException malformed) {
            throw new FaultException(Fault.BODY_MALFORMED, malformed.getOriginalMessage());
        } catch (IOException | NumberFormatException unreadable) {
            throw new FaultException(
                    Fault.BODY_MALFORMED, "The body is not JSON in UTF-8, or holds a number beyond all bounds.");
        }
        throw new FaultException(Fault.BODY_MALFORMED, "The body must be a JSON object.");
    }

    /** A value that this server wrote itself. */
    public <T> T read(String json, Class<T> type) {
        try {
            return mapper.readValue(json, type);
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** A document that this server wrote itself. */
    public JsonNode parse(String json) {
        return read(json, JsonNode.class);
    }

    /** A document of this server with one more member, or another value of it, where the JSON pointer points. */
    public String put(String document, String pointer, Object value) {
        int last = pointer.lastIndexOf('/');
        return putAll(document, pointer.substring(0, last), Map.of(pointer.substring(last + 1), value));
    }

    /** A document of this server with these members in the object where the JSON pointer points. */
    public String putAll(String document, String pointer, Map<String, Object> members) {
        ObjectNode root = read(document, ObjectNode.class);
        ObjectNode place = root.withObject(JsonPointer.compile(pointer));
        members.forEach(place::putPOJO);
        return write(root);
    }

    /** A value as JSON. */
    public String write(Object value) {
        try {
            return mapper.writeValueAsString(value);
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
