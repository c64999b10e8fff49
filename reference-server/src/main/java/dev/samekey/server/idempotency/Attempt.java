package dev.samekey.server.idempotency;

import dev.samekey.server.http.Call;
import dev.samekey.server.security.Principal;
import org.jspecify.annotations.Nullable;

/** What is known of a request before anything is decided; it is logged whatever the decision (OBS-1). */
public record Attempt(
        Call call,
        int number,
        @Nullable Principal principal,
        @Nullable String key,
        @Nullable String payloadHash,
        long startedNanos) {

    /** The name of who is calling, if that is known. */
    public @Nullable String principalName() {
        return principal == null ? null : principal.name();
    }

    /** The same attempt under another key. */
    public Attempt withKey(@Nullable String other) {
        return new Attempt(call, number, principal, other, payloadHash, startedNanos);
    }
}
