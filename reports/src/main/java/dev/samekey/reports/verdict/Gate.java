package dev.samekey.reports.verdict;

import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Consequences;
import dev.samekey.steps.model.targets.GatePolicy;
import dev.samekey.steps.model.verdict.NotReached;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.SharedAssertion;
import dev.samekey.steps.model.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether a pipeline may go on.
 *
 * @param api says what stops a pipeline, and which operation comes after which
 * @param broken the scenarios of the run that are broken
 * @param findings what stops it; without one it may
 */
public record Gate(Api api, Baseline baseline, List<ScenarioResult> broken, List<Finding> findings) {
    private static final int MOST_NAMED = 5;

    /**
     * One reason to stop.
     *
     * @param clause its id; empty for the whole run
     * @param kind what is the matter
     * @param text a sentence
     * @param cause the ids of the clauses in consequence of which it is broken; null where it is not
     */
    public record Finding(
            String clause, Kind kind, String text, @Nullable String cause) {
        Finding(String clause, Kind kind, String text) {
            this(clause, kind, text, null);
        }

        public boolean isBreak() {
            return kind == Kind.BREAK;
        }

        /** Whether it leaves open if the pipeline may go on. */
        public boolean isOpen() {
            return kind == Kind.OPEN || kind == Kind.UNREACHED;
        }

        /** Whether that is because there was no time for all of it. */
        public boolean isUnreached() {
            return kind == Kind.UNREACHED;
        }
    }

    /** What a finding is. */
    public enum Kind {
        /** A clause is broken. */
        BREAK,
        /** Something is missing from the run or from the baseline. */
        GAP,
        /** A clause is inconclusive, and nobody has said what becomes of the run then. */
        OPEN,
        /** There was no time for all of a clause, and nobody has said what becomes of the run then. */
        UNREACHED
    }

    /** What stops it, for a reader: the consequences of one cause are one sentence, after all others, and so is what was not reached. */
    public List<Finding> summary() {
        List<Finding> lines = new ArrayList<>();
        List<Finding> late = findings.stream().filter(Finding::isUnreached).toList();
        Map<String, List<String>> byCause = new LinkedHashMap<>();
        for (Finding finding : findings) {
            String cause = finding.cause();
            if (cause == null && !(finding.isUnreached() && late.size() > 1)) {
                lines.add(finding);
            } else if (cause != null) {
                byCause.computeIfAbsent(cause, unused -> new ArrayList<>()).add(finding.clause());
            }
        }
        byCause.forEach((cause, clauses) -> lines.add(
                new Finding(clauses.get(0), Kind.BREAK, areBroken(clauses) + " in consequence of " + cause, cause)));
        if (late.size() > 1) {
            lines.add(
                    new Finding(late.get(0).clause(), Kind.UNREACHED, named(late) + " were not judged whole in time"));
        }
        return lines;
    }

    private static String named(List<Finding> findings) {
        String first = findings.stream().limit(MOST_NAMED).map(Finding::clause).collect(Collectors.joining(", "));
        return findings.size() <= MOST_NAMED ? first : first + " and " + (findings.size() - MOST_NAMED) + " more";
    }

    /**
     * Whether a result stops a pipeline, as soon as it is there: a clause that counts is broken, and the baseline lists neither the
     * break nor one that it may follow from. Whether it does follow is known when all is judged.
     */
    public static boolean isNewBreak(ScenarioResult result, GatePolicy policy, Catalogue catalogue, Baseline baseline) {
        SharedAssertion point = result.point();
        Consequences consequences = Consequences.shipped();
        return result.verdict() == Verdict.BROKEN
                && catalogue.all().stream()
                        .filter(clause -> result.clauses().contains(clause.id()))
                        .anyMatch(clause -> policy.levels().contains(clause.level()))
                && Stream.concat(result.clauses().stream(), Stream.ofNullable(point == null ? null : point.clause()))
                        .flatMap(clause -> Stream.concat(Stream.of(clause), consequences.allCauses(clause).stream()))
                        .allMatch(clause -> baseline.of(clause, result).isEmpty());
    }

    static Gate of(Api api, Baseline baseline, List<ScenarioResult> scenarios, List<ClauseVerdict> clauses) {
        List<Finding> findings = new ArrayList<>();
        List<ScenarioResult> broken = scenarios.stream()
                .filter(scenario -> scenario.verdict() == Verdict.BROKEN)
                .toList();
        Gate open = new Gate(api, baseline, broken, List.of());
        for (ClauseVerdict clause : clauses) {
            if (open.isGated(clause)) {
                open.unknown(clause)
                        .flatMap(rest -> stop(api.gate(), rest).or(() -> unreached(api.gate(), rest)))
                        .filter(finding -> !finding.isOpen() || open.isOpen(clause))
                        .ifPresent(findings::add);
            }
            baseline.gone(clause).stream().map(Gate::gone).forEach(findings::add);
        }
        return new Gate(api, baseline, broken, List.copyOf(findings));
    }

    /** Whether a clause is inconclusive or was not reached for more than operations of which a break is listed. */
    private boolean isOpen(ClauseVerdict clause) {
        List<ScenarioResult> unclear = clause.scenarios().stream()
                .filter(scenario -> scenario.verdict() == Verdict.INCONCLUSIVE || NotReached.is(scenario))
                .toList();
        return unclear.isEmpty() || !unclear.stream().allMatch(scenario -> isListed(clause, scenario.operation()));
    }

    private boolean isListed(ClauseVerdict clause, @Nullable String operation) {
        return baseline.of(clause).stream()
                .map(KnownBreak::operation)
                .anyMatch(listed -> listed == null || listed.equals(operation));
    }

    /** The same where a part of the run is not there: what it did not see lets nothing pass. */
    Gate closed(String why) {
        List<Finding> all = new ArrayList<>(findings);
        all.add(new Finding("", Kind.GAP, why));
        return new Gate(api, baseline, broken, List.copyOf(all));
    }

    /** Whether a part of the run is not there. */
    boolean isClosed() {
        return findings.stream().anyMatch(finding -> finding.clause().isEmpty());
    }

    /** Whether nothing stops the pipeline, and it may not go on either: a clause that it needs is inconclusive. */
    boolean isOpen() {
        return !findings.isEmpty() && findings.stream().allMatch(Finding::isOpen);
    }

    /** The inconclusive clauses that leave open whether the pipeline may go on. */
    public List<Finding> open() {
        return findings.stream().filter(Finding::isOpen).toList();
    }

    /** What stops the pipeline at a clause, or leaves it open. */
    public List<Finding> of(ClauseVerdict clause) {
        return findings.stream()
                .filter(finding -> finding.clause().equals(clause.clause().id()))
                .toList();
    }

    /** Whether a break of a clause stops the pipeline. */
    boolean stopsAtBreakOf(ClauseVerdict clause) {
        return of(clause).stream().anyMatch(Finding::isBreak);
    }

    /** The operations for which a clause is broken in a way that is news. */
    Set<String> newlyBroken(ClauseVerdict clause) {
        return clause.scenarios().stream()
                .filter(scenario -> scenario.verdict() == Verdict.BROKEN
                        && excuse(clause, scenario).isEmpty())
                .map(scenario -> String.valueOf(scenario.operation()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Why a break of a scenario is no news: it is listed, or it follows from a clause whose breaks for the same operation are
     * all listed. Nothing where it is news.
     */
    public Optional<String> excuse(ClauseVerdict clause, ScenarioResult scenario) {
        return baseline.of(clause, scenario)
                .map(KnownBreak::said)
                .or(() -> Optional.ofNullable(cause(clause, scenario)).flatMap(cause -> excuse(cause, scenario)));
    }

    private Optional<String> excuse(String cause, ScenarioResult scenario) {
        List<ScenarioResult> causes = broken.stream()
                .filter(one -> one.clauses().contains(cause) && Causes.mayBring(one, scenario, api))
                .toList();
        List<KnownBreak> known =
                causes.stream().flatMap(one -> baseline.of(cause, one).stream()).toList();
        return known.isEmpty() || known.size() < causes.size()
                ? Optional.empty()
                : Optional.of("in consequence of " + cause + ", " + known.get(0).said());
    }

    /** What a break follows from; a derived clause is broken by those of others. Null for a finding of its own. */
    private static @Nullable String cause(ClauseVerdict clause, ScenarioResult scenario) {
        boolean isDerived = !scenario.clauses().contains(clause.clause().id());
        return scenario.verdict() == Verdict.BROKEN && scenario.cause() == null && isDerived
                ? scenario.clauses().get(0)
                : scenario.cause();
    }

    /** For a reader, what is broken and stops nothing because its cause is known: a sentence for each cause. */
    public List<String> excused(List<ClauseVerdict> clauses) {
        Map<String, List<String>> byExcuse = new LinkedHashMap<>();
        clauses.stream()
                .filter(this::isKnown)
                .forEach(clause -> clause.scenarios().stream()
                        .filter(scenario -> baseline.of(clause, scenario).isEmpty())
                        .flatMap(scenario -> excuse(clause, scenario).stream())
                        .distinct()
                        .forEach(excuse -> byExcuse.computeIfAbsent(excuse, unused -> new ArrayList<>())
                                .add(clause.clause().id())));
        return byExcuse.entrySet().stream()
                .map(one -> areBroken(one.getValue()) + " " + one.getKey())
                .toList();
    }

    private static String areBroken(List<String> clauses) {
        return String.join(", ", clauses) + (clauses.size() == 1 ? " is" : " are") + " broken";
    }

    /** How many clauses are broken in no other way than the baseline lists, or in consequence of that. */
    public long known(List<ClauseVerdict> clauses) {
        return clauses.stream()
                .filter(clause -> clause.verdict() == Verdict.BROKEN)
                .filter(clause -> isKnown(clause))
                .count();
    }

    /** The ids of the broken clauses that stop nothing because of their level, such as a SHOULD. */
    public List<String> uncounted(List<ClauseVerdict> clauses) {
        return clauses.stream()
                .filter(clause -> clause.verdict() == Verdict.BROKEN && !isGated(clause))
                .map(clause -> clause.clause().id())
                .toList();
    }

    /** Whether each break of a broken clause is listed, or follows from one that is. */
    public boolean isKnown(ClauseVerdict clause) {
        return clause.verdict() == Verdict.BROKEN
                && unknown(clause)
                        .map(ClauseVerdict::verdict)
                        .filter(Verdict.BROKEN::equals)
                        .isEmpty();
    }

    private boolean isGated(ClauseVerdict clause) {
        return api.gate().levels().contains(clause.clause().level());
    }

    /** The clause as it would have come out without its known breaks; nothing where there is nothing else. */
    private Optional<ClauseVerdict> unknown(ClauseVerdict clause) {
        List<ScenarioResult> rest = clause.scenarios().stream()
                .filter(scenario -> excuse(clause, scenario).isEmpty())
                .toList();
        if (rest.size() == clause.scenarios().size()) {
            return Optional.of(clause);
        }
        return rest.isEmpty() ? Optional.empty() : Optional.of(ClauseVerdict.of(clause.clause(), rest));
    }

    private static Optional<Finding> stop(GatePolicy policy, ClauseVerdict clause) {
        return switch (clause.verdict()) {
            case HELD ->
                clause.unchecked().isEmpty()
                        ? Optional.empty()
                        : unseen(policy.notChecked(), clause, "was " + clause.reason());
            case BROKEN ->
                Optional.of(finding(
                        clause,
                        Kind.BREAK,
                        "is broken" + operations(clause)
                                + (clause.cause() == null ? "" : ", in consequence of " + clause.cause())));
            case INCONCLUSIVE -> unseen(policy.inconclusive(), clause, "is inconclusive: " + clause.reason());
            case NOT_CHECKED -> unseen(policy.notChecked(), clause, "was not checked: " + clause.reason());
            default -> Optional.empty();
        };
    }

    /** What there was no time for lets nothing pass, whatever is said of what cannot be checked. */
    private static Optional<Finding> unreached(GatePolicy policy, ClauseVerdict clause) {
        Unreached rest = clause.unreached();
        return rest == null || policy.notReached() == GatePolicy.Decision.PASSES
                ? Optional.empty()
                : Optional.of(finding(
                        clause,
                        policy.notReached() == GatePolicy.Decision.FAILS ? Kind.GAP : Kind.UNREACHED,
                        "was not judged whole: " + rest.missing()));
    }

    private static Optional<Finding> unseen(GatePolicy.Decision decision, ClauseVerdict clause, String what) {
        return switch (decision) {
            case PASSES -> Optional.empty();
            case FAILS -> Optional.of(finding(clause, Kind.GAP, what));
            case UNKNOWN -> Optional.of(finding(clause, Kind.OPEN, what));
        };
    }

    private static Finding finding(ClauseVerdict clause, Kind kind, String what) {
        return new Finding(
                clause.clause().id(),
                kind,
                clause.clause().id() + " " + clause.clause().title() + " " + what,
                clause.cause());
    }

    private static String operations(ClauseVerdict clause) {
        List<String> named = clause.scenarios().stream()
                .filter(scenario -> scenario.verdict() == Verdict.BROKEN && scenario.operation() != null)
                .map(scenario -> String.valueOf(scenario.operation()))
                .distinct()
                .toList();
        return named.isEmpty()
                ? ""
                : " for " + (named.size() > MOST_NAMED ? named.size() + " operations" : String.join(", ", named));
    }

    private static Finding gone(KnownBreak known) {
        return new Finding(
                known.clause(),
                Kind.GAP,
                known.place() + ": " + known.subject() + " is listed as broken since " + known.since()
                        + ", and it is not broken any more: take the entry away");
    }
}
