package dev.samekey.steps.judge.run;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.oracles.evidence.EvidenceStore;
import dev.samekey.oracles.evidence.Text;
import dev.samekey.oracles.wait.Interrupted;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Pace;
import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.judge.cucumber.ScenarioListener;
import dev.samekey.steps.judge.repeat.RepeatScript;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.Interference;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.MachineWatch.Busy;
import dev.samekey.steps.judge.world.Phase;
import dev.samekey.steps.judge.world.Seed;
import dev.samekey.steps.judge.world.Sign;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.targets.Secrets;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Extenuation;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Isolation;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Ruling;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.ScenarioTrace;
import dev.samekey.steps.model.verdict.SharedAssertion;
import dev.samekey.steps.model.verdict.StepResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Turns the outcome of each scenario into its result. */
public final class Recorder {
    /** That of the contract. */
    static final Comparator<ScenarioResult> ORDER = Comparator.comparing(Recorder::feature)
            .thenComparing(ScenarioResult::feature)
            .thenComparing(ScenarioResult::line);

    private static final Pattern PLAIN = Pattern.compile("[\\w./:=,@-]+");
    private static final int LONGEST_FACT = 4 * 1024;
    private static final Outcome NOT_LOOKED_AGAIN =
            new Outcome(Verdict.NOT_CHECKED, "the run was ended before its effects were counted once more", List.of());

    private final Target target;
    private final List<String> choice;
    private final Secrets secrets;
    private final Interference interference;
    private final Pace pace;
    private final Progress progress;
    private final @Nullable Seed seed;
    private final EvidenceStore store = new EvidenceStore();
    private final Map<String, Ended> ended = new ConcurrentHashMap<>();
    /** By the id of its scenario, the newest result. */
    private final Map<String, Recorded> results = new LinkedHashMap<>();
    /** The same of what runs again, which reports do not show: only both looks decide. */
    private final Map<String, Recorded> again = new HashMap<>();

    Recorder(TargetFile file, Pace pace, Progress progress) {
        this(file, pace, progress, null);
    }

    /** @param seed what the random choices of the run begin with; null where it has none to name */
    Recorder(TargetFile file, Pace pace, Progress progress, @Nullable Seed seed) {
        this.seed = seed;
        this.target = file.target();
        this.choice = file.choice();
        this.secrets = file.secrets();
        this.interference = new Interference(file.contracts());
        this.pace = pace;
        this.progress = progress;
    }

    record Ended(
            @Nullable String operation,
            int checks,
            Journal journal,
            Busy busy,
            @Nullable Effects effects,
            @Nullable Sign sign) {}

    /**
     * A result that may turn where effects were counted for it: more of them may come.
     *
     * @param extenuation what may be why it is broken
     */
    record Recorded(Scenario scenario, ScenarioResult result, Ended end, Extenuation extenuation) {
        Recorded with(ScenarioResult other) {
            return new Recorded(scenario, other, end, extenuation);
        }

        /** Whether time or chance may be why it is broken. */
        boolean mayBeChance() {
            return extenuation == Extenuation.CHANCE;
        }

        boolean mayTurn() {
            return result.verdict() == Verdict.HELD
                    && end.effects() != null
                    && end.effects().counted();
        }
    }

    /** What the journals of its scenarios keep their texts in. */
    EvidenceStore store() {
        return store;
    }

    /** Takes what a scenario leaves behind, before its objects are gone. */
    public void end(String scenario, World world, Checks checks, Journal journal, Effects effects) {
        String operation = world.operation() != null
                ? world.operation()
                : journal.firstOperation().orElse(null);
        ended.put(scenario, new Ended(operation, checks.made(), journal, checks.busy(), effects, checks.sign()));
    }

    /** The same of a scenario without a world of operations. */
    public void end(String scenario, @Nullable String operation, Checks checks, Journal journal) {
        ended.put(scenario, new Ended(operation, checks.made(), journal, checks.busy(), null, checks.sign()));
    }

    /** The same of one that was refused before it began. */
    void refused(String scenario, @Nullable String operation) {
        ended.put(scenario, new Ended(operation, 0, new Journal(secrets), Busy.NOT_AT_ALL, null, null));
    }

    /** Notes a scenario that ends before it begins. */
    void leaveOut(Scenario scenario, @Nullable String operation, Judgement judgement) {
        Instant now = Instant.now();
        ScenarioListener alone = in(Isolation.ALONE);
        alone.started(scenario);
        ended.put(scenario.id(), new Ended(operation, 0, new Journal(secrets), Busy.NOT_AT_ALL, null, null));
        alone.finished(new ScenarioListener.Finished(
                scenario,
                scenario.id(),
                scenario.steps().stream()
                        .map(step -> new StepResult(
                                step.toString(), StepResult.Status.SKIPPED, now, Duration.ZERO, List.of()))
                        .toList(),
                "SKIPPED",
                judgement,
                null,
                now,
                Duration.ZERO));
    }

    /** Whether a result may turn at the end of the run. */
    boolean mayTurn() {
        synchronized (results) {
            return results.values().stream().anyMatch(Recorded::mayTurn);
        }
    }

    /**
     * Counts the effects of each scenario that held once more; more of them than before break its clause after all.
     *
     * @param atOnce of how many scenarios they are counted at the same time
     * @throws Interrupted when the thread is interrupted before all are counted; nothing has changed then
     */
    void lookAgain(int atOnce) {
        List<Recorded> turning;
        synchronized (results) {
            turning = results.values().stream().filter(Recorded::mayTurn).toList();
        }
        ExecutorService threads = Executors.newFixedThreadPool(atOnce);
        IdentityHashMap<Recorded, Recorded> turned = new IdentityHashMap<>();
        try {
            List<Future<Recorded>> looks = threads.invokeAll(turning.stream()
                    .map(recorded -> (Callable<Recorded>) () -> again(recorded))
                    .toList());
            for (int i = 0; i < looks.size(); i++) {
                turned.put(turning.get(i), looks.get(i).get());
            }
        } catch (InterruptedException interrupted) {
            throw Interrupted.waitingFor("effects that are counted again", interrupted);
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(failure);
        } finally {
            threads.shutdownNow();
        }
        synchronized (results) {
            results.replaceAll((id, recorded) -> turned.getOrDefault(recorded, recorded));
        }
    }

    /** Without that second look nothing is held that hangs on it. */
    void notLookedAgain() {
        synchronized (results) {
            results.replaceAll((place, recorded) ->
                    recorded.mayTurn() ? turned(recorded, NOT_LOOKED_AGAIN, Instant.now()) : recorded);
        }
    }

    private Recorded again(Recorded recorded) {
        Instant start = Instant.now();
        try {
            Objects.requireNonNull(recorded.end().effects()).checkAgain();
            return recorded;
        } catch (Judgement late) {
            // Who ended the run may have ended the target with it.
            boolean unseen = pace.ended() && late.verdict() != Verdict.BROKEN;
            return turned(recorded, unseen ? NOT_LOOKED_AGAIN : outcome(late), start);
        } catch (Interrupted ended) {
            return turned(recorded, NOT_LOOKED_AGAIN, start);
        }
    }

    private Recorded turned(Recorded recorded, Outcome outcome, Instant start) {
        return turned("Then the effects are the same at the end of the run", recorded, outcome, start);
    }

    private Recorded turned(String step, Recorded recorded, Outcome outcome, Instant start) {
        StepResult last = new StepResult(
                step,
                StepResult.Status.of(outcome.verdict()),
                start,
                Duration.between(start, Instant.now()),
                recorded.end().journal().take());
        return new Recorded(
                recorded.scenario(),
                recorded.result()
                        .turned(
                                outcome.verdict(),
                                outcome.point(),
                                secrets.redact(outcome.reason()),
                                redacted(outcome.facts()),
                                last),
                recorded.end(),
                outcome.extenuation());
    }

    /** The operations of which something was or should have been seen. */
    Set<String> tried() {
        synchronized (results) {
            return results.values().stream()
                    .map(Recorded::result)
                    .filter(result -> result.verdict().isJudged() || result.verdict() == Verdict.INCONCLUSIVE)
                    .flatMap(result -> Stream.ofNullable(result.operation()))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** Takes back what was seen of an operation that does not even work once any more. */
    void withdraw(String operation, Judgement why) {
        withdraw(recorded -> operation.equals(recorded.result().operation()), why);
    }

    /** Takes back what was seen since the target had stopped, but for effects too many: they do not come from that. */
    void withdrawSince(Instant stopped, Judgement why) {
        withdraw(
                recorded -> recorded.result().operation() != null
                        && recorded.result()
                                .start()
                                .plus(recorded.result().took())
                                .isAfter(stopped)
                        && !(recorded.result().verdict() == Verdict.BROKEN
                                && recorded.extenuation() == Extenuation.NONE),
                why);
    }

    private void withdraw(Predicate<Recorded> which, Judgement why) {
        synchronized (results) {
            results.replaceAll((id, recorded) -> recorded.result().verdict().isJudged() && which.test(recorded)
                    ? withdrawn(recorded, why)
                    : recorded);
        }
    }

    private Recorded withdrawn(Recorded recorded, Judgement why) {
        Recorded turned = turned(recorded, "Then the control request still works at the end of the run", why);
        return recorded.result().verdict() == Verdict.BROKEN
                ? turned.with(turned.result().takingBack(recorded.result()))
                : turned;
    }

    /** Whether nothing could be said of a scenario that has run. */
    boolean isUnclear(Scenario scenario) {
        synchronized (results) {
            Recorded recorded = results.get(scenario.id());
            return recorded != null && recorded.result().verdict() == Verdict.INCONCLUSIVE;
        }
    }

    boolean isBroken(Scenario scenario) {
        Recorded recorded = newest(scenario);
        return recorded != null && recorded.result().verdict() == Verdict.BROKEN;
    }

    /** Whether a clause is broken for an operation, so that more scenarios of both would not change what is said. */
    boolean isBroken(String clause, @Nullable String operation) {
        synchronized (results) {
            return results.values().stream()
                    .map(Recorded::result)
                    .anyMatch(result -> result.verdict() == Verdict.BROKEN
                            && result.clauses().contains(clause)
                            && Objects.equals(result.operation(), operation));
        }
    }

    /** Whether a scenario is broken by what time or chance may have done. */
    boolean isUnsure(Scenario scenario) {
        Recorded recorded = newest(scenario);
        return recorded != null && isBroken(scenario) && recorded.mayBeChance();
    }

    /** The same scenario with another end, which is shown as one more step. */
    Recorded turned(Recorded recorded, String step, Judgement judgement) {
        return turned(step, recorded, outcome(judgement), Instant.now());
    }

    /** In the order of the contract, whatever ran first. */
    List<ScenarioResult> results() {
        synchronized (results) {
            return results.values().stream()
                    .sorted(Comparator.comparing(Recorded::result, ORDER)
                            .thenComparing(recorded -> recorded.scenario().position()))
                    .map(Recorded::result)
                    .toList();
        }
    }

    /** Those that are not shipped come last. */
    private static int feature(ScenarioResult result) {
        int shipped = Features.ALL.indexOf(result.feature().replace(".feature", ""));
        return shipped < 0 ? Features.ALL.size() : shipped;
    }

    /** The result of a scenario that has run; null before. */
    @Nullable
    Recorded newest(Scenario scenario) {
        synchronized (results) {
            Recorded newest = again.get(scenario.id());
            return newest == null ? results.get(scenario.id()) : newest;
        }
    }

    /** Leaves these in the results while their scenarios run again, until it is decided what to keep of each. */
    void hold(List<Recorded> decided) {
        synchronized (results) {
            decided.forEach(one -> again.put(one.scenario().id(), one));
        }
    }

    /** Puts another result in the place of the newest one. */
    void keep(Recorded other) {
        synchronized (results) {
            again.remove(other.scenario().id());
            results.put(other.scenario().id(), other);
        }
    }

    /** Takes out the results of scenarios that another shard judges. */
    void forget(List<Scenario> scenarios) {
        synchronized (results) {
            scenarios.forEach(scenario -> results.remove(scenario.id()));
        }
    }

    /** What is told of scenarios that run alone, or beside others. */
    ScenarioListener in(Isolation isolation) {
        return in(isolation, true);
    }

    /** The same of scenarios that run under conditions: that one of them is broken is told when its conditions are known. */
    ScenarioListener underConditions(Isolation isolation) {
        return in(isolation, false);
    }

    /** Tells what was found out of a scenario since it was broken. */
    void tell(ScenarioResult result) {
        synchronized (results) {
            progress.finished(result);
        }
    }

    /** Tells that a break is judged again. */
    void tellThatItIsJudgedAgain() {
        synchronized (results) {
            progress.judgedAgain();
        }
    }

    private ScenarioListener in(Isolation isolation, boolean tells) {
        return new ScenarioListener() {
            @Override
            public void started(Scenario scenario) {
                synchronized (results) {
                    progress.started(scenario.name(), scenario.clauses());
                }
            }

            @Override
            public void finished(Finished finished) {
                Recorder.this.finished(finished, isolation, tells);
            }
        };
    }

    /** The steps of a scenario with what it left behind; its verdict says why one of them failed. */
    private static List<StepResult> ended(List<StepResult> steps, Journal journal, Verdict verdict) {
        List<StepResult> ended = new ArrayList<>();
        for (StepResult step : steps) {
            StepResult.Status status =
                    step.status() == StepResult.Status.FAILED ? StepResult.Status.of(verdict) : step.status();
            ended.add(step.with(status, journal.ofStep(ended.size())));
        }
        return ended;
    }

    private void finished(ScenarioListener.Finished finished, Isolation isolation, boolean tells) {
        Scenario scenario = finished.scenario();
        Ended left = ended.remove(finished.run());
        Ended end = left == null ? new Ended(null, 0, new Journal(secrets), Busy.NOT_AT_ALL, null, null) : left;
        Outcome outcome = undisturbed(outcome(finished, end), end);
        List<Evidence> script = script(scenario, outcome, end);
        Ruling ruling = new Ruling(
                outcome.verdict(),
                outcome.point(),
                null,
                secrets.redact(outcome.reason()),
                redacted(script.isEmpty() ? outcome.facts() : named(outcome.facts())));
        ScenarioTrace trace = new ScenarioTrace(
                ended(finished.steps(), end.journal(), outcome.verdict()),
                Stream.of(before(scenario), end.journal().take().stream(), script.stream())
                        .flatMap(pieces -> pieces)
                        .toList(),
                finished.start(),
                finished.took());
        ScenarioResult result = new ScenarioResult(scenario.identity(end.operation()), isolation, ruling, trace);
        synchronized (results) {
            boolean isRerun = again.containsKey(scenario.id());
            Recorded before = (isRerun ? again : results)
                    .put(scenario.id(), new Recorded(scenario, result, end, outcome.extenuation()));
            // That a scenario is broken is told once, and not of a run that may not be kept.
            boolean isNews = before == null || before.result().verdict() != Verdict.BROKEN;
            if ((tells && !isRerun) ? isNews : result.verdict() != Verdict.BROKEN) {
                progress.finished(result);
            }
        }
    }

    /** What sends the requests of a break again; nothing of what is not broken. */
    private List<Evidence> script(Scenario scenario, Outcome outcome, Ended end) {
        if (outcome.verdict() != Verdict.BROKEN) {
            return List.of();
        }
        RepeatScript.About about = new RepeatScript.About(
                scenario.clauses(),
                scenario.name(),
                secrets.redact(outcome.reason()),
                secrets.redact(fact("expected", outcome)),
                secrets.redact(fact("actual", outcome)),
                command(scenario));
        return RepeatScript.of(about, end.journal(), end.sign(), secrets).stream()
                .map(script -> script(store.keep(script)))
                .toList();
    }

    private String command(Scenario scenario) {
        List<String> arguments = new ArrayList<>(choice);
        arguments.addAll(List.of("--clauses", String.join(",", scenario.clauses()), "--scenario", scenario.name()));
        if (seed != null) {
            arguments.addAll(List.of("--seed", String.valueOf(seed.value())));
        }
        return "samekey verify " + arguments.stream().map(Recorder::quoted).collect(Collectors.joining(" "));
    }

    /** As a shell reads it. */
    private static String quoted(String argument) {
        return PLAIN.matcher(argument).matches() ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }

    private static Evidence script(Text text) {
        return new Evidence(EvidenceKind.REPEAT, "a script that sends the requests again", Evidence.SCRIPT, text);
    }

    private static String fact(String name, Outcome outcome) {
        return outcome.facts().stream()
                .filter(fact -> fact.name().equals(name))
                .map(Fact::value)
                .findFirst()
                .orElse("");
    }

    /** «repeat» is the script: a request alone repeats nothing. */
    private static List<Fact> named(List<Fact> facts) {
        return facts.stream()
                .map(fact -> fact.name().equals(World.REPEAT) ? new Fact("request", fact.value()) : fact)
                .toList();
    }

    /** That it ran before, and why it runs again. */
    private Stream<Evidence> before(Scenario scenario) {
        Recorded recorded = newest(scenario);
        return recorded == null
                ? Stream.empty()
                : Stream.of(Evidence.text(
                        EvidenceKind.NOTE,
                        "the run before",
                        "The run before was " + recorded.result().verdict() + ": "
                                + recorded.result().reason()));
    }

    private List<Fact> redacted(List<Fact> facts) {
        return facts.stream()
                .map(fact -> new Fact(fact.name(), shortened(secrets.redact(fact.value()))))
                .toList();
    }

    /** The whole of it is in the evidence. */
    private static String shortened(String text) {
        return text.length() <= LONGEST_FACT ? text : text.substring(0, LONGEST_FACT) + " …";
    }

    /**
     * What something else answered in the target's place breaks no clause, and the target is left in peace for a while; but it
     * does not explain an effect too many. Who ends a run may have ended the target with it.
     */
    private Outcome undisturbed(Outcome outcome, Ended end) {
        if (pace.ended()) {
            return new Outcome(Verdict.NOT_CHECKED, "the run was ended before this was judged", List.of());
        }
        boolean raced = end.journal().entries().stream().anyMatch(seen -> seen.kind() == EvidenceKind.RACE);
        boolean open = outcome.verdict() == Verdict.BROKEN || outcome.verdict() == Verdict.INCONCLUSIVE;
        // Requests that a rate limit refused did not race.
        if (!open && !(raced && outcome.verdict() == Verdict.HELD)) {
            return outcome;
        }
        if (outcome.verdict() == Verdict.BROKEN && outcome.extenuation() == Extenuation.NONE) {
            return outcome;
        }
        List<Answer> suspects = end.journal().suspects();
        return interference
                .in(suspects)
                .map(what -> what
                        + interference
                                .pause(suspects)
                                .map(pause -> "; " + pace.slowDown(pause))
                                .orElse(""))
                .or(() -> unserved(outcome, end))
                .map(what -> new Outcome(
                        Verdict.INCONCLUSIVE, what + (open ? " (" + outcome.reason() + ")" : ""), outcome.facts()))
                .orElse(outcome);
    }

    /**
     * What a target could not serve on a machine that was too busy for that breaks no clause either. An assertion about time
     * knows already by how much the machine may have been late.
     */
    private static Optional<String> unserved(Outcome outcome, Ended end) {
        return end.journal().unserved().stream()
                .filter(exchange -> outcome.verdict() == Verdict.BROKEN
                        && outcome.extenuation() == Extenuation.NOT_SERVED
                        && end.busy().mayExplain(exchange))
                .findFirst()
                .map(exchange -> "machine too busy for the target to serve each request, such as one that got "
                        + exchange.reply()
                                .map(answer -> String.valueOf(answer.status()))
                                .orElse(exchange.failure())
                        + ": " + end.busy());
    }

    private record Outcome(
            Verdict verdict,
            @Nullable SharedAssertion point,
            String reason,
            List<Fact> facts,
            Extenuation extenuation) {
        Outcome(Verdict verdict, String reason, List<Fact> facts) {
            this(verdict, null, reason, facts, Extenuation.NOT_SERVED);
        }
    }

    private Outcome outcome(ScenarioListener.Finished finished, Ended end) {
        Throwable error = root(finished.error());
        if (error instanceof Judgement judgement) {
            return judged(judgement, finished.failedIn());
        }
        if (error instanceof Interrupted interrupted) {
            return new Outcome(Verdict.NOT_CHECKED, "the run was ended: " + interrupted.getMessage(), List.of());
        }
        if (!finished.passed()) {
            return new Outcome(
                    Verdict.HARNESS_ERROR,
                    error == null ? "the scenario is " + finished.status() : error.toString(),
                    error == null ? List.of() : List.of(new Fact("at", at(error))));
        }
        return end.checks() == 0
                ? new Outcome(Verdict.HARNESS_ERROR, "the scenario checked nothing", List.of())
                : new Outcome(Verdict.HELD, "", List.of());
    }

    private Outcome outcome(Judgement seen) {
        Judgement judgement = target.explained(seen);
        return new Outcome(
                judgement.verdict(),
                judgement.point(),
                judgement.reason(secrets::redact),
                judgement.facts(),
                judgement.extenuation());
    }

    /** Only a Then checks what a clause promises. */
    private Outcome judged(Judgement judgement, @Nullable Phase phase) {
        if (judgement.verdict() == Verdict.BROKEN && (phase == Phase.GIVEN || phase == Phase.WHEN)) {
            return new Outcome(
                    Verdict.HARNESS_ERROR,
                    "a " + phase.word() + " breaks the clause, which only a Then may: "
                            + judgement.reason(secrets::redact),
                    judgement.facts());
        }
        return outcome(judgement);
    }

    /** What a parameter type throws is wrapped. */
    private static @Nullable Throwable root(@Nullable Throwable error) {
        Throwable root = error;
        while (root != null && root.getCause() != null && !(root instanceof Judgement || root instanceof Interrupted)) {
            root = root.getCause();
        }
        return root;
    }

    /** The first place of our own in a stack trace. */
    private static String at(Throwable error) {
        for (StackTraceElement element : error.getStackTrace()) {
            if (element.getClassName().startsWith("dev.samekey.")) {
                return element.toString();
            }
        }
        return "outside the harness";
    }
}
