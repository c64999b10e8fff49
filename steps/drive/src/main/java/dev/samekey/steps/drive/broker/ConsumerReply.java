package dev.samekey.steps.drive.broker;

/**
 * What a consumer replied to a delivery.
 *
 * @param deliveries how often the broker had delivered the message by then
 */
public record ConsumerReply(Word word, long deliveries) {
    /** The words of JetStream. */
    public enum Word {
        /** Received: it is not delivered again. */
        ACKNOWLEDGED,
        /** Refused for good: it is not delivered again. */
        TERMINATED,
        /** Not now: it is delivered again. */
        DECLINED
    }
}
