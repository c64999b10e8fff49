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

/** What a counterpart remembers of a whole run, as a real one would: its calls and acts; and its planned faults. */
final class Book {
    private final List<Arrival> arrivals = new ArrayList<>();
    private final List<Act> acts = new ArrayList<>();
    private final Map<String, Act> byKey = new HashMap<>();
    private final Map<String, Deque<DownstreamFault>> planned = new HashMap<>();
    private final Map<String, Integer> met = new HashMap<>();
    private final Map<String, CountDownLatch> waits = new HashMap<>();
    /** What went wrong while a call was taken in: from then on calls may be missing here. */
    private @Nullable Throwable failure;

    private boolean reported;

    /** Notes that a call could not be taken in; each later reader of the book gets this failure. */
    synchronized void failed(Throwable cause) {
        failure = failure == null ? cause : failure;
    }

    /** @throws IllegalStateException when calls may be missing, and this is not reported yet */
    synchronized void close() {
        if (!reported) {
            mustBeWhole();
        }
    }

    private void mustBeWhole() {
        if (failure != null) {
            reported = true;
            throw new IllegalStateException("a call to a counterpart could not be taken in: " + failure, failure);
        }
    }

    /** The next calls about this each meet the fault. */
    synchronized void plan(String about, DownstreamFault fault, int times) {
        Deque<DownstreamFault> next = planned.computeIfAbsent(about, unused -> new ArrayDeque<>());
        for (int i = 0; i < times; i++) {
            next.add(fault);
        }
        waits.putIfAbsent(about, new CountDownLatch(1));
    }

    /** Drops the rest of the plan, and releases the calls that are held back. */
    synchronized void relieve(String about) {
        planned.remove(about);
        CountDownLatch wait = waits.remove(about);
        if (wait != null) {
            wait.countDown();
        }
    }

    /** The fault that the next call about this is to meet. */
    synchronized @Nullable DownstreamFault next(String about) {
        Deque<DownstreamFault> next = planned.get(about);
        DownstreamFault fault = next == null ? null : next.poll();
        if (fault != null) {
            met.merge(about, 1, Integer::sum);
        }
        return fault;
    }

    synchronized int met(String about) {
        mustBeWhole();
        return met.getOrDefault(about, 0);
    }

    /** Counts down when the fault about this is over. */
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

    /** The calls about this, looks included, in the order of arrival. */
    synchronized List<Arrival> arrivals(String about) {
        mustBeWhole();
        return arrivals.stream()
                .filter(arrival ->
                        arrival.about().equals(about) || arrival.path().contains(about))
                .toList();
    }

    /** What else the calls under this key are about. */
    synchronized List<String> others(String about, String key) {
        mustBeWhole();
        return arrivals.stream()
                .filter(arrival -> key.equals(arrival.key()) && !arrival.isLook())
                .map(Arrival::about)
                .filter(other -> !other.isEmpty() && !other.equals(about))
                .distinct()
                .toList();
    }

    synchronized List<Act> acts(Stream<String> abouts) {
        List<String> wanted = abouts.toList();
        return acts.stream().filter(act -> wanted.contains(act.about())).toList();
    }
}
