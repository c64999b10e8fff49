package dev.samekey.server.defects;

import dev.samekey.server.idempotency.KeyedRequest;

/** A key within its scope. */
record KeyId(String scope, String key) {
    static KeyId of(KeyedRequest request) {
        return new KeyId(request.scope(), request.key());
    }
}
