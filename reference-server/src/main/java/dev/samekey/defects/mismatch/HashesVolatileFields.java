package dev.samekey.defects.mismatch;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Call;
import dev.samekey.server.json.CanonicalJson;
import dev.samekey.server.json.Digest;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Set;

/** The fingerprint is made of the volatile members too. */
final class HashesVolatileFields extends Defect {
    HashesVolatileFields() {
        super("hashes-volatile-fields", "MIS-5", "", "The fingerprint is made of the volatile members too.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.FINGERPRINT,
                call -> Digest.sha256(parts.get(Part.FINGERPRINT).of(call) + whole(call, parts)));
    }

    private static String whole(Call call, Parts parts) {
        return CanonicalJson.of(parts.base().json().read(call.body().bytes()), Set.of());
    }
}
