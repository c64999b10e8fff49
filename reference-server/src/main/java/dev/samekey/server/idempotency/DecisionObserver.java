package dev.samekey.server.idempotency;

/** Is told of every decision before its answer leaves, so that whoever has the answer finds the traces of it. */
@FunctionalInterface
public interface DecisionObserver {
    void decided(Attempt attempt, Decision decision);
}
