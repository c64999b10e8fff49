package com.example.shop;

import java.util.function.Supplier;

/** Lets the work of a key be done once. */
interface Keys {
    /**
     * Does the work, or returns what it answered before.
     *
     * @throws InProgress when another request does it now
     * @throws OtherPayload when the key was used for another payload
     */
    Answer once(String key, String payload, Supplier<String> work);

    record Answer(String body, boolean isReplay) {}

    final class InProgress extends RuntimeException {}

    final class OtherPayload extends RuntimeException {}
}
