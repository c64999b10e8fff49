package dev.samekey.steps.judge.audit;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.samekey.oracles.evidence.Failures;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.judge.audit.LogMembers.Member;
import dev.samekey.steps.judge.audit.Recorded.Place;
import dev.samekey.steps.judge.audit.Recorded.Response;
import dev.samekey.steps.model.file.BadFile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads recordings: HTTP archives (HAR 1.2) and JSON Lines, also packed by gzip, entry by entry, however long they are. What
 * cannot be used is left out, and said.
 */
public final class Recordings {
    /** A longer line is no exchange. */
    private static final int LONGEST = 16 * 1024 * 1024;

    private static final ObjectMapper JSON = JsonMapper.builder().build();

    static {
        JSON.getFactory()
                .setStreamReadConstraints(
                        StreamReadConstraints.builder().maxStringLength(LONGEST).build());
    }

    private final LogMembers members;
    private final UnusedLines leftOut = new UnusedLines();

    public Recordings(LogMembers members) {
        this.members = members;
    }

    /** What could not be used so far. */
    public UnusedLines leftOut() {
        return leftOut;
    }

    /**
     * Hands over each exchange of a file, in the order of the file.
     *
     * @throws BadFile with file and line, when it is no recording
     */
    public void read(Path path, Consumer<Recorded> sink) {
        String file = String.valueOf(path.getFileName());
        try (InputStream in = unpacked(new BufferedInputStream(Files.newInputStream(path)))) {
            PushbackInputStream start = new PushbackInputStream(in, 4096);
            byte[] first = start.readNBytes(4096);
            start.unread(first);
            if (isArchive(new String(first, StandardCharsets.UTF_8))) {
                archive(file, start, sink);
            } else {
                lines(file, start, sink);
            }
        } catch (NoSuchFileException missing) {
            throw new BadFile(path.toString(), 0, "there is no such file");
        } catch (IOException failure) {
            throw new BadFile(path.toString(), 0, "cannot be read: " + Failures.words(failure));
        }
    }

    private static InputStream unpacked(BufferedInputStream in) throws IOException {
        in.mark(2);
        boolean isPacked = in.read() == 0x1f && in.read() == 0x8b;
        in.reset();
        return isPacked ? new GZIPInputStream(in) : in;
    }

    /** An archive is one object whose first member is its log. */
    private static boolean isArchive(String start) {
        return start.replaceFirst("^\uFEFF", "").matches("(?s)\\s*\\{\\s*\"log\"\\s*:\\s*\\{.*");
    }

    private void lines(String file, InputStream in, Consumer<Recorded> sink) throws IOException {
        Lines all = new Lines(in);
        int number = 0;
        int used = 0;
        String line = all.next();
        while (line != null) {
            number++;
            Place place = new Place(file, number);
            String next = all.next();
            if (!line.isBlank()) {
                Optional<Recorded> recorded = recorded(place, line, next == null);
                recorded.ifPresent(sink);
                used += recorded.isPresent() ? 1 : 0;
            }
            line = next;
        }
        if (used == 0) {
            throw new BadFile(
                    file,
                    0,
                    "has no exchange: a recording is an HTTP archive (HAR), or JSON Lines with at, method, path, key and"
                            + " status"
                            + leftOut.first().stream()
                                    .findFirst()
                                    .map(why -> ". " + why)
                                    .orElse(""));
        }
    }

    /** Lines of any length, of which no more is kept than one may have. */
    private static final class Lines {
        private final Reader in;
        private final char[] read = new char[64 * 1024];
        private int position;
        private int end;

        Lines(InputStream in) {
            this.in = new InputStreamReader(in, StandardCharsets.UTF_8);
        }

        /** @return null at the end */
        @Nullable
        String next() throws IOException {
            StringBuilder line = new StringBuilder();
            boolean isOver = position == end && !more();
            if (isOver) {
                return null;
            }
            while (position < end || more()) {
                int start = position;
                while (position < end && read[position] != '\n') {
                    position++;
                }
                if (line.length() <= LONGEST) {
                    line.append(read, start, position - start);
                }
                if (position < end) {
                    position++;
                    return line.toString();
                }
            }
            return line.toString();
        }

        private boolean more() throws IOException {
            position = 0;
            end = Math.max(0, in.read(read));
            return end > 0;
        }
    }

    private Optional<Recorded> recorded(Place place, String text, boolean isLast) {
        if (text.length() > LONGEST) {
            leftOut.add(place, "the line is longer than 16 MB");
            return Optional.empty();
        }
        try {
            JsonNode line = JSON.readTree(text.startsWith("\uFEFF") ? text.substring(1) : text);
            if (line == null || !line.isObject()) {
                leftOut.add(place, "is no JSON object");
                return Optional.empty();
            }
            return ofLine(place, line);
        } catch (JsonProcessingException wrong) {
            leftOut.add(place, isLast ? "the last line is cut off" : "is no JSON: " + brief(wrong));
            return Optional.empty();
        }
    }

    private static String brief(JsonProcessingException wrong) {
        JsonLocation location = wrong.getLocation();
        return (location == null ? "" : "column " + location.getColumnNr() + ": ")
                + wrong.getOriginalMessage().replaceAll("[\\p{Cntrl}]+", " ");
    }

    private Optional<Recorded> ofLine(Place place, JsonNode line) {
        String method = text(line, Member.METHOD).toUpperCase(Locale.ROOT);
        String path = path(text(line, Member.PATH));
        Optional<Duration> took = took(line);
        Optional<LogTime> begin = LogTime.of(members.of(line, Member.AT));
        Optional<LogTime> end = LogTime.of(members.of(line, Member.ANSWERED_AT));
        if (method.isEmpty() || path.isEmpty() || (begin.isEmpty() && end.isEmpty())) {
            String lacking = method.isEmpty() ? "method" : path.isEmpty() ? "path" : "at";
            leftOut.add(place, "has no «" + lacking + "»: say which member it is, --member " + lacking + "=NAME");
            return Optional.empty();
        }
        Instant sent =
                begin.map(LogTime::at).orElseGet(() -> end.orElseThrow().at().minus(took.orElse(Duration.ZERO)));
        Instant answered =
                end.map(LogTime::at).orElseGet(() -> took.map(sent::plus).orElse(null));
        if (answered != null && answered.isBefore(sent)) {
            leftOut.add(place, "its response ended before its request began: a clock ran backwards");
            return Optional.empty();
        }
        List<Header> headers = headers(members.of(line, Member.REQUEST_HEADERS));
        String caller = text(line, Member.CALLER);
        JsonNode key = members.of(line, Member.KEY);
        return Optional.of(new Recorded(
                place,
                sent,
                answered,
                begin.or(() -> end).orElseThrow().resolution(),
                caller.isEmpty() ? CallerId.of(headers) : CallerId.named(caller),
                method,
                path,
                key.isMissingNode() ? null : key.asText(),
                headers,
                body(members.of(line, Member.PAYLOAD)),
                response(line)));
    }

    private @Nullable Response response(JsonNode line) {
        int status = members.of(line, Member.STATUS).asInt();
        if (status < 100 || status > 599) {
            return null;
        }
        JsonNode headers = members.of(line, Member.HEADERS);
        String body = body(members.of(line, Member.BODY));
        return new Response(
                new Answer(status, headers(headers), body == null ? "" : body), headers.isObject(), body != null);
    }

    private static @Nullable String body(JsonNode node) {
        return node.isMissingNode() ? null : node.isTextual() ? node.asText() : node.toString();
    }

    private Optional<Duration> took(JsonNode line) {
        JsonNode millis = members.of(line, Member.TOOK_MS);
        JsonNode seconds = members.of(line, Member.TOOK_S);
        double nanos = millis.isMissingNode() ? seconds.asDouble(-1) * 1e9 : millis.asDouble(-1) * 1e6;
        return nanos < 0 ? Optional.empty() : Optional.of(Duration.ofNanos(Math.round(nanos)));
    }

    private String text(JsonNode line, Member member) {
        return members.of(line, member).asText();
    }

    /** Path and query of what may be a whole URL. */
    private static String path(String text) {
        if (!text.matches("(?i)https?://.*")) {
            return text;
        }
        try {
            URI uri = URI.create(text);
            return uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
        } catch (IllegalArgumentException wrong) {
            return text.replaceFirst("(?i)^https?://[^/?#]*", "");
        }
    }

    /** An object of names and values, a value may be a list of them; or a list of objects with a name and a value. */
    private static List<Header> headers(JsonNode node) {
        List<Header> headers = new ArrayList<>();
        if (node.isObject()) {
            node.properties().forEach(member -> {
                if (member.getValue().isArray()) {
                    member.getValue().forEach(value -> headers.add(new Header(member.getKey(), value.asText())));
                } else {
                    headers.add(new Header(member.getKey(), member.getValue().asText()));
                }
            });
        }
        node.valueStream()
                .filter(one -> one.isObject() && one.has("name"))
                .forEach(one -> headers.add(
                        new Header(one.path("name").asText(), one.path("value").asText())));
        return headers;
    }

    private void archive(String file, InputStream in, Consumer<Recorded> sink) throws IOException {
        int number = 0;
        try (JsonParser parser = JSON.getFactory().createParser(in)) {
            if (!entriesOf(parser)) {
                throw new BadFile(file, 0, "is no HTTP archive: it has no list log.entries");
            }
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                number++;
                Place place = new Place(file, number);
                JsonNode entry = JSON.readTree(parser);
                ofEntry(place, entry).ifPresent(sink);
            }
        } catch (JsonProcessingException wrong) {
            JsonLocation location = wrong.getLocation();
            if (number == 0) {
                throw new BadFile(file, location == null ? 0 : location.getLineNr(), "is no JSON: " + brief(wrong));
            }
            leftOut.add(
                    new Place(file, number),
                    "the archive is cut off or damaged here (line " + (location == null ? 0 : location.getLineNr())
                            + "), and what follows was not read");
        }
    }

    /** Goes into the list of the log's entries, wherever it stands in it. */
    private static boolean entriesOf(JsonParser parser) throws IOException {
        parser.nextToken();
        parser.nextToken();
        parser.nextToken();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean isList = parser.currentName().equals("entries");
            if (parser.nextToken() == JsonToken.START_ARRAY && isList) {
                return true;
            }
            parser.skipChildren();
        }
        return false;
    }

    private Optional<Recorded> ofEntry(Place place, JsonNode entry) {
        JsonNode request = entry.path("request");
        Optional<LogTime> begin = LogTime.of(entry.path("startedDateTime"));
        String path = path(request.path("url").asText());
        if (begin.isEmpty() || path.isEmpty()) {
            leftOut.add(place, begin.isEmpty() ? "has no startedDateTime" : "has no request.url");
            return Optional.empty();
        }
        List<Header> headers = headers(request.path("headers"));
        double took = entry.path("time").asDouble(-1);
        Instant sent = begin.get().at();
        return Optional.of(new Recorded(
                place,
                sent,
                took < 0 ? null : sent.plusNanos(Math.round(took * 1e6)),
                begin.get().resolution(),
                CallerId.of(headers),
                request.path("method").asText().toUpperCase(Locale.ROOT),
                path,
                null,
                headers,
                request.has("postData")
                        ? decoded(request.path("postData"))
                        : request.path("bodySize").asInt(-1) > 0 ? null : "",
                responseOf(entry.path("response"))));
    }

    private static @Nullable Response responseOf(JsonNode response) {
        int status = response.path("status").asInt();
        if (status < 100 || status > 599) {
            return null;
        }
        JsonNode content = response.path("content");
        boolean hasBody = content.has("text") || content.path("size").asInt(-1) == 0;
        return new Response(new Answer(status, headers(response.path("headers")), decoded(content)), true, hasBody);
    }

    private static String decoded(JsonNode content) {
        String text = content.path("text").asText();
        if (!content.path("encoding").asText().equalsIgnoreCase("base64")) {
            return text;
        }
        try {
            return new String(Base64.getMimeDecoder().decode(text), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException noBase64) {
            return text;
        }
    }
}
