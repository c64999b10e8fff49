package dev.samekey.client;

import dev.samekey.client.AttemptResult.Response;
import java.time.Duration;
import java.util.Optional;

/** Lets the server say when it wants the next attempt. */
@FunctionalInterface
public interface RetryAfter {
    /**
     * How long to wait after a response.
     *
     * @param own the client's own delay
     * @return nothing where the server asks for more time than the contract gives it, so that the client gives up
     */
    Optional<Duration> wait(Response response, Duration own);
}
