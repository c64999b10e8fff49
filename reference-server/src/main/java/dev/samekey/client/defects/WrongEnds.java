package dev.samekey.client.defects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.client.AttemptResult;
import dev.samekey.client.AttemptResult.Loss;
import dev.samekey.client.AttemptResult.NoResponse;
import dev.samekey.client.AttemptResult.Response;
import dev.samekey.client.ClientParts;
import dev.samekey.client.Limits;
import dev.samekey.client.ParkedOperations;
import dev.samekey.client.Request;
import dev.samekey.client.variants.FollowingSender;
import dev.samekey.client.variants.UrlConnectionSender;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;

/** Operations that end as they should not (CLI-10 to CLI-13). */
final class WrongEnds {
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
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
                        "reports-an-attempt-too-many",
                        "CLI-11",
                        "The client counts a retry that it has not sent.",
                        parts -> parts.withReports(line -> parts.reports().write(counted(line)))),
                new ClientDefect(
                                "drops-without-response",
                                "CLI-12",
                                "What is given up after an attempt without a response is forgotten.",
                                parts -> parts.withReports(
                                        line -> parts.reports().write(dropped(line, parts))))
                        .in("platform"),
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
                        .in("platform"),
                new ClientDefect(
                        "redirect-is-success",
                        "CLI-13",
                        "A response that sends the client elsewhere counts as a success.",
                        parts -> parts.withSender((request, limit) ->
                                parts.sender().send(request, limit).thenApply(WrongEnds::succeeded))),
                new ClientDefect(
                        "redirect-becomes-get",
                        "CLI-13",
                        "The client follows a redirect with a GET, and takes its answer for that of the operation.",
                        parts -> parts.withSender(new FollowingSender(
                                parts.sender(),
                                REDIRECTS,
                                request -> new Request("GET", request.uri(), request.headers(), "")))),
                new ClientDefect(
                        "redirect-drops-key",
                        "CLI-13",
                        "The client follows a redirect with the same request, but without its key.",
                        parts -> parts.withSender(new FollowingSender(
                                parts.sender(),
                                REDIRECTS,
                                request -> request.without(
                                        parts.base().contract().key().header())))));
    }

    private static AttemptResult succeeded(AttemptResult reply) {
        return reply instanceof Response response && response.status() / 100 == 3
                ? new Response(200, response.headers(), response.body())
                : reply;
    }

    private static boolean isUnavailable(AttemptResult reply) {
        return reply instanceof Response response && response.status() == 503;
    }

    private static ObjectNode counted(ObjectNode line) {
        int attempts = line.path("attempts").asInt();
        return attempts > 1 ? line.put("attempts", attempts + 1) : line;
    }

    private static ObjectNode dropped(ObjectNode line, ClientParts parts) {
        boolean hasNoResponse = line.has("error") && !line.path("error").has("status");
        if (hasNoResponse) {
            parts.parked().remove(line.path("id").asText());
        }
        return hasNoResponse ? line.without(List.of("parked")) : line;
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
