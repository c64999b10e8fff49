package dev.samekey.server.security;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Call;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the principal behind a bearer token (RFC 6750). */
public final class Authentication {
    private static final String SCHEME = "Bearer ";

    private final Map<String, String> tokens;

    /** The token of each principal's name. */
    public Authentication(Map<String, String> tokens) {
        this.tokens = Map.copyOf(tokens);
    }

    /** Who is calling, if that is known. */
    public @Nullable Principal principalOf(Call call) {
        String header = call.header("Authorization");
        if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return null;
        }
        String token = header.substring(SCHEME.length()).strip();
        return tokens.entrySet().stream()
                .filter(known -> isSame(known.getValue(), token))
                .map(known -> new Principal(known.getKey()))
                .findFirst()
                .orElse(null);
    }

    /** Who is calling; nobody is answered before that is known (SCP-6). */
    public Principal require(@Nullable Principal principal) {
        if (principal == null) {
            throw new FaultException(Fault.UNAUTHENTICATED, "Send the bearer token of a known principal.");
        }
        return principal;
    }

    private static boolean isSame(String known, String sent) {
        // Takes the same time wherever the two differ, so that timing tells nothing of the token.
        return MessageDigest.isEqual(known.getBytes(StandardCharsets.UTF_8), sent.getBytes(StandardCharsets.UTF_8));
    }
}
