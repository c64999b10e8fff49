package dev.samekey.steps.judge.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.samekey.steps.drive.http.Header;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Who sent a request, without what lets them in.
 *
 * @param id the same for two requests of one caller; empty where nobody knows
 * @param isLasting whether another id is another caller for certain: a token may be renewed, a name is not
 */
public record CallerId(String id, boolean isLasting) {
    public static final CallerId UNKNOWN = new CallerId("", false);

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> API_KEYS =
            Set.of("x-api-key", "api-key", "apikey", "x-auth-token", "x-access-token", "ocp-apim-subscription-key");

    /** The caller by a name that the recording has for them. */
    public static CallerId named(String name) {
        return name.isBlank() ? UNKNOWN : new CallerId(Digest.text(name), true);
    }

    /** The caller by the credentials of a request: the user of Basic, the subject of a token that can be read, a key of the API. */
    public static CallerId of(List<Header> headers) {
        for (Header header : headers) {
            String name = header.name().toLowerCase(Locale.ROOT);
            if (name.equals("authorization")) {
                return ofCredentials(header.value().strip());
            }
            if (API_KEYS.contains(name)) {
                return new CallerId(Digest.text(header.value().strip()), true);
            }
        }
        return UNKNOWN;
    }

    private static CallerId ofCredentials(String value) {
        int space = value.indexOf(' ');
        String scheme = space < 0 ? "" : value.substring(0, space).toLowerCase(Locale.ROOT);
        String rest = value.substring(space + 1).strip();
        if (scheme.equals("basic")) {
            return new CallerId(Digest.text(decoded(rest).replaceFirst("(?s):.*", "")), true);
        }
        String[] parts = rest.split("\\.", -1);
        JsonNode claims = parts.length == 3 ? tree(decoded(parts[1])) : JSON.createObjectNode();
        String subject = claims.path("sub").asText(claims.path("client_id").asText());
        return subject.isEmpty()
                ? new CallerId(Digest.text(value), false)
                : new CallerId(Digest.text(claims.path("iss").asText() + " " + subject), true);
    }

    private static JsonNode tree(String text) {
        try {
            JsonNode tree = JSON.readTree(text);
            return tree == null ? JSON.createObjectNode() : tree;
        } catch (JsonProcessingException noToken) {
            return JSON.createObjectNode();
        }
    }

    private static String decoded(String base64) {
        try {
            return new String(
                    Base64.getUrlDecoder()
                            .decode(base64.replace('+', '-').replace('/', '_').replaceAll("=+$", "")),
                    StandardCharsets.UTF_8);
        } catch (IllegalArgumentException noBase64) {
            return base64;
        }
    }
}
