package dev.samekey.steps.judge.world;

import dev.samekey.oracles.database.DatabaseOracle;
import dev.samekey.oracles.http.Fetch;
import dev.samekey.oracles.listing.ListingOracle;
import dev.samekey.oracles.log.LogFile;
import dev.samekey.oracles.log.LogOracle;
import dev.samekey.steps.drive.downstream.Counterparts;
import dev.samekey.steps.drive.event.Producer;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.drive.process.Restart;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/** What the steps of a scenario share, for tests: a target that is known by its wire, its downstream services and its log. */
public final class TestScenario {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration LINE_LIMIT = Duration.ofMillis(50);

    private final TargetFile file;
    public final Counterparts services;
    public final Capabilities capabilities;
    public final Producer producer = new Producer(InstantSource.system());
    public final Checks checks = new Checks();
    public final Journal journal;
    public final Calls calls;
    public final World world;
    public final Effects effects;
    public final RaceRounds raceRounds;

    /** @param log where it writes its log; null where that is not known */
    public TestScenario(TargetFile file, @Nullable Path log) {
        this(
                file,
                log == null
                        ? UnaryOperator.identity()
                        : known -> known.with(LogOracle.class, new LogOracle(new LogFile(log), LINE_LIMIT)));
    }

    /** @param database what reads its database */
    public TestScenario(TargetFile file, DatabaseOracle database) {
        this(file, known -> known.with(DatabaseOracle.class, database));
    }

    /** @param restart what kills it and starts it again */
    public TestScenario(TargetFile file, Restart restart) {
        this(file, known -> known.with(Restart.class, restart));
    }

    private TestScenario(TargetFile file, UnaryOperator<Capabilities> more) {
        this.file = file;
        services = new Counterparts(file.target());
        journal = new Journal(file.secrets());
        capabilities = more.apply(Capabilities.none(file.target())
                .with(ListingOracle.class, new ListingOracle(new Fetch(LIMIT)))
                .with(Counterparts.class, services));
        Wire wire = new Wire(LIMIT);
        CurrentPhase phase = CurrentPhase.none();
        calls = new Calls(
                new Access(file.target(), wire, capabilities, new Created(file.contracts(), file.secrets())),
                new Keys(file.contract()),
                journal,
                phase);
        world = new World(file.contract(), wire, calls, journal, phase);
        effects = new Effects(capabilities, calls, journal, checks);
        raceRounds = new RaceRounds(file.target(), journal, phase);
    }

    public TestScenario(TargetFile file) {
        this(file, UnaryOperator.identity());
    }

    public Contract contract() {
        return file.contract();
    }

    public Operation operation(String name) {
        return Objects.requireNonNull(file.target().operations().get(name), name);
    }

    /** The calls of a target whose control was this one, and took so long. */
    public Calls controlledBy(Call control, Duration took) {
        Controls controls = new Controls() {
            @Override
            public void require(Operation operation, Journal asking) {}

            @Override
            public Optional<ControlRequest.Sent> sent(Operation operation) {
                return Optional.of(new ControlRequest.Sent(
                        control, null, answered(control, 201, took.toNanos()), Optional.empty()));
            }
        };
        return new Calls(
                new Access(file.target(), new Wire(LIMIT), capabilities, new Created(file.contracts(), file.secrets())),
                new Keys(file.contract()),
                journal,
                CurrentPhase.none(),
                controls,
                Conditions.usual(file.target()));
    }

    /** Notes a request that was sent somewhere else, and its response. */
    public void sent(Call call, Purpose purpose, int status) {
        world.add(call, answered(call, status, 1), purpose, "a request");
    }

    /** A request that left at once and was answered somewhere else, after so many nanoseconds. */
    public static Exchange answered(Call call, int status, long after) {
        Answer answer = new Answer(status, List.of(), "{\"id\": \"r-1\"}");
        return new Exchange(call.request(), URI.create("http://127.0.0.1:1"), answer, null, Instant.EPOCH, 0, after);
    }

    /** Asserts that a step ends the scenario so. */
    public static void assertEnds(Verdict verdict, ThrowingCallable step) {
        Assertions.assertThatExceptionOfType(Judgement.class)
                .isThrownBy(step)
                .satisfies(judgement -> Assertions.assertThat(judgement.verdict())
                        .as(judgement.reason())
                        .isEqualTo(verdict));
    }
}
