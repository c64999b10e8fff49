package dev.samekey.server.webhooks;

import dev.samekey.server.http.Answer;
import org.jspecify.annotations.Nullable;

/** What became of a delivery; one that was too broken has no event. */
public record Delivery(
        String source,
        @Nullable Event event,
        Result result,
        @Nullable Answer refusal) {
    /** How it ended. The states are those of the inbox row: none, or completed. */
    public enum Result {
        PROCESSED("none", "completed"),
        DUPLICATE("completed", "completed"),
        IGNORED("none", "none"),
        REFUSED("none", "none");

        private final String from;
        private final String to;

        Result(String from, String to) {
            this.from = from;
            this.to = to;
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
    static Delivery refused(String source, @Nullable Event event, Answer refusal) {
        return new Delivery(source, event, Result.REFUSED, refusal);
    }
}
