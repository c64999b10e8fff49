package dev.samekey.server.idempotency;

import dev.samekey.server.http.Call;
import dev.samekey.server.json.CanonicalJson;
import dev.samekey.server.json.Digest;
import dev.samekey.server.json.Json;
import java.util.Set;
import java.util.TreeMap;

/** A digest of method, route, path parameters and canonical body, without the volatile members (MIS-3 to MIS-6). */
public final class CanonicalFingerprint implements Fingerprint {
    private final Json json;
    private final Set<String> volatileMembers;

    /** The volatile members are those that may differ between attempts, such as the client's clock. */
    public CanonicalFingerprint(Json json, Set<String> volatileMembers) {
        this.json = json;
        this.volatileMembers = volatileMembers;
    }

    @Override
    public String of(Call call) {
        String body = CanonicalJson.of(json.read(call.body().bytes()), volatileMembers);
        return Digest.sha256(
                String.join("\n", call.method(), call.route(), new TreeMap<>(call.path()).toString(), body));
    }
}
