package dev.samekey.defects.common;

import dev.samekey.server.idempotency.ClaimResult;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.replica.Foundation;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** A store whose record is changed behind its back before its key is claimed. */
public final class TamperedStore extends ForwardingRecordStore {
    private final Foundation base;
    private final String sql;

    /** The change is what stands between {@code set} and {@code and scope = ...}; it speaks of {@code :now}. */
    public TamperedStore(Parts parts, String change) {
        super(parts.get(Part.RECORDS));
        this.base = parts.base();
        this.sql = "update idempotency_records set " + change + " and scope = :scope and key = :key";
    }

    @Override
    public ClaimResult claim(KeyedRequest request) {
        base.jdbi()
                .useHandle(handle -> handle.createUpdate(sql)
                        .bindMethods(request)
                        .bind("now", base.clock().instant())
                        .execute());
        return super.claim(request);
    }
}
