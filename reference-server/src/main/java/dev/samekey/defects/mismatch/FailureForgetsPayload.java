package dev.samekey.defects.mismatch;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.ForwardingRecordStore;
import dev.samekey.defects.common.KeyId;
import dev.samekey.server.idempotency.Claim;
import dev.samekey.server.idempotency.Duplicates.Kind;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A key whose first attempt has failed keeps no payload: another one gets the outcome of the attempt that succeeded. */
final class FailureForgetsPayload extends Defect {
    /** Of all replicas of the process. */
    private final Set<KeyId> failed = ConcurrentHashMap.newKeySet();

    FailureForgetsPayload() {
        super(
                "failure-forgets-payload",
                "MIS-1",
                "",
                "Where the first attempt has failed, another payload under the key gets the outcome of the second one.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.RECORDS, new ForwardingRecordStore(parts.get(Part.RECORDS)) {
                    @Override
                    public void release(Claim claim) {
                        failed.add(KeyId.of(claim.request()));
                        super.release(claim);
                    }
                })
                .with(Part.DUPLICATES, (known, request) -> {
                    Kind kind = parts.get(Part.DUPLICATES).judge(known, request);
                    boolean isForgotten = known.state() == State.COMPLETED && failed.contains(KeyId.of(request));
                    return kind == Kind.MISMATCH && isForgotten ? Kind.REPLAY : kind;
                });
    }
}
