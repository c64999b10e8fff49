package dev.samekey.defects.lifetime;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.ForwardingRecordStore;
import dev.samekey.defects.common.KeyId;
import dev.samekey.server.idempotency.ClaimResult;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Whether a key has expired is looked up first, and its record is removed later, whatever it is by then. */
final class ExpiredKeyRace extends Defect {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final int MOST_LOOKS = 200;
    /** So long the first one takes from its look to the removal; who comes meanwhile has seen the same. */
    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final String IS_EXPIRED =
            "select true from idempotency_records where scope = :scope and key = :key and expires_at <= :now";
    private static final String IS_NEW = """
            select true from idempotency_records
            where scope = :scope and key = :key and expires_at > :now and state <> 'in_progress'""";
    private static final String REMOVE =
            "delete from idempotency_records where scope = :scope and key = :key and state <> 'in_progress'";

    ExpiredKeyRace() {
        super(
                "expired-key-race",
                "TTL-2",
                "",
                "Whether a key has expired is looked up first, and its record is removed later, whatever it is by then.");
    }

    @Override
    public Parts apply(Parts parts) {
        Set<KeyId> expired = ConcurrentHashMap.newKeySet();
        return parts.with(Part.RECORDS, new ForwardingRecordStore(parts.get(Part.RECORDS)) {
            @Override
            public ClaimResult claim(KeyedRequest request) {
                if (is(IS_EXPIRED, request)) {
                    if (expired.add(KeyId.of(request))) {
                        LockSupport.parkNanos(FIRST_NANOS);
                    } else {
                        awaitTheFirst(request);
                    }
                    parts.base()
                            .jdbi()
                            .useHandle(handle -> handle.createUpdate(REMOVE)
                                    .bindMethods(request)
                                    .execute());
                }
                return super.claim(request);
            }

            /** The unlucky moment, which chance would bring about now and then: another has just succeeded. */
            private void awaitTheFirst(KeyedRequest request) {
                for (int looks = 0; looks < MOST_LOOKS && !is(IS_NEW, request); looks++) {
                    LockSupport.parkNanos(LOOK_NANOS);
                }
            }

            private boolean is(String state, KeyedRequest request) {
                return parts.base()
                        .jdbi()
                        .withHandle(handle -> handle.createQuery(state)
                                .bindMethods(request)
                                .bind("now", parts.base().clock().instant())
                                .mapTo(Boolean.class)
                                .findOne())
                        .isPresent();
            }
        });
    }
}
