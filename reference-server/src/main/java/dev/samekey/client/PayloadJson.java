package dev.samekey.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Reads and writes JSON without changing a number. */
public final class PayloadJson {
    private final ObjectMapper mapper = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    /** @throws IllegalArgumentException when the text is no JSON object; the message says what is wrong */
    public ObjectNode object(String text) {
        try {
            if (mapper.readTree(text) instanceof ObjectNode members) {
                return members;
            }
        } catch (JsonProcessingException malformed) {
            throw new IllegalArgumentException("not JSON: " + malformed.getOriginalMessage(), malformed);
        }
        throw new IllegalArgumentException("not a JSON object: " + text);
    }

    /** What a server sent; it may be no JSON at all. */
    public JsonNode anything(String text) {
        try {
            return mapper.readTree(text);
        } catch (JsonProcessingException other) {
            return MissingNode.getInstance();
        }
    }

    /** An object without members. */
    public ObjectNode empty() {
        return mapper.createObjectNode();
    }

    /** In one line. */
    public String write(JsonNode node) {
        return node.toString();
    }
}
