package dev.samekey.steps.judge.run;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toSet;

import dev.samekey.steps.drive.client.Clients;
import dev.samekey.steps.drive.client.Outcome;
import dev.samekey.steps.drive.http.Pace;
import dev.samekey.steps.judge.client.Bench;
import dev.samekey.steps.judge.client.ClientScenarioEnd;
import dev.samekey.steps.judge.client.LiveScene;
import dev.samekey.steps.judge.client.NoiseMeter;
import dev.samekey.steps.judge.client.Performed;
import dev.samekey.steps.judge.client.PlannedScene;
import dev.samekey.steps.judge.client.PlannedTime;
import dev.samekey.steps.judge.cucumber.Engine;
import dev.samekey.steps.judge.cucumber.Feature;
import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.judge.cucumber.ScenarioListener;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Cleaned;
import dev.samekey.steps.judge.world.Controlled;
import dev.samekey.steps.judge.world.CurrentPhase;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.MachineWatch;
import dev.samekey.steps.judge.world.Waived;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.file.FileTree;
import dev.samekey.steps.model.targets.ClientUnderTest;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Isolation;
import dev.samekey.steps.model.verdict.Judgement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs the features about clients against one client. */
public final class ClientRun implements Run {
    private static final String DEFINITIONS = "dev.samekey.steps.judge.client.definitions";
    private static final List<Class<?>> PER_SCENARIO = List.of(Journal.class, Checks.class, LiveScene.class);

    /** Each has clients of its own, which mostly wait. */
    private static final int AT_ONCE = 6;

    /** A few scenarios may have been disturbed by others; where nothing was seen of many, it is the client. */
    private static final int MOST_SECOND_RUNS = 8;

    private final TargetFile file;
    private Bench bench;
    private final Engine engine;
    private final List<Scenario> scenarios;
    private final Pace pace = new Pace(Integer.MAX_VALUE, null, 1);
    private final LongAdder arrived = new LongAdder();
    private final Catalogue catalogue = Catalogue.shipped();
    /** Null until the run has begun. */
    private volatile @Nullable Begun begun;

    /** What a run has from its first moment. */
    private record Begun(Recorder recorder, Instant start) {}

    /**
     * Prepares a run.
     *
     * @param file has a client
     * @param clients opens it
     * @param folder where clients keep what outlives them
     */
    public ClientRun(TargetFile file, Clients clients, Choice choice, Path folder) {
        ClientUnderTest client = Objects.requireNonNull(file.target().client(), "the target file has no client");
        this.file = file;
        this.bench = new Bench(clients, client, file.contract(), folder);
        List<Feature> features = Features.clients().filled(List::of);
        this.engine = new Engine(features, List.of(DEFINITIONS));
        this.scenarios = choice.of(features.stream()
                .flatMap(feature -> feature.scenarios().stream())
                .toList());
    }

    @Override
    public int size() {
        return scenarios.size();
    }

    @Override
    public RunResult run(Progress progress) {
        Instant start = Instant.now();
        Recorder recorder = new Recorder(file, pace, progress);
        begun = new Begun(recorder, start);
        Controlled control;
        @Nullable String obstacle;
        try (MachineWatch machine = MachineWatch.begin(() -> Duration.ZERO);
                NoiseMeter noise = NoiseMeter.begin()) {
            control = control(noise);
            run(recorder, control, List.of(machine, noise));
            obstacle = obstacle(recorder, control, noise, start);
        } finally {
            removeCertificate();
        }
        return result(recorder, List.of(control), obstacle, start);
    }

    private RunResult result(Recorder recorder, List<Controlled> controls, @Nullable String obstacle, Instant start) {
        return new RunResult(
                file.target().name(),
                file.contract().name(),
                recorder.results(),
                controls,
                Math.toIntExact(arrived.sum()),
                Cleaned.NOTHING,
                pace.ended(),
                obstacle,
                null,
                start,
                Duration.between(start, Instant.now()));
    }

    @Override
    public Optional<RunResult> soFar() {
        Begun now = begun;
        if (now == null) {
            return Optional.empty();
        }
        for (Scenario scenario : scenarios) {
            if (now.recorder().newest(scenario) == null) {
                now.recorder()
                        .leaveOut(scenario, null, Judgement.notChecked("the run was ended before this was judged"));
            }
        }
        return Optional.of(result(now.recorder(), List.of(), null, now.start()));
    }

    /** Why the client does nothing any more; null where it does, or where each scenario has seen what it does. */
    private @Nullable String obstacle(Recorder recorder, Controlled first, NoiseMeter noise, Instant start) {
        if (!first.works() || pace.ended() || scenarios.stream().noneMatch(recorder::isUnclear)) {
            return null;
        }
        long before = arrived.sum();
        Controlled last = control(noise);
        if (last.works()) {
            return null;
        }
        Instant stopped = recorder.results().stream()
                .filter(result -> result.verdict().isJudged())
                .map(result -> result.start().plus(result.took()))
                .max(Instant::compareTo)
                .orElse(start);
        return "the client stopped doing operations after it had sent " + before
                + " requests: the last scenario in which it"
                + " did one ended " + Duration.between(start, stopped).toSeconds() + " s into the run, at "
                + stopped.truncatedTo(ChronoUnit.SECONDS) + ", and " + unclear(recorder)
                + " could not be judged: " + last.reason();
    }

    private String unclear(Recorder recorder) {
        return scenarios.stream()
                .filter(recorder::isUnclear)
                .map(Scenario::clause)
                .distinct()
                .collect(joining(", "));
    }

    /** Its key is of no use after the run. */
    private void removeCertificate() {
        try {
            FileTree.remove(bench.certificates());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** How many scenarios run side by side. */
    public int atOnce() {
        return bench.clients().isShared() ? 1 : AT_ONCE;
    }

    /** How long the run takes with a client that keeps the contract. No client is started, and nothing is sent. */
    public PlannedTime plan() {
        PlannedTime planned = new PlannedTime();
        ClientScenarioEnd nowhere = (scenario, checks, journal) -> {};
        List<Scenario> owed =
                scenarios.stream().filter(one -> lacking(one).isEmpty()).toList();
        try (MachineWatch machine = MachineWatch.begin(() -> Duration.ZERO)) {
            engine.run(
                    owed,
                    1,
                    List.of(bench, planned, pace, file.secrets(), Waived.NOTHING, machine, nowhere),
                    List.of(Journal.class, Checks.class, PlannedScene.class),
                    ScenarioListener.NONE);
        }
        return planned;
    }

    private void run(Recorder recorder, Controlled control, List<Object> meters) {
        List<Scenario> owed = new ArrayList<>();
        for (Scenario scenario : scenarios) {
            lacking(scenario)
                    .or(() -> control.works() ? Optional.empty() : Optional.of(Judgement.notChecked(control.reason())))
                    .ifPresentOrElse(
                            judgement -> recorder.leaveOut(scenario, null, judgement), () -> owed.add(scenario));
        }
        run(owed, atOnce(), recorder, meters);
        Set<String> broken =
                owed.stream().filter(recorder::isBroken).map(Scenario::clause).collect(toSet());
        // Where another scenario of a clause is broken, one that is unclear decides nothing.
        List<Scenario> unclear = owed.stream()
                .filter(recorder::isUnclear)
                .filter(scenario -> !broken.contains(scenario.clause()))
                .toList();
        if (unclear.size() <= MOST_SECOND_RUNS) {
            run(unclear, 1, recorder, meters);
        }
        ClientSecondLook second = new ClientSecondLook(recorder, one -> run(List.of(one), 1, recorder, meters));
        owed.stream()
                .filter(recorder::isUnsure)
                .collect(groupingBy(Scenario::clause, LinkedHashMap::new, toList()))
                .values()
                .forEach(second::at);
    }

    private void run(List<Scenario> chosen, int atOnce, Recorder recorder, List<Object> meters) {
        if (chosen.isEmpty()) {
            return;
        }
        ClientScenarioEnd end = (scenario, checks, journal) ->
                recorder.end(scenario, bench.client().firstOperation(), checks, journal);
        engine.run(
                chosen,
                atOnce,
                Stream.concat(
                                Stream.of(bench, pace, arrived, file.secrets(), recorder.store(), Waived.NOTHING, end),
                                meters.stream())
                        .toList(),
                PER_SCENARIO,
                recorder.in(atOnce == 1 ? Isolation.ALONE : Isolation.BESIDE_OTHERS));
    }

    /** Why the contract does not owe what a scenario shows. */
    private Optional<Judgement> lacking(Scenario scenario) {
        return catalogue
                .find(scenario.clause())
                .map(Clause::promisedBy)
                .flatMap(promise -> promise.lackingIn(file.contract()));
    }

    /** Whether the client can do one operation at all while the service works. */
    private Controlled control(NoiseMeter noise) {
        LiveScene scene = new LiveScene(bench, CurrentPhase.none(), new Journal(file.secrets()), pace, arrived, noise);
        String operation = bench.client().firstOperation();
        try {
            scene.performAtOnce(1, 1);
            if (!isReported(scene.performed().get(0).outcome())) {
                scene.rest();
            }
            Performed one = scene.performed().get(0);
            Optional<String> problem = problem(one, scene);
            bench = bench.startingIn(start(one));
            return problem.map(reason -> new Controlled(operation, false, reason))
                    .orElse(new Controlled(operation, true, ""));
        } catch (Judgement fault) {
            return new Controlled(operation, false, fault.reason());
        } finally {
            scene.leave();
        }
    }

    /** How long the client took from its start to its first request. */
    private static Duration start(Performed one) {
        return one.attempts().isEmpty()
                ? Duration.ZERO
                : Duration.ofNanos(one.attempts().get(0).arrivedNanos() - one.askedNanos());
    }

    private Optional<String> problem(Performed one, LiveScene scene) {
        if (one.attempts().isEmpty()) {
            return Optional.of(
                    scene.sent().requests() == 0
                            ? nothingSent(one, scene)
                            : "no request of the client contains «" + one.task().unique()
                                    + "», which stands in the payload: its requests cannot be told apart");
        }
        Outcome outcome = one.outcome();
        if (outcome == null) {
            return Optional.of(
                    "the client does not report how an operation ends, which was answered at once with a success");
        }
        return outcome.succeeded().orElse(true)
                ? Optional.empty()
                : Optional.of("the client reports a failure of an operation that was answered with a success: "
                        + Objects.requireNonNull(outcome.failure()).words());
    }

    private String nothingSent(Performed one, LiveScene scene) {
        String nothing = "the client sent nothing to " + scene.url() + " (client.protocol: "
                + bench.client().protocol().name().toLowerCase(Locale.ROOT) + ")";
        if (isReported(one.outcome())) {
            return nothing + " before it reported the operation: it should send to the URL that it is given";
        }
        Duration waited = one.outcome() == null ? bench.longestWait() : bench.longestOperation();
        return nothing + " within " + waited.toSeconds()
                + " s, and has not reported the operation: does it start in that"
                + " time, and send to the URL that it is given?";
    }

    private static boolean isReported(@Nullable Outcome outcome) {
        return outcome != null && outcome.succeeded().isPresent();
    }

    @Override
    public void end() {
        pace.end();
    }
}
