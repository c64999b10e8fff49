package dev.samekey.server.idempotency;

import dev.samekey.server.http.Call;

/** What tells one payload from another. */
@FunctionalInterface
public interface Fingerprint {
    String of(Call call);
}
