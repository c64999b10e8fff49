package dev.samekey.server.outbox;

/** The way to one destination. */
@FunctionalInterface
public interface Courier {
    /**
     * Brings a message there once.
     *
     * @throws NotAcknowledgedException when nobody said that it has arrived; it may have
     */
    void deliver(Message message);
}
