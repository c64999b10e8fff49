package dev.samekey.defects.lifetime;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.ForwardingRecordStore;
import dev.samekey.defects.common.TamperedStore;
import dev.samekey.server.idempotency.ClaimResult;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.idempotency.RecordStore;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.function.Predicate;

/** A key that comes again after its lifetime gets another lifetime. */
final class NeverExpires extends Defect {
    private final Predicate<KeyedRequest> such;

    private NeverExpires(String name, String follows, String how, Predicate<KeyedRequest> such) {
        super(name, "TTL-2", follows, how);
        this.such = such;
    }

    static NeverExpires all() {
        return new NeverExpires(
                "never-expires",
                "TTL-3",
                "A key that comes again after its lifetime gets another lifetime.",
                request -> true);
    }

    static NeverExpires changes() {
        return new NeverExpires(
                "changes-never-expire",
                "",
                "The key of an update or a removal that comes again after its lifetime gets another lifetime.",
                request -> !request.call().method().equals("POST"));
    }

    @Override
    public Parts apply(Parts parts) {
        RecordStore records = parts.get(Part.RECORDS);
        RecordStore tampered = new TamperedStore(
                parts,
                "expires_at = cast(:now as timestamptz) + (expires_at - created_at)"
                        + " where state <> 'in_progress' and expires_at <= :now");
        return parts.with(Part.RECORDS, new ForwardingRecordStore(records) {
            @Override
            public ClaimResult claim(KeyedRequest request) {
                return (such.test(request) ? tampered : records).claim(request);
            }
        });
    }
}
