package dev.samekey.client.defects;

import dev.samekey.client.AttemptResult.Response;
import dev.samekey.client.Backoff;
import dev.samekey.client.ClientParts;
import dev.samekey.client.JitteredBackoff;
import dev.samekey.client.Limits;
import dev.samekey.server.contract.RetryRules;
import dev.samekey.server.contract.RetryRules.Jitter;
import java.math.BigInteger;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoubleSupplier;

/** Delays that are not what they should be (CLI-7 to CLI-9). */
final class WrongDelays {
    private static final long SEED = 4711;
    private static final double TENTH = 0.1;
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration FOREVER = Duration.ofDays(365);
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private WrongDelays() {}

    static List<ClientDefect> all() {
        return List.of(
                new ClientDefect(
                        "ignores-retry-after",
                        "CLI-7",
                        "The client goes by its own delays only.",
                        parts -> parts.withRetryAfter((response, own) -> Optional.of(own))),
                new ClientDefect(
                        "ignores-retry-after-date",
                        "CLI-7",
                        "Retry-After counts as seconds; as a date it does not.",
                        parts -> parts.withRetryAfter((response, own) -> isDate(response)
                                ? Optional.of(own)
                                : parts.retryAfter().wait(response, own))),
                new ClientDefect(
                        "reads-retry-after-as-local-time",
                        "CLI-7",
                        "A date of Retry-After is read as the time of the client's own zone.",
                        parts -> parts.withRetryAfter((response, own) -> isDate(response)
                                ? Optional.of(untilLocal(response, own))
                                : parts.retryAfter().wait(response, own))),
                new ClientDefect(
                        "ignores-retry-after-of-a-rate-limit",
                        "CLI-7",
                        "Retry-After counts where the service is unavailable; with a 429 it does not.",
                        parts -> parts.withRetryAfter((response, own) -> response.status() == 429
                                ? Optional.of(own)
                                : parts.retryAfter().wait(response, own))),
                new ClientDefect(
                        "cuts-retry-after",
                        "CLI-7",
                        "The client waits for a second at most, also where the server asks for more.",
                        parts -> parts.withRetryAfter((response, own) ->
                                parts.retryAfter().wait(response, own).map(asked -> cut(asked, own)))),
                new ClientDefect(
                        "waits-beyond-most",
                        "CLI-7",
                        "The client waits as long as it is asked to, however long that is.",
                        parts -> parts.withLimits(new Limits(
                                        parts.limits().attempts(),
                                        FOREVER,
                                        parts.limits().response()))
                                .withRetryAfter((response, own) -> secondsIn(response)
                                        .or(() -> parts.retryAfter().wait(response, own)))),
                new ClientDefect(
                        "waits-a-little-beyond-most",
                        "CLI-7",
                        "The client waits for a minute at most, where the contract allows less.",
                        parts -> parts.withLimits(new Limits(
                                        parts.limits().attempts(),
                                        FOREVER,
                                        parts.limits().response()))
                                .withRetryAfter((response, own) -> secondsIn(response)
                                        .filter(asked -> asked.compareTo(MINUTE) <= 0)
                                        .or(() -> parts.retryAfter().wait(response, own)))),
                new ClientDefect(
                        "overflowing-timer",
                        "CLI-7",
                        "A delay of more milliseconds than 32 bits hold ends at once.",
                        parts -> parts.withRetryAfter((response, own) -> secondsIn(response)
                                        .filter(asked -> asked.toMillis() > Integer.MAX_VALUE)
                                        .isPresent()
                                ? Optional.of(Duration.ofMillis(1))
                                : parts.retryAfter().wait(response, own))),
                new ClientDefect(
                        "unreadable-retry-after-at-once",
                        "CLI-8",
                        "After a Retry-After that is neither a number nor a date the client sends again at once.",
                        parts -> parts.withRetryAfter((response, own) -> isUnreadable(response)
                                ? Optional.of(Duration.ZERO)
                                : parts.retryAfter().wait(response, own))),
                new ClientDefect(
                        "date-gone-by-at-once",
                        "CLI-8",
                        "After a date in Retry-After that has gone by the client sends again at once.",
                        parts -> parts.withRetryAfter((response, own) -> parts.retryAfter()
                                .wait(response, own)
                                .map(delay -> isDate(response) && delay.equals(own) ? Duration.ZERO : delay))),
                new ClientDefect(
                        "wraps-retry-after",
                        "CLI-8",
                        "A Retry-After of more seconds than 64 bits hold is read as what is left of it.",
                        parts -> parts.withRetryAfter(
                                (response, own) -> asked(response).matches("[0-9]{19,}")
                                        ? Optional.of(Duration.ofMillis(new BigInteger(asked(response)).intValue()))
                                        : parts.retryAfter().wait(response, own))),
                new ClientDefect(
                                "fixed-delay",
                                "CLI-8",
                                "Every delay is as long as the first may be.",
                                parts -> parts.withBackoff(
                                        (retry, previous) -> delays(parts).before(1)))
                        .with("CLI-9"),
                new ClientDefect(
                                "delay-without-growth",
                                "CLI-8",
                                "Every delay has the bounds of the first.",
                                parts -> parts.withBackoff(
                                        (retry, previous) -> parts.backoff().delay(1, Duration.ZERO)))
                        .with("CLI-9"),
                new ClientDefect(
                                "delays-one-ahead",
                                "CLI-8",
                                "The schedule begins with its second delay.",
                                parts -> parts.withBackoff(
                                        (retry, previous) -> parts.backoff().delay(retry + 1, previous)))
                        .with("CLI-9"),
                new ClientDefect(
                        "no-jitter",
                        "CLI-9",
                        "Every delay is as long as it may be.",
                        parts -> parts.withBackoff(
                                (retry, previous) -> delays(parts).before(retry))),
                new ClientDefect(
                        "slight-jitter",
                        "CLI-9",
                        "A delay is the middle of its bounds, give or take a tenth.",
                        parts -> parts.withBackoff(slight(parts))),
                new ClientDefect(
                        "shared-seed",
                        "CLI-9",
                        "The random generator of the delays has a fixed seed, so that each process waits as long.",
                        parts -> parts.withBackoff(jittered(parts, new Random(SEED)::nextDouble))),
                new ClientDefect(
                        "one-jitter-for-all",
                        "CLI-9",
                        "A process draws its jitter once, for all operations and delays.",
                        parts -> {
                            double drawn = new Random().nextDouble();
                            return parts.withBackoff(jittered(parts, () -> drawn));
                        }));
    }

    private static Duration cut(Duration asked, Duration own) {
        Duration most = own.compareTo(PATIENCE) < 0 ? PATIENCE : own;
        return asked.compareTo(most) < 0 ? asked : most;
    }

    private static boolean isDate(Response response) {
        return asked(response).contains(",");
    }

    private static Optional<Duration> secondsIn(Response response) {
        return Optional.of(asked(response))
                .filter(value -> value.matches("[0-9]{1,9}"))
                .map(value -> Duration.ofSeconds(Long.parseLong(value)));
    }

    private static boolean isUnreadable(Response response) {
        String value = asked(response);
        return !value.isEmpty() && !isDate(response) && !value.matches("[0-9]+");
    }

    private static String asked(Response response) {
        return response.headers().getOrDefault("retry-after", "");
    }

    private static Duration untilLocal(Response response, Duration own) {
        LocalDateTime then = LocalDateTime.parse(asked(response), DateTimeFormatter.RFC_1123_DATE_TIME);
        Duration left = Duration.between(LocalDateTime.now(ZoneId.systemDefault()), then);
        return left.compareTo(own) > 0 ? left : own;
    }

    private static RetryRules.Delays delays(ClientParts parts) {
        return parts.base().contract().retry().delays();
    }

    private static Backoff jittered(ClientParts parts, DoubleSupplier random) {
        return new JitteredBackoff(
                delays(parts), parts.base().contract().retry().jitter(), random);
    }

    private static Backoff slight(ClientParts parts) {
        Jitter jitter = parts.base().contract().retry().jitter();
        double middle = (jitter.from() + jitter.to()) / 2;
        Jitter slight = new Jitter(middle * (1 - TENTH), middle * (1 + TENTH), false);
        return new JitteredBackoff(delays(parts), slight, new Random()::nextDouble);
    }
}
