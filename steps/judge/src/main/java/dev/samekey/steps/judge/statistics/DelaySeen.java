package dev.samekey.steps.judge.statistics;

import dev.samekey.steps.model.contract.Envelope;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One delay of a client.
 *
 * @param retry before which retry; the first is 1
 * @param seen from the end of the attempt before to the start of this one
 * @param envelope the bounds that the contract sets
 */
public record DelaySeen(int retry, Duration seen, Envelope envelope) {
    /**
     * The delays that were chosen between their bounds. One that may have been brought to a bound, because the choice was beyond
     * it, does not show how the client chooses; the others fill what is left between the bounds.
     */
    static List<DelaySeen> chosen(List<DelaySeen> delays, Noise noise) {
        return delays.stream()
                .map(delay -> delay.uncut(noise.tolerance()))
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<DelaySeen> uncut(Duration tolerance) {
        Duration least = envelope.isCutBelow() ? envelope.least().plus(tolerance) : envelope.least();
        Duration most = envelope.isCutAbove() ? envelope.most().minus(tolerance) : envelope.most();
        boolean isCut = (envelope.isCutBelow() && seen.compareTo(least) < 0)
                || (envelope.isCutAbove() && seen.compareTo(most) > 0);
        return isCut || least.compareTo(most) > 0
                ? Optional.empty()
                : Optional.of(new DelaySeen(retry, seen, new Envelope(least, most)));
    }

    /** How far outside of its bounds it is; zero where it is within. */
    public Duration outside() {
        Duration early = envelope.least().minus(seen);
        Duration late = seen.minus(envelope.most());
        Duration most = early.compareTo(late) > 0 ? early : late;
        return most.isNegative() ? Duration.ZERO : most;
    }
}
