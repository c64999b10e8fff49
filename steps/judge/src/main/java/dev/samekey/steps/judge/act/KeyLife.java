package dev.samekey.steps.judge.act;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.judge.expect.Reading;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.Payloads;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.UnderWay;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.states.Course;
import dev.samekey.steps.model.states.Event;
import dev.samekey.steps.model.states.KeyPath;
import dev.samekey.steps.model.states.KeyPath.Move;
import dev.samekey.steps.model.states.Transition;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.SandboxWord;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The life of one key: a path through the state model is sent, and compared with the model at each step. */
public final class KeyLife {
    private static final Duration A_LITTLE = Duration.ofMinutes(1);
    private static final Duration JUST_OVER = Duration.ofSeconds(1);

    private final World world;
    private final Calls calls;
    private final Sandbox sandbox;
    private final UnderWay underWay;
    private final TargetTime time;
    private final Capabilities capabilities;
    private final Effects effects;
    private final Contract contract;
    private final Reading reading;

    public KeyLife(
            World world,
            Calls calls,
            Sandbox sandbox,
            UnderWay underWay,
            TargetTime time,
            Capabilities capabilities,
            Effects effects,
            Contract contract) {
        this.world = world;
        this.calls = calls;
        this.sandbox = sandbox;
        this.underWay = underWay;
        this.time = time;
        this.capabilities = capabilities;
        this.effects = effects;
        this.contract = contract;
        this.reading = new Reading(contract);
    }

    /**
     * Where the target and the model differ first.
     *
     * @param path up to there
     * @param subject what differs
     */
    public record Difference(KeyPath path, String subject, String expected, String actual, List<Fact> facts) {}

    /** Sends a path under a new key; nothing where the target did at each step what the model says. */
    public Optional<Difference> follow(Operation operation, KeyPath path) {
        return follow(operation, List.of(path));
    }

    /**
     * Sends paths, each under a new key. All go on to their next crash before the target crashes, so that they share their
     * crashes.
     */
    public Optional<Difference> follow(Operation operation, List<KeyPath> paths) {
        reading.requireTold(Reason.PAYLOAD_MISMATCH, Reason.IN_PROGRESS);
        List<Walk> walks = new ArrayList<>();
        try {
            for (KeyPath path : paths) {
                Walk walk = new Walk(new One(operation), path);
                walks.add(walk);
                Optional<Difference> difference = walk.toTheNextCrash();
                if (difference.isPresent()) {
                    return difference;
                }
            }
            while (walks.stream().anyMatch(Walk::isAtACrash)) {
                restart();
                for (Walk walk : walks) {
                    Optional<Difference> difference = walk.isAtACrash() ? walk.overTheCrash() : Optional.empty();
                    if (difference.isPresent()) {
                        return difference;
                    }
                }
            }
            return Optional.empty();
        } finally {
            underWay.all();
            sandbox.leave();
        }
    }

    private void restart() {
        capabilities.requireRestart();
        Objects.requireNonNull(capabilities.target()).run();
    }

    /** A path, and how far it has been gone. */
    private static final class Walk {
        private final KeyPath path;
        private One one;
        private int at;

        Walk(One one, KeyPath path) {
            this.one = one;
            this.path = path;
        }

        boolean isAtACrash() {
            return at < path.moves().size() && path.moves().get(at).event() == Event.CRASH;
        }

        Optional<Difference> toTheNextCrash() {
            while (at < path.moves().size() && !isAtACrash()) {
                Optional<Difference> difference = step();
                if (difference.isPresent()) {
                    return difference;
                }
            }
            return Optional.empty();
        }

        Optional<Difference> overTheCrash() {
            Optional<Difference> difference = step();
            return difference.isPresent() ? difference : toTheNextCrash();
        }

        private Optional<Difference> step() {
            Optional<Difference> difference = one.step(path.moves().get(at))
                    .map(seen -> new Difference(
                            path.first(at + 1), seen.subject(), seen.expected(), seen.actual(), seen.facts()));
            at++;
            if (one.isUsed) {
                // A new key is as unused as the model says that this one is.
                one = one.withNewKey();
            }
            return difference;
        }
    }

    /** What was expected, and what was seen that is something else. */
    private record Seen(String subject, String expected, String actual, List<Fact> facts) {
        static Seen response(String expected, String actual, Exchange exchange) {
            return new Seen("the last response", expected, actual, List.of(World.repeat(exchange)));
        }
    }

    /** What was sent while the original is in progress, and is looked at when that has ended. */
    private record Waiting(int number, boolean isOther) {}

    /** One key. */
    private final class One {
        private final Operation operation;
        /** The request as the target file has it, under the key. */
        private final Call plain;

        private final Set<Course> spent = EnumSet.noneOf(Course.class);
        /** The results so far; a new one differs from them all. */
        private final List<Answer> results = new ArrayList<>();
        /** How many requests were sent without waiting for them. */
        private final int before = underWay.all().size();

        private final List<Waiting> waiting = new ArrayList<>();
        private Call current;
        private Course course = Course.SUCCEEDS;
        private @Nullable Exchange executed;
        private int begun;
        private int sent = before;
        /** The number of the original where another one is to have taken it over. */
        private @Nullable Integer takenOver;

        private @Nullable Answer outcome;
        /** Whether one that waited has used the key when the original had left it unused. */
        private boolean isUsed;

        One(Operation operation) {
            this.operation = operation;
            this.plain = calls.prepare(operation);
            this.current = plain;
            calls.provoke();
            world.test(plain);
        }

        One withNewKey() {
            One other = new One(operation);
            other.spent.addAll(spent);
            return other;
        }

        Optional<Seen> step(Move move) {
            Transition transition = move.transition();
            Event event = move.event();
            boolean isMet = isInProgress(transition.from());
            Optional<Seen> wrong = switch (event) {
                case COMPLETION, FAILURE, BREAKDOWN ->
                    ended(event, transition.to().equals("absent"));
                case EXPIRY -> {
                    capabilities.clock().advance(time.lifetime(operation).plus(A_LITTLE));
                    yield Optional.empty();
                }
                // The target has crashed already, for all keys.
                case CRASH -> Optional.empty();
                case CLEANUP -> {
                    capabilities.cleanup().send();
                    yield stillMet(isMet);
                }
                case TAKEOVER -> {
                    capabilities.clock().advance(time.processingTimeout().plus(JUST_OVER));
                    mustBeInProgress();
                    takeOver();
                    yield Optional.empty();
                }
                case REFUSAL -> refused();
                default -> move.executes() ? execute(move) : isMet ? met(event) : known(move);
            };
            boolean isCounted = wrong.isEmpty() && !isInProgress(transition.to());
            return isCounted ? effects() : wrong;
        }

        private static boolean isInProgress(String state) {
            return state.equals("in_progress") || state.equals("taken_over");
        }

        private Optional<Seen> execute(Move move) {
            Course other = move.course();
            if (other != null) {
                course = other;
                current = another(other, move.event() == Event.OTHER_PAYLOAD);
            }
            Optional<SandboxWord> word = spent.contains(course) ? Optional.empty() : course.word();
            Call asked = word.filter(operation.switches()::containsKey)
                    .map(aid -> sandbox.applied(current, aid))
                    .orElse(current);
            if (!course.isOnce()) {
                current = asked;
            }
            if (isSlow()) {
                begin(asked);
            } else {
                executed = world.send(asked, Purpose.FIRST).exchange();
            }
            sandbox.leave();
            return Optional.empty();
        }

        private boolean isSlow() {
            return course.isSlow() && !spent.contains(course);
        }

        private void begin(Call call) {
            begun = sent++;
            executed = null;
            underWay.begin(call);
        }

        /** A duplicate that still waits may take it over too, and then the newest request is the one that meets it. */
        private void takeOver() {
            takenOver = begun;
            begin(current);
            waiting.add(new Waiting(begun, false));
        }

        /** A payload that comes to that; another one than before where it has to be. */
        private Call another(Course course, boolean mustDiffer) {
            Map<String, JsonNode> members =
                    course.word().map(operation.sandbox()::get).orElse(null);
            Call same = members == null ? plain : Payloads.changed(plain, members);
            boolean isOther = !mustDiffer || !isAlike(same, current);
            if (isOther) {
                return same;
            }
            Call changed = Payloads.another(plain);
            return members == null ? changed : Payloads.changed(changed, members);
        }

        /** A payload that the key does not have. */
        private Call otherPayload() {
            Call changed = Payloads.another(current);
            return isAlike(changed, current) ? plain : changed;
        }

        private static boolean isAlike(Call one, Call other) {
            return String.valueOf(one.request().body())
                    .equals(String.valueOf(other.request().body()));
        }

        /** @param isFree whether the key is unused then */
        private Optional<Seen> ended(Event event, boolean isFree) {
            Exchange exchange = executed == null ? landed() : executed;
            Answer answer = World.answer(exchange);
            boolean holds = switch (event) {
                case COMPLETION -> Calls.succeeded(operation, answer) && !isReplay(answer);
                case FAILURE -> answer.isRefusal() && !isOfTheKey(answer);
                default -> !answer.isSuccessful() && !isOfTheKey(answer);
            };
            String expected = switch (event) {
                case COMPLETION -> "executed, a success with a result of its own";
                case FAILURE -> "executed, a refusal by the business";
                default -> "executed, a failure";
            };
            if (!holds) {
                mustHaveComeFirst(exchange, answer);
                mustBeAboutTheKey(expected, answer);
                return Optional.of(Seen.response(expected, described(answer), exchange));
            }
            Optional<Seen> wrong = late(answer, isFree);
            outcome = event == Event.BREAKDOWN ? null : answer;
            if (event == Event.COMPLETION) {
                results.add(answer);
            } else if (event == Event.BREAKDOWN) {
                spent.add(course);
            }
            waiting.clear();
            takenOver = null;
            return wrong;
        }

        /** On a busy machine what was to meet it may arrive before it, and is the one that is executed then. */
        private void mustHaveComeFirst(Exchange exchange, Answer answer) {
            List<Exchange> all = underWay.all();
            boolean isOfAnother = isOfTheKey(answer) || answer.isSuccessful();
            Stream<Integer> others = Stream.concat(waiting.stream().map(Waiting::number), Stream.ofNullable(takenOver));
            if (isOfAnother
                    && others.map(all::get)
                            .filter(other -> !other.equals(exchange))
                            .anyMatch(other -> World.answer(other).isSuccessful())) {
                throw Judgement.inconclusive("what was to be sent while the slow " + operation.name()
                        + " was in progress may have arrived before it");
            }
        }

        /** What the business refuses, or takes longer than was thought, is not the fault of the key. */
        private void mustBeAboutTheKey(String expected, Answer answer) {
            if (!answer.isSuccessful() && !isOfTheKey(answer)) {
                throw Judgement.notChecked("paths: a request for " + operation.withArticle()
                        + " was refused for a reason that the life of its key does not explain: expected " + expected
                        + ", got " + described(answer));
            }
        }

        /** What was executed: the newest request, or what has waited and has taken over in its place. */
        private Exchange landed() {
            List<Exchange> all = underWay.all();
            Exchange newest = all.get(begun);
            boolean isTakenOver = waiting.stream().anyMatch(one -> one.number() == begun);
            if (!isTakenOver || !reading.isInProgress(World.answer(newest))) {
                return newest;
            }
            return waiting.stream()
                    .filter(one -> !one.isOther())
                    .map(one -> all.get(one.number()))
                    .filter(exchange -> World.answer(exchange).isSuccessful())
                    .findFirst()
                    .orElse(newest);
        }

        /**
         * What waited for the original, or was refused at once. Where the original has left its key unused, one that waited may
         * be executed in its place.
         */
        private Optional<Seen> late(Answer ended, boolean isFree) {
            List<Exchange> all = waiting.isEmpty() ? List.of() : underWay.all();
            Optional<Waiting> next = waiting.stream()
                    .filter(one -> isFree && World.answer(all.get(one.number())).isSuccessful())
                    .findFirst();
            Answer last = next.map(one -> World.answer(all.get(one.number()))).orElse(ended);
            boolean isOther = next.map(Waiting::isOther).orElse(false);
            for (Waiting one : waiting) {
                Exchange exchange = all.get(one.number());
                Answer answer = World.answer(exchange);
                boolean holds = reading.hasMetInProgress(answer)
                        || (one.isOther() == isOther
                                ? isSame(last, answer) || hasRefused(answer)
                                : reading.hasMetAnotherPayload(answer));
                if (!holds) {
                    String expected = one.isOther() == isOther
                            ? "the outcome of the one that was executed, or refused as in progress"
                            : "refused as a mismatch or as in progress";
                    return Optional.of(Seen.response(expected, described(answer), exchange));
                }
            }
            next.ifPresent(one -> results.add(last));
            isUsed = next.isPresent();
            return Optional.empty();
        }

        private Optional<Seen> met(Event event) {
            boolean isOther = event == Event.OTHER_PAYLOAD;
            Call call = isOther ? otherPayload() : current;
            mustBeInProgress();
            waiting.add(new Waiting(sent++, isOther));
            underWay.meet(call);
            return Optional.empty();
        }

        private Optional<Seen> stillMet(boolean isMet) {
            if (isMet) {
                mustBeInProgress();
            }
            return Optional.empty();
        }

        private void mustBeInProgress() {
            if (underWay.isDone()) {
                throw Judgement.inconclusive("the slow " + operation.name()
                        + " had ended before all was sent that was to be sent while it was in progress");
            }
        }

        private Optional<Seen> refused() {
            Call invalid = sandbox.applied(plain, SandboxWord.INVALID);
            Exchange exchange = world.send(invalid, Purpose.OTHER).exchange();
            Answer answer = World.answer(exchange);
            return answer.isRefusal() && !isOfTheKey(answer)
                    ? Optional.empty()
                    : Optional.of(Seen.response("refused for its values", described(answer), exchange));
        }

        /** A request under a key that is completed, failed or expired, and stays so. */
        private Optional<Seen> known(Move move) {
            boolean isOther = move.event() == Event.OTHER_PAYLOAD;
            Exchange exchange = world.send(
                            isOther ? otherPayload() : current, isOther ? Purpose.OTHER_PAYLOAD : Purpose.DUPLICATE)
                    .exchange();
            Answer answer = World.answer(exchange);
            if (move.transition().from().equals("expired")) {
                Refusal refusal = reading.refusal(Reason.EXPIRED_KEY);
                return reading.is(refusal, answer) || (isOther && reading.hasMetAnotherPayload(answer))
                        ? Optional.empty()
                        : Optional.of(Seen.response("refused as expired", described(answer), exchange));
            }
            if (isOther && contract.mismatch() != Contract.Mismatch.REPLAY) {
                return reading.hasMetAnotherPayload(answer) || hasRefused(answer)
                        ? Optional.empty()
                        : Optional.of(Seen.response("refused as a mismatch", described(answer), exchange));
            }
            return (outcome != null && isSame(outcome, answer)) || hasRefused(answer)
                    ? Optional.empty()
                    : Optional.of(Seen.response("the outcome of the first request", described(answer), exchange));
        }

        private boolean hasRefused(Answer answer) {
            return reading.isRefusedRepeat(answer);
        }

        /** Whether it can be a replay: how alike it must be is what other clauses are about. */
        private boolean isSame(Answer first, Answer again) {
            if (!first.isSuccessful()) {
                return first.status() == again.status() && !again.isSuccessful();
            }
            return again.isSuccessful()
                    && (operation.id() == null || Calls.id(operation, first).equals(Calls.id(operation, again)));
        }

        private boolean isReplay(Answer answer) {
            return results.stream().anyMatch(result -> reading.isReplay(operation, result, answer));
        }

        private boolean isOfTheKey(Answer answer) {
            return reading.isMismatch(answer) || reading.isInProgress(answer);
        }

        private String described(Answer answer) {
            String how = reading.isMismatch(answer)
                    ? "refused as a mismatch: "
                    : reading.isInProgress(answer)
                            ? "refused as in progress: "
                            : answer.isSuccessful() && isReplay(answer)
                                    ? "replayed: "
                                    : answer.isSuccessful() ? "executed: " : "";
            return how + answer.described();
        }

        /** Each success has one effect, and nothing else has any. */
        private Optional<Seen> effects() {
            if (!operation.hasCounter()) {
                return Optional.empty();
            }
            long wanted = results.size();
            for (Map.Entry<String, Long> counted :
                    effects.count(plain, world.senders(), wanted).entrySet()) {
                if (counted.getValue() != wanted) {
                    return Optional.of(new Seen(
                            "effects of the key",
                            String.valueOf(wanted),
                            String.valueOf(counted.getValue()),
                            List.of(effects.facts(counted.getKey(), plain))));
                }
            }
            effects.expect(plain, world.senders(), wanted);
            return Optional.empty();
        }
    }
}
