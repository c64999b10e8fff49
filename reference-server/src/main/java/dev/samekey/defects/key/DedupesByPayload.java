package dev.samekey.defects.key;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** A new key with a known payload gets the outcome of the key that brought this payload first. */
final class DedupesByPayload extends Defect {
    private static final String FIRST_KEY = """
            select key from idempotency_records where scope = :scope and payload_hash = :payloadHash
            order by created_at limit 1""";

    DedupesByPayload() {
        super(
                "dedupes-by-payload",
                "KEY-5",
                "KEY-2 KEY-4 KEY-7 KEY-8 CON-6 CON-9 TTL-2 REV-1 REV-4 REV-5 OBS-2 OBS-3",
                "A new key with a known payload gets the outcome of the key that brought this payload first.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundGuard((composed, guard) -> (request, operation) -> guard.run(
                composed.get(Part.RECORDS).find(request).isPresent() ? request : underFirstKey(composed, request),
                operation));
    }

    private static KeyedRequest underFirstKey(Parts parts, KeyedRequest request) {
        String key = parts.base()
                .jdbi()
                .withHandle(handle -> firstKey(handle, request).orElse(request.key()));
        return new KeyedRequest(
                request.principal(), request.call(), request.scope(), key, request.payloadHash(), request.stakes());
    }

    private static Optional<String> firstKey(Handle handle, KeyedRequest request) {
        return handle.createQuery(FIRST_KEY)
                .bindMethods(request)
                .mapTo(String.class)
                .findOne();
    }
}
