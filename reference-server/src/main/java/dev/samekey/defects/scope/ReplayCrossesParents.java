package dev.samekey.defects.scope;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Call;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Map;

/** The fingerprint is made without the path, so the same body for another parent is the same request. */
final class ReplayCrossesParents extends Defect {
    ReplayCrossesParents() {
        super(
                "replay-crosses-parents",
                "SCP-3",
                "MIS-6",
                "The same body under the same key for another parent gets the answer of the first parent.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.FINGERPRINT, call -> parts.get(Part.FINGERPRINT).of(withoutPath(call)));
    }

    private static Call withoutPath(Call call) {
        return new Call(call.method(), call.route(), Map.of(), call.query(), call.headers(), call.body());
    }
}
