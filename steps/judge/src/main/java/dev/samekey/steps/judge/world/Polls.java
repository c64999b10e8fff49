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
    private static final int SEE_OTHER = 303;
    private static final Duration MOST_BETWEEN = Duration.ofSeconds(1);
    private static final Duration LEAST_BETWEEN = Duration.ofMillis(20);
    private static final int LOOKS = 50;
    /** A target that answers none of so many looks in a row, and for so long, is not there any more. */
    private static final int MOST_LOST = 5;

    private static final Duration LONGEST_AWAY = Duration.ofSeconds(1);

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

    /** By how much later than it came the end of an operation may be seen. */
    public static Duration grain(Operation operation) {
        Operation.Poll poll = operation.poll();
        return poll == null ? Duration.ZERO : between(poll);
    }

    @Override
    public Exchange of(Exchange exchange, Wire wire) {
        Answer answer = exchange.answer();
        if (answer == null || !(exchange.request().origin() instanceof Created.Expected expected)) {
            return exchange;
        }
        Operation operation = expected.call().operation();
        if (isRefusal(operation, answer)) {
            return exchange.refusing();
        }
        Operation.Poll poll = operation.poll();
        if (poll == null || !follows(operation, answer)) {
            return exchange;
        }
        Followed followed = new Followed(operation, poll, expected, exchange, answer, wire);
        Exchange ended = followed.end();
        // What it made may be named by its end alone.
        created.see(ended);
        return ended;
    }

    /** Whether the body says that it is a refusal, whatever the status. */
    public static boolean isRefusal(Operation operation, Answer answer) {
        return operation.refusedBy() != null && isThere(answer.at(operation.refusedBy()));
    }

    /** Whether there is something; an empty list of errors is none. */
    private static boolean isThere(JsonNode node) {
        return !node.isMissingNode() && !node.isNull() && !(node.isContainerNode() && node.isEmpty());
    }

    private static URI origin(URI url) {
        return URI.create(url.getScheme() + "://" + url.getRawAuthority());
    }

    private static Duration between(Operation.Poll poll) {
        Duration between = poll.within().dividedBy(LOOKS);
        if (between.compareTo(MOST_BETWEEN) > 0) {
            return MOST_BETWEEN;
        }
        return between.compareTo(LEAST_BETWEEN) < 0 ? LEAST_BETWEEN : between;
    }

    /** An operation that was accepted, on its way to its end. */
    private final class Followed {
        private final Operation operation;
        private final Operation.Poll poll;
        private final Created.Expected expected;
        private final Exchange exchange;
        private final Answer accepted;
        private final Wire wire;
        private int lost;
        private long lostSinceNanos;

        Followed(
                Operation operation,
                Operation.Poll poll,
                Created.Expected expected,
                Exchange exchange,
                Answer accepted,
                Wire wire) {
            this.operation = operation;
            this.poll = poll;
            this.expected = expected;
            this.exchange = exchange;
            this.accepted = accepted;
            this.wire = wire;
        }

        Exchange end() {
            String named = poll.at().startsWith("/")
                    ? accepted.at(poll.at()).asText("")
                    : accepted.header(poll.at()).orElse("");
            URI status = place(
                    "its status URL at «" + poll.at() + "» (poll.at)",
                    URI.create(exchange.replica() + exchange.request().path()),
                    named,
                    exchange);
            long end = System.nanoTime() + poll.within().toNanos();
            Await.pause(
                    "the time that the 202 asked for",
                    shorter(accepted.retryAfter().orElse(Duration.ZERO), end));
            Await.Outcome<Exchange> looked = Await.until(
                    "the end of " + operation.withArticle(),
                    shorter(poll.within(), end),
                    look -> pause(look, end),
                    () -> read(status),
                    this::isEnough);
            Exchange last = looked.value();
            Answer answer = last.answer();
            if (answer == null) {
                return exchange.withoutEnd(
                        "it was accepted (202), and then its status had no response: " + last.failure());
            }
            if (!looked.reached()) {
                throw Judgement.inconclusive(
                        operation.withArticle() + " was accepted (202), and has not ended within "
                                + poll.within().toMillis() + " ms (poll.within)",
                        new Fact("expected", "at " + withoutQuery(last.request().path()) + ": " + wanted()),
                        new Fact("actual", Calls.describe(last)),
                        World.repeat(last));
            }
            return exchange.ended(
                    answer.status() == SEE_OTHER
                            ? result(status, last, answer)
                            : new Answer.End(answer, !isDone(answer)));
        }

        private boolean isEnough(Exchange look) {
            if (look.answer() != null) {
                lost = 0;
                return isEnd(look.answer());
            }
            if (lost++ == 0) {
                lostSinceNanos = System.nanoTime();
            }
            return lost >= MOST_LOST && System.nanoTime() - lostSinceNanos >= LONGEST_AWAY.toNanos();
        }

        private boolean isEnd(Answer answer) {
            return answer.status() == SEE_OTHER || isDone(answer) || says(poll.failed(), answer);
        }

        private boolean isDone(Answer answer) {
            return says(poll.until(), answer);
        }

        private String wanted() {
            return poll.until().isEmpty() ? "303 See Other" : String.valueOf(poll.until());
        }

        /** The result is read where the status leads to (RFC 9110, section 15.4.4). */
        private Answer.End result(URI status, Exchange last, Answer answer) {
            String named = answer.header("Location").orElse("");
            Exchange read = read(place("the Location of its result (303)", status, named, last));
            Answer result = read.answer();
            if (result == null) {
                throw Judgement.inconclusive(
                        operation.withArticle() + " has ended, and its result could not be read",
                        new Fact("actual", Calls.describe(read)),
                        World.repeat(read));
            }
            return new Answer.End(result, !result.isSuccessful());
        }

        /** At least as long as was asked for, and no longer than there is time. */
        private Duration pause(Exchange look, long end) {
            Duration asked = look.reply().flatMap(Answer::retryAfter).orElse(Duration.ZERO);
            Duration usual = between(poll);
            return shorter(asked.compareTo(usual) > 0 ? asked : usual, end);
        }

        private static Duration shorter(Duration time, long end) {
            return Duration.ofNanos(Math.max(0, Math.min(time.toNanos(), end - System.nanoTime())));
        }

        private Exchange read(URI url) {
            String path = url.getRawPath() + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery());
            return wire.send(new Request("GET", path, expected.credentials(), null), origin(url));
        }

        private URI place(String what, URI base, String named, Exchange by) {
            if (named.isEmpty()) {
                throw unknown(what + " is missing", by);
            }
            URI url;
            try {
                url = base.resolve(named);
            } catch (IllegalArgumentException noUri) {
                throw unknown(what + " is no URL: " + withoutQuery(named), by);
            }
            if (target.stream().noneMatch(one -> origin(one).equals(origin(url)))) {
                throw unknown(what + " is on another host, where nothing is sent: " + withoutQuery(named), by);
            }
            return url;
        }

        /** It may hold a credential. */
        private static String withoutQuery(String url) {
            return url.replaceFirst("[?].*", "?…");
        }

        private Judgement unknown(String what, Exchange by) {
            return Judgement.inconclusive(
                    operation.withArticle() + " was accepted (202), and " + what,
                    new Fact("actual", Calls.describe(by)),
                    World.repeat(by));
        }
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
