package dev.samekey.server.telemetry;

import dev.samekey.server.idempotency.Attempt;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.DecisionObserver;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.idempotency.State;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;

/** Counts requests by what they came to (OBS-3), and measures how old a key is when it replays (OBS-4). */
public final class OutcomeMeters implements DecisionObserver {
    private final Map<Outcome, Counter> counters = new EnumMap<>(Outcome.class);
    private final Counter takeovers;
    private final Timer replayAge;
    private final Clock clock;

    /** Registers every counter at once, so that each reads 0 from the start. */
    public OutcomeMeters(MeterRegistry registry, Clock clock) {
        for (Outcome outcome : Outcome.values()) {
            counters.put(outcome, registry.counter("idempotent." + outcome.label()));
        }
        this.takeovers = registry.counter("idempotent.processing_timeout");
        this.replayAge = Timer.builder("idempotent.replay.age")
                .publishPercentiles(0.5, 0.95)
                .maximumExpectedValue(Duration.ofDays(1))
                .register(registry);
        this.clock = clock;
    }

    @Override
    public void decided(Attempt attempt, Decision decision) {
        Counter counter = counters.get(decision.outcome());
        if (counter != null) {
            counter.increment();
        }
        if (isTakeover(decision)) {
            takeovers.increment();
        }
        Instant firstClaimedAt = decision.firstClaimedAt();
        if (decision.outcome() == Outcome.REPLAYED && firstClaimedAt != null) {
            replayAge.record(Duration.between(firstClaimedAt, clock.instant()));
        }
    }

    /** Only a claim that was taken over ends an operation that was in progress before. */
    private static boolean isTakeover(Decision decision) {
        return decision.from() == State.IN_PROGRESS && decision.to() != State.IN_PROGRESS;
    }
}
