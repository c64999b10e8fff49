package dev.samekey.server.idempotency;

import dev.samekey.server.http.Call;

/** Which keys are accepted. */
@FunctionalInterface
public interface KeyPolicy {
    /** The key of a call, or the fault that it has none, or none that may be used. */
    String keyOf(Call call);
}
