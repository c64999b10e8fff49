package dev.samekey.device.variants;

import dev.samekey.device.DeviceParts;
import dev.samekey.device.HttpMessage;
import dev.samekey.device.PooledConnections;
import dev.samekey.device.Repeating;
import dev.samekey.device.Upstream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** All variants of the device. */
public final class DeviceVariants {
    private static final int LONGEST_KEY = 8 * 1024;
    private static final int CHUNK = 64;

    private DeviceVariants() {}

    /** A new instance of each. */
    public static List<DeviceVariant> all() {
        return List.of(
                new DeviceVariant(
                        "pooled-connections",
                        "Connections to the service are kept for later requests.",
                        parts -> parts.withUpstream(new PooledConnections(parts.service(), request -> 0))),
                new DeviceVariant(
                        "repeats-a-put-once",
                        "A PUT is sent once more, as it was, when the connection ends without a response.",
                        parts -> parts.withUpstream(new Repeating(
                                parts.upstream(), (request, given) -> given.isEmpty() && request.isIdempotent()))),
                new DeviceVariant(
                        "repeats-a-put-when-asked",
                        "A PUT is sent once more after a response with Retry-After, as late as that says.",
                        parts -> parts.withUpstream(new Repeating(
                                        parts.upstream(),
                                        (request, given) -> request.isIdempotent()
                                                && given.flatMap(response -> response.header("Retry-After"))
                                                        .isPresent())
                                .waiting())),
                new DeviceVariant(
                        "says-504",
                        "Where the service gives no response, the device says 504.",
                        parts -> parts.withAnswering((request, given) -> parts.answering()
                                .answer(request, given.or(() -> Optional.of(HttpMessage.response(504)))))),
                new DeviceVariant(
                        "refuses-long-keys",
                        "A key of more than 8 kB is refused with 431.",
                        parts -> refusing(
                                parts,
                                431,
                                message -> message.headers().stream().anyMatch(line -> line.length() > LONGEST_KEY))),
                new DeviceVariant(
                        "refuses-chunks",
                        "A request that does not say its length is refused with 411.",
                        parts -> refusing(
                                parts,
                                411,
                                message -> message.header("Transfer-Encoding").isPresent())),
                new DeviceVariant(
                        "answers-in-chunks",
                        "Each response is passed on in chunks.",
                        parts -> parts.withFraming(
                                response -> response.bytes("Transfer-Encoding: chunked", chunks(response.body())))),
                new DeviceVariant(
                        "closes-after-each-response",
                        "The connection of a caller ends with its first response.",
                        DeviceParts::closing),
                new DeviceVariant(
                        "small-header-names",
                        "Names of headers are passed on in small letters, both ways.",
                        parts -> both(parts, message -> message.withEach(DeviceVariants::small))),
                new DeviceVariant(
                        "adds-headers",
                        "Each message gets a line that says which way it went.",
                        parts -> both(parts, message -> message.with("Via: 1.1 device"))),
                new DeviceVariant(
                        "one-at-a-time",
                        "A request is sent when the one before has its response.",
                        parts -> parts.withUpstream(inTurn(parts.upstream()))),
                new DeviceVariant(
                        "sees-the-service-late",
                        "The first two requests get 502, and do not arrive.",
                        DeviceVariants::late));
    }

    private static DeviceParts refusing(DeviceParts parts, int status, Predicate<HttpMessage> which) {
        return parts.withUpstream(request -> which.test(request.message())
                ? Optional.of(HttpMessage.response(status))
                : parts.upstream().send(request));
    }

    private static String chunks(String body) {
        StringBuilder chunks = new StringBuilder();
        for (int from = 0; from < body.length(); from += CHUNK) {
            String chunk = body.substring(from, Math.min(body.length(), from + CHUNK));
            chunks.append(Integer.toHexString(chunk.length()))
                    .append("\r\n")
                    .append(chunk)
                    .append("\r\n");
        }
        return chunks.append("0\r\n\r\n").toString();
    }

    private static DeviceParts both(DeviceParts parts, UnaryOperator<HttpMessage> change) {
        return parts.withUpstream(
                request -> parts.upstream().send(request.with(change)).map(change));
    }

    private static String small(String line) {
        int end = Math.max(0, line.indexOf(':'));
        return line.substring(0, end).toLowerCase(Locale.ROOT) + line.substring(end);
    }

    private static Upstream inTurn(Upstream upstream) {
        Object turn = new Object();
        return request -> {
            synchronized (turn) {
                return upstream.send(request);
            }
        };
    }

    private static DeviceParts late(DeviceParts parts) {
        AtomicInteger left = new AtomicInteger(2);
        return parts.withUpstream(request ->
                left.getAndDecrement() > 0 ? Optional.empty() : parts.upstream().send(request));
    }
}
