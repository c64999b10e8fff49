package dev.samekey.steps.run;

import dev.samekey.oracles.database.DatabaseOracle;
import dev.samekey.steps.broker.Brokers;
import dev.samekey.steps.counterpart.Counterparts;
import dev.samekey.steps.definitions.Sandbox;
import dev.samekey.steps.definitions.Variations;
import dev.samekey.steps.event.Producer;
import dev.samekey.steps.fault.FaultProxy;
import dev.samekey.steps.fault.StoreRelay;
import dev.samekey.steps.http.InFlight;
import dev.samekey.steps.http.Race;
import dev.samekey.steps.http.Wire;
import dev.samekey.steps.process.CannotRun;
import dev.samekey.steps.process.Crash;
import dev.samekey.steps.process.Starter;
import dev.samekey.steps.process.TargetProcess;
import dev.samekey.steps.target.Target;
import dev.samekey.steps.target.TargetFile;
import dev.samekey.steps.verdict.ScenarioResult;
import dev.samekey.steps.world.Calls;
import dev.samekey.steps.world.Capabilities;
import dev.samekey.steps.world.Checks;
import dev.samekey.steps.world.Effects;
import dev.samekey.steps.world.Heats;
import dev.samekey.steps.world.Journal;
import dev.samekey.steps.world.Keys;
import dev.samekey.steps.world.ScenarioEnd;
import dev.samekey.steps.world.UnderWay;
import dev.samekey.steps.world.World;
import io.cucumber.core.backend.ObjectFactory;
import io.cucumber.core.gherkin.Feature;
import io.cucumber.core.gherkin.Pickle;
import io.cucumber.core.options.RuntimeOptionsBuilder;
import io.cucumber.core.runtime.Runtime;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Runs the features against one target. */
public final class ContractRun {
    /** What a scenario has for itself, besides the step definitions. */
    static final List<Class<?>> PER_SCENARIO = List.of(
            Journal.class,
            Checks.class,
            Keys.class,
            Calls.class,
            World.class,
            Heats.class,
            InFlight.class,
            UnderWay.class,
            Effects.class,
            Variations.class,
            Sandbox.class);

    /** A few scenarios may have been disturbed by others; where nothing was seen of many, it is the target. */
    private static final int MOST_SECOND_RUNS = 5;

    private static final URI GLUE = URI.create("classpath:/dev/samekey/steps/definitions");
    private final TargetFile file;
    private final Choice choice;
    private final Path out;
    private final Starter starter;
    private final List<Feature> features;

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
        this.file = file;
        this.choice = choice;
        this.out = out;
        this.starter = starter;
        this.features = Features.filled(new Outlines(file.target()));
    }

    /**
     * Runs every scenario of the chosen clauses: first those that bear company, side by side, then those that need the
     * target to themselves. A few of which nothing could be said run once more, one after the other.
     *
     * @param progress called with each result as it comes
     * @throws CannotRun when the target or an oracle does not answer before the first scenario
     */
    public RunResult run(Consumer<ScenarioResult> progress) {
        Target target = file.target();
        Target.Lifecycle lifecycle = target.lifecycle();
        Target.Database rows = target.oracles().database();
        // Whom the target looks for is there before the target is, and until it has ended.
        try (Brokers brokers = new Brokers(target.operations().values());
                Counterparts counterparts = open(target);
                StoreRelay store = target.store() == null ? null : open(target.store());
                Starter.Started process = lifecycle == null ? null : start(lifecycle);
                DatabaseOracle database = rows == null ? null : database(rows)) {
            if (process == null) {
                TargetProcess.mustAnswer(target);
            }
            brokers.open();
            Wire wire = new Wire(target.limits().answerLimit(), brokers);
            Equipment equipment = new Equipment(file, wire);
            return run(progress, wire, equipment.capabilities(database, process, store, counterparts, brokers));
        }
    }

    /** How many scenarios there are to run. */
    public int size() {
        return scenarios().size();
    }

    private List<Pickle> scenarios() {
        return choice.of(features.stream()
                .flatMap(feature -> feature.getPickles().stream())
                .toList());
    }

    private RunResult run(Consumer<ScenarioResult> progress, Wire wire, Capabilities capabilities) {
        Instant start = Instant.now();
        Recorder recorder = new Recorder(file.secrets(), progress);
        List<Pickle> scenarios = scenarios();
        run(new Sharing(scenarios), file.target().limits().atOnce(), wire, recorder, capabilities);
        List<Pickle> unclear = scenarios.stream().filter(recorder::isUnclear).toList();
        if (unclear.size() <= MOST_SECOND_RUNS) {
            run(new Sharing(unclear), 1, wire, recorder, capabilities);
        }
        if (recorder.mayTurn()) {
            pause(file.target().limits().lateEffects());
            recorder.lookAgain();
        }
        return new RunResult(
                file.target().name(),
                file.contract().name(),
                recorder.results(),
                wire.requests(),
                start,
                Duration.between(start, Instant.now()));
    }

    private void run(Sharing sharing, int atOnce, Wire wire, Recorder recorder, Capabilities capabilities) {
        run(sharing.withCompany(), atOnce, new Crash(null, 0), wire, recorder, capabilities);
        for (List<Pickle> batch : sharing.crashes()) {
            run(batch, batch.size(), new Crash(capabilities.target(), batch.size()), wire, recorder, capabilities);
        }
        run(sharing.alone(), 1, new Crash(null, 0), wire, recorder, capabilities);
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run(
            List<Pickle> scenarios, int atOnce, Crash crash, Wire wire, Recorder recorder, Capabilities capabilities) {
        if (scenarios.isEmpty()) {
            return;
        }
        List<Object> lasting = lasting(wire, recorder, capabilities, crash);
        Set<String> chosen = scenarios.stream().map(Pickle::getId).collect(Collectors.toSet());
        runtime(lasting, recorder, chosen, Math.max(1, atOnce)).run();
        // What a scenario left behind that ended early.
        capabilities.mend();
    }

    private Runtime runtime(List<Object> lasting, Recorder recorder, Set<String> chosen, int threads) {
        // Cucumber asks more than once on each of its threads; backend and runner of a thread must share one.
        ThreadLocal<ObjectFactory> objects = ThreadLocal.withInitial(() -> new ScenarioObjects(lasting, PER_SCENARIO));
        var options = new RuntimeOptionsBuilder()
                .addGlue(GLUE)
                .setPickleOrder(all -> all.stream()
                        .filter(pickle -> chosen.contains(pickle.getId()))
                        .toList())
                .setThreads(threads)
                .setMonochrome();
        return Runtime.builder()
                .withRuntimeOptions(options.build())
                .withObjectFactorySupplier(objects::get)
                .withFeatureSupplier(() -> features)
                .withAdditionalPlugins(recorder)
                .build();
    }

    private List<Object> lasting(Wire wire, Recorder recorder, Capabilities capabilities, Crash crash) {
        Duration limit = file.target().limits().answerLimit();
        ScenarioEnd end = recorder::end;
        return List.of(
                file.target(),
                file.contract(),
                file.secrets(),
                wire,
                new Race(limit, wire),
                new FaultProxy(wire, limit),
                new Producer(capabilities.time()),
                capabilities,
                crash,
                end);
    }

    private Starter.Started start(Target.Lifecycle lifecycle) {
        Starter.Started process =
                starter.prepare(lifecycle, file.target().urls(), file.folder(), out.resolve("target.log"));
        process.start();
        return process;
    }

    private static Counterparts open(Target target) {
        Counterparts counterparts = new Counterparts(target);
        counterparts.open();
        return counterparts;
    }

    private static StoreRelay open(Target.Store store) {
        StoreRelay relay = new StoreRelay(store);
        relay.restore();
        return relay;
    }

    private static DatabaseOracle database(Target.Database database) {
        return new DatabaseOracle(database.url(), database.user(), database.password(), Equipment.ORACLE_LIMIT);
    }
}
