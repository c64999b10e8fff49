package dev.samekey.server.outbox;

/** Is told of each attempt at a delivery. */
@FunctionalInterface
public interface RelayObserver {
    /** Attempts are counted from 1. */
    void attempted(Message message, int attempt, boolean acknowledged);
}
