package dev.samekey.defects.interaction;

import dev.samekey.server.idempotency.KeyedRequest;
import java.time.Duration;

/**
 * A request as a defect sees it.
 *
 * @param first the body of the first request under its key
 * @param elsewhere whether another replica had the first request under its key
 * @param inSecondVersion whether it came in HTTP/2
 * @param history what happened to the first request under its key, and before it
 * @param before how many requests under its key came before it
 * @param age how long ago the first of them came
 */
record Arrival(
        KeyedRequest request,
        String first,
        boolean elsewhere,
        boolean inSecondVersion,
        History history,
        int before,
        Duration age) {

    /**
     * What happened to the first request under a key, and before it.
     *
     * @param inSecondVersion whether it came in HTTP/2
     * @param brokenOff whether one before it broke off in its body
     * @param unheard whether its caller had gone when it was done
     */
    record History(boolean inSecondVersion, boolean brokenOff, boolean unheard) {}

    String header(String name) {
        return String.valueOf(request.call().header(name));
    }

    byte[] body() {
        return request.call().body().bytes();
    }
}
