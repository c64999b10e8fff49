package dev.samekey.defects.common;

import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Claim;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.function.Predicate;
import org.jdbi.v3.core.Handle;

/** A store that forgets the outcome of some claims when their effects are committed: the next request executes again. */
public class UnstoredOutcome extends ForwardingRecordStore {
    private final Predicate<Claim> forgotten;

    public UnstoredOutcome(Parts parts, Predicate<Claim> forgotten) {
        super(parts.get(Part.RECORDS));
        this.forgotten = forgotten;
    }

    @Override
    public void complete(Handle transaction, Claim claim, State state, Answer answer) {
        super.complete(transaction, claim, state, answer);
        if (state == State.COMPLETED && forgotten.test(claim)) {
            transaction
                    .createUpdate("delete from released_operations where scope = :scope and key = :key")
                    .bindMethods(claim.request())
                    .execute();
            transaction.execute("delete from idempotency_records where token = ?", claim.token());
        }
    }
}
