package dev.samekey.steps.judge.audit;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What stands for a text, so that a million of them fit into memory, and no secret stays there. */
final class Digest {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Digest() {}

    static long of(String text) {
        return ByteBuffer.wrap(sha256(text)).getLong();
    }

    static String text(String text) {
        return Long.toHexString(of(text));
    }

    /** The same for two texts that are one JSON value, but for these members; as it stands where it is no JSON. */
    static long ofJson(String text, List<JsonPointer> but) {
        try {
            JsonNode tree = JSON.readTree(text);
            if (tree == null || tree.isMissingNode()) {
                return of(text);
            }
            but.forEach(place -> remove(tree, place));
            return of(canonical(tree));
        } catch (JsonProcessingException noJson) {
            return of(text);
        }
    }

    private static void remove(JsonNode tree, JsonPointer place) {
        if (place.last() != null && tree.at(place.head()) instanceof ObjectNode parent) {
            parent.remove(place.last().getMatchingProperty());
        }
    }

    private static String canonical(JsonNode node) {
        if (node.isObject()) {
            TreeMap<String, String> members = new TreeMap<>();
            node.properties().forEach(member -> members.put(member.getKey(), canonical(member.getValue())));
            return members.entrySet().stream()
                    .map(member -> JSON.getNodeFactory().textNode(member.getKey()) + ":" + member.getValue())
                    .collect(Collectors.joining(",", "{", "}"));
        }
        if (node.isArray()) {
            return node.valueStream().map(Digest::canonical).collect(Collectors.joining(",", "[", "]"));
        }
        return node.isNumber() ? node.decimalValue().stripTrailingZeros().toString() : node.toString();
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("each Java has SHA-256", impossible);
        }
    }
}
