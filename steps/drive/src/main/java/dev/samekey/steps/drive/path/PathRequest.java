package dev.samekey.steps.drive.path;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A request as its bytes are written.
 *
 * @param key the value of its idempotency key
 * @param shape how it is written
 */
public record PathRequest(
        String method, String host, String path, String keyHeader, String key, String body, Shape shape) {
    /** How the bytes of one request may leave. */
    public enum Shape {
        ONE_WRITE("in one write"),
        TWO_WRITES("with 0.3 s between head and body"),
        CHUNKS("in chunks"),
        EXPECT("with Expect: 100-continue"),
        EMPTY("without a body"),
        LARGE("with a body of 64 kB");

        private final String words;

        Shape(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    byte[] head() {
        List<String> lines = new ArrayList<>(List.of(
                method + " " + path + " HTTP/1.1",
                "Host: " + host,
                "Authorization: Bearer samekey",
                "Content-Type: application/json",
                keyHeader + ": " + key));
        switch (shape) {
            case CHUNKS -> lines.add("Transfer-Encoding: chunked");
            case EXPECT -> lines.addAll(List.of("Content-Length: " + payload().length(), "Expect: 100-continue"));
            default -> lines.add("Content-Length: " + payload().length());
        }
        return (String.join("\r\n", lines) + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1);
    }

    /** What arrives as the body, if it arrives as it was sent. */
    public String payload() {
        return switch (shape) {
            case EMPTY -> "";
            case LARGE -> "{\"filler\":\"" + "y".repeat(64 * 1024) + "\"}";
            default -> body;
        };
    }

    byte[] bodyBytes() {
        String payload = payload();
        String framed = shape == Shape.CHUNKS
                ? Integer.toHexString(payload.length()) + "\r\n" + payload + "\r\n0\r\n\r\n"
                : payload;
        return framed.getBytes(StandardCharsets.ISO_8859_1);
    }
}
