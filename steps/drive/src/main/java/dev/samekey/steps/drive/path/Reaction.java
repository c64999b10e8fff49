package dev.samekey.steps.drive.path;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What a service does when it has read a request.
 *
 * @param how in words, after «the service»
 * @param head the bytes of what it answers before it ends, as text; empty where it answers nothing
 * @param end what it does then
 * @param delay how long it waits before that
 * @param status the final status that it sends; 0 where it sends none
 */
public record Reaction(String how, String head, End end, Duration delay, int status) {
    /** A header by which the service's responses can be told from those of a device. */
    public static final String SERVICE = "X-Samekey-Service";

    /** What becomes of the connection. */
    public enum End {
        KEEP,
        CLOSE,
        RESET
    }

    /** It has read the request, and closes the connection. */
    public static final Reaction CLOSES =
            new Reaction("closes the connection after reading the request", "", End.CLOSE, Duration.ZERO, 0);

    public static final Reaction RESETS =
            new Reaction("resets the connection after reading the request", "", End.RESET, Duration.ZERO, 0);

    /** It is done in time. */
    public static Reaction succeeds(String id) {
        return answers(201, List.of("Idempotency-Status: stored"), body(id)).named("succeeds");
    }

    /** It is done, but late. */
    public static Reaction late(String id, Duration delay) {
        Reaction done = succeeds(id);
        return new Reaction("succeeds after " + delay.toSeconds() + " s", done.head, done.end, delay, done.status);
    }

    /** It refuses for now. */
    public static Reaction refuses(int status, int retryAfter) {
        return answers(status, List.of("Retry-After: " + retryAfter), "{\"code\":\"later\"}")
                .named("answers " + status);
    }

    /** A response that breaks off after half of its body, whose length it has said. */
    public static Reaction cutByLength(String id) {
        String body = body(id);
        return new Reaction(
                "breaks off a response of a known length",
                head(201, List.of("Content-Length: " + 2 * body.length())) + body,
                End.CLOSE,
                Duration.ZERO,
                201);
    }

    /** A response in chunks, of which the last one is missing. */
    public static Reaction cutInChunks(String id) {
        return new Reaction(
                "breaks off a response in chunks",
                head(201, List.of("Transfer-Encoding: chunked")) + chunk(body(id)),
                End.CLOSE,
                Duration.ZERO,
                201);
    }

    /** An informational response before the final one (RFC 8297). */
    public static Reaction earlyHints(String id) {
        Reaction done = succeeds(id);
        return new Reaction(
                "sends 103 and then 201",
                "HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n" + done.head,
                done.end,
                done.delay,
                done.status);
    }

    /** A response in chunks with a trailer (RFC 9112, section 7.1.2). */
    public static Reaction trailers(String id) {
        return new Reaction(
                "sends 201 with a trailer",
                head(201, List.of("Transfer-Encoding: chunked", "Trailer: X-Sum")) + chunk(body(id))
                        + "0\r\nX-Sum: 1\r\n\r\n",
                End.KEEP,
                Duration.ZERO,
                201);
    }

    /** Any response. */
    public static Reaction answers(int status, List<String> headers, String body) {
        List<String> all = new ArrayList<>(headers);
        all.add("Content-Length: " + body.length());
        return new Reaction("answers " + status, head(status, all) + body, End.KEEP, Duration.ZERO, status);
    }

    /** What a success says of a probe. */
    public static String body(String id) {
        return "{\"id\":\"" + id + "\",\"filler\":\"" + "x".repeat(200) + "\"}";
    }

    private Reaction named(String words) {
        return new Reaction(words, head, end, delay, status);
    }

    private static String head(int status, List<String> headers) {
        return "HTTP/1.1 " + status + " " + status + "\r\nContent-Type: application/json\r\n" + SERVICE + ": 1\r\n"
                + String.join("\r\n", headers) + "\r\n\r\n";
    }

    private static String chunk(String text) {
        return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
    }

    byte[] bytes() {
        return head.getBytes(StandardCharsets.ISO_8859_1);
    }
}
