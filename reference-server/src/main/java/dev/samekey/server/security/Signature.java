package dev.samekey.server.security;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Call;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;

/** Lets only the producer in (EVT-11). */
@FunctionalInterface
public interface Signature {
    /** Older or newer than this a signature is stale: whoever has overheard it cannot use it for long. */
    Duration TOLERANCE = Duration.ofMinutes(5);

    /** Throws the fault that the call is not signed by whoever has the secret, or not lately. */
    void verify(Call call);

    /** Lets everybody in. */
    static Signature none() {
        return call -> {};
    }

    /** The fault of whatever is wrong with a signature. */
    static FaultException refusal(String detail) {
        return new FaultException(Fault.SIGNATURE_INVALID, detail);
    }

    /** The header that must be there. */
    static String header(Call call, String name) {
        String value = call.header(name);
        if (value == null || value.isBlank()) {
            throw refusal("A delivery needs the header " + name + ".");
        }
        return value;
    }

    /** Refuses a time, in seconds since 1970, that is too far from now. */
    static void requireRecent(String seconds, Clock clock) {
        try {
            Instant signed = Instant.ofEpochSecond(Long.parseLong(seconds));
            if (Duration.between(signed, clock.instant()).abs().compareTo(TOLERANCE) > 0) {
                throw refusal("The signature is stale, or of a time to come.");
            }
        } catch (NumberFormatException | DateTimeException noTime) {
            throw refusal("The signature has no time.");
        }
    }
}
