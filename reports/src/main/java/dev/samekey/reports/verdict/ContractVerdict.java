package dev.samekey.reports.verdict;

import dev.samekey.steps.judge.run.RunResult;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.contract.Consequences;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The verdict of a run, clause by clause, in the order of the catalogue.
 *
 * @param since what has changed since the run before; null where none is known
 * @param unwritten why its report could not be written, in a sentence; null where it was, or was not yet
 */
public record ContractVerdict(
        RunResult run,
        List<ClauseVerdict> clauses,
        Gate gate,
        @Nullable SinceLastRun since,
        @Nullable String unwritten) {
    private static final String ENDED = "the run was ended before all was judged";
    private static final String UNSURE =
            ", but at the end its control request did not work any more, so it is not sure:"
                    + " make it work until the end, and run again";

    /**
     * Judges a run.
     *
     * @param seen what the run saw
     * @param chosen the clauses to report; a clause that no scenario was run for is reported too, as not checked. CON-12 is
     *     reported also where it is not chosen and broken: the clauses of its scenarios hold
     * @param baseline the breaks that are known
     */
    public static ContractVerdict of(
            RunResult seen, Target target, Catalogue catalogue, Set<String> chosen, Baseline baseline) {
        return of(seen, Api.of(target), catalogue, chosen, baseline);
    }

    /** The same of an API of which the target file is not there. */
    public static ContractVerdict of(
            RunResult seen, Api api, Catalogue catalogue, Set<String> chosen, Baseline baseline) {
        RunResult run = marked(seen, api);
        List<ClauseVerdict> verdicts = judged(run, api, catalogue, chosen);
        Gate gate = Gate.of(api, baseline, run.scenarios(), verdicts);
        for (String gap : takenBack(seen, api, catalogue, chosen, gate)) {
            gate = gate.closed(gap);
        }
        String gap = run.obstacle() == null && run.ended() ? ENDED : run.obstacle();
        return new ContractVerdict(run, verdicts, gap == null ? gate : gate.closed(gap), null, null);
    }

    private static List<ClauseVerdict> judged(RunResult run, Api api, Catalogue catalogue, Set<String> chosen) {
        List<ClauseVerdict> verdicts = new ArrayList<>();
        for (Clause clause : catalogue.all()) {
            if (chosen.contains(clause.id()) || Independence.isBroken(clause, run.scenarios())) {
                verdicts.add(
                        clause.isDerived()
                                ? derived(clause, api, run.scenarios())
                                : ClauseVerdict.of(clause, scenarios(run, clause)));
            }
        }
        return List.copyOf(verdicts);
    }

    /**
     * By operation, what would have stopped the pipeline with the breaks that were taken back: nobody knows whether they were
     * real.
     *
     * @param gate what the run stops at without them
     */
    private static List<String> takenBack(RunResult seen, Api api, Catalogue catalogue, Set<String> chosen, Gate gate) {
        Set<String> operations = seen.scenarios().stream()
                .flatMap(scenario -> Stream.ofNullable(scenario.takenBack()))
                .map(broken -> String.valueOf(broken.operation()))
                .collect(Collectors.toCollection(TreeSet::new));
        if (operations.isEmpty()) {
            return List.of();
        }
        RunResult before = marked(beforeTakingBack(seen), api);
        List<ClauseVerdict> verdicts = judged(before, api, catalogue, chosen);
        Gate then = Gate.of(api, gate.baseline(), before.scenarios(), verdicts);
        Map<String, Set<String>> broken = new TreeMap<>();
        Set<String> following = new LinkedHashSet<>();
        for (ClauseVerdict verdict : verdicts) {
            if (then.stopsAtBreakOf(verdict)) {
                Set<String> unsure = then.newlyBroken(verdict);
                unsure.retainAll(operations);
                unsure.forEach(operation -> broken.computeIfAbsent(operation, unused -> new LinkedHashSet<>())
                        .add(verdict.clause().id()));
                if (unsure.isEmpty() && !gate.stopsAtBreakOf(verdict)) {
                    following.add(verdict.clause().id());
                }
            }
        }
        List<String> gaps = new ArrayList<>();
        broken.forEach((operation, clauses) ->
                gaps.add(String.join(", ", clauses) + " looked broken for " + operation + UNSURE));
        if (!following.isEmpty()) {
            gaps.add(String.join(", ", following) + " may be broken in consequence of what looked broken for "
                    + String.join(", ", operations) + UNSURE);
        }
        return gaps;
    }

    private static RunResult beforeTakingBack(RunResult seen) {
        return seen.with(seen.scenarios().stream()
                .map(scenario -> Optional.ofNullable(scenario.takenBack()).orElse(scenario))
                .toList());
    }

    /** The same where a part of the run is missing: what it did not see lets nothing pass. */
    public ContractVerdict lacking(String what) {
        return new ContractVerdict(run, clauses, gate.closed(what), since, unwritten);
    }

    /** The same, whose report is missing: a pipeline that goes on would find none, or that of an earlier run. */
    public ContractVerdict unwritten(String why) {
        return new ContractVerdict(run, clauses, gate, since, why);
    }

    /**
     * The same after another run.
     *
     * @param started when that run began
     * @param before its verdicts, by the id of the clause and the name of the scenario
     */
    public ContractVerdict after(Instant started, Map<String, Map<String, Verdict>> before) {
        return new ContractVerdict(run, clauses, gate, SinceLastRun.of(started, before, clauses), unwritten);
    }

    /** Each consequence with its cause. */
    private static RunResult marked(RunResult run, Api api) {
        Causes causes = new Causes(Consequences.shipped(), api, run.scenarios());
        return run.with(run.scenarios().stream().map(causes::marked).toList());
    }

    private static ClauseVerdict derived(Clause clause, Api api, List<ScenarioResult> scenarios) {
        return clause.id().equals(Independence.CLAUSE)
                ? Independence.judge(clause, scenarios).restingOn(scenarios)
                : new ReverseSymmetry(api).judge(clause, scenarios).restingOn(compared(api, scenarios));
    }

    /** What REV-1 is read off. */
    private static List<ScenarioResult> compared(Api api, List<ScenarioResult> scenarios) {
        return scenarios.stream()
                .filter(one -> api.is(Role.CREATE, one.operation()) || api.is(Role.REVERSE, one.operation()))
                .toList();
    }

    private static List<ScenarioResult> scenarios(RunResult run, Clause clause) {
        return run.scenarios().stream()
                .filter(scenario -> scenario.clauses().contains(clause.id()))
                .toList();
    }

    /**
     * The verdict on the whole: broken when a clause is, whatever the gate makes of it; else a harness error when there was
     * one; not checked when a part of the run is missing; inconclusive when a clause is that the gate needs; held when something
     * was judged; not checked when nothing was.
     */
    public Verdict overall() {
        if (clauses.stream().anyMatch(clause -> clause.verdict() == Verdict.BROKEN)) {
            return Verdict.BROKEN;
        }
        if (clauses.stream().anyMatch(clause -> clause.verdict() == Verdict.HARNESS_ERROR)) {
            return Verdict.HARNESS_ERROR;
        }
        if (isIncomplete()) {
            return Verdict.NOT_CHECKED;
        }
        if (clauses.stream()
                .anyMatch(clause -> clause.verdict() == Verdict.INCONCLUSIVE
                        && !gate.of(clause).isEmpty())) {
            return Verdict.INCONCLUSIVE;
        }
        return clauses.stream().anyMatch(clause -> clause.verdict().isJudged()) ? Verdict.HELD : Verdict.NOT_CHECKED;
    }

    /** Whether a client was judged. */
    public boolean isOfClient() {
        return !clauses.isEmpty()
                && clauses.stream()
                        .allMatch(clause -> "client".equals(clause.clause().side()));
    }

    /** Whether no operation worked, it did not judge to its end, a break was taken back, or a shard of it is missing. */
    public boolean isCutOff() {
        return gate.isClosed() || run.whyNothingWorked().isPresent();
    }

    /**
     * Whether no operation worked, it did not judge to its end, a break was taken back, a shard of it is missing, or there was no
     * time for all of a clause that the gate needs.
     */
    public boolean isIncomplete() {
        return isCutOff()
                || clauses.stream()
                        .anyMatch(clause ->
                                clause.unreached() != null && !gate.of(clause).isEmpty());
    }

    /**
     * 0: the gate lets it pass; 1: it does not; 2: the harness failed, it could not judge to its end, no operation worked, a
     * clause that the gate needs is inconclusive, or the gate lets it pass and the report could not be written.
     */
    public int exitCode() {
        if (run.obstacle() != null || run.whyNothingWorked().isPresent()) {
            return 2;
        }
        if (!gate.findings().isEmpty() && !gate.isOpen()) {
            return 1;
        }
        return gate.isOpen() || !failures().isEmpty() || overall() == Verdict.NOT_CHECKED || unwritten != null ? 2 : 0;
    }

    /** Whether it judged all that it was to judge, though a clause may be inconclusive. */
    public boolean couldJudge() {
        return exitCode() != 2
                || (unwritten == null
                        && gate.isOpen()
                        && failures().isEmpty()
                        && run.whyNothingWorked().isEmpty());
    }

    /** What the gate stops at, each break with its sentence, and why the harness could not judge; empty where it passes. */
    public List<String> whyItFails() {
        return Stream.of(
                        gate.summary().stream().map(this::sentence),
                        failures().stream(),
                        whyNothingWasJudged().stream(),
                        Stream.ofNullable(unwritten))
                .flatMap(lines -> lines)
                .toList();
    }

    /** Where the harness itself failed, a sentence for each clause. */
    public List<String> failures() {
        return clauses.stream().flatMap(clause -> clause.failure().stream()).toList();
    }

    /** Why the exit code is 2 where Samekey did not fail, and the gate does not say it; empty where something was judged. */
    public Optional<String> whyNothingWasJudged() {
        return run.whyNothingWorked()
                .or(() -> exitCode() == 2 && overall() == Verdict.NOT_CHECKED && !isIncomplete()
                        ? Optional.of("nothing was judged: the reason of each clause says what is missing")
                        : Optional.empty());
    }

    private String sentence(Gate.Finding finding) {
        return clauses.stream()
                .filter(clause -> finding.isBreak()
                        && finding.cause() == null
                        && clause.clause().id().equals(finding.clause()))
                .map(clause -> clause.clause().id() + " " + clause.reason())
                .findFirst()
                .orElse(finding.text());
    }

    /** How many clauses are broken only because others are. */
    public long consequences() {
        return clauses.stream().filter(clause -> clause.cause() != null).count();
    }

    /** How many clauses have each verdict. */
    public Map<Verdict, Long> counts() {
        Map<Verdict, Long> counts = new TreeMap<>();
        clauses.forEach(clause -> counts.merge(clause.verdict(), 1L, Long::sum));
        return counts;
    }
}
