package dev.samekey.client;

/** Keeps the retries of all operations together in bounds, so that they do not keep a service down. */
public interface Budget {
    /** No bounds. */
    Budget UNLIMITED = new Budget() {
        @Override
        public void first() {}

        @Override
        public boolean retry() {
            return true;
        }

        @Override
        public void success() {}
    };

    /** Counts the first attempt of an operation. */
    void first();

    /** Takes a retry; false where none is left. It never waits. */
    boolean retry();

    /** Counts a success. */
    void success();
}
