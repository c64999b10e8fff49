package dev.samekey.defects.common;

import dev.samekey.server.idempotency.KeyedRequest;

/** A key within its scope. */
public record KeyId(String scope, String key) {
    public static KeyId of(KeyedRequest request) {
        return new KeyId(request.scope(), request.key());
    }
}
