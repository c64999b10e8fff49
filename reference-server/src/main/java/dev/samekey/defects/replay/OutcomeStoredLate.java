package dev.samekey.defects.replay;

import dev.samekey.defects.common.Clauses;
import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.ForwardingRecordStore;
import dev.samekey.defects.common.RecordRow;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Claim;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** The effect is committed, and its outcome is stored some time later: a retry that comes sooner executes again. */
final class OutcomeStoredLate extends Defect {
    private final Duration late;

    private OutcomeStoredLate(String name, String clause, String follows, String how, Duration late) {
        super(name, clause, follows, how);
        this.late = late;
    }

    /** Whoever notices a lost response still comes too early. */
    static OutcomeStoredLate byHalfASecond() {
        return new OutcomeStoredLate(
                "lost-response-duplicates",
                "RPL-9",
                Clauses.MEMORY,
                "The outcome is stored half a second after the effect: a retry that comes sooner executes again.",
                Duration.ofMillis(500));
    }

    /** Only who retries at once comes too early. */
    static OutcomeStoredLate justAfterTheResponse() {
        return new OutcomeStoredLate(
                "outcome-after-response",
                "RPL-4",
                Clauses.MEMORY,
                "The outcome is stored a moment after the response: a retry that comes at once executes again.",
                Duration.ofMillis(50));
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.RECORDS, new LateStore(parts));
    }

    private final class LateStore extends ForwardingRecordStore {
        private final Jdbi jdbi;
        private final RecordRow row;

        LateStore(Parts parts) {
            super(parts.get(Part.RECORDS));
            this.jdbi = parts.base().jdbi();
            this.row = new RecordRow(parts.base());
        }

        @Override
        public void complete(Handle transaction, Claim claim, State state, Answer answer) {
            transaction.execute("delete from idempotency_records where token = ?", claim.token());
            transaction.afterCommit(() -> CompletableFuture.delayedExecutor(late.toMillis(), TimeUnit.MILLISECONDS)
                    .execute(() -> put(claim, state, answer)));
        }

        private void put(Claim claim, State state, Answer answer) {
            try {
                jdbi.useHandle(handle -> row.put(handle, claim, state, answer));
            } catch (ConnectionException stopped) {
                // The server was stopped before it came to store the outcome.
            }
        }
    }
}
