package dev.samekey.oracles.wait;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Memory that has run out says nothing of the target: it ends the run, whoever meets it. */
public final class OutOfMemory {
    private OutOfMemory() {}

    /** Throws the error again where it is one, or the cause of one. */
    public static void mustNotBe(@Nullable Throwable failure) {
        errors(failure).findFirst().ifPresent(error -> {
            throw error;
        });
    }

    /** Whether a failure is one, or the cause of it is. */
    public static boolean is(@Nullable Throwable failure) {
        return errors(failure).findFirst().isPresent();
    }

    private static Stream<OutOfMemoryError> errors(@Nullable Throwable failure) {
        return Stream.iterate(failure, one -> one != null, Throwable::getCause)
                .filter(OutOfMemoryError.class::isInstance)
                .map(OutOfMemoryError.class::cast);
    }
}
