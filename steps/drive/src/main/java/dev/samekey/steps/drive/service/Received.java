package dev.samekey.steps.drive.service;

import dev.samekey.steps.drive.http.Header;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a client, as it arrived.
 *
 * @param unique the word of the task whose attempt this is; empty where it belongs to none
 * @param number which attempt of the task this is; the first is 1
 * @param arrivedNanos when the whole request was there, by {@link System#nanoTime()}
 * @param endedNanos just before the response was written or lost, or when a client that gave up was last seen to
 *     wait; 0 while it is under way
 * @param target path and query, as they were sent
 * @param key where the dialect has it; null where there is none
 * @param behaviour what the service did about it
 * @param acted whether it took effect
 * @param status of the response; null where there was none
 */
public record Received(
        String unique,
        int number,
        long arrivedNanos,
        long endedNanos,
        String protocol,
        String method,
        String target,
        List<Header> headers,
        String body,
        @Nullable String key,
        Behaviour behaviour,
        boolean acted,
        @Nullable Integer status) {}
