package dev.samekey.steps.drive.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.samekey.oracles.http.LimitedBody;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A response as it was received.
 *
 * @param end how the operation ended that was only accepted by this; null where nothing was asked for it
 * @param refused whether the body says no, whatever the status
 */
public record Answer(
        int status,
        List<Header> headers,
        String body,
        @Nullable End end,
        boolean refused) {
    /** How long a body may be. What is longer is no answer to a request that does one thing. */
    static final int MOST_BYTES = 4 * 1024 * 1024;

    private static final String GZIP = "gzip";

    private static final ObjectMapper JSON = new ObjectMapper();

    public Answer {
        headers = List.copyOf(headers);
    }

    /** One that says all that there is to say. */
    public Answer(int status, List<Header> headers, String body) {
        this(status, headers, body, null, false);
    }

    /**
     * How an operation ended.
     *
     * @param last the response that said so
     * @param failed whether it came to nothing
     */
    public record End(Answer last, boolean failed) {}

    /** The same response, after which the operation ended so. */
    public Answer ended(End how) {
        return new Answer(status, headers, body, how, refused);
    }

    /** The same response, whose body says no. */
    Answer refusing() {
        return new Answer(status, headers, body, end, true);
    }

    /** Whether it says no in its body, or the operation was accepted and then came to nothing. */
    public boolean hasFailed() {
        return refused || (end != null && end.failed());
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

    /** The same with its body unpacked, where that is packed as a request has asked for; else as it came. */
    Answer asAskedFor(Request request) {
        boolean isAsked = request.header("Accept-Encoding").orElse("").contains(GZIP);
        boolean isPacked = header("Content-Encoding").orElse("").strip().equalsIgnoreCase(GZIP);
        if (!isAsked || !isPacked) {
            return this;
        }
        // The magic number of a packed body is no UTF-8, so one character stands for each byte.
        byte[] packed = body.getBytes(StandardCharsets.ISO_8859_1);
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            return of(status, headers, body(in));
        } catch (IOException notPacked) {
            return this;
        }
    }

    /**
     * The bytes of a body, as they come.
     *
     * @throws IOException when there are more than {@link #MOST_BYTES}
     */
    static byte[] body(InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
            throw new IOException(LimitedBody.tooLong(MOST_BYTES));
        }
        return bytes;
    }

    /** The value of the first header of that name. */
    public Optional<String> header(String name) {
        return headers.stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(Header::value)
                .findFirst();
    }

    /**
     * How long {@code Retry-After} asks to wait (RFC 9110, section 10.2.3), by the clock of the one who wrote it; nothing where it
     * is neither a number of seconds nor a date.
     */
    public Optional<Duration> retryAfter() {
        return header("Retry-After")
                .flatMap(value -> value.matches("\\d{1,6}")
                        ? Optional.of(Duration.ofSeconds(Long.parseLong(value)))
                        : HttpDate.read(value).map(until -> {
                            Instant now = header("Date").flatMap(HttpDate::read).orElseGet(Instant::now);
                            return until.isBefore(now) ? Duration.ZERO : Duration.between(now, until);
                        }));
    }

    /** What stands at a JSON pointer in the body; missing where the body is no JSON. */
    public JsonNode at(String pointer) {
        try {
            JsonNode tree = JSON.readTree(body);
            return tree == null ? MissingNode.getInstance() : tree.at(pointer);
        } catch (JsonProcessingException noJson) {
            return MissingNode.getInstance();
        }
    }

    /** Whether it is a page for people. Some frameworks send JSON that was stored as a text with the type of HTML. */
    public boolean isPage() {
        return header("Content-Type").orElse("").toLowerCase(Locale.ROOT).startsWith("text/html")
                && !at("").isContainerNode();
    }

    /** Whether the request is refused: 400 to 499, or in another way. */
    public boolean isRefusal() {
        return hasFailed() || (status >= 400 && status < 500);
    }

    /** Status and body, for a message. */
    public String described() {
        return status + redirected() + " " + body
                + (end == null ? "" : ", which ended with " + end.last().described());
    }

    /** Where a redirect leads, without its query, which may let somebody in. */
    private String redirected() {
        return status / 100 == 3
                ? header("Location")
                        .map(to -> " to " + to.replaceAll("[?#].*", ""))
                        .orElse("")
                : "";
    }

    /** Whether the target says that it cannot serve anybody just now: 429 (RFC 6585), 502, 503 or 504 (RFC 9110). */
    public boolean isOutOfService() {
        return status == 429 || (status >= 502 && status <= 504);
    }

    /** Whether the status is 2xx, and nothing says otherwise. */
    public boolean isSuccessful() {
        return !hasFailed() && status >= 200 && status < 300;
    }
}
