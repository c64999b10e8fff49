package dev.samekey.server.idempotency;

import dev.samekey.server.http.Call;
import dev.samekey.server.json.Digest;
import java.nio.charset.StandardCharsets;

/** A digest of what is asked for and the bytes of the body, as they came. */
public final class BytesFingerprint implements Fingerprint {
    @Override
    public String of(Call call) {
        // One character for each byte.
        String body = new String(call.body().bytes(), StandardCharsets.ISO_8859_1);
        return Digest.sha256(call.target() + "\n" + body);
    }
}
