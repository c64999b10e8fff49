package dev.samekey.server.idempotency;

import dev.samekey.server.http.Call;
import dev.samekey.server.security.Principal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/** Within what a key must be unique. */
@FunctionalInterface
public interface KeyScope {
    String of(Principal principal, Call call);

    /** A key belongs to its principal (SCP-1). */
    static KeyScope principal() {
        return (principal, call) -> word(principal.name());
    }

    /** A key belongs to its tenant (SCP-4); a call that names none is in a tenant without a name. */
    static KeyScope tenant(String header) {
        return (principal, call) -> "tenant=" + word(String.join(",", call.headerValues(header)));
    }

    /**
     * A key belongs to its method and route (SCP-3). The route is the template: the path parameters are part of the
     * payload, so a key sent again for another payment is a mismatch and not a new operation.
     */
    static KeyScope route() {
        return (principal, call) -> call.method() + " " + call.route();
    }

    /** A key belongs to all of these at once; to none of them, it is one for the whole server. */
    static KeyScope all(List<KeyScope> scopes) {
        return (principal, call) ->
                scopes.stream().map(scope -> scope.of(principal, call)).collect(Collectors.joining(" "));
    }

    /** Free of blanks, so that no name can pass for two. */
    private static String word(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8);
    }
}
