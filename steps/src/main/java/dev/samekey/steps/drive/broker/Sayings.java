package dev.samekey.steps.drive.broker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What consumers have said of each message in a run, and those who wait for it. */
final class Sayings {
    private final Map<Place, List<Said>> said = new HashMap<>();
    private final List<Waiting> waiting = new ArrayList<>();
    private @Nullable RuntimeException failure;

    /** A message in a stream, as a consumer gets it. */
    record Place(String stream, String consumer, long sequence) {}

    private record Waiting(Place place, Predicate<Said> wanted, CompletableFuture<Said> answer) {}

    synchronized void note(Place place, Said word) {
        said.computeIfAbsent(place, unused -> new ArrayList<>()).add(word);
        waiting.removeIf(one -> one.place().equals(place)
                && one.wanted().test(word)
                && (one.answer().complete(word) || one.answer().isDone()));
    }

    /** Something was said that could not be read: whoever waits, and whoever asks from now on, gets this error. */
    synchronized void failed(RuntimeException cause) {
        failure = cause;
        waiting.forEach(one -> one.answer().completeExceptionally(cause));
        waiting.clear();
    }

    /** The first of what was or will be said of it that is wanted. */
    synchronized CompletableFuture<Said> first(Place place, Predicate<Said> wanted) {
        // Whoever waited and gave up has cancelled.
        waiting.removeIf(one -> one.answer().isDone());
        if (failure != null) {
            return CompletableFuture.failedFuture(failure);
        }
        CompletableFuture<Said> answer = new CompletableFuture<>();
        said.getOrDefault(place, List.of()).stream()
                .filter(wanted)
                .findFirst()
                .ifPresentOrElse(answer::complete, () -> waiting.add(new Waiting(place, wanted, answer)));
        return answer;
    }
}
