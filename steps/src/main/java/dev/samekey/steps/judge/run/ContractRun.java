package dev.samekey.steps.judge.run;

import dev.samekey.oracles.wait.Await;
import dev.samekey.oracles.wait.Interrupted;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.drive.process.Starter;
import dev.samekey.steps.drive.process.TargetProcess;
import dev.samekey.steps.judge.cucumber.Feature;
import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.judge.rig.Rig;
import dev.samekey.steps.judge.rig.Trial;
import dev.samekey.steps.judge.world.Cleaned;
import dev.samekey.steps.judge.world.ControlRuns;
import dev.samekey.steps.judge.world.Interference;
import dev.samekey.steps.judge.world.MachineWatch;
import dev.samekey.steps.model.targets.TargetFile;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Runs the features against one target. */
public final class ContractRun implements Run {
    /** A few scenarios may have been disturbed by others; where nothing was seen of many, it is the target. */
    private static final int MOST_SECOND_RUNS = 5;

    private static final String OUTPUT = "target.log";

    private final TargetFile file;
    private final Choice choice;
    private final Path out;
    private final Starter starter;
    private final List<Extension> extensions;
    private final List<Feature> features;
    private final List<Scenario> scenarios;
    private final Rig rig;

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
        this(file, choice, out, starter, List.of());
    }

    /**
     * The same with features of others beside the shipped ones.
     *
     * @throws dev.samekey.steps.model.file.BadFile when one of them cannot be used
     */
    public ContractRun(TargetFile file, Choice choice, Path out, Starter starter, List<Extension> extensions) {
        this.file = file;
        this.choice = choice;
        this.out = out;
        this.starter = starter;
        this.extensions = List.copyOf(extensions);
        Outlines outlines = new Outlines(file.target());
        this.features = Stream.concat(
                        Features.filled(outlines).stream(),
                        extensions.stream().flatMap(extension -> extension.features(outlines).stream()))
                .toList();
        this.scenarios = choice.of(features.stream()
                .flatMap(feature -> feature.scenarios().stream())
                .toList());
        this.rig = new Rig(file, starter, out.resolve(OUTPUT));
    }

    /** These of the scenarios of a run, on this instance of its target. */
    private ContractRun(ContractRun whole, TargetFile file, Path out, List<Scenario> scenarios) {
        this.file = file;
        this.choice = whole.choice;
        this.out = out;
        this.starter = whole.starter;
        this.extensions = whole.extensions;
        this.features = whole.features;
        this.scenarios = scenarios;
        this.rig = new Rig(file, starter, out.resolve(OUTPUT));
    }

    /**
     * The same scenarios in less time, where there are more instances of the target: those that need it to themselves are
     * dealt out to them. Where all do, this one instance will do.
     *
     * @param others each with a store of its own; what it prints goes to the folder of its file
     */
    public Run with(List<TargetFile> others) {
        Sharing sharing = new Sharing(scenarios);
        if (sharing.notAlone().isEmpty()) {
            return this;
        }
        List<ContractRun> parts = new ArrayList<>();
        parts.add(new ContractRun(this, file, out, sharing.notAlone()));
        for (int i = 0; i < others.size(); i++) {
            TargetFile other = others.get(i);
            parts.add(new ContractRun(this, other, other.folder(), sharing.aloneOf(i, others.size())));
        }
        parts.removeIf(part -> part.size() == 0);
        return parts.size() < 2 ? this : new ParallelRun(parts);
    }

    /**
     * Runs every scenario of the chosen clauses: first those that can share the target, at the same time, then those that need the
     * target to themselves. A few of which nothing could be said run once more, one after the other, and then those that are
     * broken; a sample runs once.
     */
    @Override
    public RunResult run(Progress progress) {
        try (Rig open = rig.open(Trial.ALL_ANSWER)) {
            return run(progress, open);
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

    private RunResult nothing() {
        return new RunResult(
                file.target().name(),
                file.contract().name(),
                List.of(),
                List.of(),
                0,
                Cleaned.NOTHING,
                true,
                Instant.now(),
                Duration.ZERO);
    }

    @Override
    public int size() {
        return scenarios.size();
    }

    /** What the run would do; nothing is sent. */
    public Plan plan() {
        return Plan.of(scenarios, ScenarioRunner.engine(features, extensions).lookUp(scenarios), file.target());
    }

    private RunResult run(Progress progress, Rig open) {
        Instant start = Instant.now();
        Recorder recorder = new Recorder(file.secrets(), new Interference(file.contract()), open.pace(), progress);
        ControlRuns controls = new ControlRuns(file, open.access());
        Cleaned cleaned;
        try (MachineWatch machine = MachineWatch.begin(open.wire()::usual)) {
            run(recorder, controls, open, machine);
        } finally {
            cleaned = open.clean();
            progress.cleaned(cleaned);
        }
        return new RunResult(
                file.target().name(),
                file.contract().name(),
                recorder.results(),
                controls.results(),
                open.wire().requests(),
                cleaned,
                open.pace().ended(),
                start,
                Duration.between(start, Instant.now()));
    }

    private void run(Recorder recorder, ControlRuns controls, Rig open, MachineWatch machine) {
        int atOnce = file.target().atOnce();
        ScenarioRunner runner = new ScenarioRunner(
                file,
                extensions,
                features,
                open.pace(),
                recorder,
                new ScenarioRunner.Lasting(open.access(), open.proxy(), machine, controls));
        runner.run(scenarios, atOnce);
        List<Scenario> unclear = scenarios.stream()
                .filter(recorder::isUnclear)
                .filter(choice::isWhole)
                .toList();
        // A target that wanted less has now been left in peace for a while.
        if (unclear.size() <= MOST_SECOND_RUNS || open.pace().slowed()) {
            controls.forgetPassing();
            runner.run(unclear, 1);
        }
        new SecondLook(runner, recorder, open.pace(), atOnce)
                .at(scenarios, scenarios.stream().filter(choice::isWhole).toList());
        if (!open.pace().ended()) {
            controls.again(recorder.judged().stream()).forEach(recorder::withdraw);
        }
        if (recorder.mayTurn()) {
            lookAgain(recorder, file.target().lateEffects());
        }
    }

    private static void lookAgain(Recorder recorder, Duration pause) {
        try {
            Await.pause("effects that are late", pause);
            recorder.lookAgain();
        } catch (Interrupted ended) {
            recorder.notLookedAgain();
        }
    }
}
