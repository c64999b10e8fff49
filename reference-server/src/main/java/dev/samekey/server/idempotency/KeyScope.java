package dev.samekey.server.idempotency;

import dev.samekey.server.http.Call;
import dev.samekey.server.security.Principal;

/** Within what a key must be unique. */
@FunctionalInterface
public interface KeyScope {
    String of(Principal principal, Call call);
}
