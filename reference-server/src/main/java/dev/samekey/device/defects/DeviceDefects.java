package dev.samekey.device.defects;

import dev.samekey.device.Answering;
import dev.samekey.device.DeviceParts;
import dev.samekey.device.FreshConnections;
import dev.samekey.device.HttpMessage;
import dev.samekey.device.PassedRequest;
import dev.samekey.device.PooledConnections;
import dev.samekey.device.Repeating;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;

/** All defects of the device, in the order of their clauses. */
public final class DeviceDefects {
    private static final String KEY = "Idempotency-Key";
    private static final int SHORT_KEY = 64;
    private static final Duration SHUT = Duration.ofSeconds(1);

    private DeviceDefects() {}

    /** A new instance of each. */
    public static List<DeviceDefect> all() {
        return List.of(
                new DeviceDefect(
                        "repeats-after-close",
                        "PTH-1",
                        "A request is sent again when the connection ends without a response.",
                        repeating((request, given) -> given.isEmpty())),
                new DeviceDefect(
                        "repeats-after-503",
                        "PTH-1",
                        "A request is sent again after 503, when Retry-After has passed.",
                        parts -> parts.withUpstream(
                                new Repeating(parts.upstream(), (request, given) -> is(503, given)).waiting())),
                new DeviceDefect(
                        "repeats-on-a-new-connection",
                        "PTH-1",
                        "A request is sent again when a connection that was kept ends without a response.",
                        parts -> parts.withUpstream(new PooledConnections(parts.service(), request -> 1))),
                new DeviceDefect(
                                "repeats-after-a-second",
                                "PTH-1",
                                "A request is sent again when a second has passed without a response.",
                                repeatingAfter(Duration.ofSeconds(1)))
                        .with("PTH-14"),
                new DeviceDefect(
                        "repeats-without-body",
                        "PTH-2",
                        "A request without a body is sent again when the connection ends without a response.",
                        repeating((request, given) ->
                                given.isEmpty() && request.message().body().isEmpty())),
                new DeviceDefect(
                                "repeats-what-came-at-once",
                                "PTH-2",
                                "A request whose body came with its head is sent again when the connection ends without a"
                                        + " response.",
                                repeating((request, given) -> given.isEmpty() && request.inOneWrite()))
                        .with("PTH-1"),
                new DeviceDefect(
                        "tries-each-kept-connection",
                        "PTH-3",
                        "A PUT is sent again on each connection that was kept, and then on a new one.",
                        parts -> parts.withUpstream(new PooledConnections(
                                parts.service(), request -> request.isIdempotent() ? Integer.MAX_VALUE - 1 : 0))),
                new DeviceDefect(
                        "repeats-after-cut",
                        "PTH-4",
                        "A request is sent again when its response breaks off.",
                        repeating((request, given) ->
                                given.isPresent() && !given.get().isWhole())),
                new DeviceDefect(
                        "repeats-without-key",
                        "PTH-5",
                        "A PUT that is sent again has no key.",
                        changing(message -> message.without(KEY))),
                new DeviceDefect(
                        "repeats-without-credentials",
                        "PTH-5",
                        "A PUT that is sent again has no credentials.",
                        changing(message -> message.without("Authorization"))),
                new DeviceDefect(
                        "repeats-an-empty-body",
                        "PTH-5",
                        "A PUT that is sent again has no body.",
                        changing(message -> message.saying(""))),
                new DeviceDefect(
                        "marks-the-repetition",
                        "PTH-5",
                        "A PUT that is sent again has another query.",
                        changing(message -> message.starting(message.start().replaceFirst(" HTTP", "?again HTTP")))),
                new DeviceDefect(
                        "repeats-a-put-at-once",
                        "PTH-6",
                        "A PUT is sent again at once after 503, whatever Retry-After says.",
                        repeating((request, given) -> is(503, given) && request.isIdempotent())),
                new DeviceDefect(
                                "repeats-at-once",
                                "PTH-6",
                                "A request is sent again at once after 429, whatever Retry-After says.",
                                repeating((request, given) -> is(429, given)))
                        .with("PTH-1"),
                new DeviceDefect(
                        "says-503",
                        "PTH-7",
                        "Where the service gives no response, the device says 503.",
                        instead(HttpMessage.response(503))),
                new DeviceDefect(
                        "says-408",
                        "PTH-7",
                        "Where the service gives no response, the device says 408.",
                        instead(HttpMessage.response(408))),
                new DeviceDefect(
                        "invites-to-retry",
                        "PTH-7",
                        "Where the service gives no response, the device says 502 with Retry-After.",
                        instead(HttpMessage.response(502, "Retry-After: 1"))),
                new DeviceDefect(
                        "closes-in-place-of-502",
                        "PTH-8",
                        "Where the service gives no response, the connection of the caller ends.",
                        parts -> parts.withAnswering((request, given) -> given)),
                new DeviceDefect(
                        "closes-kept-connections",
                        "PTH-8",
                        "Where the service gives no response, a connection that its caller has used before ends.",
                        parts -> parts.withAnswering((request, given) ->
                                request.number() > 1 ? given : parts.answering().answer(request, given))),
                new DeviceDefect(
                        "completes-what-was-cut",
                        "PTH-9",
                        "Half a response is passed on as a whole one.",
                        responses(response -> response.saying(response.body()))),
                new DeviceDefect(
                        "ends-cut-chunks",
                        "PTH-9",
                        "Half a response in chunks is passed on as a whole one.",
                        responses(
                                response -> response.header("Transfer-Encoding").isPresent()
                                        ? response.saying(response.body())
                                        : response)),
                new DeviceDefect(
                        "takes-103-for-final",
                        "PTH-10",
                        "The first response is passed on, and the one after 103 is not.",
                        parts -> parts.closing()
                                .withUpstream(new FreshConnections(
                                        parts.service(), Duration.ofMinutes(1), response -> true))),
                new DeviceDefect(
                        "refuses-trailers",
                        "PTH-10",
                        "In place of a response with a trailer the device says 502.",
                        responses(response ->
                                response.header("Trailer").isPresent() ? HttpMessage.response(502) : response)),
                new DeviceDefect(
                        "cuts-long-keys",
                        "PTH-11",
                        "Only the first 64 characters of a key are passed on.",
                        requests(message -> key(message, key -> key.substring(0, Math.min(SHORT_KEY, key.length()))))),
                new DeviceDefect(
                        "passes-keys-in-lower-case",
                        "PTH-11",
                        "A key is passed on in lower case.",
                        requests(message -> key(message, key -> key.toLowerCase(Locale.ROOT)))),
                new DeviceDefect(
                        "passes-keys-twice",
                        "PTH-11",
                        "A key is passed on in two lines.",
                        requests(message -> message.header(KEY)
                                .map(key -> message.with(KEY + ": " + key))
                                .orElse(message))),
                new DeviceDefect(
                        "shuts-out-after-failure",
                        "PTH-12",
                        "For a second after a request without a response, the device answers 503 itself.",
                        DeviceDefects::shuttingOut),
                new DeviceDefect(
                        "keeps-responses-by-path",
                        "PTH-13",
                        "A second request to the same path gets the response of the first.",
                        DeviceDefects::keepingResponses),
                new DeviceDefect(
                        "own-error-pages",
                        "PTH-13",
                        "The body of a 4xx is replaced by one of the device's own.",
                        responses(response -> isClientError(response) ? response.saying("<h1>Sorry</h1>") : response)),
                new DeviceDefect(
                        "drops-retry-after",
                        "PTH-13",
                        "Retry-After is not passed on.",
                        responses(response -> response.without("Retry-After"))),
                new DeviceDefect(
                        "drops-unknown-headers",
                        "PTH-13",
                        "Idempotency-Status is not passed on.",
                        responses(response -> response.without("Idempotency-Status"))),
                new DeviceDefect(
                        "repeats-after-five-seconds",
                        "PTH-14",
                        "A request is sent again when five seconds have passed without a response.",
                        repeatingAfter(Duration.ofSeconds(5))));
    }

    private static boolean is(int status, Optional<HttpMessage> given) {
        return given.filter(response -> response.status() == status).isPresent();
    }

    private static boolean isClientError(HttpMessage response) {
        return response.status() >= 400 && response.status() < 500;
    }

    private static UnaryOperator<DeviceParts> repeating(BiPredicate<PassedRequest, Optional<HttpMessage>> when) {
        return parts -> parts.withUpstream(new Repeating(parts.upstream(), when));
    }

    /** A PUT may be sent again, but as it was. */
    private static UnaryOperator<DeviceParts> changing(UnaryOperator<HttpMessage> change) {
        return parts -> parts.withUpstream(
                new Repeating(parts.upstream(), (request, given) -> given.isEmpty() && request.isIdempotent())
                        .changing(change));
    }

    /** Once the service has closed the connection, nothing is sent again. */
    private static UnaryOperator<DeviceParts> repeatingAfter(Duration patience) {
        return parts -> parts.withUpstream(request -> {
            long start = System.nanoTime();
            Optional<HttpMessage> first =
                    new FreshConnections(parts.service(), patience, response -> response.status() >= 200).send(request);
            boolean isLate = System.nanoTime() - start >= patience.toNanos();
            return first.isEmpty() && isLate ? parts.upstream().send(request) : first;
        });
    }

    private static UnaryOperator<DeviceParts> requests(UnaryOperator<HttpMessage> change) {
        return parts -> parts.withUpstream(request -> parts.upstream().send(request.with(change)));
    }

    private static HttpMessage key(HttpMessage message, UnaryOperator<String> change) {
        return message.header(KEY)
                .map(key -> message.without(KEY).with(KEY + ": " + change.apply(key)))
                .orElse(message);
    }

    /** Those of the service. */
    private static UnaryOperator<DeviceParts> responses(UnaryOperator<HttpMessage> change) {
        return parts -> answering(parts, (request, given) -> given.map(change));
    }

    private static UnaryOperator<DeviceParts> instead(HttpMessage own) {
        return parts -> answering(parts, (request, given) -> given.or(() -> Optional.of(own)));
    }

    private static DeviceParts answering(DeviceParts parts, Answering before) {
        return parts.withAnswering(
                (request, given) -> parts.answering().answer(request, before.answer(request, given)));
    }

    private static DeviceParts shuttingOut(DeviceParts parts) {
        AtomicLong failed = new AtomicLong(System.nanoTime() - SHUT.toNanos());
        return parts.withUpstream(request -> {
            if (System.nanoTime() - failed.get() < SHUT.toNanos()) {
                return Optional.of(HttpMessage.response(503));
            }
            Optional<HttpMessage> response = parts.upstream().send(request);
            if (response.isEmpty()) {
                failed.set(System.nanoTime());
            }
            return response;
        });
    }

    private static DeviceParts keepingResponses(DeviceParts parts) {
        Map<String, HttpMessage> kept = new ConcurrentHashMap<>();
        return parts.withUpstream(request -> Optional.ofNullable(
                        kept.get(request.message().start()))
                .or(() -> parts.upstream().send(request).map(response -> {
                    kept.put(request.message().start(), response);
                    return response;
                })));
    }
}
