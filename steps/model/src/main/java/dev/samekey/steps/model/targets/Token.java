package dev.samekey.steps.model.targets;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a principal gets the token that {@code ${token}} stands for in its headers: one of four ways.
 *
 * @param clientCredentials a grant of OAuth 2 (RFC 6749, section 4.4)
 * @param password a grant of OAuth 2 (RFC 6749, section 4.3)
 * @param login a request whose answer has the token
 * @param command a command that prints the token as one line; no shell reads it
 * @param lives how long a token can be used, where its answer has no {@code expires_in}; until it is refused where neither
 *     says so
 */
public record Token(
        @Nullable Grant clientCredentials,
        @Nullable Grant password,
        @Nullable Login login,
        @Nullable List<String> command,
        @Nullable Duration lives) {

    /** Whether it names one way, and no other. */
    boolean saysOneWay() {
        return Stream.of(clientCredentials, password, login, command)
                        .filter(Objects::nonNull)
                        .count()
                == 1;
    }

    /** The header that carries the token where the principal names none. */
    Map<String, String> usualHeader() {
        return login != null && login.cookie() != null
                ? Map.of("Cookie", login.cookie() + "=${token}")
                : Map.of("Authorization", "Bearer ${token}");
    }

    /**
     * A grant of OAuth 2.
     *
     * @param url of the token endpoint; a path is one of the target
     * @param id of the client
     * @param secret of the client
     * @param user for the password grant
     * @param password for the password grant
     * @param parameters further parameters, such as {@code audience}
     * @param authentication how the client says who it is, in a header where it is not given
     */
    public record Grant(
            @JsonProperty(required = true) String url,
            @JsonProperty(required = true) String id,
            @Nullable String secret,
            @Nullable String user,
            @Nullable String password,
            @Nullable String scope,
            Map<String, String> parameters,
            ClientAuthentication authentication) {

        /** What the file leaves out is null until here. */
        public Grant {
            parameters = parameters == null ? Map.of() : parameters;
            authentication = authentication == null ? ClientAuthentication.HEADER : authentication;
        }
    }

    /** Where a client's id and secret stand (RFC 6749, section 2.3.1). */
    public enum ClientAuthentication {
        /** In a header, by HTTP's Basic scheme. */
        HEADER,
        /** In the form. */
        BODY
    }

    /**
     * A request that signs in.
     *
     * @param url of the request; a path is one of the target
     * @param body JSON, or a form where Content-Type says so
     * @param at a JSON pointer to the token in the answer
     * @param cookie the name of the cookie that is the token
     * @param expires a JSON pointer to the number of seconds for which the token can be used
     */
    public record Login(
            @Nullable String method,
            @JsonProperty(required = true) String url,
            Map<String, String> headers,
            @Nullable JsonNode body,
            @Nullable String at,
            @Nullable String cookie,
            @Nullable String expires) {

        /** What the file leaves out is null until here. */
        public Login {
            method = method == null ? "POST" : method;
            headers = headers == null ? Map.of() : headers;
        }

        boolean saysOneWay() {
            return (at == null) != (cookie == null);
        }
    }
}
