package dev.samekey.server.idempotency;

import dev.samekey.server.contract.Contract.KeyRules;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Call;
import dev.samekey.server.security.Authentication;
import dev.samekey.server.security.Principal;
import org.jspecify.annotations.Nullable;

/** What stands between a call and the guard: who calls, under which key, with which payload. */
public record Admission(
        Authentication authentication, KeyPolicy keys, KeyScope scope, Fingerprint fingerprint, KeyRules rules) {

    /** Reads what there is to read, and refuses nothing yet. */
    Attempt attempt(Call call) {
        long startedNanos = System.nanoTime();
        Principal principal = authentication.principalOf(call);
        // The payload of a stranger is not even looked at.
        String payloadHash = principal == null ? null : payloadHash(call);
        return new Attempt(call, number(call), principal, call.header(rules.header()), payloadHash, startedNanos);
    }

    /** Refuses strangers first (SCP-6), then calls without a key that may be used. */
    KeyedRequest admit(Attempt attempt) {
        Call call = attempt.call();
        Principal principal = authentication.require(attempt.principal());
        String key = keys.keyOf(call);
        return new KeyedRequest(principal, call, scope.of(principal, call), key, fingerprint.of(call));
    }

    private @Nullable String payloadHash(Call call) {
        try {
            return fingerprint.of(call);
        } catch (FaultException unreadable) {
            return null;
        }
    }

    private int number(Call call) {
        String sent = call.header(rules.attemptHeader());
        return sent != null && sent.matches("[1-9][0-9]{0,5}") ? Integer.parseInt(sent) : 1;
    }
}
