package dev.samekey.defects.lifetime;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.ForwardingRecordStore;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** The cleanup takes other records than those that have expired. */
final class PurgingOtherwise extends Defect {
    private final String condition;

    private PurgingOtherwise(String name, String how, String condition) {
        super(name, "TTL-5", "", how);
        this.condition = condition;
    }

    static Defect live() {
        return new PurgingOtherwise(
                "cleanup-deletes-live",
                "The cleanup takes every record that is not in progress, expired or not.",
                "state <> 'in_progress' and created_at <= :now");
    }

    static Defect early() {
        return new PurgingOtherwise(
                "cleanup-has-its-own-lifetime",
                "The cleanup takes completed records when three quarters of their lifetime are over.",
                "state <> 'in_progress' and created_at + (expires_at - created_at) * 0.75 <= :now");
    }

    static Defect running() {
        return new PurgingOtherwise(
                "cleanup-deletes-running",
                "The cleanup takes what is in progress with what has expired.",
                "expires_at <= :now or state = 'in_progress'");
    }

    static Defect nothing() {
        return new PurgingOtherwise(
                "cleanup-keeps-expired",
                "The cleanup leaves what has expired for another hundred years.",
                "expires_at <= cast(:now as timestamptz) - interval '100 years'");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.RECORDS, new ForwardingRecordStore(parts.get(Part.RECORDS)) {
            @Override
            public int purgeExpired() {
                return parts.base()
                        .jdbi()
                        .withHandle(handle -> handle.createUpdate("delete from idempotency_records where " + condition)
                                .bind("now", parts.base().clock().instant())
                                .execute());
            }
        });
    }
}
