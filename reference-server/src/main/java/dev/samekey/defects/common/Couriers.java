package dev.samekey.defects.common;

import dev.samekey.server.outbox.Courier;
import dev.samekey.server.outbox.Message;
import dev.samekey.server.outbox.NotAcknowledgedException;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The ways to those who are told, changed. */
public final class Couriers {
    private Couriers() {}

    /** The parts with another courier in place of each. */
    public static Parts each(Parts parts, UnaryOperator<Courier> change) {
        return parts.with(
                Part.COURIERS,
                parts.get(Part.COURIERS).entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, entry -> change.apply(entry.getValue()))));
    }

    /** Tells it once, to whoever is there, and leaves it at that. */
    public static void tryOnce(Parts parts, Message message) {
        Courier courier = parts.get(Part.COURIERS).getOrDefault(message.destination(), nobody -> {});
        tryOnce(courier, message);
    }

    /** Tells it once, and leaves it at that. */
    public static void tryOnce(Courier courier, Message message) {
        try {
            courier.deliver(message);
        } catch (NotAcknowledgedException ignored) {
            // That is the mistake.
        }
    }
}
