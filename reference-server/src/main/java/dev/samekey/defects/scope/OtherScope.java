package dev.samekey.defects.scope;

import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.replica.Foundation;
import java.util.Optional;

/** Finds the same request where it has no business to be found. */
record OtherScope(Foundation base) {
    private static final String FINISHED = """
            select scope from idempotency_records
            where key = :key and payload_hash = :payloadHash and scope <> :scope and state <> 'in_progress'
              and expires_at > :now
            order by created_at limit 1""";

    /** The request in the scope in which somebody else has completed the same under the same key. */
    Optional<KeyedRequest> of(KeyedRequest request) {
        return base.jdbi()
                .withHandle(handle -> handle.createQuery(FINISHED)
                        .bindMethods(request)
                        .bind("now", base.clock().instant())
                        .mapTo(String.class)
                        .findOne())
                .map(scope -> new KeyedRequest(
                        request.principal(),
                        request.call(),
                        scope,
                        request.key(),
                        request.payloadHash(),
                        request.stakes()));
    }
}
