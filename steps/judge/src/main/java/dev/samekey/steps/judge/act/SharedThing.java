package dev.samekey.steps.judge.act;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.judge.expect.Reading;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.contract.Replay;
import dev.samekey.steps.model.states.Course;
import dev.samekey.steps.model.states.KeyHistory;
import dev.samekey.steps.model.states.KeyHistory.New;
import dev.samekey.steps.model.states.KeyHistory.Retry;
import dev.samekey.steps.model.states.KeyHistory.Step;
import dev.samekey.steps.model.targets.Contracts;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
    private final Effects effects;

    public SharedThing(World world, Target target, Contracts contracts, Calls calls, Sandbox sandbox, Effects effects) {
        this.world = world;
        this.target = target;
        this.contracts = contracts;
        this.calls = calls;
        this.sandbox = sandbox;
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
            KeyHistory history,
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
     * @param pairs those of requests that ended as they were meant to
     */
    public record Seen(Optional<Difference> difference, int retries, Set<KeyHistory.Pair> pairs) {}

    /**
     * Sends histories, each about a new thing. What is counted is counted for all of them at once, so that effects that take
     * their time are waited for twice and not twice for each history.
     */
    public Seen follow(List<KeyHistory> histories) {
        calls.provoke();
        List<Telling> all = histories.stream().map(Telling::new).toList();
        Optional<Difference> difference = first(all, Telling::begin);
        if (difference.isEmpty()) {
            all.forEach(Telling::count);
            difference = first(all, Telling::end).or(() -> first(all, Telling::growth));
        }
        return new Seen(
                difference,
                all.stream().mapToInt(one -> one.retries).sum(),
                all.stream().flatMap(one -> one.asMeant().pairs().stream()).collect(Collectors.toUnmodifiableSet()));
    }

    private static Optional<Difference> first(List<Telling> all, Function<Telling, Optional<Difference>> part) {
        return all.stream().map(part).flatMap(Optional::stream).findFirst();
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

        boolean ended(Course course) {
            return course == Course.IS_DECLINED ? refusal != null : success != null;
        }

        /** Whether it is known what a retry must get. */
        boolean isKnown() {
            return success != null || refusal != null;
        }
    }

    private final class Telling {
        private final KeyHistory history;
        private final Map<Integer, Sent> sent = new LinkedHashMap<>();
        private int retries;

        Telling(KeyHistory history) {
            this.history = history;
        }

        /** All that is new, with the retries before it. */
        Optional<Difference> begin() {
            return steps(0, history.news());
        }

        /** The retries after all that is new. */
        Optional<Difference> end() {
            return steps(history.news(), history.steps().size());
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
                send(one);
                return Optional.empty();
            }
            Retry retry = (Retry) step;
            Sent earlier = sent.get(retry.number());
            // What was refused and is executed now would be new.
            boolean isNew = earlier != null && !earlier.isKnown() && at >= history.news();
            return earlier == null || isNew ? Optional.empty() : retry(retry, earlier, at);
        }

        /** The history without what the API has not let come about. */
        KeyHistory asMeant() {
            return history.without(Stream.iterate(1, number -> number + 1)
                    .takeWhile(number -> history.request(number).isPresent())
                    .filter(number -> !hasEndedAsMeant(number))
                    .collect(Collectors.toSet()));
        }

        private boolean hasEndedAsMeant(int number) {
            Sent one = sent.get(number);
            return one != null
                    && history.request(number)
                            .map(meant -> one.ended(meant.course()))
                            .orElse(false);
        }

        private void send(New one) {
            Operation operation = Objects.requireNonNull(target.operations().get(one.operation()));
            Sent parent = sent.get(one.on());
            if (one.on() != 0 && (parent == null || parent.success == null)) {
                // What it would be about was refused.
                return;
            }
            Call call = parent == null
                    ? calls.prepare(operation)
                    : calls.prepareOnNewest(operation, parent.call, Objects.requireNonNull(parent.success));
            world.test(call);
            try {
                Call asked = one.course()
                        .word()
                        .filter(word -> one.course() != Course.SUCCEEDS)
                        .map(word -> sandbox.applied(call, word))
                        .orElse(call);
                Sent now = new Sent(asked);
                sent.put(one.number(), now);
                outcome(
                        now,
                        world.send(asked, Purpose.FIRST, place(one.elsewhere())).exchange());
            } finally {
                sandbox.leave();
            }
        }

        /** What a key gets first is its outcome. Of a refusal that the contract does not call kept, nothing is known. */
        private void outcome(Sent now, Exchange exchange) {
            Operation operation = now.call.operation();
            Answer answer = World.answer(exchange);
            if (Calls.succeeded(operation, answer)) {
                now.success = answer;
            } else if (isDeclined(contracts.of(operation), answer)) {
                now.refusal = answer;
            }
        }

        private static boolean isDeclined(Contract contract, Answer answer) {
            Refusal declined = contract.refusal(Reason.DECLINED);
            boolean areKept = contract.stored() != null
                    && Boolean.TRUE.equals(contract.stored().clientErrors());
            return areKept && declined != null && new Reading(contract).is(declined, answer);
        }

        private Optional<Difference> retry(Retry retry, Sent earlier, int at) {
            Exchange exchange = world.send(earlier.call, Purpose.DUPLICATE, place(retry.elsewhere()))
                    .exchange();
            if (!earlier.isKnown()) {
                outcome(earlier, exchange);
                return Optional.empty();
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
            if (reading.isRefusedRepeat(again) || operation.role() == Role.EVENT) {
                return true;
            }
            boolean isSuccess = Calls.succeeded(operation, again)
                    || (again.isSuccessful() && !again.hasFailed() && reading.looksLikeReplay(again));
            Replay.Mode mode = mode(operation);
            if (mode == Replay.Mode.CURRENT_STATE) {
                // What is gone by now has no state.
                return !isSuccess || !operation.role().makesNew() || hasItsId(operation, success, again);
            }
            boolean isStored = mode == Replay.Mode.STORED || mode == Replay.Mode.SEMANTIC;
            // What was only accepted goes on.
            boolean isWhole = isStored && operation.poll() == null;
            return isSuccess
                    && hasItsId(operation, success, again)
                    && (!isWhole || reading.saysTheSame(success, again));
        }

        private Replay.@Nullable Mode mode(Operation operation) {
            Replay replay = contracts.of(operation).replay();
            return replay == null ? null : replay.mode();
        }

        private static boolean hasItsId(Operation operation, Answer first, Answer again) {
            return operation.id() == null || Calls.id(operation, first).equals(Calls.id(operation, again));
        }

        private String described(Reading reading, Answer answer) {
            String how = reading.isMismatch(answer)
                    ? "refused as a mismatch: "
                    : reading.isInProgress(answer) ? "refused as in progress: " : "";
            return how + answer.described();
        }

        /** From now on nothing new is sent, so that what changes is changed by a retry. */
        void count() {
            sent.values().stream()
                    .filter(one -> one.isKnown() && one.call.operation().hasCounter())
                    .forEach(this::count);
        }

        private void count(Sent one) {
            try {
                effects.settle(one.call);
                one.counted = effects.countAtRest(one.call, one.effects());
            } catch (Judgement silent) {
                // The API shows nothing of what was removed.
                if (silent.verdict() != Verdict.INCONCLUSIVE || !hasRemoval()) {
                    throw silent;
                }
            }
        }

        private boolean hasRemoval() {
            return sent.values().stream().anyMatch(one -> one.call.operation().role() == Role.DELETE);
        }

        Optional<Difference> growth() {
            return sent.entrySet().stream()
                    .filter(entry -> !entry.getValue().counted.isEmpty())
                    .flatMap(entry -> growth(entry.getKey(), entry.getValue()))
                    .findFirst();
        }

        /** Fewer than were due are no duplicate: what a reversal has taken away may not be listed any more. */
        private Stream<Difference> growth(int number, Sent one) {
            return effects.countAtRest(one.call, one.effects()).entrySet().stream()
                    .flatMap(now -> {
                        String oracle = now.getKey();
                        long before = one.counted.getOrDefault(oracle, now.getValue());
                        boolean isTold = Effects.tellsApart(oracle, one.call);
                        long wanted = isTold ? Math.min(before, one.effects()) : before;
                        return now.getValue() == wanted
                                ? Stream.empty()
                                : Stream.of(new Difference(
                                        history,
                                        number,
                                        one.call.operation(),
                                        "effects of " + named(number),
                                        String.valueOf(wanted),
                                        String.valueOf(now.getValue()),
                                        List.of(effects.facts(oracle, one.call))));
                    });
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
