package dev.samekey.server.idempotency;

import dev.samekey.server.contract.Stakes;
import dev.samekey.server.http.Handler;

/** Makes endpoints of operations, so that each of them is guarded in the same way. */
@FunctionalInterface
public interface Endpoints {
    Handler of(OperationFactory operations, Stakes stakes);

    /** An endpoint for operations with which no more is at stake than usual. */
    default Handler of(OperationFactory operations) {
        return of(operations, Stakes.USUAL);
    }
}
