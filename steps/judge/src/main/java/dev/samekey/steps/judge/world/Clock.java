package dev.samekey.steps.judge.world;

import com.fasterxml.jackson.databind.node.LongNode;
import dev.samekey.steps.drive.http.Exchange;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/** The target's clock, as far as the harness can move it: forward. */
public final class Clock implements InstantSource {
    private final Control advance;
    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);

    public Clock(Control advance) {
        this.advance = advance;
    }

    /** Moves it; where the target did not, the scenario ends without a judgement. */
    public Exchange advance(Duration by) {
        Exchange exchange = advance.send(Map.of("ms", LongNode.valueOf(by.toMillis())));
        ahead.accumulateAndGet(by, Duration::plus);
        return exchange;
    }

    /** What it shows, as far as the harness has moved it and both have gone alike since. */
    @Override
    public Instant instant() {
        return Instant.now().plus(Objects.requireNonNull(ahead.get()));
    }
}
