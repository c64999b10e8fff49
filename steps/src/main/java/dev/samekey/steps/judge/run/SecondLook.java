package dev.samekey.steps.judge.run;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.steps.drive.http.Pace;
import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.judge.world.Waived;
import dev.samekey.steps.model.verdict.Company;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Point;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Judges once more, alone, what is broken. What holds then was broken only because others ran at the same time. Where another
 * clause is broken already, such as that a replay has the first status, its point is left out: what breaks without it is a
 * finding of its own, and what holds without it is a consequence.
 */
final class SecondLook {
    /** It is to explain what is broken, not to take longer than the run. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** What comes and goes is not put down to others after one time. */
    private static final int MOST_TRIES = 3;

    private static final String AGAIN = "judged again, alone";
    private static final String SOMETIMES = "it held: it does not break each time";

    private final ScenarioRunner runner;
    private final Recorder recorder;
    private final Pace pace;
    private final int atOnce;
    private final long deadline = System.nanoTime() + LIMIT.toNanos();

    /** @param atOnce how many scenarios may run at the same time */
    SecondLook(ScenarioRunner runner, Recorder recorder, Pace pace, int atOnce) {
        this.atOnce = atOnce;
        this.runner = runner;
        this.recorder = recorder;
        this.pace = pace;
    }

    /**
     * Looks at those of the scenarios that are broken.
     *
     * @param all those that have run
     * @param chosen those of them that may run again
     */
    void at(List<Scenario> all, List<Scenario> chosen) {
        // Where the cause holds when it is alone, nothing follows from it.
        chosen.stream().filter(scenario -> waived(all, scenario) == null).forEach(this::alone);
        Map<Waived, List<Scenario>> dependent = new LinkedHashMap<>();
        for (Scenario scenario : chosen) {
            Waived known = waived(all, scenario);
            if (known == null) {
                alone(scenario);
            } else if (!known.points().isEmpty()) {
                dependent.computeIfAbsent(known, unused -> new ArrayList<>()).add(scenario);
            }
        }
        dependent.forEach(this::without);
    }

    /** What to leave out for a scenario that is broken by what another clause is about; null where it is broken by its own. */
    private @Nullable Waived waived(List<Scenario> all, Scenario scenario) {
        ScenarioResult result = broken(scenario);
        Point point = result == null ? null : result.point();
        if (result == null || point == null || scenario.clauses().contains(point.clause())) {
            return null;
        }
        Set<Point> known = known(all).getOrDefault(String.valueOf(result.operation()), Set.of());
        if (!known.contains(point)) {
            return null;
        }
        Set<Point> waivable = EnumSet.noneOf(Point.class);
        known.stream()
                .filter(one -> point.isWaivable()
                        && one.isWaivable()
                        && !scenario.clauses().contains(one.clause()))
                .forEach(waivable::add);
        return new Waived(waivable);
    }

    /** By operation, the points whose own clause is broken. */
    private Map<String, Set<Point>> known(List<Scenario> all) {
        Map<String, Set<Point>> known = new HashMap<>();
        for (Scenario scenario : all) {
            ScenarioResult result = broken(scenario);
            if (result != null
                    && result.point() != null
                    && scenario.clauses().contains(result.point().clause())) {
                known.computeIfAbsent(String.valueOf(result.operation()), unused -> EnumSet.noneOf(Point.class))
                        .add(result.point());
            }
        }
        return known;
    }

    private @Nullable ScenarioResult broken(Scenario scenario) {
        Recorder.Recorded recorded = recorder.newest(scenario);
        return recorded == null || recorded.result().verdict() != Verdict.BROKEN ? null : recorded.result();
    }

    private void alone(Scenario scenario) {
        Recorder.Recorded first = recorder.newest(scenario);
        if (first == null
                || first.result().verdict() != Verdict.BROKEN
                || first.result().company() != Company.OTHERS
                || wasSeen(first.result())) {
            return;
        }
        boolean raced =
                first.result().evidence().stream().anyMatch(seen -> seen.kind().equals("race"));
        int tries = raced ? 1 : MOST_TRIES;
        for (int held = 0; held < tries && mayGoOn(); held++) {
            ScenarioResult again = run(scenario);
            if (again.verdict() != Verdict.HELD) {
                recorder.keep(first.with(noted(first.result(), held == 0 ? described(again) : SOMETIMES)));
                return;
            }
            recorder.keep(
                    held + 1 < MOST_TRIES
                            ? first.with(noted(first.result(), SOMETIMES))
                            : disturbed(first.result(), scenario));
        }
    }

    private void without(Waived waived, List<Scenario> scenarios) {
        if (!mayGoOn()) {
            return;
        }
        List<Recorder.Recorded> before = scenarios.stream().map(this::last).toList();
        runner.again(scenarios, atOnce, waived);
        before.forEach(this::compare);
    }

    private void compare(Recorder.Recorded first) {
        Recorder.Recorded again = last(first.scenario());
        ScenarioResult seen = first.result();
        if (again.result().verdict() == Verdict.BROKEN) {
            recorder.keep(again.with(again.result()
                    .in(seen.company())
                    .with(new Fact("broken as well", seen.sentence()), seen.evidence())));
        } else {
            String rest = again.result().verdict() == Verdict.HELD ? "all else holds" : described(again.result());
            recorder.keep(first.with(seen.with(new Fact("without " + cause(seen), rest), List.of())));
        }
    }

    private static String cause(ScenarioResult result) {
        return Objects.requireNonNull(result.point()).clause();
    }

    private ScenarioResult run(Scenario scenario) {
        runner.again(List.of(scenario), 1, Waived.NOTHING);
        return last(scenario).result();
    }

    private Recorder.Recorded last(Scenario scenario) {
        return Objects.requireNonNull(recorder.newest(scenario));
    }

    private static boolean wasSeen(ScenarioResult result) {
        return result.facts().stream().anyMatch(fact -> fact.name().equals(AGAIN));
    }

    private boolean mayGoOn() {
        return !pace.ended() && System.nanoTime() < deadline;
    }

    private static String described(ScenarioResult again) {
        return again.verdict() == Verdict.BROKEN ? "broken again" : again.verdict() + ": " + again.sentence();
    }

    /** What was broken stays so, with what was seen the second time. */
    private static ScenarioResult noted(ScenarioResult first, String seen) {
        return first.with(new Fact(AGAIN, seen), List.of());
    }

    /** What held alone, with what broke it beside others. */
    private Recorder.Recorded disturbed(ScenarioResult first, Scenario scenario) {
        Recorder.Recorded alone = last(scenario);
        String facts = first.facts().stream().map(String::valueOf).collect(Collectors.joining("\n"));
        Stream<Evidence> evidence = Stream.concat(
                Stream.of(Evidence.text("note", "beside other scenarios", first.sentence() + "\n" + facts)),
                first.evidence().stream());
        return alone.with(alone.result()
                .in(Company.DISTURBED)
                .with(new Fact("beside other scenarios", first.sentence()), evidence.toList()));
    }
}
