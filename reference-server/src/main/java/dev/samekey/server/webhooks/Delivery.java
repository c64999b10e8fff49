package dev.samekey.server.webhooks;

import dev.samekey.server.http.Answer;
import dev.samekey.server.inbox.Event;
import dev.samekey.server.inbox.Receipt;
import org.jspecify.annotations.Nullable;

/** What became of a delivery; one that was too broken has no event. */
public record Delivery(
        String source,
        @Nullable Event event,
        Result result,
        @Nullable Answer refusal) {
    /** How it ended. The states are those of the inbox row. */
    public enum Result {
        PROCESSED("none", "processed"),
        ACCEPTED("none", "pending"),
        DUPLICATE("processed", "processed"),
        CONFLICT("processed", "flagged"),
        IGNORED("none", "none"),
        REFUSED("none", "none");

        private final String from;
        private final String to;

        Result(String from, String to) {
            this.from = from;
            this.to = to;
        }

        static Result of(Receipt receipt) {
            return switch (receipt) {
                case PROCESSED -> PROCESSED;
                case ACCEPTED -> ACCEPTED;
                case DUPLICATE -> DUPLICATE;
                case CONFLICT -> CONFLICT;
            };
        }

        /** What the inbox held before. */
        public String from() {
            return from;
        }

        /** What the inbox holds now. */
        public String to() {
            return to;
        }
    }

    /** A delivery that is acknowledged. */
    static Delivery of(Event event, Result result) {
        return new Delivery(event.source(), event, result, null);
    }

    /** A delivery that is not. */
    static Delivery refused(String source, @Nullable Event event, Result result, Answer refusal) {
        return new Delivery(source, event, result, refusal);
    }
}
