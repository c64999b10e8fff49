package dev.samekey.defects.lifetime;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.KeyId;
import dev.samekey.defects.common.UnstoredOutcome;
import dev.samekey.server.idempotency.ClaimResult;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.replica.Foundation;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What is executed under an expired key is not stored: each further request executes again. */
final class ExpiredKeyStaysExpired extends Defect {
    private static final String EXPIRED = """
            select count(*) from idempotency_records
            where scope = :scope and key = :key and expires_at <= :now and state <> 'in_progress'""";

    private final Set<KeyId> expired = ConcurrentHashMap.newKeySet();

    ExpiredKeyStaysExpired() {
        super(
                "expired-key-stays-expired",
                "TTL-2",
                "",
                "What is executed under an expired key is not stored, and each further request executes again.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.RECORDS, new UnstoredOutcome(parts, claim -> expired.contains(KeyId.of(claim.request()))) {
                    @Override
                    public ClaimResult claim(KeyedRequest request) {
                        if (isExpired(parts.base(), request)) {
                            expired.add(KeyId.of(request));
                        }
                        return super.claim(request);
                    }
                });
    }

    private static boolean isExpired(Foundation base, KeyedRequest request) {
        return base.jdbi()
                .withHandle(handle -> handle.createQuery(EXPIRED)
                                .bindMethods(request)
                                .bind("now", base.clock().instant())
                                .mapTo(Integer.class)
                                .one()
                        > 0);
    }
}
