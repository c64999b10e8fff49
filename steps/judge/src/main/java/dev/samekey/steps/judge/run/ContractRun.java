package dev.samekey.steps.judge.run;

import dev.samekey.oracles.wait.Await;
import dev.samekey.oracles.wait.Interrupted;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.drive.process.Starter;
import dev.samekey.steps.drive.process.TargetProcess;
import dev.samekey.steps.judge.cucumber.Feature;
import dev.samekey.steps.judge.cucumber.Lookup;
import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.judge.rig.Rig;
import dev.samekey.steps.judge.rig.Trial;
import dev.samekey.steps.judge.world.Cleaned;
import dev.samekey.steps.judge.world.ControlRuns;
import dev.samekey.steps.judge.world.FailFast;
import dev.samekey.steps.judge.world.MachineWatch;
import dev.samekey.steps.judge.world.Presence;
import dev.samekey.steps.judge.world.TimeLimit;
import dev.samekey.steps.judge.world.Waived;
import dev.samekey.steps.model.file.Nearest;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.SharedAssertion;
import dev.samekey.steps.model.verdict.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs the features against one target. */
public final class ContractRun implements Run {
    /** A few scenarios may have been disturbed by others; where nothing was seen of many, it is the target. */
    private static final int MOST_SECOND_RUNS = 5;

    private static final String ENDED = "the run was ended before this was judged";

    private static final String OUTPUT = "target.log";

    private final TargetFile file;
    private final Choice choice;
    private final RunOptions runOptions;
    private final TimeLimit time;
    private final FailFast failFast;
    private final Path out;
    private final Starter starter;
    private final List<Extension> extensions;
    private final List<Feature> features;
    private final List<Scenario> scenarios;
    /** What runs too where the strength is two or more. */
    private final List<Scenario> pairs;
    /** What other shards run. */
    private final List<Elsewhere> elsewhere;

    private final Rig rig;
    private final ConditionPlan conditions;
    /** Null until the target is open. */
    private volatile @Nullable Begun begun;
    /** Null until the cleanup is over. */
    private volatile @Nullable Cleaned cleaned;

    /** What a run has from the moment when its target is open. */
    private record Begun(Recorder recorder, ControlRuns controls, Presence presence, Rig open, Instant start) {
        @Nullable
        String obstacle() {
            return presence.lost()
                    .map(Presence.Lost::sentence)
                    .or(controls::obstacle)
                    .orElse(null);
        }
    }

    /**
     * Prepares a run.
     *
     * @param choice the scenarios to run
     * @param out the folder that the target's own output goes to
     */
    public ContractRun(TargetFile file, Choice choice, Path out) {
        this(file, choice, out, TargetProcess::new);
    }

    /** The same for a target that is started in another way. */
    public ContractRun(TargetFile file, Choice choice, Path out, Starter starter) {
        this(file, choice, out, starter, Features.shipped(), List.of(), RunOptions.usual());
    }

    /**
     * The same with other features than the shipped ones, or with those of extensions beside them.
     *
     * @throws dev.samekey.steps.model.file.BadFile when one of them cannot be used
     */
    public ContractRun(
            TargetFile file,
            Choice choice,
            Path out,
            Starter starter,
            Features own,
            List<Extension> extensions,
            RunOptions runOptions) {
        this.file = file;
        this.choice = choice;
        this.runOptions = runOptions;
        this.time = runOptions.time().anew();
        this.failFast = new FailFast(runOptions.isEnd()).within(time);
        this.out = out;
        this.starter = starter;
        this.extensions = List.copyOf(extensions);
        Outlines outlines = new Outlines(file.target());
        this.features = Stream.concat(
                        own.about(choice.clauses()).filled(outlines).stream(),
                        extensions.stream().flatMap(extension -> extension.features(outlines).stream()))
                .toList();
        List<Scenario> all = features.stream()
                .flatMap(feature -> feature.scenarios().stream())
                .toList();
        if (own.folder() != null) {
            FeatureCheck.steps(all, ScenarioRunner.engine(features, extensions).lookUp(all), file.target());
        }
        List<Scenario> chosen = chosen(choice.of(all));
        this.scenarios =
                chosen.stream().filter(scenario -> !scenario.has(Sharing.PAIRS)).toList();
        this.pairs =
                chosen.stream().filter(scenario -> scenario.has(Sharing.PAIRS)).toList();
        this.elsewhere = List.of();
        this.rig = new Rig(file, starter, out.resolve(OUTPUT));
        this.conditions = ConditionPlan.none(file);
    }

    /**
     * The same, whose scenarios run under combinations of conditions too.
     *
     * @param strength how many values at a time are combined; 1 for nothing but what is usual
     * @throws CannotRun where there are fewer factors, or no combination of them
     */
    public ContractRun ofStrength(int strength) {
        if (strength == 1) {
            return this;
        }
        List<Scenario> whole = scenarios.stream().filter(choice::isWhole).toList();
        Lookup lookup = ScenarioRunner.engine(features, extensions).lookUp(whole);
        return new ContractRun(
                this, file, out, withPairs(), elsewhere, ConditionPlan.of(strength, whole, lookup, file));
    }

    private List<Scenario> withPairs() {
        return Stream.concat(scenarios.stream(), pairs.stream().filter(choice::isWhole))
                .toList();
    }

    /** Those of the chosen operations. */
    private List<Scenario> chosen(List<Scenario> all) {
        if (choice.operations().isEmpty()) {
            return all;
        }
        choice.operations().forEach(name -> {
            if (!file.target().operations().containsKey(name)) {
                throw new CannotRun("the target file has no operation «" + name + "»"
                        + Nearest.hint(name, file.target().operations().keySet()));
            }
        });
        Lookup lookup = ScenarioRunner.engine(features, extensions).lookUp(all);
        return all.stream()
                .filter(scenario -> Plan.operation(lookup.of(scenario), file.target())
                        .map(operation -> choice.operations().contains(String.valueOf(operation.name())))
                        .orElse(false))
                .toList();
    }

    /** A scenario that another shard runs. */
    private record Elsewhere(Scenario scenario, @Nullable String operation) {}

    /** These of the scenarios of a run, on this instance of its target. */
    private ContractRun(
            ContractRun whole,
            TargetFile file,
            Path out,
            List<Scenario> scenarios,
            List<Elsewhere> elsewhere,
            ConditionPlan conditions) {
        this.file = file;
        this.choice = whole.choice;
        this.runOptions = whole.runOptions;
        this.time = runOptions.time().anew();
        this.failFast = whole.failFast.within(time);
        this.out = out;
        this.starter = whole.starter;
        this.extensions = whole.extensions;
        this.features = whole.features;
        this.scenarios = scenarios;
        this.pairs = List.of();
        this.elsewhere = elsewhere;
        this.rig = new Rig(file, starter, out.resolve(OUTPUT));
        this.conditions = conditions;
    }

    /**
     * The same scenarios in less time, where there are more instances of the target: those that need it to themselves are
     * dealt out to them. Where all do, this one instance will do.
     *
     * @param others each with a store of its own; what it prints goes to the folder of its file
     */
    public Run with(List<TargetFile> others) {
        Sharing sharing = new Sharing(scenarios);
        if (others.isEmpty() || sharing.notAlone().isEmpty()) {
            return this;
        }
        List<ContractRun> parts = new ArrayList<>();
        parts.add(new ContractRun(this, file, out, sharing.notAlone(), elsewhere, conditions));
        List<List<Scenario>> alone =
                sharing.alone(others.size(), scenario -> MeasuredTimes.shipped().of(scenario.clause(), null));
        for (int i = 0; i < others.size(); i++) {
            TargetFile other = others.get(i);
            parts.add(new ContractRun(this, other, other.folder(), alone.get(i), List.of(), conditions));
        }
        parts.removeIf(part -> part.size() == 0);
        return parts.size() < 2 ? this : new ParallelRun(parts);
    }

    /** Which of so many shards runs which of the scenarios. */
    public Split split(int shards, MeasuredTimes durations) {
        return Split.of(scenarios, plan(), durations, shards, file.target().atOnce());
    }

    /**
     * The scenarios of one shard.
     *
     * @param split of this run
     * @param number from 1
     */
    public ContractRun shard(Split split, int number) {
        List<Scenario> here = new ArrayList<>();
        List<Elsewhere> others = new ArrayList<>();
        for (int i = 0; i < scenarios.size(); i++) {
            Split.Item item = split.scenarios().get(i);
            if (item.shard() == number) {
                here.add(scenarios.get(i));
            } else {
                others.add(new Elsewhere(scenarios.get(i), item.scenario().operation()));
            }
        }
        return new ContractRun(this, file, out, here, others, conditions);
    }

    /**
     * Runs every scenario of the chosen clauses: first those that can share the target, at the same time, then those that need the
     * target to themselves. A few of which nothing could be said run once more, one after the other, and then those that are
     * broken; a sample runs once.
     */
    @Override
    public RunResult run(Progress progress) {
        // That takes a while, which is no time of the target.
        Known known = known();
        try (Rig open = rig.open(Trial.ALL_ANSWER)) {
            return run(progress, open, known);
        } catch (CannotRun failure) {
            if (rig.endedAtStart()) {
                return nothing();
            }
            throw failure;
        }
    }

    @Override
    public void end() {
        rig.end();
    }

    @Override
    public Optional<RunResult> soFar() {
        Begun now = begun;
        Cleaned known = cleaned;
        Recorder recorder = now == null ? new Recorder(file, rig.pace(), unseen -> {}) : now.recorder();
        Lookup lookup = ScenarioRunner.engine(features, extensions).lookUp(scenarios);
        for (Scenario scenario : scenarios) {
            if (recorder.newest(scenario) == null) {
                recorder.leaveOut(
                        scenario,
                        Plan.operation(lookup.of(scenario), file.target())
                                .map(Operation::name)
                                .orElse(null),
                        Judgement.notChecked(ENDED));
            }
        }
        recorder.notLookedAgain();
        RunResult nothing = nothing();
        return Optional.of(
                now == null
                        ? nothing.with(recorder.results())
                        : new RunResult(
                                nothing.target(),
                                nothing.contract(),
                                recorder.results(),
                                now.controls().results(),
                                now.open().wire().requests(),
                                known == null ? now.open().access().created().left() : known,
                                true,
                                now.obstacle(),
                                nothing.seed(),
                                now.start(),
                                Duration.between(now.start(), Instant.now())));
    }

    private RunResult nothing() {
        return new RunResult(
                file.target().name(),
                file.contracts().name(),
                List.of(),
                List.of(),
                0,
                Cleaned.NOTHING,
                true,
                null,
                runOptions.seed().value(),
                Instant.now(),
                Duration.ZERO);
    }

    @Override
    public int size() {
        return scenarios.size() + sizeUnderConditions();
    }

    /** How many more runs of scenarios there are under conditions. */
    public int sizeUnderConditions() {
        return conditions.size(scenarios);
    }

    /** What is to be said of the runs under conditions before anything is sent. */
    public String underConditions() {
        int runs = sizeUnderConditions();
        return runs == 0
                ? conditions.whyNone()
                : "and " + runs + " runs of scenarios under combinations of " + conditions.strength() + " conditions";
    }

    /** The conditions that the target does not offer, each with the reason. */
    public List<String> leftOut() {
        return conditions.offered().left().stream().map(String::valueOf).toList();
    }

    /** What the run would do; nothing is sent. */
    public Plan plan() {
        return Plan.of(scenarios, ScenarioRunner.engine(features, extensions).lookUp(scenarios), file, conditions);
    }

    /** What is known of each scenario before anything is sent, those that need a strength of two among them. */
    public List<Foreseen> foreseen() {
        List<Scenario> all = withPairs();
        return foreseen(all, ScenarioRunner.engine(features, extensions).lookUp(all));
    }

    private List<Foreseen> foreseen(List<Scenario> all, Lookup lookup) {
        List<Plan.Item> planned =
                Plan.of(all, lookup, file, ConditionPlan.none(file)).scenarios();
        Applicability applicability = new Applicability(file, extensions);
        return IntStream.range(0, all.size())
                .mapToObj(i -> Foreseen.of(all.get(i), planned.get(i), lookup, applicability, file.target()))
                .toList();
    }

    /** What is known of the scenarios before the target is open. */
    private record Known(Lookup lookup, List<Foreseen> foreseen) {}

    private Known known() {
        Lookup lookup = ScenarioRunner.engine(features, extensions).lookUp(scenarios);
        return new Known(lookup, foreseen(scenarios, lookup));
    }

    private RunResult run(Progress progress, Rig open, Known known) {
        Instant start = Instant.now();
        time.begin();
        Recorder recorder = new Recorder(file, open.pace(), watched(progress), runOptions.seed());
        ControlRuns controls = new ControlRuns(file, open.access());
        Presence presence = new Presence(
                open.wire().served(), () -> absence(open, controls), open.pace()::ended, patience(), start);
        Begun now = new Begun(recorder, controls, presence, open, start);
        begun = now;
        Cleaned seen;
        try (MachineWatch machine = MachineWatch.begin(open.wire()::usual, open.wire()::quick)) {
            run(now, machine, progress, known);
        } finally {
            seen = open.clean();
            cleaned = seen;
            progress.cleaned(seen);
        }
        return new RunResult(
                file.target().name(),
                file.contracts().name(),
                recorder.results(),
                controls.results(),
                open.wire().requests(),
                seen,
                open.pace().ended() || failFast.happened() || presence.isGone(),
                now.obstacle(),
                runOptions.seed().value(),
                start,
                Duration.between(start, Instant.now()));
    }

    /** The same, whose results may end the run. */
    private Progress watched(Progress progress) {
        return new Progress() {
            @Override
            public void estimated(Estimate estimate) {
                progress.estimated(estimate);
            }

            @Override
            public void started(String name, List<String> clauses) {
                progress.started(name, clauses);
            }

            @Override
            public void finished(ScenarioResult result) {
                failFast.see(result);
                time.see(result.took());
                if (result.verdict() == Verdict.BROKEN) {
                    time.keepForSecondLook(result.took());
                }
                progress.finished(result);
            }

            @Override
            public void judgedAgain() {
                progress.judgedAgain();
            }

            @Override
            public void cleaned(Cleaned cleaned) {
                progress.cleaned(cleaned);
            }
        };
    }

    /** A target that restarts may be away for longer than an answer may take. */
    private Duration patience() {
        return file.target().limits().answerLimit().multipliedBy(3);
    }

    /** A process that has ended is started again before the next batch. */
    private static Optional<String> absence(Rig open, ControlRuns controls) {
        return open.capabilities().isDown() ? Optional.empty() : controls.absence();
    }

    private void run(Begun now, MachineWatch machine, Progress progress, Known known) {
        Recorder recorder = now.recorder();
        ControlRuns controls = now.controls();
        Rig open = now.open();
        Set<String> operations = operations(known.lookup());
        int atFirst = controls.atOnce(operations);
        ScenarioRunner runner = new ScenarioRunner(
                file,
                extensions,
                features,
                known.lookup(),
                open.pace(),
                recorder,
                new ScenarioRunner.Lasting(
                        open.access(), open.proxy(), machine, controls, runOptions.seed(), failFast, now.presence()));
        Estimate estimate = estimate(now, atFirst, known.foreseen());
        // It knows nothing of the runs under conditions, which come later.
        if (sizeUnderConditions() == 0) {
            progress.estimated(estimate);
        }
        if (time.isSet()) {
            time.keep(file.target().lateEffects());
            runner.runByHarm(scenarios, atFirst);
        } else {
            runner.run(scenarios, atFirst);
        }
        int atOnce = controls.atOnce(operations);
        if (!now.presence().isGone()) {
            lookTwice(runner, now, atOnce, atOnce < atFirst);
        }
        if (!open.pace().ended()) {
            controlAgain(now);
        }
        if (now.presence().lost().isPresent()) {
            recorder.notLookedAgain();
        } else if (recorder.mayTurn()) {
            lookAgain(recorder, file.target().lateEffects(), atOnce);
        }
    }

    /**
     * Runs again what is unclear or broken, and what held under conditions.
     *
     * @param isToldApart whether scenarios that shared a thing run one at a time now
     */
    private void lookTwice(ScenarioRunner runner, Begun now, int atOnce, boolean isToldApart) {
        Recorder recorder = now.recorder();
        Rig open = now.open();
        List<Scenario> unclear = scenarios.stream()
                .filter(recorder::isUnclear)
                .filter(choice::isWhole)
                .toList();
        // A target that wanted less has now been left in peace for a while, and what shared one thing is told apart
        // now.
        if (!failFast.happened()
                && (unclear.size() <= MOST_SECOND_RUNS || open.pace().slowed() || isToldApart)) {
            now.controls().forgetPassing();
            again(unclear, runner);
        }
        List<Scenario> causes = causes(recorder);
        runner.run(causes, atOnce);
        new SecondLook(runner::again, recorder, open.pace(), atOnce, runOptions.meant(), time)
                .at(
                        Stream.concat(scenarios.stream(), causes.stream()).toList(),
                        time.isSet()
                                ? runner.byHarm(scenarios.stream()
                                        .filter(choice::isWhole)
                                        .toList())
                                : scenarios.stream().filter(choice::isWhole).toList());
        recorder.forget(causes);
        new UnderConditions(runner, recorder, open.pace(), atOnce, conditions, now.controls()::refusal)
                .judge(scenarios);
    }

    /** What is kept for the second look of breaks is not used for what is unclear. */
    private void again(List<Scenario> unclear, ScenarioRunner runner) {
        if (!time.isSet()) {
            runner.run(unclear, 1);
            return;
        }
        for (Scenario scenario : unclear) {
            if (time.isLeft()) {
                runner.again(List.of(scenario), 1, Waived.NOTHING);
            }
        }
    }

    /** What a control has shown of the time that a response takes counts, so one is sent now that would be sent soon. */
    private Estimate estimate(Begun now, int atOnce, List<Foreseen> foreseen) {
        Applicability applicability = new Applicability(file, extensions);
        foreseen.stream()
                .filter(one -> file.target().allowsWrites()
                        && one.lacking() == null
                        && one.requests() > 0
                        && !applicability.isOfTheContract(one.scenario().clause()))
                .flatMap(one -> Stream.ofNullable(file.target().operations().get(String.valueOf(one.operation()))))
                .findFirst()
                .ifPresent(now.controls()::measure);
        boolean isStarted = file.target().lifecycle() != null;
        return Estimate.of(
                foreseen,
                MeasuredTimes.shipped(),
                // The first responses of a process that has just begun are slower than all others.
                isStarted ? Duration.ZERO : now.open().wire().quick(),
                file.target().limits().rate(),
                isStarted,
                atOnce,
                time.written().orElse(null));
    }

    /** Takes back what was said of operations that do not work any more. */
    private void controlAgain(Begun now) {
        Presence presence = now.presence();
        Map<String, Judgement> failed = new LinkedHashMap<>();
        Map<String, Optional<Judgement>> seen =
                now.controls().again(now.recorder().tried(), presence.isGone() ? Duration.ZERO : patience());
        seen.forEach((operation, why) -> why.ifPresent(wrong -> failed.put(operation, wrong)));
        if (!failed.isEmpty() && failed.size() == seen.size()) {
            var unused = presence.lose(failed.values().iterator().next().reason());
        }
        failed.forEach((operation, why) -> {
            // Before a target stopped that nothing is known to be wrong with, it was judged as any other.
            if (why.verdict() != Verdict.INCONCLUSIVE || presence.lost().isEmpty()) {
                now.recorder().withdraw(operation, why);
            }
        });
        presence.lost()
                .ifPresent(lost -> now.recorder().withdrawSince(lost.since(), Judgement.inconclusive(lost.sentence())));
    }

    /** Those that the scenarios are about. */
    private Set<String> operations(Lookup lookup) {
        return scenarios.stream()
                .flatMap(scenario -> Plan.operation(lookup.of(scenario), file.target()).stream())
                .map(operation -> String.valueOf(operation.name()))
                .collect(Collectors.toSet());
    }

    /**
     * What another shard runs, and what must be known here: whether the clause is broken at whose point a scenario broke. Its
     * result is that of the other shard.
     */
    private List<Scenario> causes(Recorder recorder) {
        Map<String, Set<String>> points = new HashMap<>();
        for (Scenario scenario : scenarios) {
            Recorder.Recorded recorded = recorder.newest(scenario);
            SharedAssertion point = recorded == null ? null : recorded.result().point();
            if (recorded != null && recorded.result().verdict() == Verdict.BROKEN && point != null) {
                Set<String> clauses = points.computeIfAbsent(
                        String.valueOf(recorded.result().operation()), unused -> new TreeSet<>());
                clauses.add(point.clause());
                Stream.of(SharedAssertion.values())
                        .filter(SharedAssertion::isWaivable)
                        .map(SharedAssertion::clause)
                        .forEach(clauses::add);
            }
        }
        return elsewhere.stream()
                .filter(other -> points.getOrDefault(String.valueOf(other.operation()), Set.of())
                        .contains(other.scenario().clause()))
                .map(Elsewhere::scenario)
                .toList();
    }

    private static void lookAgain(Recorder recorder, Duration pause, int atOnce) {
        try {
            Await.pause("effects that are late", pause);
            recorder.lookAgain(atOnce);
        } catch (Interrupted ended) {
            recorder.notLookedAgain();
        }
    }
}
