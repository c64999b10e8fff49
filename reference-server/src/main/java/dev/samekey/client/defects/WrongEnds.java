package dev.samekey.client.defects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.client.AttemptResult;
import dev.samekey.client.AttemptResult.Loss;
import dev.samekey.client.AttemptResult.NoResponse;
import dev.samekey.client.AttemptResult.Response;
import dev.samekey.client.Limits;
import dev.samekey.client.ParkedOperations;
import dev.samekey.client.variants.UrlConnectionSender;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;

/** Operations that end as they should not (CLI-10 to CLI-12). */
final class WrongEnds {
    private static final Duration LONG = Duration.ofDays(1);

    private WrongEnds() {}

    static List<ClientDefect> all() {
        return List.of(
                new ClientDefect(
                                "retries-without-cap",
                                "CLI-10",
                                "The client retries until it succeeds.",
                                parts -> parts.withLimits(new Limits(
                                        Integer.MAX_VALUE, LONG, parts.limits().response())))
                        .with("CLI-12"),
                new ClientDefect(
                        "one-attempt-too-many",
                        "CLI-10",
                        "The cap counts retries where it should count attempts.",
                        parts -> parts.withLimits(new Limits(
                                parts.limits().attempts() + 1,
                                parts.limits().total(),
                                parts.limits().response()))),
                new ClientDefect(
                        "total-without-responses",
                        "CLI-10",
                        "Each response may take 5 s, and the total time does not count.",
                        parts -> parts.withLimits(new Limits(parts.limits().attempts(), LONG, Duration.ofSeconds(5)))),
                new ClientDefect(
                        "says-retries-exhausted",
                        "CLI-10",
                        "An operation whose retries are used up is reported without its last failure.",
                        parts -> parts.withReports(line -> parts.reports().write(exhausted(line)))),
                new ClientDefect(
                        "hidden-transport-retry",
                        "CLI-11",
                        "The HTTP library sends a request again when its connection is closed or reset.",
                        parts -> parts.withSender(new UrlConnectionSender(
                                parts.base().tls().getSocketFactory(), Executors.newCachedThreadPool(), false))),
                new ClientDefect(
                        "repeats-on-reset",
                        "CLI-11",
                        "A layer below the client sends a request again when its connection is reset.",
                        parts -> parts.withSender(new RepeatingLayer(
                                parts.sender(),
                                reply -> reply instanceof NoResponse lost && lost.loss() == Loss.RESET))),
                new ClientDefect(
                                "proxy-repeats-503",
                                "CLI-11",
                                "A proxy sends a request again when it is answered by 503.",
                                parts -> parts.withSender(new RepeatingLayer(parts.sender(), WrongEnds::isUnavailable)))
                        .with("CLI-7", "CLI-8", "CLI-9", "CLI-10"),
                new ClientDefect(
                                "drops-on-give-up",
                                "CLI-12",
                                "What is given up is forgotten.",
                                parts -> parts.withParked(ParkedOperations.NONE))
                        .in("platform"),
                new ClientDefect(
                                "parks-in-memory",
                                "CLI-12",
                                "What is given up is lost when the process ends.",
                                parts -> parts.withParked(new ForgetfulParking()))
                        .in("platform"),
                new ClientDefect(
                                "parks-without-key",
                                "CLI-12",
                                "What is resumed has a new key.",
                                parts -> parts.withParked(new KeylessParking(parts.parked(), parts.keys())))
                        .in("platform"),
                new ClientDefect(
                                "resumes-another-payload",
                                "CLI-12",
                                "What is resumed has its key, and a member more in its payload.",
                                parts -> parts.withParked(new ChangingParking(parts.parked())))
                        .in("platform"));
    }

    private static boolean isUnavailable(AttemptResult reply) {
        return reply instanceof Response response && response.status() == 503;
    }

    private static ObjectNode exhausted(ObjectNode line) {
        if (line.path("error") instanceof ObjectNode error
                && line.path("attempts").asInt() > 1) {
            error.removeAll();
            error.put("message", "retries exhausted");
        }
        return line;
    }
}
