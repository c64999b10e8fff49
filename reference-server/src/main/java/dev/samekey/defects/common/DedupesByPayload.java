package dev.samekey.defects.common;

import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** A new key with a known payload gets the outcome of the key that brought this payload first. */
public final class DedupesByPayload extends Defect {
    private static final String FIRST_KEY = """
            select key from idempotency_records where scope = :scope and payload_hash = :payloadHash
            order by created_at limit 1""";

    private final String routes;

    /** Of requests whose route has this in it. */
    public DedupesByPayload(String name, String clause, String follows, String how, String routes) {
        super(name, clause, follows, how);
        this.routes = routes;
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundGuard((composed, guard) -> (request, operation) -> guard.run(
                isMerged(request) && composed.get(Part.RECORDS).find(request).isEmpty()
                        ? underFirstKey(composed, request)
                        : request,
                operation));
    }

    private boolean isMerged(KeyedRequest request) {
        return request.call().route().contains(routes);
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
