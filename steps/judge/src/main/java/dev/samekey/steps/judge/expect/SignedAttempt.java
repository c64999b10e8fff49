package dev.samekey.steps.judge.expect;

import dev.samekey.steps.drive.downstream.Arrival;
import dev.samekey.steps.drive.event.Receipt;
import dev.samekey.steps.model.targets.Delivery;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * An attempt at a sink, with the signature that it has.
 *
 * @param first the first attempt at the same message, whose signature was new
 * @param passed how much of the target's time was made to pass between the two, beside the real one
 */
public record SignedAttempt(Delivery.Signature signature, Arrival first, Arrival attempt, Duration passed) {
    /** A signature knows whole seconds, and a message may be signed a little before it is sent. */
    private static final Duration ROUNDED = Duration.ofMillis(1500);

    /** Whether the signature fits the message. */
    public boolean isRight() {
        return receipt(attempt).isRight();
    }

    /** What was sent in place of a right signature. */
    public String sent() {
        return signature.scheme().isTimed() && receipt(attempt).time().isEmpty()
                ? "none with a time"
                : "another one, or none";
    }

    /**
     * Whether it still counts when it arrives. A target may move the clock of its retries and sign by the real one: then its
     * signatures are as far apart as their attempts really were.
     */
    public boolean isOfItsTime() {
        return age().compareTo(signature.tolerance()) <= 0
                || (apart().compareTo(Duration.ZERO) > 0
                        && real().minus(apart()).abs().compareTo(ROUNDED) <= 0);
    }

    /** How old it is when it arrives, by the target's clock: the signature of the first attempt was new. */
    public Duration age() {
        if (attempt.equals(first)) {
            return Duration.ZERO;
        }
        return real().plus(passed).minus(apart());
    }

    private Duration real() {
        return Duration.between(first.at(), attempt.at());
    }

    private Duration apart() {
        Optional<Instant> before = receipt(first).time();
        Optional<Instant> after = receipt(attempt).time();
        return before.isPresent() && after.isPresent()
                ? Duration.between(before.get(), after.get())
                : real().plus(passed);
    }

    private Receipt receipt(Arrival arrival) {
        return Receipt.of(signature, arrival.request());
    }
}
