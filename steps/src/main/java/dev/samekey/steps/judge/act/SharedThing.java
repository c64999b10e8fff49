package dev.samekey.steps.judge.act;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.judge.expect.Reading;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.contract.Replay;
import dev.samekey.steps.model.states.Course;
import dev.samekey.steps.model.states.History;
import dev.samekey.steps.model.states.History.Crash;
import dev.samekey.steps.model.states.History.New;
import dev.samekey.steps.model.states.History.Retry;
import dev.samekey.steps.model.states.History.Step;
import dev.samekey.steps.model.targets.Contracts;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.verdict.Fact;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Several keys about one thing: a history is sent, and whatever was done under other keys, each retry must get what its key
 * got first. What a fresh request gets is for the API to say, and is taken as it is.
 */
public final class SharedThing {
    private final World world;
    private final Target target;
    private final Contracts contracts;
    private final Calls calls;
    private final Sandbox sandbox;
    private final Capabilities capabilities;
    private final Effects effects;

    public SharedThing(
            World world,
            Target target,
            Contracts contracts,
            Calls calls,
            Sandbox sandbox,
            Capabilities capabilities,
            Effects effects) {
        this.world = world;
        this.target = target;
        this.contracts = contracts;
        this.calls = calls;
        this.sandbox = sandbox;
        this.capabilities = capabilities;
        this.effects = effects;
    }

    /**
     * Where a key got something else than it had.
     *
     * @param history up to there
     * @param number of the request whose key it is
     * @param operation of that request
     */
    public record Difference(
            History history,
            int number,
            Operation operation,
            String subject,
            String expected,
            String actual,
            List<Fact> facts) {}

    /**
     * What a history showed.
     *
     * @param retries how many responses to retries were compared
     */
    public record Seen(Optional<Difference> difference, int retries) {}

    /** Sends a history about a new thing. */
    public Seen follow(History history) {
        calls.provoke();
        return new Telling(history).follow();
    }

    /** What became of a request. */
    private static final class Sent {
        private final Call call;
        private @Nullable Answer success;
        private @Nullable Answer refusal;
        /** What each oracle counted when nothing new was sent any more. */
        private Map<String, Long> counted = Map.of();

        Sent(Call call) {
            this.call = call;
        }

        long effects() {
            return success == null ? 0 : 1;
        }

        /** Whether it is known what a retry must get. */
        boolean isKnown() {
            return success != null || refusal != null;
        }
    }

    private final class Telling {
        private final History history;
        private final Map<Integer, Sent> sent = new LinkedHashMap<>();
        private int retries;

        Telling(History history) {
            this.history = history;
        }

        Seen follow() {
            int news = history.news();
            Optional<Difference> difference = steps(0, news);
            if (difference.isEmpty()) {
                sent.values().forEach(this::count);
                difference = steps(news, history.steps().size()).or(this::growth);
            }
            return new Seen(difference, retries);
        }

        private Optional<Difference> steps(int from, int to) {
            Optional<Difference> difference = Optional.empty();
            for (int at = from; at < to && difference.isEmpty(); at++) {
                difference = step(history.steps().get(at), at);
            }
            return difference;
        }

        private Optional<Difference> step(Step step, int at) {
            if (step instanceof New one) {
                return begin(one, at);
            }
            if (step instanceof Retry retry) {
                Sent earlier = sent.get(retry.number());
                return earlier == null ? Optional.empty() : retry(retry, earlier, at);
            }
            if (step instanceof Crash) {
                capabilities.requireRestart();
                Objects.requireNonNull(capabilities.target()).run();
            }
            return Optional.empty();
        }

        private Optional<Difference> begin(New one, int at) {
            Operation operation = Objects.requireNonNull(target.operations().get(one.operation()));
            Sent parent = sent.get(one.on());
            if (one.on() != 0 && (parent == null || parent.success == null)) {
                // What it would be about was refused.
                return Optional.empty();
            }
            Call call = parent == null
                    ? calls.prepare(operation)
                    : calls.prepareOnNewest(operation, parent.call, Objects.requireNonNull(parent.success));
            sent.put(one.number(), new Sent(world.test(call)));
            Exchange exchange;
            try {
                Call asked = one.course()
                        .word()
                        .filter(word -> one.course() != Course.SUCCEEDS)
                        .map(word -> sandbox.applied(call, word))
                        .orElse(call);
                exchange =
                        world.send(asked, Purpose.FIRST, place(one.elsewhere())).exchange();
                sent.put(one.number(), new Sent(asked));
            } finally {
                sandbox.leave();
            }
            return outcome(one.number(), exchange, at);
        }

        /** What a key gets first is its outcome, whatever it is; but nobody else's. */
        private Optional<Difference> outcome(int number, Exchange exchange, int at) {
            Sent now = Objects.requireNonNull(sent.get(number));
            Operation operation = now.call.operation();
            Contract contract = contracts.of(operation);
            Reading reading = new Reading(contract);
            Answer answer = World.answer(exchange);
            if (reading.isMismatch(answer) || reading.isRefusedRepeat(answer)) {
                return Optional.of(difference(
                        at,
                        number,
                        "first response to " + named(number),
                        "executed, or refused for a reason of its own",
                        described(reading, answer),
                        exchange));
            }
            if (Calls.succeeded(operation, answer)) {
                now.success = answer;
            } else if (isDeclined(contract, reading, answer)) {
                now.refusal = answer;
            }
            return Optional.empty();
        }

        private static boolean isDeclined(Contract contract, Reading reading, Answer answer) {
            Refusal declined = contract.refusal(Reason.DECLINED);
            boolean areKept = contract.stored() != null
                    && Boolean.TRUE.equals(contract.stored().clientErrors());
            return areKept && declined != null && reading.is(declined, answer);
        }

        private Optional<Difference> retry(Retry retry, Sent earlier, int at) {
            Exchange exchange = world.send(earlier.call, Purpose.DUPLICATE, place(retry.elsewhere()))
                    .exchange();
            if (!earlier.isKnown()) {
                return outcome(retry.number(), exchange, at);
            }
            Operation operation = earlier.call.operation();
            Reading reading = new Reading(contracts.of(operation));
            Answer answer = World.answer(exchange);
            retries++;
            return isTheSame(earlier, reading, answer)
                    ? Optional.empty()
                    : Optional.of(difference(
                            at,
                            retry.number(),
                            "response to " + named(retry.number()) + ", sent again",
                            Objects.requireNonNull(earlier.success == null ? earlier.refusal : earlier.success)
                                    .described(),
                            described(reading, answer),
                            exchange));
        }

        private boolean isTheSame(Sent earlier, Reading reading, Answer again) {
            Operation operation = earlier.call.operation();
            Answer success = earlier.success;
            if (success == null) {
                return !again.isSuccessful()
                        && again.status()
                                == Objects.requireNonNull(earlier.refusal).status();
            }
            if (reading.isRefusedRepeat(again)) {
                return true;
            }
            boolean isSuccess = Calls.succeeded(operation, again)
                    || (again.isSuccessful() && !again.hasFailed() && reading.looksLikeReplay(again));
            return isSuccess
                    && hasItsId(operation, success, again)
                    && (!isStored(operation) || reading.saysTheSame(success, again));
        }

        private static boolean hasItsId(Operation operation, Answer first, Answer again) {
            return operation.id() == null || Calls.id(operation, first).equals(Calls.id(operation, again));
        }

        /** Whether a retry has the body of the first response; that of an operation that was only accepted goes on. */
        private boolean isStored(Operation operation) {
            Replay replay = contracts.of(operation).replay();
            return operation.role() != Role.EVENT
                    && operation.poll() == null
                    && replay != null
                    && (replay.mode() == Replay.Mode.STORED || replay.mode() == Replay.Mode.SEMANTIC);
        }

        private String described(Reading reading, Answer answer) {
            String how = reading.isMismatch(answer)
                    ? "refused as a mismatch: "
                    : reading.isInProgress(answer) ? "refused as in progress: " : "";
            return how + answer.described();
        }

        /** From now on nothing new is sent, so that whatever grows grows by a retry. */
        private void count(Sent one) {
            if (one.isKnown() && one.call.operation().hasCounter()) {
                effects.settle(one.call);
                one.counted = effects.countAtRest(one.call, one.effects());
            }
        }

        private Optional<Difference> growth() {
            for (Map.Entry<Integer, Sent> entry : sent.entrySet()) {
                Sent one = entry.getValue();
                for (Map.Entry<String, Long> now : again(one).entrySet()) {
                    String oracle = now.getKey();
                    long wanted = Effects.tellsApart(oracle, one.call)
                            ? one.effects()
                            : one.counted.getOrDefault(oracle, now.getValue());
                    if (now.getValue() != wanted) {
                        return Optional.of(new Difference(
                                history,
                                entry.getKey(),
                                one.call.operation(),
                                "effects of " + named(entry.getKey()),
                                String.valueOf(wanted),
                                String.valueOf(now.getValue()),
                                List.of(effects.facts(oracle, one.call))));
                    }
                }
            }
            return Optional.empty();
        }

        private Map<String, Long> again(Sent one) {
            if (!one.isKnown() || !one.call.operation().hasCounter()) {
                return Map.of();
            }
            return effects.countAtRest(one.call, one.effects());
        }

        private String named(int number) {
            return "request " + number + ", "
                    + Objects.requireNonNull(sent.get(number)).call.operation().withArticle();
        }

        private URI place(boolean elsewhere) {
            List<URI> replicas = target.urls();
            return elsewhere && replicas.size() > 1 ? replicas.get(1) : calls.replica();
        }

        private Difference difference(
                int at, int number, String subject, String expected, String actual, Exchange exchange) {
            return new Difference(
                    history.first(at + 1),
                    number,
                    Objects.requireNonNull(sent.get(number)).call.operation(),
                    subject,
                    expected,
                    actual,
                    List.of(World.repeat(exchange)));
        }
    }
}
