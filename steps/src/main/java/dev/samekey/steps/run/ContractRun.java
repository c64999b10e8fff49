package dev.samekey.steps.run;

import dev.samekey.oracles.database.DatabaseOracle;
import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.http.Fetch;
import dev.samekey.oracles.listing.ListingOracle;
import dev.samekey.oracles.log.LogOracle;
import dev.samekey.oracles.metrics.MetricsOracle;
import dev.samekey.steps.http.LostAnswer;
import dev.samekey.steps.http.Race;
import dev.samekey.steps.http.Wire;
import dev.samekey.steps.process.CannotRun;
import dev.samekey.steps.process.Restart;
import dev.samekey.steps.process.TargetProcess;
import dev.samekey.steps.target.Target;
import dev.samekey.steps.target.TargetFile;
import dev.samekey.steps.verdict.ScenarioResult;
import dev.samekey.steps.world.Calls;
import dev.samekey.steps.world.Capabilities;
import dev.samekey.steps.world.Checks;
import dev.samekey.steps.world.Effects;
import dev.samekey.steps.world.Journal;
import dev.samekey.steps.world.ScenarioEnd;
import dev.samekey.steps.world.World;
import io.cucumber.core.backend.ObjectFactory;
import io.cucumber.core.options.RuntimeOptionsBuilder;
import io.cucumber.core.runtime.Runtime;
import io.cucumber.tagexpressions.TagExpressionParser;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Runs the features against one target. */
public final class ContractRun {
    private static final URI GLUE = URI.create("classpath:/dev/samekey/steps/definitions");
    /** The tag of a scenario that restarts the target, or counts what others would count too. */
    private static final String ALONE = "@alone";

    private static final Duration ORACLE_LIMIT = Duration.ofSeconds(3);

    private final TargetFile file;
    private final Set<String> clauses;
    private final Path out;

    /**
     * Prepares a run.
     *
     * @param clauses the ids of the clauses to judge
     * @param out the folder that the target's own output goes to
     */
    public ContractRun(TargetFile file, Set<String> clauses, Path out) {
        this.file = file;
        this.clauses = clauses;
        this.out = out;
    }

    /**
     * Runs every scenario of the chosen clauses: first those that bear company, side by side, then those that need the
     * target to themselves.
     *
     * @param progress called with each result as it comes
     * @throws CannotRun when the target or an oracle does not answer before the first scenario
     */
    public RunResult run(Consumer<ScenarioResult> progress) {
        Target target = file.target();
        Target.Lifecycle lifecycle = target.lifecycle();
        Target.Database rows = target.oracles().database();
        try (TargetProcess process = lifecycle == null ? null : start(lifecycle);
                DatabaseOracle database = rows == null ? null : database(rows)) {
            if (process == null) {
                TargetProcess.mustAnswer(target);
            }
            return run(progress, capabilities(database, process));
        }
    }

    /** How many scenarios there are to run. */
    public int size() {
        return (int) Features.filled(new Outlines(file.target())).stream()
                .flatMap(feature -> feature.getPickles().stream())
                .filter(pickle -> pickle.getTags().stream().anyMatch(tag -> clauses.contains(tag.substring(1))))
                .count();
    }

    private RunResult run(Consumer<ScenarioResult> progress, Capabilities capabilities) {
        Instant start = Instant.now();
        Wire wire = new Wire(file.target().limits().answerLimit());
        Recorder recorder = new Recorder(file.secrets(), progress);
        List<Object> lasting = lasting(wire, recorder, capabilities);
        runtime(lasting, recorder, "not " + ALONE, file.target().limits().atOnce())
                .run();
        runtime(lasting, recorder, ALONE, 1).run();
        return new RunResult(
                file.target().name(),
                file.contract().name(),
                recorder.results(),
                wire.requests(),
                start,
                Duration.between(start, Instant.now()));
    }

    private Runtime runtime(List<Object> lasting, Recorder recorder, String tags, int threads) {
        List<Class<?>> perScenario = List.of(Journal.class, Checks.class, Calls.class, World.class, Effects.class);
        // Cucumber asks more than once on each of its threads; backend and runner of a thread must share one.
        ThreadLocal<ObjectFactory> objects = ThreadLocal.withInitial(() -> new ScenarioObjects(lasting, perScenario));
        String chosen = clauses.stream().map(id -> "@" + id).collect(Collectors.joining(" or "));
        var options = new RuntimeOptionsBuilder()
                .addGlue(GLUE)
                .addTagFilter(TagExpressionParser.parse(tags))
                .addTagFilter(TagExpressionParser.parse(chosen))
                .setPickleOrder(pickles -> pickles)
                .setThreads(threads)
                .setMonochrome();
        return Runtime.builder()
                .withRuntimeOptions(options.build())
                .withObjectFactorySupplier(objects::get)
                .withFeatureSupplier(() -> Features.filled(new Outlines(file.target())))
                .withAdditionalPlugins(recorder)
                .build();
    }

    private List<Object> lasting(Wire wire, Recorder recorder, Capabilities capabilities) {
        Duration limit = file.target().limits().answerLimit();
        ScenarioEnd end = recorder::end;
        return List.of(
                file.target(),
                file.contract(),
                file.secrets(),
                wire,
                new Race(limit, wire),
                new LostAnswer(wire, limit),
                capabilities,
                end);
    }

    private TargetProcess start(Target.Lifecycle lifecycle) {
        TargetProcess process =
                new TargetProcess(lifecycle, file.target().urls(), file.folder(), out.resolve("target.log"));
        process.start();
        return process;
    }

    private static DatabaseOracle database(Target.Database database) {
        return new DatabaseOracle(database.url(), database.user(), database.password(), ORACLE_LIMIT);
    }

    /** Each oracle is tried before the first scenario: a wrong password should not take a whole run to tell. */
    private Capabilities capabilities(@Nullable DatabaseOracle database, @Nullable Restart restart) {
        Target.Oracles oracles = file.target().oracles();
        Fetch fetch = new Fetch(ORACLE_LIMIT);
        LogOracle log = oracles.log() == null
                ? null
                : new LogOracle(file.folder().resolve(oracles.log().file()), ORACLE_LIMIT);
        MetricsOracle metrics = oracles.metrics() == null
                ? null
                : new MetricsOracle(fetch, endpoints(oracles.metrics().path()));
        try {
            if (database != null) {
                database.check();
            }
            if (log != null) {
                log.check();
            }
            if (metrics != null) {
                metrics.check();
            }
        } catch (OracleSilent silent) {
            throw new CannotRun("an oracle of the target file does not answer: " + silent.getMessage());
        }
        return new Capabilities(database, log, metrics, restart, new ListingOracle(fetch));
    }

    private List<URI> endpoints(String path) {
        return file.target().urls().stream().map(url -> URI.create(url + path)).toList();
    }
}
