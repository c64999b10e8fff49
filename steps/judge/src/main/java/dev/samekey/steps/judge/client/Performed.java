package dev.samekey.steps.judge.client;

import dev.samekey.steps.drive.client.Outcome;
import dev.samekey.steps.drive.client.Task;
import dev.samekey.steps.drive.service.Received;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One operation that a client was asked to do, and what became of it.
 *
 * @param client which of the scenario's clients; the first is 0
 * @param askedNanos when it was asked, by {@link System#nanoTime()}
 * @param outcome what the client reported; null where it had not ended when it was waited for no longer
 * @param attempts what arrived of it, in order of arrival
 * @param clockSpeed how many times as fast the client's clock was between attempts
 */
public record Performed(
        Task task, int client, long askedNanos, @Nullable Outcome outcome, List<Received> attempts, int clockSpeed) {
    public Performed {
        attempts = List.copyOf(attempts);
    }

    /** The attempts after the first. */
    public List<Received> retries() {
        return attempts.subList(Math.min(1, attempts.size()), attempts.size());
    }

    /** The last attempt. */
    public Optional<Received> last() {
        return attempts.isEmpty() ? Optional.empty() : Optional.of(attempts.get(attempts.size() - 1));
    }

    /**
     * The delay before each retry, by the client's clock: from the end of the response to the arrival of the next attempt. There is none after a
     * response that never ended, for nobody knows when the client gave up on it.
     */
    public List<Optional<Duration>> delays() {
        List<Optional<Duration>> delays = new ArrayList<>();
        for (int i = 1; i < attempts.size(); i++) {
            Received before = attempts.get(i - 1);
            long delay = attempts.get(i).arrivedNanos() - before.endedNanos();
            delays.add(before.status() == null ? Optional.empty() : Optional.of(Duration.ofNanos(delay * clockSpeed)));
        }
        return delays;
    }

    /** From the arrival of the first attempt to that of the last. */
    public Duration took() {
        return attempts.isEmpty()
                ? Duration.ZERO
                : Duration.ofNanos(attempts.get(attempts.size() - 1).arrivedNanos()
                        - attempts.get(0).arrivedNanos());
    }

    @Override
    public String toString() {
        return task.operation() + " " + task.id();
    }
}
