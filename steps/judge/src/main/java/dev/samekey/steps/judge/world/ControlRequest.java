package dev.samekey.steps.judge.world;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.oracles.wait.Await;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.model.targets.Contracts;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A request that works where the target file is right: under a fresh key, with a fresh {@code ${unique}}. Where it does not
 * work, nothing that follows would say anything of the contract.
 */
public final class ControlRequest {
    /** An effect that is not counted by then is not counted at all. */
    private static final Duration LATE = Duration.ofSeconds(3);

    private static final Duration LOOK = Duration.ofMillis(100);

    private static final int UNSUPPORTED = 415;
    private static final Set<Integer> OF_CREDENTIALS = Set.of(401, 403, 407);
    private static final Set<Integer> OF_THE_PLACE = Set.of(404, 405, 410, 501);

    /** What an oracle says that may answer a little later. */
    private static final Pattern BUSY = Pattern.compile("was not answered|answered (?:429|50[234])");

    private static final Pattern SIGN_IN = Pattern.compile("(?i)log-?in|log-?on|sign-?in|auth|sso");

    private final Interference interference;
    private final Calls calls;
    private final Wire wire;
    private final Effects effects;
    private final Journal journal;

    /** @param calls those of nobody's scenario, which need no control themselves */
    public ControlRequest(Contracts contracts, Wire wire, Calls calls, Effects effects, Journal journal) {
        this.interference = new Interference(contracts);
        this.wire = wire;
        this.calls = calls;
        this.effects = effects;
        this.journal = journal;
    }

    /**
     * Why a control did not work.
     *
     * @param fix what to do about it; empty where it may work a little later, and nothing is known to be wrong
     */
    public record Fault(String expected, String actual, String fix) {
        /** Whether something answered in the target's place, or nothing did: it may work a little later. */
        public boolean isPassing() {
            return fix.isEmpty();
        }
    }

    /**
     * A control that was sent.
     *
     * @param unused a call that is ready and was not sent; null for a job, whose work others may do, and where the
     *     growth of what all requests share is counted: that of two requests cannot be told apart
     * @param fault nothing where it succeeded, and its id is where the target file says
     */
    public record Sent(Call call, @Nullable Call unused, Exchange exchange, Optional<Fault> fault) {
        /** The response to a control that succeeded. */
        public Answer answer() {
            return exchange.reply().orElseThrow();
        }

        /** The id of its result; nothing where the target file names none. */
        public Optional<JsonNode> id() {
            return call.operation().id() == null
                    ? Optional.empty()
                    : exchange.reply().map(answer -> Calls.id(call.operation(), answer));
        }
    }

    /**
     * Sends it, with what comes before it.
     *
     * @throws Judgement when what comes before it did not succeed
     */
    public Sent send(Operation operation) {
        Call call = calls.prepare(operation);
        Call unused = operation.role() == Role.JOB || operation.countsWithOthers() ? null : calls.prepare(operation);
        if (unused != null && calls.sharedGrowth(unused).findAny().isPresent()) {
            // What one of them comes after may have changed what was counted before the other.
            Stream.of(call, unused).forEach(calls::forget);
            call = calls.prepare(operation);
            unused = null;
        }
        Exchange exchange = wire.send(calls.signed(call).request(), calls.place(call));
        journal.note("the control request for " + operation.withArticle(), exchange);
        return new Sent(call, unused, exchange, fault(operation, exchange));
    }

    private Optional<Fault> fault(Operation operation, Exchange exchange) {
        Answer answer = exchange.answer();
        String expected = operation.success() == null ? "a success" : String.valueOf(operation.success());
        if (answer == null) {
            String advice = exchange.isLate() ? "; if it may take longer, make «limits.answer» larger" : "";
            return Optional.of(new Fault(expected, "there was no response: " + exchange.failure() + advice, ""));
        }
        Optional<String> disturbed = interference.in(List.of(answer));
        if (disturbed.isPresent()) {
            return Optional.of(new Fault(expected, disturbed.get(), ""));
        }
        if (Interference.isUnavailable(answer)) {
            return Optional.of(new Fault(expected, answer.described(), ""));
        }
        if (Calls.succeeded(operation, answer)) {
            return Calls.unusable(operation, answer)
                    .map(what -> new Fault(
                            "a response of the API" + (operation.id() == null ? "" : " with an id"),
                            answer.status() + ", which " + what + ": " + answer.body(),
                            answer.isPage()
                                    ? "check «urls» and the credentials of «principals»: is it the API that answers?"
                                    : "check «id» of operations." + operation.name()));
        }
        if (answer.end() != null && answer.hasFailed()) {
            return Optional.of(new Fault(
                    "an operation that succeeds",
                    answer.described(),
                    "see why it failed, or check «poll.failed» of operations." + operation.name()));
        }
        return Optional.of(new Fault(expected, answer.described(), fix(operation, answer)));
    }

    private static String fix(Operation operation, Answer answer) {
        String place = " of operations." + operation.name();
        if (answer.isSuccessful()) {
            return "check «success»" + place;
        }
        if (OF_CREDENTIALS.contains(answer.status())) {
            return "check the credentials of «principals»";
        }
        if (OF_THE_PLACE.contains(answer.status())) {
            return "check «urls», and «request.method» and «request.path»" + place;
        }
        if (answer.status() == UNSUPPORTED) {
            return "check Content-Type in «request.headers»" + place + ", and the body";
        }
        if (answer.isRefusal()) {
            return "check «request»" + place;
        }
        if (answer.status() >= 400) {
            return "see why the target fails";
        }
        return SIGN_IN.matcher(answer.header("Location").orElse("")).find()
                ? "it leads to where people sign in, so the credentials of «principals» were probably not accepted: check them"
                : "check «urls» and «request.path»" + place + ": redirects are not followed";
    }

    /**
     * Counts what it did: one effect, and none of what was not sent.
     *
     * @return nothing where that is so, or where the target file names no way to count
     */
    public Optional<Fault> count(Sent sent) {
        try {
            return others(sent).or(() -> own(sent));
        } catch (Judgement silent) {
            if (silent.verdict() == Verdict.NOT_CHECKED) {
                return Optional.empty();
            }
            String what = described(silent);
            boolean passing = BUSY.matcher(what).find();
            return Optional.of(new Fault(
                    "a count of effects",
                    what,
                    passing
                            ? ""
                            : "check «effects» of operations." + sent.call().name()));
        }
    }

    /** What is counted for the request that was not sent: it is the effect of others. */
    public Optional<Fault> others(Sent sent) {
        Call unused = sent.unused();
        if (unused == null) {
            return Optional.empty();
        }
        return look(unused).entrySet().stream()
                .filter(counted -> counted.getValue() != 0)
                .findFirst()
                .map(counted -> new Fault(
                        "0",
                        counted.getValue() + ", counted by " + counted.getKey() + " for a request that was not sent",
                        "it counts effects of others: make «effects» of operations." + unused.name()
                                + " look for ${unique}"));
    }

    /** What is not there yet may not be countable: that shows nothing. */
    private Map<String, Long> look(Call unused) {
        try {
            return effects.count(unused, List.of(unused));
        } catch (Judgement silent) {
            return Map.of();
        }
    }

    private Optional<Fault> own(Sent sent) {
        Call call = sent.call();
        String fix = "check «effects» of operations." + call.name() + ", and that ${unique} is in «request»";
        List<Call> senders = List.of(call);
        if (call.operation().role() == Role.JOB) {
            return effects.count(call, senders).entrySet().stream()
                    .filter(counted -> counted.getValue() == 0)
                    .findFirst()
                    .map(counted -> new Fault("at least one effect", "0, counted by " + counted.getKey(), fix));
        }
        Operation operation = call.operation();
        try {
            // That an effect is late is for the scenarios to judge: here it shows that it is counted.
            var unused = Await.until(
                    "the effect of the control request",
                    LATE,
                    LOOK,
                    () -> effects.count(call, senders).values().stream().allMatch(count -> count > 0));
            // That one handler of an event does not act is for the scenarios to judge, too.
            if (operation.role() == Role.EVENT && effects.count(call, senders).containsValue(1L)) {
                return Optional.empty();
            }
            effects.check("effects of the control request", call, senders, 1);
            return Optional.empty();
        } catch (Judgement wrong) {
            if (wrong.verdict() != Verdict.BROKEN) {
                throw wrong;
            }
            if (effects.areSeveralResults(call, sent.answer())) {
                // The query is right, and that one request acts twice is for the scenarios to judge.
                return Optional.empty();
            }
            return Optional.of(
                    new Fault("1 effect", fact(wrong, "actual") + ", counted by " + fact(wrong, "counted by"), fix));
        }
    }

    private static String described(Judgement judgement) {
        String actual = fact(judgement, "actual");
        return judgement.reason() + (actual.isEmpty() ? "" : ": " + actual);
    }

    private static String fact(Judgement judgement, String name) {
        return judgement.facts().stream()
                .filter(fact -> fact.name().equals(name))
                .map(Fact::value)
                .findFirst()
                .orElse("");
    }
}
