package dev.samekey.steps.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** An answer as it came. */
public record Answer(int status, List<Header> headers, String body) {
    public Answer {
        headers = List.copyOf(headers);
    }

    /**
     * An answer from its bytes.
     *
     * @param body read as UTF-8, as JSON is (RFC 8259, section 8.1); where it is not, one character stands for each byte, so
     *     that no two such bodies look alike
     */
    public static Answer of(int status, List<Header> headers, byte[] body) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
            return new Answer(status, headers, text);
        } catch (CharacterCodingException noText) {
            return new Answer(status, headers, new String(body, StandardCharsets.ISO_8859_1));
        }
    }

    /** The value of the first header of that name. */
    public Optional<String> header(String name) {
        return headers.stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(Header::value)
                .findFirst();
    }

    /** What stands at a JSON pointer in the body; missing where the body is no JSON. */
    public JsonNode at(String pointer) {
        try {
            JsonNode tree = new ObjectMapper().readTree(body);
            return tree == null ? MissingNode.getInstance() : tree.at(pointer);
        } catch (JsonProcessingException noJson) {
            return MissingNode.getInstance();
        }
    }

    /** Whether the status is 2xx. */
    public boolean isSuccessful() {
        return status >= 200 && status < 300;
    }
}
