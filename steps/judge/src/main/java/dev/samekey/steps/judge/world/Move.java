package dev.samekey.steps.judge.world;

import dev.samekey.steps.drive.http.Exchange;
import org.jspecify.annotations.Nullable;

/** One thing that a scenario did to its target, so that a script can do it again. */
public sealed interface Move {
    /** How the title of what raced ends. */
    String SIMULTANEOUS = "simultaneous requests";

    /** When it began, on the clock of {@link System#nanoTime()}. */
    long began();

    /**
     * A request that was sent.
     *
     * @param title what it was, in words
     * @param call what it belongs to; null for a request to the target itself, such as one that moves its clock
     * @param purpose null for what was not under test
     * @param asItIs whether it left with whatever signature it had, right or wrong
     */
    record Sent(
            String title,
            Exchange exchange,
            @Nullable Call call,
            @Nullable Purpose purpose,
            boolean asItIs) implements Move {
        @Override
        public long began() {
            return exchange.sent();
        }
    }

    /** What no request does, such as a crash. */
    record ByHand(String what, long began) implements Move {}
}
