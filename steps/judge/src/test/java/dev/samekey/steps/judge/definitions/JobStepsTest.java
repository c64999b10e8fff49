package dev.samekey.steps.judge.definitions;

import static dev.samekey.steps.judge.world.TestScenario.assertEnds;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.InFlight;
import dev.samekey.steps.drive.http.Round;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.drive.process.Crash;
import dev.samekey.steps.judge.act.Crashes;
import dev.samekey.steps.judge.act.HalfDoneJob;
import dev.samekey.steps.judge.act.Sandbox;
import dev.samekey.steps.judge.act.TargetTime;
import dev.samekey.steps.judge.act.TestCrashes;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.CurrentPhase;
import dev.samekey.steps.judge.world.Keys;
import dev.samekey.steps.judge.world.MachineWatch;
import dev.samekey.steps.judge.world.RaceRounds;
import dev.samekey.steps.judge.world.ReadyCalls;
import dev.samekey.steps.judge.world.TestScenario;
import dev.samekey.steps.judge.world.UnderWay;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Verdict;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the runs of a job under one id say that were started at the same time (JOB-3). */
class JobStepsTest {
    private final TestScenario scenario =
            new TestScenario(Targets.file(Targets.FULL.replace("contract: playbook", "contract: retry-safe")));

    @Test
    void those_that_did_not_work_may_say_so_by_the_mark_of_a_replay() {
        assertThatNoException()
                .isThrownBy(() -> raced("{\"id\": 1, \"done\": 3}", "{\"id\": 1, \"done\": 3, \"replayed\": true}"));
    }

    @Test
    void two_runs_that_both_worked_differ() {
        assertEnds(Verdict.BROKEN, () -> raced("{\"id\": 1, \"done\": 3}", "{\"id\": 1, \"done\": 0}"));
        assertEnds(
                Verdict.BROKEN,
                () -> raced("{\"id\": 1, \"done\": 3}", "{\"id\": 1, \"done\": 0, \"replayed\": true}"));
    }

    private void raced(String... bodies) {
        Call call = scenario.world.test(ReadyCalls.json("{}"));
        List<Exchange> exchanges = Stream.of(bodies)
                .map(body -> new Exchange(
                        call.request(),
                        URI.create("http://127.0.0.1:1"),
                        new Answer(200, List.of(), body),
                        null,
                        Instant.EPOCH,
                        0,
                        1))
                .toList();
        scenario.raceRounds.add(new RaceRounds.Heat(call, new Round(exchanges)));
        steps().areTheSame();
    }

    private JobSteps steps() {
        UnderWay underWay = new UnderWay(
                new InFlight(new Wire(Duration.ofSeconds(1))), scenario.calls, scenario.journal, CurrentPhase.none());
        Crashes crashes = TestCrashes.of(scenario, underWay, new Crash(null, 1), MachineWatch.none());
        HalfDoneJob halfDone = new HalfDoneJob(
                scenario.world,
                scenario.calls,
                new Keys(scenario.contract()),
                crashes,
                new Sandbox(scenario.calls, scenario.capabilities),
                new TargetTime(scenario.contract(), scenario.capabilities, scenario.journal),
                scenario.contract(),
                scenario.effects);
        return new JobSteps(
                scenario.world,
                scenario.calls,
                halfDone,
                scenario.raceRounds,
                scenario.effects,
                scenario.checks,
                scenario.contract());
    }
}
