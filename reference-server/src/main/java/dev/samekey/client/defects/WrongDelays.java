package dev.samekey.client.defects;

import dev.samekey.client.AttemptResult.Response;
import dev.samekey.client.Backoff;
import dev.samekey.client.ClientParts;
import dev.samekey.client.JitteredBackoff;
import dev.samekey.server.contract.RetryRules;
import dev.samekey.server.contract.RetryRules.Jitter;
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
