package dev.samekey.server.idempotency;

import dev.samekey.server.http.Call;
import dev.samekey.server.json.CanonicalJson;
import dev.samekey.server.json.Digest;
import dev.samekey.server.json.Json;
import java.util.Set;

/** A digest of what is asked for and the canonical body, without the volatile members (MIS-3 to MIS-6). */
public final class CanonicalFingerprint implements Fingerprint {
    private final Json json;
    private final Set<String> volatileMembers;

    /**
     * The volatile members are JSON pointers to those that may differ between attempts, such as the client's clock, or
     * the key itself where it travels in the body.
     */
    public CanonicalFingerprint(Json json, Set<String> volatileMembers) {
        this.json = json;
        this.volatileMembers = volatileMembers;
    }

    @Override
    public String of(Call call) {
        String body = CanonicalJson.of(json.read(call.body().bytes()), volatileMembers);
        return Digest.sha256(call.target() + "\n" + body);
    }
}
