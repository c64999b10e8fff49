package dev.samekey.steps.judge.run;

import dev.samekey.steps.judge.cucumber.Scenario;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * About how long a run takes.
 *
 * @param scenarios how many there are
 * @param time for all of them
 * @param within the time that the run may take, such as {@code 3m}; null where it takes as long as it takes
 */
public record Estimate(
        int scenarios, Duration time, @Nullable String within) {
    /** About what a response of the bundled server took when the durations were measured. */
    private static final Duration MEASURED_RESPONSE = Duration.ofMillis(10);

    /**
     * Adds up what the scenarios took when they were measured, with the waits in them, and how much longer their responses take.
     *
     * @param response how long one takes; zero where nothing was sent yet
     * @param perSecond how many requests may leave in a second; null where that is not limited
     * @param crashes whether the target can be killed
     * @param atOnce how many scenarios that can share the target run at the same time
     */
    static Estimate of(
            List<Foreseen> scenarios,
            MeasuredTimes times,
            Duration response,
            @Nullable Double perSecond,
            boolean crashes,
            int atOnce,
            @Nullable String within) {
        long late = Math.max(0, response.minus(MEASURED_RESPONSE).toMillis());
        List<Foreseen> running = scenarios.stream()
                .filter(one ->
                        one.lacking() == null && (crashes || !one.scenario().has(Sharing.CRASH)))
                .toList();
        Sharing sharing = new Sharing(running.stream().map(Foreseen::scenario).toList());
        Map<String, Long> costs = new HashMap<>();
        running.forEach(one -> costs.put(
                one.scenario().id(), times.of(one.scenario().clause(), one.operation()) + one.requests() * late));
        long ms = sharing.shared().stream().mapToLong(one -> cost(costs, one)).sum() / atOnce
                + sharing.alone().stream().mapToLong(one -> cost(costs, one)).sum()
                + sharing.crashes(atOnce).stream()
                        .mapToLong(batch -> batch.stream()
                                .mapToLong(one -> cost(costs, one))
                                .max()
                                .orElse(0))
                        .sum();
        int requests = running.stream().mapToInt(Foreseen::requests).sum();
        long paced = perSecond == null ? 0 : (long) (1000 * requests / perSecond);
        return new Estimate(scenarios.size(), Duration.ofMillis(Math.max(ms, paced)), within);
    }

    private static long cost(Map<String, Long> costs, Scenario scenario) {
        return Objects.requireNonNull(costs.get(scenario.id()));
    }

    /** Of both, which run at the same time. */
    Estimate and(Estimate other) {
        return new Estimate(scenarios + other.scenarios, time.compareTo(other.time) > 0 ? time : other.time, within);
    }
}
