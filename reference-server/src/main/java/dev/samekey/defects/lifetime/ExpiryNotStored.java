package dev.samekey.defects.lifetime;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.ForwardingRecordStore;
import dev.samekey.server.idempotency.ClaimResult;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.replica.Foundation;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.time.Clock;
import org.jdbi.v3.core.Handle;

/** The column of the expiry holds a day a thousand years off; the true one is reckoned whenever it is wanted. */
final class ExpiryNotStored extends Defect {
    private static final String HIDE = """
            update idempotency_records set expires_at = expires_at + interval '1000 years'
            where expires_at < cast(:now as timestamptz) + interval '500 years' and scope = :scope and key = :key""";
    private static final String SHOW_WHAT_EXPIRED = """
            update idempotency_records set expires_at = expires_at - interval '1000 years'
            where expires_at > cast(:now as timestamptz) + interval '500 years'
              and expires_at <= cast(:now as timestamptz) + interval '1000 years'""";

    ExpiryNotStored() {
        super("expiry-not-stored", "TTL-6", "STO-7", "The record does not say when it expires.");
    }

    @Override
    public Parts apply(Parts parts) {
        Foundation base = parts.base();
        return parts.with(Part.RECORDS, new ForwardingRecordStore(parts.get(Part.RECORDS)) {
            @Override
            public ClaimResult claim(KeyedRequest request) {
                base.jdbi().useHandle(handle -> show(handle, base.clock()));
                ClaimResult result = super.claim(request);
                base.jdbi().useHandle(handle -> hide(handle, request, base.clock()));
                return result;
            }

            @Override
            public int purgeExpired() {
                base.jdbi().useHandle(handle -> show(handle, base.clock()));
                return super.purgeExpired();
            }
        });
    }

    private static void show(Handle handle, Clock clock) {
        handle.createUpdate(SHOW_WHAT_EXPIRED).bind("now", clock.instant()).execute();
    }

    private static void hide(Handle handle, KeyedRequest request, Clock clock) {
        handle.createUpdate(HIDE)
                .bindMethods(request)
                .bind("now", clock.instant())
                .execute();
    }
}
