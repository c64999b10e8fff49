package dev.samekey.steps.judge.world;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.oracles.wait.Await;
import dev.samekey.steps.drive.http.Aftermath;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What an answer means, as the target file says: whether its body says no, and how an operation ended that the target has
 * only accepted (202).
 */
public final class Polls implements Aftermath {
    private static final int ACCEPTED = 202;
    private static final Duration MOST_BETWEEN = Duration.ofSeconds(1);
    private static final Duration LEAST_BETWEEN = Duration.ofMillis(20);
    private static final int LOOKS = 50;

    private final List<URI> target;
    private final Created created;

    /** @param target where it may be asked; nothing is sent elsewhere */
    public Polls(List<URI> target, Created created) {
        this.target = List.copyOf(target);
        this.created = created;
    }

    /** Whether the answer is not the end of the operation. */
    static boolean follows(Operation operation, Answer answer) {
        return operation.poll() != null && answer.status() == ACCEPTED;
    }

    @Override
    public Exchange of(Exchange exchange, Wire wire) {
        Answer answer = exchange.answer();
        if (answer == null || !(exchange.request().origin() instanceof Created.Expected expected)) {
            return exchange;
        }
        Operation operation = expected.call().operation();
        if (operation.refusedBy() != null && isThere(answer.at(operation.refusedBy()))) {
            return exchange.refusing();
        }
        Operation.Poll poll = operation.poll();
        if (poll == null || !follows(operation, answer)) {
            return exchange;
        }
        URI status = status(operation, poll, exchange, answer);
        String path = status.getRawPath() + (status.getRawQuery() == null ? "" : "?" + status.getRawQuery());
        Exchange ended = exchange.ended(
                end(operation, poll, new Request("GET", path, expected.credentials(), null), origin(status), wire));
        // What it made may be named by its end alone.
        created.see(ended);
        return ended;
    }

    /** Whether there is something; an empty list of errors is none. */
    private static boolean isThere(JsonNode node) {
        return !node.isMissingNode() && !node.isNull() && !(node.isContainerNode() && node.isEmpty());
    }

    private URI status(Operation operation, Operation.Poll poll, Exchange exchange, Answer answer) {
        String named = poll.at().startsWith("/")
                ? answer.at(poll.at()).asText("")
                : answer.header(poll.at()).orElse("");
        URI status;
        try {
            status = URI.create(exchange.replica() + exchange.request().path()).resolve(named);
        } catch (IllegalArgumentException noUri) {
            throw unknown(operation, poll, "is no URL: " + named, exchange);
        }
        if (named.isEmpty()) {
            throw unknown(operation, poll, "is missing", exchange);
        }
        if (target.stream().noneMatch(url -> origin(url).equals(origin(status)))) {
            throw unknown(operation, poll, "is on another host, where nothing is sent: " + named, exchange);
        }
        return status;
    }

    private static Judgement unknown(Operation operation, Operation.Poll poll, String what, Exchange exchange) {
        return Judgement.inconclusive(
                operation.withArticle() + " was accepted (202), and its status URL at «" + poll.at() + "» (poll.at) "
                        + what,
                new Fact("actual", Calls.describe(exchange)),
                World.repeat(exchange));
    }

    private static URI origin(URI url) {
        return URI.create(url.getScheme() + "://" + url.getRawAuthority());
    }

    private static Answer.End end(Operation operation, Operation.Poll poll, Request look, URI origin, Wire wire) {
        Await.Outcome<Exchange> looked = Await.until(
                "the end of " + operation.withArticle(),
                poll.within(),
                between(poll),
                () -> wire.send(look, origin),
                now -> now.reply()
                        .map(answer -> says(poll.until(), answer) || says(poll.failed(), answer))
                        .orElse(false));
        Exchange last = looked.value();
        Answer answer = last.answer();
        if (!looked.reached() || answer == null) {
            throw Judgement.inconclusive(
                    operation.withArticle() + " was accepted (202), and has not ended within "
                            + poll.within().toMillis() + " ms (poll.within)",
                    new Fact("expected", "at " + look.path() + ": " + poll.until()),
                    new Fact("actual", Calls.describe(last)),
                    World.repeat(last));
        }
        return new Answer.End(answer, !says(poll.until(), answer));
    }

    private static Duration between(Operation.Poll poll) {
        Duration between = poll.within().dividedBy(LOOKS);
        if (between.compareTo(MOST_BETWEEN) > 0) {
            return MOST_BETWEEN;
        }
        return between.compareTo(LEAST_BETWEEN) < 0 ? LEAST_BETWEEN : between;
    }

    /** Whether each member has its value, or one of its values. */
    private static boolean says(Map<String, JsonNode> wanted, Answer answer) {
        return !wanted.isEmpty()
                && wanted.entrySet().stream().allMatch(member -> is(answer.at(member.getKey()), member.getValue()));
    }

    private static boolean is(JsonNode actual, JsonNode wanted) {
        return wanted.isArray()
                ? wanted.valueStream().anyMatch(one -> is(actual, one))
                : actual.isValueNode() && actual.asText().equals(wanted.asText());
    }
}
