package dev.samekey.steps.judge.run;

import dev.samekey.oracles.database.DatabaseOracle;
import dev.samekey.oracles.traces.OtlpReceiver;
import dev.samekey.steps.drive.broker.Brokers;
import dev.samekey.steps.drive.downstream.Counterparts;
import dev.samekey.steps.drive.fault.FaultProxy;
import dev.samekey.steps.drive.fault.StoreRelay;
import dev.samekey.steps.drive.http.Pace;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.drive.process.Starter;
import dev.samekey.steps.drive.process.TargetProcess;
import dev.samekey.steps.judge.cucumber.Feature;
import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Cleaned;
import dev.samekey.steps.judge.world.Created;
import dev.samekey.steps.judge.world.Interference;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.TargetFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
    private final Pace pace;
    /** What was told to start and is not ready yet. */
    private volatile Starter.@Nullable Started starting;

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
        this.pace = Equipment.pace(file.target());
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
        this.pace = Equipment.pace(file.target());
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
     * Runs every scenario of the chosen clauses: first those that bear company, side by side, then those that need the
     * target to themselves. A few of which nothing could be said run once more, one after the other, unless they are a sample.
     */
    @Override
    public RunResult run(Progress progress) {
        try {
            return judged(progress);
        } catch (CannotRun failure) {
            if (starting != null && pace.ended()) {
                return nothing();
            }
            // Its reason may be the target's own words.
            throw new CannotRun(file.secrets().redact(String.valueOf(failure.getMessage())));
        } finally {
            redactOutput();
        }
    }

    /** The target prints what it likes. */
    private void redactOutput() {
        Path printed = out.resolve(OUTPUT);
        try {
            file.secrets().redact(printed);
        } catch (IOException failure) {
            throw new CannotRun("cannot take the secrets out of " + printed + ": " + failure.getMessage());
        }
    }

    private RunResult judged(Progress progress) {
        Target target = file.target();
        Target.Lifecycle lifecycle = target.lifecycle();
        // Whom the target looks for is there before the target is, and until it has ended.
        try (Brokers brokers = new Brokers(target.operations().values());
                Counterparts counterparts = Equipment.counterparts(target);
                OtlpReceiver spans = Equipment.spans(target);
                StoreRelay store = Equipment.store(target);
                Starter.Started process = lifecycle == null ? null : start(lifecycle);
                DatabaseOracle database = Equipment.database(target)) {
            if (process == null) {
                TargetProcess.mustAnswer(target, file.network());
            }
            brokers.open();
            Created created = new Created(file.contract(), file.secrets());
            Wire wire = new Wire(
                    target.limits().answerLimit(), brokers, file.network(), pace, target::requireWrites, created::see);
            Equipment equipment = new Equipment(file, wire);
            return run(
                    progress,
                    wire,
                    created,
                    equipment.capabilities(database, spans, process, store, counterparts, brokers));
        }
    }

    /** Nobody waits until a target is ready that will not be judged. */
    @Override
    public void end() {
        pace.end();
        Starter.Started waitedFor = starting;
        if (waitedFor != null) {
            waitedFor.close();
        }
    }

    private RunResult nothing() {
        return new RunResult(
                file.target().name(),
                file.contract().name(),
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

    private RunResult run(Progress progress, Wire wire, Created created, Capabilities capabilities) {
        Instant start = Instant.now();
        Recorder recorder = new Recorder(file.secrets(), new Interference(file.contract()), pace, progress);
        Cleaned cleaned;
        try {
            run(recorder, wire, created, capabilities);
        } finally {
            cleaned = created.clean(wire, file.target().urls().get(0));
            progress.cleaned(cleaned);
        }
        return new RunResult(
                file.target().name(),
                file.contract().name(),
                recorder.results(),
                wire.requests(),
                cleaned,
                pace.ended(),
                start,
                Duration.between(start, Instant.now()));
    }

    private void run(Recorder recorder, Wire wire, Created created, Capabilities capabilities) {
        Target.Limits limits = file.target().limits();
        try (FaultProxy proxy = new FaultProxy(wire, limits.answerLimit())) {
            ScenarioRunner runner = new ScenarioRunner(
                    file,
                    extensions,
                    features,
                    pace,
                    recorder,
                    new ScenarioRunner.Lasting(wire, proxy, created, capabilities));
            runner.run(scenarios, limits.atOnce());
            List<Scenario> unclear = scenarios.stream()
                    .filter(recorder::isUnclear)
                    .filter(choice::isWhole)
                    .toList();
            // A target that wanted less has now been left in peace for a while.
            if (unclear.size() <= MOST_SECOND_RUNS || pace.slowed()) {
                runner.run(unclear, 1);
            }
        }
        if (recorder.mayTurn()) {
            pause(limits.lateEffects());
            recorder.lookAgain();
        }
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private Starter.Started start(Target.Lifecycle lifecycle) {
        Starter.Started process = starter.prepare(lifecycle, file.target().urls(), file.folder(), out.resolve(OUTPUT));
        starting = process;
        if (pace.ended()) {
            throw new CannotRun("the run was ended before the target was started");
        }
        process.start();
        starting = null;
        return process;
    }
}
