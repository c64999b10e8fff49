package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Dialects;
import dev.samekey.steps.model.contract.Key;
import dev.samekey.steps.model.file.XmlText;
import dev.samekey.steps.model.targets.BodyKind;
import dev.samekey.steps.model.targets.SecretName;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A recorded request as a target file has it: its body is a tree, and its credentials are variables of the environment. */
final class RequestForm {
    static final String FORM = "application/x-www-form-urlencoded";
    private static final String JSON_TYPE = "application/json";

    private static final Set<String> OF_THE_CLIENT =
            Set.of("host", "content-length", "connection", "transfer-encoding", "expect", "accept-encoding");

    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private final RecordedRequest request;
    private final BodyKind kind;
    private final JsonNode whole;

    /** @throws CannotRun when its body is not what its type says */
    RequestForm(RecordedRequest request) {
        this.request = request;
        String data = request.data();
        boolean isThere = data != null && !data.isBlank();
        this.kind = kind(isThere);
        this.whole = request.parts() != null
                ? request.parts()
                : isThere ? read(String.valueOf(data)) : MissingNode.getInstance();
    }

    private BodyKind kind(boolean isThere) {
        String type = request.type();
        if (request.parts() != null) {
            return BodyKind.PARTS;
        }
        if (request.file() != null) {
            return BodyKind.BYTES;
        }
        if (isThere && type.isEmpty()) {
            return looksLikeJson() ? BodyKind.JSON : BodyKind.FORM;
        }
        return type.isEmpty() || type.contains("json") ? BodyKind.JSON : BodyKind.of(type, null);
    }

    /** Whether a client sets a header itself. */
    static boolean isOfTheClient(String header) {
        return OF_THE_CLIENT.contains(header.toLowerCase(Locale.ROOT));
    }

    /** What its body is; JSON where there is none. */
    BodyKind kind() {
        return kind;
    }

    /** Whether only its looks say that the body is JSON. */
    boolean isJsonByLooks() {
        return request.type().isEmpty() && looksLikeJson();
    }

    private boolean looksLikeJson() {
        String data = request.data();
        return data != null && data.strip().matches("(?s)[{\\[].*");
    }

    private JsonNode read(String data) {
        if (kind == BodyKind.XML) {
            new XmlText(data).fault().ifPresent(fault -> {
                throw new CannotRun("the body of " + request.place() + " cannot be sent as XML: it " + fault);
            });
        }
        if (!kind.isTree()) {
            return TextNode.valueOf(data);
        }
        if (kind == BodyKind.FORM) {
            return form(data);
        }
        try {
            return JSON.readTree(data);
        } catch (JsonProcessingException wrong) {
            throw new CannotRun("the body of " + request.place() + " is no JSON: at line "
                    + wrong.getLocation().getLineNr() + ", column "
                    + wrong.getLocation().getColumnNr()
                    + (isOfCurl() ? ". Put it in single quotes: -d '{\"amount\": 1000}'" : ""));
        }
    }

    private boolean isOfCurl() {
        return request.place().equals(CurlLine.PLACE);
    }

    private JsonNode form(String data) {
        ObjectNode fields = JsonNodeFactory.instance.objectNode();
        for (String pair : data.strip().split("&", -1)) {
            String[] sides = pair.split("=", 2);
            if (sides.length < 2) {
                throw new CannotRun("the body of " + request.place()
                        + " is neither JSON nor a form such as amount=1000&currency=EUR; if it is something else, say"
                        + " what" + (isOfCurl() ? ": -H" : " in a header:") + " 'Content-Type: application/xml'");
            }
            try {
                fields.put(decoded(sides[0]), decoded(sides[1]));
            } catch (IllegalArgumentException wrong) {
                throw new CannotRun("the form of " + request.place()
                        + " has a «%» without two hexadecimal digits after it: write %25");
            }
        }
        return fields;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    /** What carries its key: a header, or else a member of the body. */
    Optional<Key> key() {
        Set<Key.Place> inHeader = Set.of(Key.Place.HEADER);
        Set<Key.Place> inBody = Set.of(Key.Place.BODY, Key.Place.FORM);
        return request.headers().stream()
                .map(Header::name)
                .filter(name -> isKey(name, inHeader))
                .min(Comparator.comparing(name -> !name.toLowerCase(Locale.ROOT).contains("idempot")))
                .map(name -> key(Key.Place.HEADER, name))
                .or(() -> names().filter(name -> isKey(name, inBody))
                        .findFirst()
                        .map(name -> key(kind == BodyKind.FORM ? Key.Place.FORM : Key.Place.BODY, name)));
    }

    /** Those of the members that a key can be in. */
    private Stream<String> names() {
        return kind.isTree() ? whole.properties().stream().map(Map.Entry::getKey) : Stream.empty();
    }

    private static boolean isKey(String name, Set<Key.Place> places) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.contains("idempot")
                || Dialects.SHIPPED.stream()
                        .map(Dialects::shipped)
                        .map(Contract::key)
                        .anyMatch(key -> places.contains(key.in()) && key.name().equalsIgnoreCase(name));
    }

    /** Whether a header of that name carries a key. */
    static boolean isKeyHeader(String name) {
        return isKey(name, Set.of(Key.Place.HEADER));
    }

    static Key key(Key.Place in, String name) {
        return new Key(in, name, null, Key.Syntax.ANY, null, null, null, null);
    }

    /** The body without its key; missing where there is none. */
    JsonNode body(Key key) {
        JsonNode copy = whole.deepCopy();
        if (key.in() != Key.Place.HEADER && copy instanceof ObjectNode object) {
            object.remove(key.name());
        }
        return copy;
    }

    /** The headers that are neither the key nor a credential. */
    ObjectNode headers(Key key) {
        ObjectNode headers = JsonNodeFactory.instance.objectNode();
        request.headers().stream()
                .filter(header -> !isKey(key, header) && !SecretName.isSecret(header.name()))
                .filter(header -> !header.name().equalsIgnoreCase("Content-Type")
                        || !header.value().equals(JSON_TYPE))
                .forEach(header -> headers.put(header.name(), header.value()));
        if (kind == BodyKind.FORM && request.type().isEmpty()) {
            headers.put("Content-Type", FORM);
        }
        return headers;
    }

    /** The headers that say who sends, with variables in place of what is secret. */
    ObjectNode credentials(Key key, LineSecrets secrets) {
        ObjectNode credentials = JsonNodeFactory.instance.objectNode();
        request.headers().stream()
                .filter(header -> !isKey(key, header) && SecretName.isSecret(header.name()))
                .forEach(header -> credentials.put(header.name(), secrets.header(header)));
        return credentials;
    }

    private static boolean isKey(Key key, Header header) {
        return key.in() == Key.Place.HEADER && header.name().equalsIgnoreCase(key.name());
    }
}
