package dev.samekey.client;

import java.util.concurrent.CompletionStage;

/** Does each operation once, with as many attempts as the contract allows. It never blocks; any thread may call it. */
public final class RetryingClient {
    private final ClientParts parts;

    public RetryingClient(ClientParts parts) {
        this.parts = parts;
    }

    /**
     * Does an operation.
     *
     * @param id under which it is parked where it is given up
     * @param payload a JSON object
     */
    public CompletionStage<ClientOutcome> perform(String id, String name, String payload) {
        return run(id, new KeyedOperation(name, payload, parts.keys().next()));
    }

    /**
     * Does a parked operation, under its key.
     *
     * @throws IllegalArgumentException when none is parked under that id
     */
    public CompletionStage<ClientOutcome> resume(String id) {
        KeyedOperation operation = parts.parked()
                .find(id)
                .orElseThrow(() -> new IllegalArgumentException("no operation is parked under " + id));
        return run(id, operation);
    }

    private CompletionStage<ClientOutcome> run(String id, KeyedOperation operation) {
        RetryLoop loop = new RetryLoop(parts, parts.requests().of(operation));
        return loop.run().thenApply(last -> {
            boolean parked = isKept(id, operation, last);
            return new ClientOutcome(last, loop.made(), operation.key(), parked);
        });
    }

    /** What another attempt may mend is kept for it; all else is settled. */
    private boolean isKept(String id, KeyedOperation operation, AttemptResult last) {
        if (parts.decisions().retries(last)) {
            return parts.parked().park(id, operation);
        }
        parts.parked().remove(id);
        return false;
    }
}
