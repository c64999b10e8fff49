package dev.samekey.defects.external;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.ForwardingRecordStore;
import dev.samekey.server.idempotency.Claim;
import dev.samekey.server.idempotency.ClaimResult;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.UUID;

/** What a crash has left unfinished goes on under an id that nobody knows who was called before the crash. */
final class TakeoverIsAnotherOperation extends Defect {
    TakeoverIsAnotherOperation() {
        super(
                "takeover-is-another-operation",
                "EXT-2",
                "EXT-3",
                "An operation that is taken over gets another operation id, and its provider another key.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.RECORDS, new ForwardingRecordStore(parts.get(Part.RECORDS)) {
            @Override
            public ClaimResult claim(KeyedRequest request) {
                return super.claim(request).match(claim -> ClaimResult.claimed(anew(claim)), ClaimResult::known);
            }
        });
    }

    private static Claim anew(Claim claim) {
        return claim.before() == State.IN_PROGRESS
                ? new Claim(claim.request(), claim.token(), UUID.randomUUID(), claim.before())
                : claim;
    }
}
