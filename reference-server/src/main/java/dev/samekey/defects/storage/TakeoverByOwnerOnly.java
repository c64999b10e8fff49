package dev.samekey.defects.storage;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.ForwardingRecordStore;
import dev.samekey.server.idempotency.Claim;
import dev.samekey.server.idempotency.ClaimResult;
import dev.samekey.server.idempotency.IdempotencyRecord;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.replica.Foundation;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** A claim belongs to the replica that made it, by its name, and no other one ever takes it for abandoned. */
final class TakeoverByOwnerOnly extends Defect {
    private static final String OWNER = """
            select token from idempotency_records
            where scope = :scope and key = :key and state = 'in_progress'""";

    TakeoverByOwnerOnly() {
        super(
                "takeover-by-owner-only",
                "STO-3",
                "EXT-2",
                "What a replica has left unfinished is taken over by a replica of the same name only.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.RECORDS, new OwnedClaims(parts));
    }

    /** The first half of a token names the owner. No claim is ever without: after a crash it would be free for all. */
    private static final class OwnedClaims extends ForwardingRecordStore {
        private static final int OWNED = 0x0DD0_0DD0;

        private final Foundation base;
        private final long me;

        OwnedClaims(Parts parts) {
            super(parts.get(Part.RECORDS));
            this.base = parts.base();
            this.me = ((long) OWNED << Integer.SIZE)
                    | Integer.toUnsignedLong(base.name().hashCode());
        }

        @Override
        public ClaimResult claim(KeyedRequest request) {
            return ofAnother(request).map(ClaimResult::known).orElseGet(() -> owned(request));
        }

        /** The statements of the store join this transaction: Jdbi has one handle for each thread. */
        private ClaimResult owned(KeyedRequest request) {
            return base.jdbi()
                    .inTransaction(together ->
                            super.claim(request).match(claim -> ClaimResult.claimed(mine(claim)), ClaimResult::known));
        }

        private Optional<IdempotencyRecord> ofAnother(KeyedRequest request) {
            return base.jdbi()
                    .withHandle(handle -> handle.createQuery(OWNER)
                            .bindMethods(request)
                            .mapTo(UUID.class)
                            .findOne())
                    .filter(token -> isOwned(token) && token.getMostSignificantBits() != me)
                    .flatMap(token -> find(request));
        }

        private static boolean isOwned(UUID token) {
            return token.getMostSignificantBits() >>> Integer.SIZE == OWNED;
        }

        private Claim mine(Claim claim) {
            UUID token = new UUID(me, ThreadLocalRandom.current().nextLong());
            base.jdbi()
                    .useHandle(handle -> handle.execute(
                            "update idempotency_records set token = ? where token = ?", token, claim.token()));
            return new Claim(claim.request(), token, claim.operationId(), claim.before());
        }
    }
}
