package dev.samekey.client;

import java.util.Optional;

/** Keeps operations that were given up, so that they can be resumed and not repeated. */
public interface ParkedOperations {
    /** Keeps nothing. */
    ParkedOperations NONE = new ParkedOperations() {
        @Override
        public boolean park(String id, KeyedOperation operation) {
            return false;
        }

        @Override
        public Optional<KeyedOperation> find(String id) {
            return Optional.empty();
        }

        @Override
        public void remove(String id) {}
    };

    /**
     * Keeps an operation under an id, in place of what was there.
     *
     * @return whether it is kept
     */
    boolean park(String id, KeyedOperation operation);

    /** The operation under an id. */
    Optional<KeyedOperation> find(String id);

    /** Forgets an operation. */
    void remove(String id);
}
