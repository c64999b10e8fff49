package dev.samekey.defects.lifetime;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.ForwardingRecordStore;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Claim;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.time.Duration;
import org.jdbi.v3.core.Handle;

/** Keys of high stakes live no longer than others. */
final class OneTtlForAll extends Defect {
    private static final String SHORTEN = """
            update idempotency_records set expires_at = least(expires_at, created_at + :seconds * interval '1 second')
            where token = :token""";

    OneTtlForAll() {
        super("one-ttl-for-all", "TTL-3", "TTL-1 TTL-5 TTL-6", "Keys of high stakes live no longer than others.");
    }

    @Override
    public Parts apply(Parts parts) {
        Duration usual = parts.base().contract().lifetimes().record();
        return parts.with(Part.RECORDS, new ForwardingRecordStore(parts.get(Part.RECORDS)) {
            @Override
            public void complete(Handle transaction, Claim claim, State state, Answer answer) {
                super.complete(transaction, claim, state, answer);
                transaction
                        .createUpdate(SHORTEN)
                        .bind("seconds", usual.toSeconds())
                        .bind("token", claim.token())
                        .execute();
            }
        });
    }
}
