package dev.samekey.steps.judge.audit;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.RecordingProxy.Passed;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Key;
import dev.samekey.steps.model.contract.Marker;
import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Writes what passed as JSON Lines that {@link Recordings} reads. Credentials are never written. Keys and values are digests,
 * equal for equal values of one recording, under a secret that nobody keeps; names, statuses and the codes of errors stay.
 */
public final class HistoryWriter {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Pattern QUERY_VALUE = Pattern.compile("(?<==)[^&#]*");
    private static final Set<String> KEPT = Set.of("content-type", "retry-after", "location", "set-cookie");

    private final Contract contract;
    private final Writer out;
    private final boolean plain;
    private final byte[] secret = new byte[32];
    private int written;
    private @Nullable String failure;

    /** @param plain whether keys and values are written as they are */
    public HistoryWriter(Contract contract, Writer out, boolean plain) {
        this.contract = contract;
        this.out = out;
        this.plain = plain;
        new SecureRandom().nextBytes(secret);
    }

    /** Writes one exchange more. Where that fails once nothing more is written, and what is there stays whole. */
    public void write(Passed passed) {
        ObjectNode line = line(passed);
        synchronized (out) {
            if (failure != null) {
                return;
            }
            try {
                out.write(JSON.writeValueAsString(line) + "\n");
                out.flush();
                written++;
            } catch (IOException wrong) {
                failure = wrong.toString();
            }
        }
    }

    /** Why no more could be written; nothing where all was. */
    public Optional<String> failure() {
        synchronized (out) {
            return Optional.ofNullable(failure);
        }
    }

    /** How many exchanges were written. */
    public int written() {
        synchronized (out) {
            return written;
        }
    }

    private ObjectNode line(Passed passed) {
        Request request = passed.request();
        ObjectNode line = NODES.objectNode();
        line.put("at", passed.sent().truncatedTo(ChronoUnit.MICROS).toString());
        line.put("took_ms", Duration.between(passed.sent(), passed.answered()).toNanos() / 1e6);
        CallerId caller = CallerId.of(request.headers());
        if (!caller.id().isEmpty()) {
            line.put("caller", hashed(caller.id()));
        }
        line.put("method", request.method());
        line.put("path", path(request.path()));
        ObjectNode headers = line.putObject("request_headers");
        request.headers().stream()
                .filter(header -> isOfTheContract(header.name()))
                .forEach(header -> headers.put(header.name(), isType(header) ? header.value() : value(header.value())));
        if (request.content() != null && passed.isWhole()) {
            line.put("payload", body(String.valueOf(request.body()), List.of()));
        }
        Answer answer = passed.answer();
        if (answer != null) {
            line.put("status", answer.status());
            ObjectNode kept = line.putObject("headers");
            answer.headers().stream()
                    .filter(header -> isKept(header.name()))
                    .forEach(header -> kept.put(header.name(), response(header)));
            if (passed.isWhole()) {
                line.put("body", body(answer.body(), plainOf(answer)));
            }
        }
        return line;
    }

    private boolean isOfTheContract(String name) {
        Key key = contract.key();
        return (key.in() == Key.Place.HEADER && name.equalsIgnoreCase(key.name()))
                || name.equalsIgnoreCase(String.valueOf(contract.tenantHeader()))
                || name.equalsIgnoreCase("content-type");
    }

    private static boolean isType(Header header) {
        return header.name().equalsIgnoreCase("content-type");
    }

    private boolean isKept(String name) {
        return KEPT.contains(name.toLowerCase(Locale.ROOT)) || isMarker(name);
    }

    private boolean isMarker(String name) {
        Marker marker = contract.marker();
        return marker != null && name.equalsIgnoreCase(String.valueOf(marker.header()));
    }

    /** A cookie lets somebody in; it is never written as it is. */
    private String response(Header header) {
        String name = header.name().toLowerCase(Locale.ROOT);
        return name.equals("set-cookie")
                ? hashed(header.value())
                : name.equals("location") ? value(header.value()) : header.value();
    }

    private String path(String path) {
        return plain
                ? path
                : QUERY_VALUE.matcher(path).replaceAll(value -> Matcher.quoteReplacement(hashed(value.group())));
    }

    private String value(String text) {
        return plain ? text : hashed(text);
    }

    /** Where the codes of an error and the mark of a replay are. */
    private List<JsonPointer> plainOf(Answer answer) {
        Marker marker = contract.marker();
        List<JsonPointer> marks = marker == null || marker.member() == null ? List.of() : List.of(marker.member());
        return answer.isSuccessful() ? marks : contract.errorCodes();
    }

    private String body(String text, List<JsonPointer> but) {
        if (plain || text.isEmpty()) {
            return text;
        }
        try {
            JsonNode tree = JSON.readTree(text);
            return tree.isContainerNode()
                    ? hashed(tree, JsonPointer.empty(), but).toString()
                    : hashed(text);
        } catch (JsonProcessingException noJson) {
            return hashed(text);
        }
    }

    private JsonNode hashed(JsonNode node, JsonPointer place, List<JsonPointer> but) {
        if (node.isObject()) {
            ObjectNode object = NODES.objectNode();
            node.properties()
                    .forEach(member -> object.set(
                            member.getKey(), hashed(member.getValue(), place.appendProperty(member.getKey()), but)));
            return object;
        }
        if (node.isArray()) {
            ArrayNode list = NODES.arrayNode();
            for (int i = 0; i < node.size(); i++) {
                list.add(hashed(node.get(i), place.appendIndex(i), but));
            }
            return list;
        }
        if (but.contains(place) || node.isNull() || node.isBoolean()) {
            return node;
        }
        // A number and its text are two values.
        return TextNode.valueOf(hashed(
                node.isNumber() ? "number " + node.decimalValue().stripTrailingZeros() : "text " + node.asText()));
    }

    private String hashed(@Nullable String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            byte[] digest = mac.doFinal(String.valueOf(text).getBytes(StandardCharsets.UTF_8));
            return "~" + Long.toHexString(ByteBuffer.wrap(digest).getLong());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("each Java has HMAC with SHA-256", impossible);
        }
    }
}
