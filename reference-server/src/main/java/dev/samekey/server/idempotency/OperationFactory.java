package dev.samekey.server.idempotency;

import dev.samekey.server.http.Call;
import dev.samekey.server.security.Principal;

/** Makes the operation that a call asks for. An invalid call is refused here, before it claims its key (KEY-8). */
@FunctionalInterface
public interface OperationFactory {
    Operation of(Principal principal, Call call);
}
