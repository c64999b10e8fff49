package dev.samekey.steps.drive.broker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What consumers replied to each message of a run, and the calls that wait for it. */
final class ConsumerReplies {
    private final Map<Place, List<ConsumerReply>> byPlace = new HashMap<>();
    private final List<Waiting> waiting = new ArrayList<>();
    private @Nullable RuntimeException failure;

    /** A message in a stream, as a consumer gets it. */
    record Place(String stream, String consumer, long sequence) {}

    private record Waiting(Place place, Predicate<ConsumerReply> wanted, CompletableFuture<ConsumerReply> answer) {}

    synchronized void note(Place place, ConsumerReply word) {
        byPlace.computeIfAbsent(place, unused -> new ArrayList<>()).add(word);
        waiting.removeIf(one -> one.place().equals(place)
                && one.wanted().test(word)
                && (one.answer().complete(word) || one.answer().isDone()));
    }

    /** A reply could not be read: each waiting call, and each later one, gets this error. */
    synchronized void failed(RuntimeException cause) {
        failure = cause;
        waiting.forEach(one -> one.answer().completeExceptionally(cause));
        waiting.clear();
    }

    /** The first wanted reply to the message, now or later. */
    synchronized CompletableFuture<ConsumerReply> first(Place place, Predicate<ConsumerReply> wanted) {
        // A call that gave up has cancelled its wait.
        waiting.removeIf(one -> one.answer().isDone());
        if (failure != null) {
            return CompletableFuture.failedFuture(failure);
        }
        CompletableFuture<ConsumerReply> answer = new CompletableFuture<>();
        byPlace.getOrDefault(place, List.of()).stream()
                .filter(wanted)
                .findFirst()
                .ifPresentOrElse(answer::complete, () -> waiting.add(new Waiting(place, wanted, answer)));
        return answer;
    }
}
