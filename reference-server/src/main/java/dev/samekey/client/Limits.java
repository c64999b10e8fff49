package dev.samekey.client;

import java.time.Duration;

/**
 * Where an operation ends.
 *
 * @param attempts at most, the first one included
 * @param total how long it takes at most, with its last response
 * @param response how long each response may take
 */
public record Limits(int attempts, Duration total, Duration response) {}
