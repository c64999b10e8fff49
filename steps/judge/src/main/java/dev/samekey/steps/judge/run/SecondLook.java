package dev.samekey.steps.judge.run;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.steps.drive.http.Pace;
import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.judge.world.TimeLimit;
import dev.samekey.steps.judge.world.Waived;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Isolation;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.NotReached;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.SharedAssertion;
import dev.samekey.steps.model.verdict.Trait;
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
 * Judges once more, alone, what is broken. What holds then, and breaks again beside those that ran at the same time, was broken
 * by their company; what comes and goes without it is a finding of its own. What time or chance may have broken stays broken only
 * if it breaks again. Where another clause is broken already, such as that a replay has the first status, its point is left out:
 * what breaks without it is a finding of its own, and what holds without it is a consequence. What is meant to break is judged
 * again only where time or chance may be why.
 */
final class SecondLook {
    /** It is to explain what is broken, not to take longer than the run. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** What comes and goes is not put down to others after one time. */
    private static final int TRIES_ALONE = 3;

    /** What others do to it shows only when they meet. */
    private static final int TRIES_BESIDE_OTHERS = 6;

    private static final String AGAIN = "judged again";
    private static final String AGAIN_ALONE = AGAIN + ", alone";

    private final Again runner;
    private final Recorder recorder;
    private final Pace pace;
    private final int atOnce;
    private final Set<String> meant;
    private final TimeLimit time;
    private final long deadline = System.nanoTime() + LIMIT.toNanos();
    /** What was seen before anything was judged again, with the time of each. */
    private final Map<Scenario, ScenarioResult> before = new LinkedHashMap<>();

    /** Runs scenarios again, so many of them at the same time. */
    interface Again {
        void run(List<Scenario> scenarios, int atOnce, Waived waived);
    }

    /**
     * @param atOnce how many scenarios may run at the same time
     * @param meant the ids of the clauses that are meant to break
     * @param time of the whole run
     */
    SecondLook(Again runner, Recorder recorder, Pace pace, int atOnce, Set<String> meant, TimeLimit time) {
        this.time = time;
        this.atOnce = atOnce;
        this.meant = meant;
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
        for (Scenario scenario : all) {
            Recorder.Recorded recorded = recorder.newest(scenario);
            if (recorded != null) {
                before.put(scenario, recorded.result());
            }
        }
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
        SharedAssertion point = result == null ? null : result.point();
        if (result == null || point == null || scenario.clauses().contains(point.clause())) {
            return null;
        }
        Set<SharedAssertion> known = known(all).getOrDefault(String.valueOf(result.operation()), Set.of());
        if (!known.contains(point)) {
            return null;
        }
        Set<SharedAssertion> waivable = EnumSet.noneOf(SharedAssertion.class);
        known.stream()
                .filter(one -> point.isWaivable()
                        && one.isWaivable()
                        && !scenario.clauses().contains(one.clause()))
                .forEach(waivable::add);
        return new Waived(waivable);
    }

    /** By operation, the points whose own clause is broken. */
    private Map<String, Set<SharedAssertion>> known(List<Scenario> all) {
        Map<String, Set<SharedAssertion>> known = new HashMap<>();
        for (Scenario scenario : all) {
            ScenarioResult result = broken(scenario);
            if (result != null
                    && result.point() != null
                    && scenario.clauses().contains(result.point().clause())) {
                known.computeIfAbsent(
                                String.valueOf(result.operation()), unused -> EnumSet.noneOf(SharedAssertion.class))
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
                || !(hadCompany(first) || first.mayBeChance())
                || isMeant(first)
                || wasSeen(first.result())) {
            return;
        }
        if (!time.isLeftForSecondLook()) {
            recorder.keep(unseen(first));
            return;
        }
        recorder.tellThatItIsJudgedAgain();
        recorder.hold(List.of(first));
        recorder.keep(again(first, bringsCompany(first.result()) && !first.mayBeChance() ? 1 : TRIES_ALONE));
    }

    /** What was broken once, and would have been judged again: a break is not said without its second look. */
    private Recorder.Recorded unseen(Recorder.Recorded first) {
        return recorder.turned(
                first,
                "Then it is judged again",
                Judgement.inconclusive(
                        "broken, and not judged again in " + time.written().orElse("time") + "; " + NotReached.ADVICE
                                + ": " + first.result().sentence(),
                        first.result().facts().toArray(Fact[]::new)));
    }

    /** Whether one look is enough. */
    private boolean isMeant(Recorder.Recorded first) {
        return meant.contains(first.scenario().clause())
                && !first.mayBeChance()
                && !first.result().has(Trait.CHANCE);
    }

    /**
     * Whether a scenario sends many requests at once itself, such as a race or those that a crash at any moment meets. That is
     * company enough, and does not break each time: that it holds alone says little.
     */
    private static boolean bringsCompany(ScenarioResult result) {
        return result.has(Trait.CHANCE)
                || result.evidence().stream().anyMatch(seen -> seen.kind() == EvidenceKind.RACE);
    }

    /** What is to be kept of a scenario that was broken beside others. */
    private Recorder.Recorded again(Recorder.Recorded first, int tries) {
        List<ScenarioResult> seen = new ArrayList<>(List.of(first.result()));
        for (int i = 0; i < tries && mayGoOn(); i++) {
            ScenarioResult alone = run(first.scenario());
            seen.add(alone);
            boolean mayBreakYet = first.mayBeChance() && alone.verdict() != Verdict.BROKEN;
            if (alone.verdict() != Verdict.HELD && !mayBreakYet) {
                return notDisturbed(first, seen);
            }
        }
        boolean holdsAlone = seen.stream().skip(1).allMatch(alone -> alone.verdict() == Verdict.HELD);
        return hadCompany(first) && holdsAlone && seen.size() == TRIES_ALONE + 1
                ? byTurns(first, seen)
                : notDisturbed(first, seen);
    }

    private static boolean hadCompany(Recorder.Recorded recorded) {
        return recorded.result().isolation() == Isolation.BESIDE_OTHERS;
    }

    /** Beside others and alone, as often, so that what comes and goes by itself is not put down to them. */
    private Recorder.Recorded byTurns(Recorder.Recorded first, List<ScenarioResult> seen) {
        Scenario scenario = first.scenario();
        Recorder.Recorded alone = last(scenario);
        List<Scenario> others = companyOf(first);
        for (int i = 0; i < TRIES_BESIDE_OTHERS && !others.isEmpty() && mayGoOn(); i++) {
            ScenarioResult together = beside(others, first);
            seen.add(together);
            if (together.verdict() == Verdict.BROKEN) {
                return disturbed(first.result(), alone);
            }
            seen.add(run(scenario));
            if (last(scenario).result().verdict() != Verdict.HELD) {
                break;
            }
        }
        return notDisturbed(first, seen);
    }

    /** What stays broken. Only where it broke alone as well, others are not needed to explain it. */
    private Recorder.Recorded notDisturbed(Recorder.Recorded first, List<ScenarioResult> seen) {
        Verdict last = seen.get(seen.size() - 1).verdict();
        boolean brokeAlone = seen.size() > 1 && last == Verdict.BROKEN;
        ScenarioResult result = brokeAlone || !hadCompany(first)
                ? first.result()
                : first.result().in(Isolation.UNCLEAR);
        if (first.mayBeChance() && seen.size() > 1 && !brokeAlone) {
            return brokenOnce(first.with(result), seen);
        }
        if (seen.size() == 1) {
            return first.with(result);
        }
        Fact fact = seen.size() == 2 && last != Verdict.HELD
                ? new Fact(AGAIN_ALONE, described(seen.get(1)))
                : new Fact(AGAIN, intermittent(seen));
        return first.with(result.with(fact, List.of()));
    }

    private Recorder.Recorded brokenOnce(Recorder.Recorded first, List<ScenarioResult> seen) {
        Recorder.Recorded turned = recorder.turned(
                first,
                "Then it breaks again when it is judged again",
                Judgement.inconclusive(
                        "broken once only, which time or chance may have done: "
                                + first.result().sentence(),
                        first.result().facts().toArray(Fact[]::new)));
        return turned.with(turned.result().with(new Fact(AGAIN, intermittent(seen)), List.of()));
    }

    private static String intermittent(List<ScenarioResult> seen) {
        List<Verdict> judged = seen.stream()
                .map(ScenarioResult::verdict)
                .filter(Verdict::isJudged)
                .toList();
        long broken = judged.stream().filter(Verdict.BROKEN::equals).count();
        return "intermittent: broken in " + broken + " of " + judged.size();
    }

    /** Those that ran at the same time when it broke; for one at a crash, those that shared it. */
    private List<Scenario> companyOf(Recorder.Recorded first) {
        return before.entrySet().stream()
                .filter(other -> !other.getKey().equals(first.scenario())
                        && other.getValue().isolation() == Isolation.BESIDE_OTHERS
                        && other.getKey().has(Sharing.CRASH) == first.scenario().has(Sharing.CRASH)
                        && isAtTheSameTime(first.result(), other.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private ScenarioResult beside(List<Scenario> others, Recorder.Recorded first) {
        List<Recorder.Recorded> known = others.stream().map(this::last).toList();
        // In the order in which they ran.
        List<Scenario> together = before.keySet().stream()
                .filter(one -> one.equals(first.scenario()) || others.contains(one))
                .toList();
        recorder.hold(known);
        try {
            runner.run(together, atOnce, Waived.NOTHING);
        } finally {
            // What breaks now counts also where the target does not start again.
            known.forEach(one -> recorder.keep(kept(one)));
        }
        return last(first.scenario()).result();
    }

    /** What was seen before counts. But what held and breaks now may do either by chance, so it is not held any more. */
    private Recorder.Recorded kept(Recorder.Recorded known) {
        ScenarioResult now = last(known.scenario()).result();
        if (known.result().verdict() != Verdict.HELD
                || known.result().isolation() != Isolation.BESIDE_OTHERS
                || now.verdict() != Verdict.BROKEN) {
            return known;
        }
        Recorder.Recorded turned = recorder.turned(
                known,
                "Then it holds beside others once more",
                Judgement.inconclusive("held at first, then broken beside others: " + now.sentence()));
        return turned.with(
                turned.result().in(Isolation.UNCLEAR).with(new Fact(AGAIN, "broken beside others"), now.evidence()));
    }

    private static boolean isAtTheSameTime(ScenarioResult one, ScenarioResult other) {
        return one.start().isBefore(other.start().plus(other.took()))
                && other.start().isBefore(one.start().plus(one.took()));
    }

    private void without(Waived waived, List<Scenario> scenarios) {
        // Where the time is limited, few begin together: those that run must end.
        int most = time.isSet() ? Math.max(1, atOnce) : scenarios.size();
        for (int from = 0; from < scenarios.size() && mayGoOn(); from += most) {
            List<Scenario> some = scenarios.subList(from, Math.min(scenarios.size(), from + most));
            List<Recorder.Recorded> before = some.stream().map(this::last).toList();
            recorder.hold(before);
            runner.run(some, atOnce, waived);
            before.forEach(this::compare);
        }
    }

    private void compare(Recorder.Recorded first) {
        Recorder.Recorded again = last(first.scenario());
        ScenarioResult seen = first.result();
        if (again.result().verdict() == Verdict.BROKEN) {
            recorder.keep(again.with(again.result()
                    .in(seen.isolation())
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
        runner.run(List.of(scenario), 1, Waived.NOTHING);
        return last(scenario).result();
    }

    private Recorder.Recorded last(Scenario scenario) {
        return Objects.requireNonNull(recorder.newest(scenario));
    }

    private static boolean wasSeen(ScenarioResult result) {
        return result.facts().stream().anyMatch(fact -> fact.name().startsWith(AGAIN));
    }

    private boolean mayGoOn() {
        return !pace.ended() && System.nanoTime() < deadline && time.isLeftForSecondLook();
    }

    private static String described(ScenarioResult again) {
        return again.verdict() == Verdict.BROKEN ? "broken again" : again.verdict() + ": " + again.sentence();
    }

    /** What held alone, with what broke it beside others. */
    private static Recorder.Recorded disturbed(ScenarioResult first, Recorder.Recorded alone) {
        String facts = first.facts().stream().map(String::valueOf).collect(Collectors.joining("\n"));
        Stream<Evidence> evidence = Stream.concat(
                Stream.of(Evidence.text(EvidenceKind.NOTE, "beside other scenarios", first.sentence() + "\n" + facts)),
                first.evidence().stream());
        return alone.with(alone.result()
                .in(Isolation.DISTURBED)
                .with(new Fact("beside other scenarios", first.sentence()), evidence.toList()));
    }
}
