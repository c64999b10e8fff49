package dev.samekey.server.idempotency;

import dev.samekey.server.http.Call;
import dev.samekey.server.security.Principal;

/**
 * A key belongs to its principal (SCP-1) and to its method and route (SCP-3). The route is the template: the path
 * parameters are part of the payload, so a key sent again for another payment is a mismatch and not a new operation.
 */
public final class PrincipalAndRoute implements KeyScope {
    @Override
    public String of(Principal principal, Call call) {
        return principal.name() + " " + call.method() + " " + call.route();
    }
}
