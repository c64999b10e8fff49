package dev.samekey.device;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Sends some requests a second time.
 *
 * @param when which, after which response
 * @param pause how long after it
 * @param change what is sent then
 */
public record Repeating(
        Upstream upstream,
        BiPredicate<PassedRequest, Optional<HttpMessage>> when,
        Function<HttpMessage, Duration> pause,
        UnaryOperator<HttpMessage> change)
        implements Upstream {
    /** At once, and as it was. */
    public Repeating(Upstream upstream, BiPredicate<PassedRequest, Optional<HttpMessage>> when) {
        this(upstream, when, response -> Duration.ZERO, UnaryOperator.identity());
    }

    /** As late as the response says. */
    public Repeating waiting() {
        return new Repeating(upstream, when, Repeating::retryAfter, change);
    }

    public Repeating changing(UnaryOperator<HttpMessage> other) {
        return new Repeating(upstream, when, pause, other);
    }

    private static Duration retryAfter(HttpMessage response) {
        return Duration.ofSeconds(
                response.header("Retry-After").map(Long::parseLong).orElse(0L));
    }

    @Override
    public Optional<HttpMessage> send(PassedRequest request) {
        Optional<HttpMessage> first = upstream.send(request);
        if (!when.test(request, first)) {
            return first;
        }
        try {
            Thread.sleep(first.map(pause).orElse(Duration.ZERO).toMillis());
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return first;
        }
        return upstream.send(request.with(change));
    }
}
