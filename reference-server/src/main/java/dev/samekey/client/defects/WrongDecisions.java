package dev.samekey.client.defects;

import dev.samekey.client.AttemptResult;
import dev.samekey.client.AttemptResult.Loss;
import dev.samekey.client.AttemptResult.NoResponse;
import dev.samekey.client.AttemptResult.Response;
import dev.samekey.client.ClientParts;
import dev.samekey.client.ErrorCodes;
import dev.samekey.client.Limits;
import dev.samekey.server.contract.Fault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Failures that are retried or given up wrongly (CLI-4 to CLI-6). */
final class WrongDecisions {
    private static final Duration PATIENCE = Duration.ofMillis(300);

    private WrongDecisions() {}

    static List<ClientDefect> all() {
        return List.of(
                new ClientDefect(
                        "gives-up-on-503",
                        "CLI-4",
                        "A 503 is not retried.",
                        parts -> givingUp(parts, reply -> hasStatus(reply, 503))),
                new ClientDefect(
                        "gives-up-on-reset",
                        "CLI-4",
                        "A connection that is reset is not retried; every other failure is.",
                        parts -> givingUp(
                                parts, reply -> reply instanceof NoResponse lost && lost.loss() == Loss.RESET)),
                new ClientDefect(
                        "gives-up-on-timeout",
                        "CLI-4",
                        "An attempt without a response in time is not retried.",
                        parts -> givingUp(
                                parts, reply -> reply instanceof NoResponse lost && lost.loss() == Loss.TIMEOUT)),
                new ClientDefect(
                                "hedges-slow-responses",
                                "CLI-4",
                                "A request whose response takes longer than 300 ms is sent a second time.",
                                parts -> parts.withSender(new HedgingSender(parts.sender(), PATIENCE)))
                        .with("CLI-10", "CLI-11"),
                new ClientDefect(
                        "impatient",
                        "CLI-4",
                        "A response that takes longer than 300 ms counts as none.",
                        parts -> parts.withLimits(new Limits(
                                parts.limits().attempts(), parts.limits().total(), PATIENCE))),
                new ClientDefect(
                        "retries-400",
                        "CLI-5",
                        "Every failure is retried, also what the client itself did wrong.",
                        parts -> retrying(parts, reply -> true)),
                new ClientDefect(
                        "retries-422",
                        "CLI-5",
                        "A 422 is retried.",
                        parts -> retrying(parts, reply -> hasStatus(reply, 422))),
                new ClientDefect(
                        "retries-mismatch",
                        "CLI-5",
                        "Every 409 is retried, also that of another payload.",
                        parts -> retrying(parts, reply -> hasStatus(reply, 409))),
                new ClientDefect(
                        "in-progress-is-final",
                        "CLI-6",
                        "A request in progress is not retried.",
                        parts -> givingUp(parts, inProgress(parts))),
                new ClientDefect(
                        "gives-up-on-425",
                        "CLI-6",
                        "A request in progress is retried, except where it is answered by 425.",
                        parts -> givingUp(parts, reply -> hasStatus(reply, 425))),
                new ClientDefect(
                                "in-progress-at-once",
                                "CLI-6",
                                "A request in progress is retried without a delay.",
                                parts -> parts.withRetryAfter(
                                        (response, own) -> inProgress(parts).test(response)
                                                ? Optional.of(Duration.ZERO)
                                                : parts.retryAfter().wait(response, own)))
                        .with("CLI-7", "CLI-8", "CLI-9"));
    }

    private static ClientParts givingUp(ClientParts parts, Predicate<AttemptResult> on) {
        return parts.withDecisions(reply -> !on.test(reply) && parts.decisions().retries(reply));
    }

    private static ClientParts retrying(ClientParts parts, Predicate<AttemptResult> on) {
        return parts.withDecisions(reply ->
                !reply.isSuccess() && (on.test(reply) || parts.decisions().retries(reply)));
    }

    private static boolean hasStatus(AttemptResult reply, int status) {
        return reply instanceof Response response && response.status() == status;
    }

    private static Predicate<AttemptResult> inProgress(ClientParts parts) {
        ErrorCodes codes = ErrorCodes.in(parts.base());
        String code = parts.base().contract().refusal(Fault.IN_PROGRESS).code();
        return reply -> reply instanceof Response response && codes.of(response).equals(code);
    }
}
