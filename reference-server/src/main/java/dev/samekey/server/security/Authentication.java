package dev.samekey.server.security;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Call;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the principal behind a bearer token (RFC 6750): its own, or the tenant for which it acts. */
public final class Authentication {
    private static final String SCHEME = "Bearer ";

    private final Map<String, String> tokens;

    private final @Nullable String sharedBy;

    /**
     * The token of each principal's name.
     *
     * @param sharedBy the header of the tenant that owns what its principals make; null where each has its own
     */
    public Authentication(Map<String, String> tokens, @Nullable String sharedBy) {
        this.tokens = Map.copyOf(tokens);
        this.sharedBy = sharedBy;
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
                .map(known -> new Principal(owner(call, known.getKey())))
                .findFirst()
                .orElse(null);
    }

    private String owner(Call call, String user) {
        String tenant = sharedBy == null ? null : call.header(sharedBy);
        return tenant == null ? user : tenant;
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
