package dev.samekey.steps.judge.world;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.wait.Await;
import dev.samekey.oracles.wait.Interrupted;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.process.Restart;
import dev.samekey.steps.drive.process.TargetProcess;
import dev.samekey.steps.judge.world.ControlRequest.Fault;
import dev.samekey.steps.judge.world.ControlRequest.Sent;
import dev.samekey.steps.model.conditions.Combination;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The controls of a run: one request for each operation before its first scenario, and one more when its scenarios are over.
 * What does not work is not the fault of the API until the target file is right, so nothing is judged by it.
 */
public final class ControlRuns implements Controls {
    /** Where nothing answers, each scenario would wait for it anew. */
    private static final int MOST_PASSING = 5;

    private static final int LONGEST = 200;

    /** If so many operations do not work, the others do not either. */
    private static final int MOST_ASKED = 3;

    private static final String NO_MORE = " still worked at the start, and at the end it";

    private static final String NO_WRITES =
            "the target file lacks «writes: allowed», so no operation was tried: add this"
                    + " line where Samekey may create and change data";

    private static final Duration USUAL_PAUSE = Duration.ofSeconds(1);

    private final TargetFile file;
    private final Access access;
    private final Map<String, State> states = new ConcurrentHashMap<>();
    /** Whether the scenarios run one at a time because what they come after is the same. */
    private volatile boolean isOneAtATime;

    public ControlRuns(TargetFile file, Access access) {
        this.file = file;
        this.access = access;
    }

    /** What is known of an operation. */
    private static final class State {
        private @Nullable Outcome first;
        private @Nullable Outcome last;
        private int passing;
        private Map<String, Long> booked = Map.of();
    }

    /**
     * What a control has shown.
     *
     * @param sent null where what comes before it did not succeed
     * @param wrong nothing where it works
     * @param counts whether it is the count of its effects that is wrong
     */
    private record Outcome(@Nullable Sent sent, Optional<Fault> wrong, boolean counts, List<Evidence> evidence) {
        boolean isPassing() {
            return wrong.isPresent() && wrong.get().isPassing();
        }
    }

    @Override
    public void require(Operation operation, Journal journal) {
        if (target().countsOthers() || isOneAtATime) {
            // In the midst of a scenario a control would be counted by it.
            target().operations().values().stream()
                    .filter(one -> one.role() != Role.SETUP)
                    .forEach(this::tried);
        }
        Outcome outcome = first(operation);
        journal.addControl(name(operation), outcome.evidence());
        if (outcome.wrong().isPresent()) {
            throw judgement(operation, outcome, outcome.wrong().get(), "");
        }
    }

    /** Sends the control of an operation before its scenarios need it, so that it is known how long a response takes. */
    public void measure(Operation operation) {
        tried(operation);
    }

    private void tried(Operation operation) {
        try {
            var unused = first(operation);
        } catch (Judgement | Interrupted unreached) {
            // Its own scenarios say it.
        }
    }

    /**
     * How many scenarios may run at the same time. Where effects are counted by the growth of what they come after, the control
     * comes first: what two requests have got the same of, scenarios share, and they run one at a time.
     *
     * @param judged the operations that scenarios are about
     */
    public int atOnce(Set<String> judged) {
        if (target().allowsWrites()) {
            List<Operation> growing = target().operations().values().stream()
                    .filter(operation -> judged.contains(name(operation)))
                    .filter(operation -> operation.growth().findAny().isPresent())
                    .toList();
            growing.forEach(this::tried);
            isOneAtATime = growing.stream().flatMap(Operation::growth).anyMatch(access.parents()::showsOthers);
        }
        return isOneAtATime ? 1 : target().atOnce();
    }

    @Override
    public boolean areBesideOthers() {
        return !isOneAtATime && target().atOnce() > 1;
    }

    @Override
    public Optional<Sent> sent(Operation operation) {
        State state = states.get(name(operation));
        if (state == null) {
            return Optional.empty();
        }
        synchronized (state) {
            return Optional.ofNullable(state.first)
                    .filter(outcome -> outcome.wrong().isEmpty())
                    .map(Outcome::sent);
        }
    }

    @Override
    public Map<String, Long> booked(Operation operation) {
        State state = states.get(name(operation));
        if (state == null) {
            return Map.of();
        }
        synchronized (state) {
            return state.booked;
        }
    }

    /** What each success books, where two of them book the same, and the first one's entry stays as it was. */
    private Map<String, Long> bookedTwice(Operation operation) {
        Operation.Effects counted = operation.effects();
        if (counted == null || counted.ledger().isEmpty() || operation.role() == Role.JOB) {
            return Map.of();
        }
        Journal journal = new Journal(file.secrets());
        Map<String, Long> first = bookedOnce(operation, journal);
        Map<String, Long> second = bookedOnce(operation, journal);
        Map<String, Long> same = new LinkedHashMap<>(first);
        same.entrySet().retainAll(second.entrySet());
        return same;
    }

    private Map<String, Long> bookedOnce(Operation operation, Journal journal) {
        Calls calls = new Calls(access, new Keys(file.contracts(), file.contract()), journal, CurrentPhase.none());
        Effects effects = new Effects(access.capabilities(), calls, journal, new Checks());
        try {
            Call call = calls.prepare(operation);
            Exchange exchange = access.wire().send(calls.signed(call).request(), calls.place(call));
            journal.note("a control request for what is booked", exchange);
            Answer answer = exchange.answer();
            return answer != null && Calls.succeeded(operation, answer) ? effects.bookedAtRest(call) : Map.of();
        } catch (Judgement unreached) {
            // What is not known is not compared.
            return Map.of();
        }
    }

    /** What an operation comes after must have worked. How the effects of that are counted does not matter here. */
    private void requireBefore(Operation operation) {
        Operation.Work work = operation.work();
        Stream.of(operation.after(), work == null ? null : work.operation())
                .flatMap(name -> Stream.ofNullable(
                        name == null ? null : target().operations().get(name)))
                .forEach(before -> {
                    Outcome outcome = first(before);
                    if (outcome.wrong().isPresent() && !outcome.counts()) {
                        throw judgement(
                                before,
                                outcome,
                                outcome.wrong().get(),
                                ", which comes before " + operation.withArticle() + ",");
                    }
                });
    }

    private Outcome first(Operation operation) {
        State state = states.computeIfAbsent(name(operation), name -> new State());
        synchronized (state) {
            Outcome known = state.first;
            if (known != null && !(known.isPassing() && state.passing < MOST_PASSING)) {
                return known;
            }
            requireBefore(operation);
            Outcome outcome = twice(operation);
            state.first = outcome;
            state.last = outcome;
            state.passing += outcome.isPassing() ? 1 : 0;
            state.booked = outcome.wrong().isEmpty() ? bookedTwice(operation) : Map.of();
            return outcome;
        }
    }

    /** Lets an operation be tried again of which nothing could be said. */
    public void forgetPassing() {
        states.values().forEach(state -> {
            synchronized (state) {
                state.passing = 0;
            }
        });
    }

    /** A fault must be seen twice: one response may be lost by chance. */
    private Outcome twice(Operation operation) {
        Outcome outcome = once(operation);
        return outcome.wrong().isEmpty() ? outcome : once(operation);
    }

    private Outcome once(Operation operation) {
        Journal journal = new Journal(file.secrets());
        Checks checks = new Checks();
        Calls calls = new Calls(access, new Keys(file.contracts(), file.contract()), journal, CurrentPhase.none());
        Effects effects = new Effects(access.capabilities(), calls, journal, checks);
        ControlRequest request = new ControlRequest(file.contracts(), access.wire(), calls, effects, journal);
        try {
            Sent sent = request.send(operation);
            Optional<Fault> counted = sent.fault().isPresent() ? Optional.empty() : request.count(sent);
            Optional<Fault> wrong = sent.fault().or(() -> counted).map(fault -> paused(fault, journal));
            return new Outcome(sent, wrong, counted.isPresent(), journal.entries());
        } catch (Judgement unreached) {
            if (unreached.verdict() != Verdict.INCONCLUSIVE) {
                throw unreached;
            }
            Fault fault = paused(new Fault("a control request", unreached.reason(), ""), journal);
            return new Outcome(null, Optional.of(fault), false, journal.entries());
        }
    }

    /**
     * How the target refuses an operation under conditions in its own right, with a fresh key and nothing to repeat. That says
     * nothing of repeats.
     *
     * @return nothing where it is not refused, or where what comes before it did not succeed
     */
    public Optional<String> refusal(Operation operation, Combination conditions) {
        // It must be seen twice: one response may be of something in between.
        return refusalOnce(operation, conditions).flatMap(first -> refusalOnce(operation, conditions));
    }

    private Optional<String> refusalOnce(Operation operation, Combination conditions) {
        Calls calls = new Calls(
                access,
                new Keys(file.contracts(), file.contract()),
                new Journal(file.secrets()),
                CurrentPhase.none(),
                Controls.NONE,
                Conditions.of(target(), conditions));
        try {
            Call call = calls.prepare(operation);
            Answer answer =
                    access.wire().send(call.request(), calls.place(call)).answer();
            if (answer == null
                    || !new Interference(file.contracts()).in(List.of(answer)).isEmpty()) {
                return Optional.empty();
            }
            return answer.isRefusal()
                    ? Optional.of(shown(answer.described()))
                    : Calls.succeeded(operation, answer) && isUncounted(call, calls)
                            ? Optional.of("it succeeds, and its effect is not counted")
                            : Optional.empty();
        } catch (Judgement unreached) {
            if (unreached.verdict() != Verdict.INCONCLUSIVE) {
                throw unreached;
            }
            return Optional.empty();
        }
    }

    /** Whether nothing is counted of a success: a list may not find a value that the API takes. */
    private boolean isUncounted(Call call, Calls calls) {
        Operation operation = call.operation();
        if (!operation.hasCounter() || operation.effectsWithin() != null || operation.poll() != null) {
            return false;
        }
        Effects effects = new Effects(access.capabilities(), calls, new Journal(file.secrets()), new Checks());
        return effects.count(call, List.of(call)).containsValue(0L);
    }

    /** Where the target asked for less, it gets less before it is asked again. */
    private Fault paused(Fault fault, Journal journal) {
        Interference interference = new Interference(file.contracts());
        if (interference.in(journal.suspects()).isEmpty()) {
            return fault;
        }
        String done =
                access.wire().slowDown(interference.pause(journal.suspects()).orElse(USUAL_PAUSE));
        return new Fault(fault.expected(), fault.actual() + "; " + done, fault.fix());
    }

    private Judgement judgement(Operation operation, Outcome outcome, Fault fault, String which) {
        return judgement(operation, fault, facts(outcome, fault), which);
    }

    private Judgement judgement(Operation operation, Fault fault, List<Fact> facts, String which) {
        String reason = reason(operation, fault, which);
        Judgement judgement = fault.isPassing() ? Judgement.inconclusive(reason) : Judgement.notChecked(reason);
        for (Fact fact : facts) {
            judgement = judgement.with(fact);
        }
        return judgement;
    }

    private String reason(Operation operation, Fault fault, String which) {
        String brief = shown(fault.actual());
        return "the control request for " + operation.withArticle() + which
                + (fault.isPassing()
                        ? " did not succeed: " + brief
                        : " got " + brief + " (expected " + fault.expected() + "): " + fault.fix());
    }

    /** Redacted before it is shortened: a part of a secret would not be found. */
    private String shown(String text) {
        String all = file.secrets().redact(text).replaceAll("\\s+", " ").strip();
        return all.length() > LONGEST ? all.substring(0, LONGEST).strip() + "…" : all;
    }

    private static List<Fact> facts(Outcome outcome, Fault fault) {
        List<Fact> facts =
                new ArrayList<>(List.of(new Fact("expected", fault.expected()), new Fact("actual", fault.actual())));
        Sent sent = outcome.sent();
        if (sent != null) {
            facts.add(World.repeat(sent.exchange()));
        }
        return facts;
    }

    /**
     * Sends the control of each of these once more, where it worked before their scenarios.
     *
     * @param patience how long one is tried again that may work a little later
     * @return by operation, why it does not work any more; nothing of one that does
     */
    public Map<String, Optional<Judgement>> again(Set<String> operations, Duration patience) {
        Map<String, Optional<Judgement>> seen = new LinkedHashMap<>();
        Optional<String> silence = Optional.empty();
        for (String name : operations) {
            State state = states.get(name);
            Operation operation = target().operations().get(name);
            if (state == null || operation == null || !canBeSentAgain(operation, state)) {
                continue;
            }
            Optional<Judgement> why = silence.isEmpty()
                    ? again(operation, state, patience)
                    : silence.map(
                            silent -> judgement(operation, new Fault("a success", silent, ""), List.of(), NO_MORE));
            seen.put(name, why);
            if (why.isPresent() && silence.isEmpty()) {
                silence = TargetProcess.silence(target(), file.network());
            }
        }
        return seen;
    }

    /** What a job finds to do at the end hangs on what its scenarios have left. */
    private static boolean canBeSentAgain(Operation operation, State state) {
        synchronized (state) {
            Outcome before = state.first;
            return before != null && before.wrong().isEmpty() && operation.role() != Role.JOB;
        }
    }

    private Optional<Judgement> again(Operation operation, State state, Duration patience) {
        synchronized (state) {
            Outcome before = Objects.requireNonNull(state.first, "it worked");
            int sent = access.wire().requests();
            try {
                Outcome now = compared(operation, before, patient(operation, patience));
                Restart restart = access.capabilities().target();
                if (now.wrong().isPresent() && restart != null) {
                    // What a scenario has broken may be mended by that; a wrong target file is not.
                    restart.kill();
                    restart.start();
                    now = compared(operation, before, twice(operation));
                }
                // Where nothing may leave any more, that says nothing of the target.
                if (now.wrong().isEmpty() || access.wire().requests() == sent) {
                    return Optional.empty();
                }
                state.last = now;
                return Optional.of(judgement(operation, now, now.wrong().get(), NO_MORE));
            } catch (Judgement | Interrupted unseen) {
                return Optional.empty();
            }
        }
    }

    /** What may work a little later is tried again for so long; not where nothing may leave any more. */
    private Outcome patient(Operation operation, Duration patience) {
        int sent = access.wire().requests();
        return Await.until(
                        "the control request to work again",
                        patience,
                        USUAL_PAUSE,
                        () -> twice(operation),
                        outcome -> !outcome.isPassing() || access.wire().requests() == sent)
                .value();
    }

    /**
     * Why the target serves nothing just now; nothing where it serves an operation that worked before, or where to ask would
     * disturb scenarios.
     */
    public Optional<String> absence() {
        Optional<String> silence = TargetProcess.silence(target(), file.network());
        if (silence.isPresent() || target().countsOthers()) {
            return silence;
        }
        int sent = access.wire().requests();
        Optional<String> first = Optional.empty();
        for (Operation operation : target().operations().values().stream()
                .filter(one -> sent(one).isPresent() && one.role() != Role.JOB)
                .limit(MOST_ASKED)
                .toList()) {
            Optional<Fault> wrong = twice(operation).wrong();
            if (wrong.isEmpty() || access.wire().requests() == sent) {
                return Optional.empty();
            }
            first = first.or(() -> wrong.map(fault -> reason(operation, fault, "")));
        }
        return first;
    }

    /** Two new things have two ids, where each request is for another thing. */
    private static Outcome compared(Operation operation, Outcome before, Outcome now) {
        boolean creates = operation.role() == Role.CREATE || operation.role() == Role.REVERSE;
        if (!creates || now.wrong().isPresent() || !isUnique(operation.request())) {
            return now;
        }
        Optional<JsonNode> id = id(now);
        if (id.isEmpty() || !id.equals(id(before))) {
            return now;
        }
        Fault fault = new Fault(
                "another id than the control request at the start",
                "the same id " + id.get(),
                "check «id» of operations." + operation.name());
        return new Outcome(now.sent(), Optional.of(fault), false, now.evidence());
    }

    private static boolean isUnique(Operation.Template request) {
        return request.toString().contains("${unique}");
    }

    private static Optional<JsonNode> id(Outcome outcome) {
        Sent sent = outcome.sent();
        return sent == null ? Optional.empty() : sent.id();
    }

    /**
     * Why none of the operations that were to be judged could be tried, or why one of them does not work any more; nothing where
     * they could and do, or where there was none.
     */
    public Optional<String> obstacle() {
        return target().allowsWrites() || states.isEmpty()
                ? target().operations().values().stream()
                        .flatMap(operation -> noMore(operation).stream())
                        .findFirst()
                : Optional.of(NO_WRITES);
    }

    private Optional<String> noMore(Operation operation) {
        State state = states.get(name(operation));
        if (state == null) {
            return Optional.empty();
        }
        synchronized (state) {
            boolean worked = state.first != null && state.first.wrong().isEmpty();
            return Optional.ofNullable(state.last)
                    .filter(last -> worked)
                    .flatMap(Outcome::wrong)
                    .map(fault -> reason(operation, fault, NO_MORE));
        }
    }

    /** What was shown of each operation that was to be judged, in the order of the target file. */
    public List<Controlled> results() {
        return target().operations().values().stream()
                .filter(operation -> operation.role() != Role.SETUP)
                .flatMap(operation -> result(operation).stream())
                .toList();
    }

    private Optional<Controlled> result(Operation operation) {
        State state = states.get(name(operation));
        if (state == null) {
            return Optional.empty();
        }
        synchronized (state) {
            return Optional.ofNullable(state.last)
                    .map(last -> new Controlled(
                            name(operation),
                            last.wrong().isEmpty(),
                            last.wrong()
                                    .map(fault -> reason(operation, fault, ""))
                                    .orElse("")));
        }
    }

    private Target target() {
        return file.target();
    }

    private static String name(Operation operation) {
        return String.valueOf(operation.name());
    }
}
