package dev.samekey.steps.drive.path;

import java.time.Instant;

/**
 * A request that arrived at the service behind a device.
 *
 * @param at when it had arrived whole
 * @param connection the number of its connection
 */
public record PathArrival(Instant at, int connection, Message request) {}
