package dev.samekey.seeds;

/** One row of the consumer's table: an event that is delivered so often is handled so often. */
public record InboxDelivery(String row, String clause, String operation, int deliveries) {}
