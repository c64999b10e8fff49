package dev.samekey.defects.common;

import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Claim;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.idempotency.RecordStore;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Optional;

/** Keeps as an outcome what is none. */
public record Kept(Parts parts) {
    /** Stores the answer under the key of the request, where that key is free. */
    public void outcome(KeyedRequest request, State state, Answer answer) {
        RecordStore records = parts.get(Part.RECORDS);
        Optional<Claim> claimed = records.claim(request).match(Optional::of, known -> Optional.empty());
        claimed.ifPresent(claim ->
                parts.base().jdbi().useTransaction(transaction -> records.complete(transaction, claim, state, answer)));
    }
}
