package dev.samekey.steps.drive.downstream;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a counterpart remembers of a whole run, as a real one would: what it did, and for whom; and what it is to spoil. */
final class Book {
    private final List<Arrival> arrivals = new ArrayList<>();
    private final List<Act> acts = new ArrayList<>();
    private final Map<String, Act> byKey = new HashMap<>();
    private final Map<String, Deque<Trouble>> planned = new HashMap<>();
    private final Map<String, Integer> met = new HashMap<>();
    private final Map<String, CountDownLatch> waits = new HashMap<>();
    /** What went wrong while a call was taken in: from then on calls may be missing here. */
    private @Nullable Throwable failure;

    private boolean told;

    /** Notes that a call could not be taken in; whoever reads the book from now on is told. */
    synchronized void failed(Throwable cause) {
        failure = failure == null ? cause : failure;
    }

    /** @throws IllegalStateException when calls may be missing, and nobody was told so yet */
    synchronized void close() {
        if (!told) {
            mustBeWhole();
        }
    }

    private void mustBeWhole() {
        if (failure != null) {
            told = true;
            throw new IllegalStateException("a call to a counterpart could not be taken in: " + failure, failure);
        }
    }

    /** The next calls about this each meet the trouble. */
    synchronized void plan(String about, Trouble trouble, int times) {
        Deque<Trouble> next = planned.computeIfAbsent(about, unused -> new ArrayDeque<>());
        for (int i = 0; i < times; i++) {
            next.add(trouble);
        }
        waits.putIfAbsent(about, new CountDownLatch(1));
    }

    /** What is left of the plan is dropped, and whoever is held back is let go. */
    synchronized void relieve(String about) {
        planned.remove(about);
        CountDownLatch wait = waits.remove(about);
        if (wait != null) {
            wait.countDown();
        }
    }

    /** The trouble that the next call about this is to meet. */
    synchronized @Nullable Trouble next(String about) {
        Deque<Trouble> next = planned.get(about);
        Trouble trouble = next == null ? null : next.poll();
        if (trouble != null) {
            met.merge(about, 1, Integer::sum);
        }
        return trouble;
    }

    synchronized int met(String about) {
        mustBeWhole();
        return met.getOrDefault(about, 0);
    }

    /** Counts down when the trouble about this is over. */
    synchronized CountDownLatch relief(String about) {
        return waits.getOrDefault(about, new CountDownLatch(0));
    }

    /** What was done under this key before, or what is done now. */
    synchronized Act act(String about, @Nullable String key, Function<String, JsonNode> result) {
        Act known = key == null ? null : byKey.get(key);
        if (known != null) {
            return known;
        }
        String id = UUID.randomUUID().toString();
        Act act = new Act(id, about, key, result.apply(id));
        acts.add(act);
        if (key != null) {
            byKey.put(key, act);
        }
        return act;
    }

    synchronized void note(Arrival arrival) {
        arrivals.add(arrival);
    }

    /** What came in about this, looks included, in the order of its coming. */
    synchronized List<Arrival> arrivals(String about) {
        mustBeWhole();
        return arrivals.stream()
                .filter(arrival ->
                        arrival.about().equals(about) || arrival.path().contains(about))
                .toList();
    }

    synchronized List<Act> acts(Stream<String> abouts) {
        List<String> wanted = abouts.toList();
        return acts.stream().filter(act -> wanted.contains(act.about())).toList();
    }
}
