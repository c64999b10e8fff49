package dev.samekey.defects.lifetime;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.ForwardingRecordStore;
import dev.samekey.server.idempotency.ClaimResult;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Optional;

/** Whether a key has expired is looked up by its payload too: with another one it is executed, though the contract rejects it. */
final class ExpiredKeyOfAnotherPayload extends Defect {
    private static final String FORGET = """
            delete from idempotency_records
            where scope = :scope and key = :key and payload_hash <> :payloadHash
              and state <> 'in_progress' and expires_at <= :now""";

    ExpiredKeyOfAnotherPayload() {
        super(
                "expired-key-of-another-payload",
                "TTL-2",
                "",
                "An expired key is rejected with its own payload only, and executed with another one.");
    }

    @Override
    public Optional<String> dialect() {
        return Optional.of("charges");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.RECORDS, new ForwardingRecordStore(parts.get(Part.RECORDS)) {
            @Override
            public ClaimResult claim(KeyedRequest request) {
                parts.base()
                        .jdbi()
                        .useHandle(handle -> handle.createUpdate(FORGET)
                                .bindMethods(request)
                                .bind("now", parts.base().clock().instant())
                                .execute());
                return super.claim(request);
            }
        });
    }
}
