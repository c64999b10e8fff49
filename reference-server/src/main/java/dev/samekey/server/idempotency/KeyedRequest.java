package dev.samekey.server.idempotency;

import dev.samekey.server.contract.Stakes;
import dev.samekey.server.http.Call;
import dev.samekey.server.security.Principal;

/** A request that may claim its key: the key counts within its scope, the hash stands for the payload. */
public record KeyedRequest(
        Principal principal, Call call, String scope, String key, String payloadHash, Stakes stakes) {
    /** A request with no more at stake than usual. */
    public KeyedRequest(Principal principal, Call call, String scope, String key, String payloadHash) {
        this(principal, call, scope, key, payloadHash, Stakes.USUAL);
    }
}
