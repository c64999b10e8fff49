package dev.samekey.steps.drive.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a client reports of a task.
 *
 * @param task the id of the task
 * @param result what the operation gave; null where it failed
 * @param failure why it failed; null where it succeeded, and where the client reports nothing
 * @param attempts how many attempts the client made by its own count; null where it does not say
 * @param key the key that the client used; null where it does not say
 * @param parked whether the client has kept the operation, to be resumed
 * @param endedNanos when the report arrived, by {@link System#nanoTime()}
 */
public record Outcome(
        String task,
        @Nullable JsonNode result,
        @Nullable Failure failure,
        @Nullable Integer attempts,
        @Nullable String key,
        boolean parked,
        long endedNanos) {
    /**
     * Why an operation failed, as the client says it.
     *
     * @param status of the last response; null where there was none
     * @param code the error code of the last response; null where the client does not say
     */
    public record Failure(
            @Nullable Integer status,
            @Nullable String code,
            @Nullable String message) {
        /** What is known of it. */
        public String words() {
            return Stream.of(status, code, message)
                    .filter(Objects::nonNull)
                    .map(String::valueOf)
                    .collect(Collectors.joining(" "));
        }
    }

    /** That the operation was begun, and the client does not say how it ends. */
    public static Outcome unknown(String task) {
        return new Outcome(task, null, null, null, null, false, System.nanoTime());
    }

    /** Whether it succeeded; nothing where the client does not say. */
    public Optional<Boolean> succeeded() {
        return result == null && failure == null ? Optional.empty() : Optional.of(failure == null);
    }
}
