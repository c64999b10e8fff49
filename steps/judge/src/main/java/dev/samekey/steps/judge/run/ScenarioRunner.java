package dev.samekey.steps.judge.run;

import dev.samekey.steps.drive.event.Producer;
import dev.samekey.steps.drive.fault.FaultProxy;
import dev.samekey.steps.drive.http.InFlight;
import dev.samekey.steps.drive.http.Pace;
import dev.samekey.steps.drive.http.Race;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.drive.process.Crash;
import dev.samekey.steps.judge.act.Counters;
import dev.samekey.steps.judge.act.Crashes;
import dev.samekey.steps.judge.act.DeadLetters;
import dev.samekey.steps.judge.act.HalfDoneJob;
import dev.samekey.steps.judge.act.InProgress;
import dev.samekey.steps.judge.act.KeyLife;
import dev.samekey.steps.judge.act.LockedKeys;
import dev.samekey.steps.judge.act.LostConnections;
import dev.samekey.steps.judge.act.Racing;
import dev.samekey.steps.judge.act.Reports;
import dev.samekey.steps.judge.act.Retries;
import dev.samekey.steps.judge.act.Sandbox;
import dev.samekey.steps.judge.act.SharedThing;
import dev.samekey.steps.judge.act.StoreOutage;
import dev.samekey.steps.judge.act.TargetTime;
import dev.samekey.steps.judge.act.Variations;
import dev.samekey.steps.judge.cucumber.Engine;
import dev.samekey.steps.judge.cucumber.Feature;
import dev.samekey.steps.judge.cucumber.Lookup;
import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.judge.cucumber.ScenarioListener;
import dev.samekey.steps.judge.expect.Conflicts;
import dev.samekey.steps.judge.expect.DeliveryLog;
import dev.samekey.steps.judge.expect.LogSecrecy;
import dev.samekey.steps.judge.world.Access;
import dev.samekey.steps.judge.world.Assigned;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Conditions;
import dev.samekey.steps.judge.world.Controls;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.FailFast;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.Keys;
import dev.samekey.steps.judge.world.MachineWatch;
import dev.samekey.steps.judge.world.Presence;
import dev.samekey.steps.judge.world.Promised;
import dev.samekey.steps.judge.world.RaceRounds;
import dev.samekey.steps.judge.world.ScenarioEnd;
import dev.samekey.steps.judge.world.Seed;
import dev.samekey.steps.judge.world.UnderWay;
import dev.samekey.steps.judge.world.Waived;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Consequences;
import dev.samekey.steps.model.openapi.Description;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Isolation;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.NotReached;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs scenarios against a target that is there: beside others, at a crash that they share, or alone. */
final class ScenarioRunner {
    /** What a scenario has for itself, besides the step definitions. */
    static final List<Class<?>> PER_SCENARIO = List.of(
            Journal.class,
            Checks.class,
            Keys.class,
            Conditions.class,
            Calls.class,
            World.class,
            RaceRounds.class,
            InFlight.class,
            UnderWay.class,
            Effects.class,
            InProgress.class,
            LockedKeys.class,
            KeyLife.class,
            SharedThing.class,
            Crashes.class,
            HalfDoneJob.class,
            LostConnections.class,
            Racing.class,
            Variations.class,
            Sandbox.class,
            StoreOutage.class,
            TargetTime.class,
            Reports.class,
            DeadLetters.class,
            Retries.class,
            Counters.class,
            DeliveryLog.class,
            Conflicts.class,
            LogSecrecy.class);

    static final String DEFINITIONS = "dev.samekey.steps.judge.definitions";

    private final TargetFile file;
    private final Engine engine;
    private final Lookup known;
    private final Pace pace;
    private final Recorder recorder;
    private final Lasting lasting;
    private final Applicability applicability;
    /** By the id of a scenario, the name of what it is about; of none where it is about none. */
    private final Map<String, String> operations = new ConcurrentHashMap<>();

    /**
     * @param features those that the scenarios are of
     * @param known what the steps of scenarios mean
     */
    ScenarioRunner(
            TargetFile file,
            List<Extension> extensions,
            List<Feature> features,
            Lookup known,
            Pace pace,
            Recorder recorder,
            Lasting lasting) {
        this.file = file;
        this.engine = engine(features, extensions);
        this.known = known;
        this.pace = pace;
        this.recorder = recorder;
        this.lasting = lasting;
        this.applicability = new Applicability(file, extensions);
    }

    /** Knows the features, and the step definitions of ours and of the extensions. */
    static Engine engine(List<Feature> features, List<Extension> extensions) {
        return new Engine(
                features,
                Stream.concat(Stream.of(DEFINITIONS), extensions.stream().map(Extension::glue))
                        .toList());
    }

    /** What scenarios are given that outlives them. */
    record Lasting(
            Access access,
            FaultProxy proxy,
            MachineWatch machine,
            Controls controls,
            Seed seed,
            FailFast failFast,
            Presence presence) {
        Capabilities capabilities() {
            return access.capabilities();
        }
    }

    /** @param atOnce how many of those that can share the target run at the same time */
    void run(List<Scenario> scenarios, int atOnce) {
        run(owed(scenarios), atOnce, Waived.NOTHING, Assigned.NOTHING, lasting.failFast());
    }

    /** The same where there may not be time for all of them: what harms most runs first. */
    void runByHarm(List<Scenario> scenarios, int atOnce) {
        List<Scenario> settled = new ArrayList<>();
        for (List<Scenario> wave : Urgency.waves(owed(scenarios), this::operation, applicability::harm)) {
            Map<Boolean, List<Scenario>> parts = wave.stream()
                    .collect(Collectors.partitioningBy(
                            scenario -> recorder.isBroken(scenario.clause(), operation(scenario))));
            // More breaks of what is broken for that operation would not change what is said of it.
            settled.addAll(parts.getOrDefault(true, List.of()));
            run(parts.getOrDefault(false, List.of()), atOnce, Waived.NOTHING, Assigned.NOTHING, lasting.failFast());
        }
        run(settled, atOnce, Waived.NOTHING, Assigned.NOTHING, lasting.failFast());
    }

    /**
     * In which order breaks are judged again where there may not be time for all of them: the first of each clause before the
     * others, by harm, what others may follow from before them, and the quickest first.
     */
    List<Scenario> byHarm(List<Scenario> scenarios) {
        Set<String> seen = new HashSet<>();
        Set<String> broken = scenarios.stream()
                .filter(recorder::isBroken)
                .map(Scenario::clause)
                .collect(Collectors.toSet());
        Consequences consequences = Consequences.shipped();
        List<Scenario> quickest = scenarios.stream()
                .filter(recorder::isBroken)
                .sorted(Comparator.comparing((Scenario scenario) -> applicability.harm(scenario.clause()))
                        .thenComparing(
                                scenario -> !Collections.disjoint(consequences.allCauses(scenario.clause()), broken))
                        .thenComparing(this::took))
                .toList();
        Map<Boolean, List<Scenario>> firsts =
                quickest.stream().collect(Collectors.partitioningBy(scenario -> seen.add(scenario.clause())));
        return Stream.of(true, false)
                .flatMap(isFirst -> firsts.getOrDefault(isFirst, List.of()).stream())
                .toList();
    }

    private Duration took(Scenario scenario) {
        Recorder.Recorded newest = recorder.newest(scenario);
        return newest == null ? Duration.ZERO : newest.result().took();
    }

    private @Nullable String operation(Scenario scenario) {
        return operations.get(scenario.id());
    }

    /**
     * Runs scenarios of which is known that the contract owes them, also where the run is ended at a break: that break may be one
     * of theirs.
     *
     * @param waived what is known to be broken, and not asserted
     */
    void again(List<Scenario> scenarios, int atOnce, Waived waived) {
        run(scenarios, atOnce, waived, Assigned.NOTHING, FailFast.never());
    }

    /** The same under conditions; the scenarios need no crash and no target to themselves. */
    void under(Assigned conditions, List<Scenario> scenarios, int atOnce) {
        run(scenarios, atOnce, Waived.NOTHING, conditions, FailFast.never());
    }

    private void run(List<Scenario> scenarios, int atOnce, Waived waived, Assigned conditions, FailFast failFast) {
        Sharing sharing = new Sharing(scenarios);
        run(sharing.shared(), atOnce, new Crash(null, 0), waived, conditions, failFast);
        for (List<Scenario> batch : sharing.crashes(atOnce)) {
            // What is judged no more needs no crash.
            run(
                    batch,
                    batch.size(),
                    new Crash(pace.ended() ? null : lasting.capabilities().target(), batch.size()),
                    waived,
                    conditions,
                    failFast);
        }
        run(sharing.alone(), 1, new Crash(null, 0), waived, conditions, failFast);
    }

    /** Those of them that the contract owes. The others end before anything is sent for them. */
    private List<Scenario> owed(List<Scenario> scenarios) {
        boolean isKnown = scenarios.stream().map(Scenario::id).allMatch(known.steps()::containsKey);
        Lookup lookup = isKnown ? known : engine.lookUp(scenarios);
        List<Scenario> left = new ArrayList<>();
        for (Scenario scenario : scenarios) {
            Operation operation = applicability.operation(scenario, lookup);
            if (operation != null) {
                operations.put(scenario.id(), String.valueOf(operation.name()));
            }
            applicability
                    .lacking(scenario, lookup)
                    .ifPresentOrElse(
                            judgement ->
                                    recorder.leaveOut(scenario, operation == null ? null : operation.name(), judgement),
                            () -> left.add(scenario));
        }
        return left;
    }

    private void run(
            List<Scenario> scenarios, int atOnce, Crash crash, Waived waived, Assigned conditions, FailFast failFast) {
        Optional<Judgement> late = failFast.late();
        if (late.isPresent()) {
            scenarios.forEach(scenario -> recorder.leaveOut(scenario, operation(scenario), late.get()));
        }
        if (scenarios.isEmpty() || late.isPresent()) {
            return;
        }
        int together = Math.max(1, Math.min(atOnce, scenarios.size()));
        engine.run(
                scenarios,
                together,
                objects(crash, waived, conditions, failFast),
                PER_SCENARIO,
                listener(together == 1 ? Isolation.ALONE : Isolation.BESIDE_OTHERS, conditions));
        // What a scenario left behind that ended early.
        try {
            lasting.capabilities().mend();
        } catch (CannotRun failure) {
            // Who ended the run may have ended the target with it; what was seen before is worth a report.
            if (!pace.ended()) {
                throw new CannotRun(file.secrets().redact(String.valueOf(failure.getMessage())));
            }
        }
    }

    private ScenarioListener listener(Isolation isolation, Assigned conditions) {
        return watched(
                conditions.combinations().isEmpty() ? recorder.in(isolation) : recorder.underConditions(isolation));
    }

    /** The same, where it is known which scenarios were under way when the target stopped. */
    private ScenarioListener watched(ScenarioListener listener) {
        Map<String, Runnable> underWay = new ConcurrentHashMap<>();
        return new ScenarioListener() {
            @Override
            public void started(Scenario scenario) {
                underWay.put(scenario.id(), lasting.presence().begun(scenario.clauses()));
                listener.started(scenario);
            }

            @Override
            public void finished(Finished finished) {
                Runnable over = underWay.remove(finished.scenario().id());
                if (over != null) {
                    over.run();
                }
                if (NotReached.isWhy(finished.error())) {
                    recorder.refused(finished.run(), operation(finished.scenario()));
                }
                listener.finished(finished);
            }
        };
    }

    private List<Object> objects(Crash crash, Waived waived, Assigned conditions, FailFast failFast) {
        Wire wire = lasting.access().wire();
        Capabilities capabilities = lasting.capabilities();
        Duration limit = file.target().limits().answerLimit();
        ScenarioEnd end = recorder::end;
        return List.of(
                file.target(),
                file.contracts(),
                new Promised(file),
                file.secrets(),
                new Description(file.target().openapi(), file.folder(), file.network()),
                lasting.access(),
                lasting.controls(),
                wire,
                new Race(limit, wire),
                lasting.proxy(),
                new Producer(capabilities.time()),
                capabilities,
                lasting.access().created(),
                crash,
                waived,
                failFast,
                lasting.presence(),
                lasting.seed(),
                conditions,
                lasting.machine(),
                recorder.store(),
                end);
    }
}
