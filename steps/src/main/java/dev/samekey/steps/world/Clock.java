package dev.samekey.steps.world;

import com.fasterxml.jackson.databind.node.LongNode;
import dev.samekey.steps.http.Exchange;
import java.time.Duration;
import java.util.Map;

/** The target's clock, as far as the harness can move it: forward. */
public final class Clock {
    private final Control advance;

    public Clock(Control advance) {
        this.advance = advance;
    }

    /** Moves it; where the target did not, the scenario ends without a judgement. */
    public Exchange advance(Duration by) {
        return advance.send(Map.of("ms", LongNode.valueOf(by.toMillis())));
    }
}
