package dev.samekey.server.sandbox;

import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** Remembers what was attempted, on a connection of its own: it stays so whatever is rolled back, on every replica. */
record Attempts(Jdbi jdbi) {
    /** Whether this trouble comes upon this operation for the first time. */
    boolean isFirst(Wish wish) {
        // Within a transaction of this thread, another way to get a handle would give that of the transaction.
        try (Handle own = jdbi.open()) {
            return own.createUpdate("""
                                    insert into sandbox_attempts (word, operation) values (:word, :operation)
                                    on conflict do nothing""")
                            .bind("word", wish.word())
                            .bind("operation", wish.operation())
                            .execute()
                    == 1;
        }
    }
}
