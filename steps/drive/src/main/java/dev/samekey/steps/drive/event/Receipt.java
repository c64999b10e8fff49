package dev.samekey.steps.drive.event;

import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.targets.Delivery;
import java.time.Instant;
import java.util.Optional;

/**
 * What a receiver makes of the signature of a message.
 *
 * @param isRight whether it fits the message and the secret
 * @param time for which moment it was made; nothing where the scheme knows no time
 */
public record Receipt(boolean isRight, Optional<Instant> time) {
    /** Of a message as it arrived. */
    public static Receipt of(Delivery.Signature signature, Request message) {
        Scheme scheme = Scheme.of(signature);
        return new Receipt(scheme.fits(signature, message), scheme.time(signature, message));
    }
}
