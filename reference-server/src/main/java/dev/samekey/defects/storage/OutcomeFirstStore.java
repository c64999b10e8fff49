package dev.samekey.defects.storage;

import dev.samekey.defects.common.ForwardingRecordStore;
import dev.samekey.defects.common.KeyId;
import dev.samekey.defects.common.RecordRow;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Claim;
import dev.samekey.server.idempotency.ClaimResult;
import dev.samekey.server.idempotency.IdempotencyRecord;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/** A store that calls an operation completed from its claim on, but for those who ask while its process lives. */
final class OutcomeFirstStore extends ForwardingRecordStore {
    private final Parts parts;
    private final Set<KeyId> running;

    OutcomeFirstStore(Parts parts, Set<KeyId> running) {
        super(parts.get(Part.RECORDS));
        this.parts = parts;
        this.running = running;
    }

    @Override
    public ClaimResult claim(KeyedRequest request) {
        return super.claim(request).match(this::completed, known -> ClaimResult.known(asSeen(known, request)));
    }

    private ClaimResult completed(Claim claim) {
        running.add(KeyId.of(claim.request()));
        parts.base()
                .jdbi()
                .useTransaction(own -> super.complete(own, claim, State.COMPLETED, RecordBeforeEffect.ACCEPTED));
        return ClaimResult.claimed(claim);
    }

    private IdempotencyRecord asSeen(IdempotencyRecord known, KeyedRequest request) {
        return running.contains(KeyId.of(request))
                ? new IdempotencyRecord(
                        known.payloadHash(), State.IN_PROGRESS, known.operationId(), null, known.createdAt())
                : known;
    }

    @Override
    public void complete(Handle transaction, Claim claim, State state, Answer answer) {
        new RecordRow(parts.base()).reopen(transaction, claim);
        super.complete(transaction, claim, state, answer);
        transaction.afterCommit(() -> running.remove(KeyId.of(claim.request())));
    }

    @Override
    public void release(Claim claim) {
        parts.base().jdbi().useHandle(handle -> new RecordRow(parts.base()).reopen(handle, claim));
        super.release(claim);
        running.remove(KeyId.of(claim.request()));
    }
}
