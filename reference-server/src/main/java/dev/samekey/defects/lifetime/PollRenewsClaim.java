package dev.samekey.defects.lifetime;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.ForwardingRecordStore;
import dev.samekey.server.idempotency.ClaimResult;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.replica.Foundation;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** A request before the processing timeout is over renews the claim of the first one: who asks often is never served. */
final class PollRenewsClaim extends Defect {
    private static final String RENEW =
            "update idempotency_records set claimed_at = :now where state = 'in_progress' and scope = :scope and key = :key";

    PollRenewsClaim() {
        super(
                "poll-renews-claim",
                "TTL-7",
                "",
                "A request before the processing timeout is over renews the claim of the first one: who asks often is never served.");
    }

    @Override
    public Parts apply(Parts parts) {
        Foundation base = parts.base();
        return parts.with(Part.RECORDS, new ForwardingRecordStore(parts.get(Part.RECORDS)) {
            @Override
            public ClaimResult claim(KeyedRequest request) {
                ClaimResult result = super.claim(request);
                boolean isKnown = result.match(claim -> false, found -> true);
                if (isKnown) {
                    base.jdbi()
                            .useHandle(handle -> handle.createUpdate(RENEW)
                                    .bindMethods(request)
                                    .bind("now", base.clock().instant())
                                    .execute());
                }
                return result;
            }
        });
    }
}
