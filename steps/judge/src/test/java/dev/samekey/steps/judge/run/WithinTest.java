package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.drive.process.TargetProcess;
import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.judge.world.TimeLimit;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Isolation;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.NotReached;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run whose time is limited, by a clock that the test moves. */
class WithinTest {
    private static final String CREATED =
            "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{\"id\":\"1\"}";

    private final Path out;
    private final AtomicLong nanos = new AtomicLong();
    private final TimeLimit time = TimeLimit.of(Duration.ofMinutes(3), nanos::get);
    private final List<ScenarioResult> finished = Collections.synchronizedList(new ArrayList<>());
    private final List<Estimate> estimates = Collections.synchronizedList(new ArrayList<>());

    WithinTest(@TempDir Path out) {
        this.out = out;
    }

    @Test
    void no_scenario_begins_when_the_time_is_used_up_and_each_says_so_with_its_operation() throws IOException {
        RunResult result = judged(Set.of("RPL-1", "RPL-2", "KEY-9"), 1);

        assertThat(result.ended()).isFalse();
        List<ScenarioResult> late =
                result.scenarios().stream().filter(NotReached::is).toList();
        assertThat(late).isNotEmpty().allSatisfy(one -> {
            assertThat(one.verdict()).isEqualTo(Verdict.NOT_CHECKED);
            assertThat(one.reason()).isEqualTo("not reached in 3m; give more time or name it with --clauses");
            assertThat(one.operation()).isNotNull();
            assertThat(one.facts()).containsExactly(new Fact("not reached in", "3m"));
        });
        assertThat(result.scenarios())
                .as("what the contract does not owe is known before")
                .filteredOn(one -> one.clauses().contains("KEY-9"))
                .isNotEmpty()
                .allMatch(one -> one.verdict() == Verdict.NOT_APPLICABLE);
    }

    @Test
    void what_is_done_twice_is_looked_for_before_codes_and_headers() throws IOException {
        judged(Set.of("RPL-3", "ERR-1", "KEY-1", "RPL-1"), Integer.MAX_VALUE);

        List<String> order =
                finished.stream().map(one -> one.clauses().get(0)).distinct().toList();
        assertThat(order).startsWith("KEY-1", "RPL-1");
        assertThat(new TreeSet<>(order)).containsExactly("ERR-1", "KEY-1", "RPL-1", "RPL-3");
    }

    @Test
    void how_long_the_run_takes_is_said_once_before_its_scenarios() throws IOException {
        RunResult result = judged(Set.of("RPL-1", "RPL-2"), Integer.MAX_VALUE);

        assertThat(estimates).singleElement().satisfies(estimate -> {
            assertThat(estimate.scenarios()).isEqualTo(result.scenarios().size());
            assertThat(estimate.within()).isEqualTo("3m");
            assertThat(estimate.time()).isPositive();
        });
    }

    @Test
    void nothing_is_said_of_the_time_where_runs_under_conditions_come_later() throws IOException {
        try (RawServer server = RawServer.answering(CREATED)) {
            ContractRun run = run(server, Set.of("RPL-1")).ofStrength(2);
            assertThat(run.sizeUnderConditions()).isPositive();

            var unused = run.run(new Progress() {
                @Override
                public void estimated(Estimate estimate) {
                    estimates.add(estimate);
                }

                @Override
                public void finished(ScenarioResult result) {}
            });

            assertThat(estimates).isEmpty();
        }
    }

    @Test
    void a_break_is_not_said_where_no_time_was_left_for_its_second_look() {
        Scenario scenario = ScriptedEnds.scenario("KEY-1");
        Scenario other = ScriptedEnds.scenario("KEY-2");
        time.begin();
        ScriptedEnds ends = new ScriptedEnds(time);
        Judgement wrong = Judgement.broken("status", "201", "200");
        ends.end(scenario, Isolation.BESIDE_OTHERS, Instant.EPOCH, Optional.of(wrong));
        ends.end(other, Isolation.BESIDE_OTHERS, Instant.EPOCH, Optional.empty());
        nanos.set(Duration.ofMinutes(3).toNanos());

        ScenarioResult result = ends.judgedAgain(List.of(scenario, other), (again, atOnce, waived) -> {
            throw new AssertionError("ran again: " + again);
        });

        assertThat(result.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(result.reason())
                .isEqualTo(
                        "broken, and not judged again in 3m; give more time or name it with --clauses: Status: expected"
                                + " 201, got 200");
        assertThat(result.facts()).contains(new Fact("expected", "201"));
    }

    @Test
    void a_break_that_needs_no_second_look_is_said_without_time_too() {
        Scenario scenario = ScriptedEnds.scenario("KEY-1");
        time.begin();
        ScriptedEnds ends = new ScriptedEnds(time);
        ends.end(scenario, Isolation.ALONE, Instant.EPOCH, Optional.of(Judgement.broken("status", "201", "200")));
        nanos.set(Duration.ofMinutes(3).toNanos());

        ScenarioResult result = ends.judgedAgain(List.of(scenario), (again, atOnce, waived) -> {});

        assertThat(result.verdict()).isEqualTo(Verdict.BROKEN);
    }

    /** The time is used up when so many scenarios that the contract owes have ended. */
    private RunResult judged(Set<String> clauses, int scenarios) throws IOException {
        try (RawServer server = RawServer.answering(CREATED)) {
            Progress watching = new Progress() {
                @Override
                public void estimated(Estimate estimate) {
                    assertThat(owed()).isEmpty();
                    estimates.add(estimate);
                }

                @Override
                public void finished(ScenarioResult result) {
                    finished.add(result);
                    if (owed().size() >= scenarios) {
                        nanos.set(Duration.ofMinutes(2).plusSeconds(50).toNanos());
                    }
                }
            };
            return run(server, clauses).run(watching);
        }
    }

    private ContractRun run(RawServer server, Set<String> clauses) throws IOException {
        return new ContractRun(
                Targets.file(Targets.fullAt(server.uri()) + "limits: {at_once: 1}\n"),
                Choice.of(clauses),
                out,
                TargetProcess::new,
                Features.shipped(),
                List.of(),
                RunOptions.usual().within(time));
    }

    private Set<String> owed() {
        synchronized (finished) {
            return finished.stream()
                    .filter(one -> one.verdict() != Verdict.NOT_APPLICABLE)
                    .map(ScenarioResult::name)
                    .collect(Collectors.toSet());
        }
    }
}
