package dev.samekey.server.idempotency;

import dev.samekey.server.contract.FaultException;
import dev.samekey.server.contract.Stakes;
import dev.samekey.server.http.Call;
import dev.samekey.server.security.Authentication;
import dev.samekey.server.security.Principal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What stands between a call and the guard: who calls, under which key, with which payload, and what is at stake. */
public record Admission(
        Authentication authentication,
        KeyPolicy keys,
        KeyScope scope,
        Fingerprint fingerprint,
        CallNotes notes,
        Stakes stakes) {

    /** Reads what there is to read, and refuses nothing yet. */
    Attempt attempt(Call call) {
        long startedNanos = System.nanoTime();
        Principal principal = authentication.principalOf(call);
        // The payload of a stranger is not even looked at.
        String payloadHash = principal == null ? null : payloadHash(call);
        return new Attempt(call, notes.attempt(call), principal, notes.key(call), payloadHash, startedNanos);
    }

    /** Refuses strangers, before anything else (SCP-6). */
    Principal caller(Attempt attempt) {
        return authentication.require(attempt.principal());
    }

    /** Refuses a call whose key may not be used; nothing where it needs none. */
    Optional<KeyedRequest> admit(Principal caller, Call call) {
        return keys.appliesTo(call) ? Optional.of(keyed(caller, call)) : Optional.empty();
    }

    private KeyedRequest keyed(Principal caller, Call call) {
        String key = keys.keyOf(call);
        return new KeyedRequest(caller, call, scope.of(caller, call), key, fingerprint.of(call), stakes);
    }

    private @Nullable String payloadHash(Call call) {
        try {
            return fingerprint.of(call);
        } catch (FaultException unreadable) {
            return null;
        }
    }
}
