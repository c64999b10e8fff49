package dev.samekey.defects.interaction;

import dev.samekey.server.idempotency.KeyedRequest;
import java.time.Duration;

/**
 * A request as a defect sees it.
 *
 * @param first the body of the first request under its key
 * @param elsewhere whether another replica had the first request under its key
 * @param before how many requests under its key came before it
 * @param age how long ago the first of them came
 */
record Arrival(KeyedRequest request, String first, boolean elsewhere, int before, Duration age) {
    String header(String name) {
        return String.valueOf(request.call().header(name));
    }

    byte[] body() {
        return request.call().body().bytes();
    }
}
