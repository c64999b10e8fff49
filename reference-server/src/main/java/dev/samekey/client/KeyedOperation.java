package dev.samekey.client;

/**
 * What a caller wants done once, with as many attempts as it takes.
 *
 * @param name such as {@code payment}
 * @param payload a JSON object
 * @param key made before the first attempt; all attempts have it, also those of a later process
 */
public record KeyedOperation(String name, String payload, String key) {}
