package dev.samekey.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import dev.samekey.reports.bundled.BundledServer;
import dev.samekey.reports.bundled.WarmServer;
import dev.samekey.reports.cli.ClauseChoice;
import dev.samekey.reports.render.Console;
import dev.samekey.reports.verdict.ClauseVerdict;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.judge.run.Choice;
import dev.samekey.steps.judge.run.Coverage;
import dev.samekey.steps.judge.run.RunOptions;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.contract.Level;
import dev.samekey.steps.model.targets.Confidence;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * The proof that the harness works: a clean server holds every clause in each of its systems, each defect breaks its own
 * clause and is caught by it, and what only looks unusual raises no alarm.
 *
 * <p>As usual each clause that {@link ContractIT} has not just seen held is judged in the first clean system that owes it, for the first
 * operation of each outline, and under a defect its own clause, until it breaks: for the first operation too, and for every one where that shows no break.
 * The whole proof, which takes several times as long, judges each system and variant by all clauses, and under a defect each other
 * clause for the first operation of each of its outlines, and there in races of one round, to show that nothing breaks that does
 * not follow, and looks whether each outline is turned red; it writes the matrix. It kills servers, which are abandoned in their
 * process otherwise ({@link AbandonedServerIT}). Scenarios of a crash run only for defects that a crash brings to light. Where clauses or groups are named, nothing else is judged, in each system and variant, and their matrix stands beside the reports. Where defects
 * are named, nothing is judged but these; the matrix keeps the rows of all others. A quick proof is for who works on a clause: it
 * judges the clean systems and a few variants only where they owe the clauses.
 *
 * <p>Only what is not as it should be is reported.
 *
 * <p>A false alarm fails at the look that raises it. What a busy machine has left open is looked at once more, in a clean system
 * twice, and its line says so. That takes as long as one run does; to run this class again would take as long as all of them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProofIT {
    /** More than there are processors, for a run waits too; more still, and what is quick comes late. */
    private static final int SIDE_BY_SIDE = 3;

    private static final int SLOW_SIDE_BY_SIDE = 3;

    /** Each needs time to get warm, and a quick proof has little to do. */
    private static final int QUICK_PROCESSES = 2;

    /** For a quick proof, where their system is judged: duplicates that wait, other members, other keys, another order. */
    private static final Set<String> QUICK_VARIANTS =
            Set.of("losers-wait", "constant-members", "joined-keys", "reordered-members");

    private static final List<String> SAYING_MOST = List.of("RPL-", "MIS-", "CON-");

    private static final String WHOLE = "whole";
    private static final String CLEAN = "clean-";
    private static final String FIRST = BundledServer.SYSTEMS_SHIPPED.get(0);

    private static final long LIMIT_MINUTES = 25;

    /** Each verdict of the proof has had its second look. */
    private static final AtomicBoolean RUN_AGAIN = new AtomicBoolean();

    /** What two looks leave open on a busy machine may be something else each time. */
    private static final int MORE_LOOKS = 2;

    /** Nothing but a defect of a race is a near miss: what it breaks, and whether all is held, shows in one round. */
    private static final Confidence OBVIOUS = new Confidence(0.95, 0.95);

    private static final Set<String> RACES = Coverage.clauses(
            scenario -> scenario.steps().stream().anyMatch(step -> step.text().contains(" simultaneous ")));

    /** Each of their scenarios starts the server anew. What is optional asks for a broker, which this server has not. */
    private static final Set<String> CRASHES =
            Coverage.clauses(scenario -> scenario.has("crash") && !scenario.has("optional"));

    /** No server can break them, and a contract that contradicts itself turns them red. */
    private static final Set<String> OF_THE_CONTRACT = clausesThat(Clause::isOfTheContract);

    private static final Set<String> MUST = clausesThat(clause -> clause.level() == Level.MUST);

    private static final Set<String> DERIVED = clausesThat(Clause::isDerived);

    private final String wanted = System.getProperty("samekey.proof", "");
    private final boolean whole = wanted.equals(WHOLE);
    private final Set<String> judged = whole || wanted.isEmpty()
            ? Coverage.clauses()
            : ClauseChoice.of(List.of(wanted.split(",")), Coverage.clauses());
    private final Set<String> named = Stream.of(
                    System.getProperty("samekey.proof.defects", "").split(","))
            .filter(name -> !name.isEmpty())
            .collect(Collectors.toSet());
    private final boolean quick = Boolean.getBoolean("samekey.proof.quick");
    /** In every system and variant, not only where something can be seen that shows nowhere else. */
    private final boolean everywhere = whole || (!wanted.isEmpty() && !quick);

    private final Path out = Path.of(System.getProperty("samekey.out")).resolveSibling("proof");
    private final OwedClauses owed = OwedClauses.of(out);
    /** By the first system; all others are judged here alone. */
    private final Set<String> heldBefore = wanted.isEmpty() && named.isEmpty()
            ? HeldBefore.in(Path.of(System.getProperty("samekey.out")), Path.of(System.getProperty("samekey.jar")))
                    .clauses()
            : Set.of();

    private final BundledServer server = BundledServer.start();
    /** The warmest comes first. Who kills it or hardly uses it takes the last one; each starts when it is first used. */
    private final BlockingDeque<WarmServer> warm =
            new LinkedBlockingDeque<>(Stream.generate(whole ? server::killed : server::warm)
                    .limit(quick ? QUICK_PROCESSES : 2 * SIDE_BY_SIDE + SLOW_SIDE_BY_SIDE + 1)
                    .toList());

    private final ExecutorService runs = Executors.newFixedThreadPool(SIDE_BY_SIDE);
    private final ExecutorService slowRuns = Executors.newFixedThreadPool(SLOW_SIDE_BY_SIDE);
    /** A test waits for it, so it does not wait for the runs that have not begun. */
    private final ExecutorService secondLooks = Executors.newSingleThreadExecutor();

    private final Map<String, Future<ContractVerdict>> clean = new LinkedHashMap<>();
    /** By clean system, what all looks left open. */
    private final Map<String, Map<String, String>> leftOpen = new HashMap<>();
    /** Those whose clauses are judged. */
    private final List<Defect> defects = rows(server.defects(), Defect.class).stream()
            .filter(defect -> !isLeftOut(defect.clause()))
            .toList();

    private final Map<Defect, Future<ContractVerdict>> verdicts = new LinkedHashMap<>();
    private final Map<Variant, Future<ContractVerdict>> variants = new LinkedHashMap<>();

    /**
     * In this order, so that what the others wait for comes first, and what takes longest does not come last. Half of what is
     * quick comes after what is slow, where there would be nothing else to do.
     */
    @BeforeAll
    void startRuns() {
        assertThat(RUN_AGAIN.getAndSet(true))
                .as("that this proof runs again after it has failed; its failures stand above")
                .isFalse();
        if (!quick) {
            server.recordClasses();
        }
        List<Defect> wantedDefects = wantedDefects();
        cleanClauses(wantedDefects)
                .forEach((system, clauses) ->
                        clean.put(system, runs.submit(() -> judgeClean(system, cleanLook(clauses), ""))));
        if (named.isEmpty()) {
            Set<String> calm = calmClauses();
            calm.retainAll(judged);
            rows(server.variants(), Variant.class).stream()
                    .filter(this::isWanted)
                    .forEach(variant ->
                            variants.put(variant, runs(variant.slow()).submit(() -> judge(variant, calm))));
        }
        Map<Defect, Future<ContractVerdict>> begun = new LinkedHashMap<>();
        wantedDefects.stream()
                .sorted(Comparator.<Defect, Boolean>comparing(defect -> !defect.slow())
                        .thenComparing(defect -> !DERIVED.contains(defect.clause())))
                .forEach(defect -> begun.put(
                        defect, runs(defect.slow() || begun.size() % 2 == 0).submit(() -> look(defect))));
        wantedDefects.forEach(defect -> verdicts.put(defect, Objects.requireNonNull(begun.get(defect))));
    }

    private Choice cleanLook(Set<String> clauses) {
        return quick || everywhere ? Choice.of(clauses) : new Choice(Set.of(), clauses);
    }

    private boolean isWanted(Variant variant) {
        return everywhere
                || (quick && QUICK_VARIANTS.contains(variant.name()) && clean.containsKey(system(variant.dialect())));
    }

    /** By clean system, the clauses that it is judged by: everywhere all of them, otherwise each where its defects are. */
    private Map<String, Set<String>> cleanClauses(List<Defect> wantedDefects) {
        Map<String, Set<String>> bySystem = new LinkedHashMap<>();
        if (everywhere) {
            BundledServer.SYSTEMS_SHIPPED.forEach(system -> bySystem.put(system, cleanClauses()));
            return bySystem;
        }
        BundledServer.SYSTEMS_SHIPPED.forEach(system -> bySystem.put(system, new TreeSet<>()));
        cleanClauses()
                .forEach(clause -> Objects.requireNonNull(bySystem.get(owed.system(clause)))
                        .add(clause));
        wantedDefects.stream()
                .filter(defect -> !defect.dialect().isEmpty())
                .forEach(defect -> Objects.requireNonNull(bySystem.get(system(defect.dialect())))
                        .add(defect.clause()));
        Objects.requireNonNull(bySystem.get(FIRST)).removeAll(heldBefore);
        bySystem.values().removeIf(Set::isEmpty);
        return bySystem;
    }

    private List<Defect> wantedDefects() {
        Set<String> known = defects.stream().map(Defect::name).collect(Collectors.toSet());
        assertThat(known).as("defects of the clauses that are judged").containsAll(named);
        return named.isEmpty()
                ? defects
                : defects.stream()
                        .filter(defect -> named.contains(defect.name()))
                        .toList();
    }

    /** What the clean systems are judged by: their verdicts say in which of them a defect can be seen. */
    private Set<String> cleanClauses() {
        return named.isEmpty()
                ? judged
                : wantedDefects().stream().map(Defect::clause).collect(Collectors.toSet());
    }

    private ExecutorService runs(boolean slow) {
        return slow ? slowRuns : runs;
    }

    private ContractVerdict judgeClean(String system, Choice choice, String suffix) throws Exception {
        return judge(system, CLEAN + system + suffix, List.of(), choice, Set.of(), false);
    }

    private ContractVerdict judge(Variant variant, Set<String> clauses) throws Exception {
        List<String> arguments = List.of("--variant", variant.name());
        Choice choice = new Choice(Set.of(), clauses).calm();
        return judge(system(variant.dialect()), variant.name(), arguments, choice, Set.of(), variant.slow());
    }

    private ContractVerdict judge(Defect defect, String suffix, Choice choice) throws Exception {
        List<String> arguments = List.of("--defect", defect.name());
        Set<String> meant = Set.of(defect.clause());
        return judge(system(defect), defect.name() + suffix, arguments, choice, meant, defect.slow());
    }

    /** By the first operation of each outline, and by all where these show no break. */
    private ContractVerdict look(Defect defect) throws Exception {
        ContractVerdict first = judge(defect, "", firstLook(defect));
        return own(defect, first).verdict() == Verdict.BROKEN
                        || firstLook(defect).equals(choice(defect))
                ? first
                : judge(defect, "-by-all", choice(defect));
    }

    @AfterAll
    void stop() throws InterruptedException {
        if (!isOfAll()) {
            printVerdicts();
        }
        for (ExecutorService all : List.of(runs, slowRuns, secondLooks)) {
            all.shutdownNow();
            assertThat(all.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        }
        warm.forEach(WarmServer::close);
        server.close();
    }

    /** A line for each target that was judged, with the verdicts of the clauses that it was judged for. */
    private void printVerdicts() {
        clean.forEach((system, run) -> print("clean " + system, cleanClauses(), run));
        variants.forEach((variant, run) -> print("variant " + variant.name(), judged, run));
        verdicts.forEach((defect, run) -> print("defect " + defect.name(), Set.of(defect.clause()), run));
    }

    private static void print(String target, Set<String> clauses, Future<ContractVerdict> run) {
        String seen;
        try {
            seen = done(run).clauses().stream()
                    .filter(clause -> clauses.contains(clause.clause().id()))
                    .map(clause -> clause.clause().id() + " " + clause.verdict())
                    .collect(Collectors.joining(", "));
        } catch (Exception failure) {
            seen = failure.toString();
        }
        System.out.printf("%-40s %s%n", target, seen);
    }

    @TestFactory
    List<DynamicTest> the_clean_server_holds_every_clause_in_each_of_its_systems() {
        return clean.keySet().stream()
                .map(system -> dynamicTest(system, () -> {
                    ContractVerdict look = clean(system);
                    Unwritten.check(
                            look,
                            out.resolve(CLEAN + system),
                            () -> assertThat(leftOpen(system).values()).isEmpty());
                }))
                .toList();
    }

    private Map<String, String> leftOpen(String system) throws Exception {
        Map<String, String> known = leftOpen.get(system);
        if (known == null) {
            known = openAfterAllLooks(system);
            leftOpen.put(system, known);
        }
        return known;
    }

    private Map<String, String> openAfterAllLooks(String system) throws Exception {
        ContractVerdict look = clean(system);
        Map<String, String> open = described(look, ProofIT::isOpen);
        for (int more = 1; more <= MORE_LOOKS && !open.isEmpty() && !raisesAlarm(look); more++) {
            System.out.println(system + " is judged once more. " + open.values());
            Set<String> ids = Set.copyOf(open.keySet());
            Choice choice = Choice.of(Coverage.scenarios(ids));
            String suffix = "-once-more-" + more;
            look = done(secondLooks.submit(() -> judgeClean(system, choice, suffix)));
            open.keySet().removeAll(held(look));
            open.putAll(described(
                    look,
                    clause -> isAlarm(clause) || (ids.contains(clause.clause().id()) && isOpen(clause))));
        }
        return open;
    }

    private ContractVerdict clean(String system) throws Exception {
        return done(Objects.requireNonNull(clean.get(system)));
    }

    private static boolean isOpen(ClauseVerdict clause) {
        return clause.verdict() != Verdict.HELD
                && clause.verdict() != Verdict.NOT_APPLICABLE
                && clause.verdict() != Verdict.NOT_CHECKED;
    }

    private static boolean raisesAlarm(ContractVerdict verdict) {
        return !described(verdict, ProofIT::isAlarm).isEmpty();
    }

    private static boolean isAlarm(ClauseVerdict clause) {
        return clause.verdict() == Verdict.BROKEN || clause.verdict() == Verdict.HARNESS_ERROR;
    }

    private static Map<String, String> described(ContractVerdict verdict, Predicate<ClauseVerdict> such) {
        return verdict.clauses().stream()
                .filter(such)
                .collect(Collectors.toMap(
                        clause -> clause.clause().id(), ProofIT::described, (one, other) -> one, TreeMap::new));
    }

    @Test
    void every_clause_is_held_by_one_of_the_systems() throws Exception {
        Set<String> never = new TreeSet<>(cleanClauses());
        never.removeAll(heldBefore);
        for (String system : clean.keySet()) {
            never.removeAll(held(clean(system)));
            Set<String> heldLater = described(clean(system), ProofIT::isOpen).keySet();
            heldLater.removeAll(leftOpen(system).keySet());
            never.removeAll(heldLater);
        }
        assertThat(never).isEmpty();
    }

    @Test
    void every_clause_that_a_server_can_break_has_a_defect_that_breaks_it() {
        Set<String> broken = defects.stream().map(Defect::clause).collect(Collectors.toCollection(TreeSet::new));
        OF_THE_CONTRACT.stream().filter(judged::contains).forEach(broken::add);
        assertThat(broken).isEqualTo(judged);
    }

    @TestFactory
    List<DynamicTest> each_defect_breaks_its_clause_and_only_what_follows_from_it() {
        List<DynamicTest> tests = new ArrayList<>();
        verdicts.forEach((defect, verdict) ->
                tests.add(dynamicTest(defect.name() + " breaks " + defect.clause(), () -> {
                    ContractVerdict settled = settled(defect);
                    Unwritten.check(settled, out.resolve(defect.name()), () -> caught(defect, settled));
                })));
        if (whole && isOfAll()) {
            tests.add(dynamicTest("every outline is turned red by a defect", this::everyOutlineIsTurnedRed));
        }
        tests.add(dynamicTest("the matrix is written", this::writeMatrix));
        return tests;
    }

    @TestFactory
    List<DynamicTest> no_conforming_variant_raises_an_alarm() {
        return variants.entrySet().stream()
                .map(run -> dynamicTest(run.getKey().name(), () -> {
                    ContractVerdict verdict = done(run.getValue());
                    Unwritten.check(
                            verdict,
                            out.resolve(run.getKey().name()),
                            () -> assertThat(
                                            described(verdict, ProofIT::isAlarm).values())
                                    .isEmpty());
                }))
                .toList();
    }

    /**
     * For one of its operations at least: some are protected by more than their key, such as a payment that can be voided
     * only once.
     */
    private void everyOutlineIsTurnedRed() throws Exception {
        Map<String, Set<String>> never = new TreeMap<>();
        clean(FIRST).run().scenarios().stream()
                .filter(scenario -> scenario.verdict() == Verdict.HELD)
                .filter(scenario -> Collections.disjoint(scenario.clauses(), OF_THE_CONTRACT))
                .forEach(scenario -> never.put(name(scenario), Set.copyOf(scenario.clauses())));
        for (Defect defect : List.copyOf(verdicts.keySet())) {
            removeRed(never, done(Objects.requireNonNull(verdicts.get(defect))));
        }
        List<Defect> left = new ArrayList<>(verdicts.keySet());
        for (Set<Defect> next = oneForEach(never, left); !next.isEmpty(); next = oneForEach(never, left)) {
            left.removeAll(next);
            System.out.println(next + " are judged by all operations. No defect turned these red: " + never.keySet());
            Map<Defect, Future<ContractVerdict>> looks = new LinkedHashMap<>();
            next.forEach(defect -> looks.put(defect, runs.submit(() -> judge(defect, "-by-all", choice(defect)))));
            for (Future<ContractVerdict> look : looks.values()) {
                removeRed(never, done(look));
            }
        }
        assertThat(never.keySet()).as("outlines that no defect turned red").isEmpty();
    }

    /** The first defect of each clause that has outlines which none has turned red. */
    private static Set<Defect> oneForEach(Map<String, Set<String>> never, List<Defect> left) {
        Map<String, Defect> byClause = new LinkedHashMap<>();
        left.stream()
                .filter(defect -> never.values().stream().anyMatch(clauses -> clauses.contains(defect.clause())))
                .forEach(defect -> byClause.putIfAbsent(defect.clause(), defect));
        return new LinkedHashSet<>(byClause.values());
    }

    private static void removeRed(Map<String, Set<String>> outlines, ContractVerdict verdict) {
        verdict.run().scenarios().stream()
                .filter(scenario -> scenario.verdict() == Verdict.BROKEN)
                .forEach(scenario -> outlines.remove(name(scenario)));
    }

    private static String name(ScenarioResult scenario) {
        String operation = String.valueOf(scenario.operation());
        return scenario.clauses() + " " + scenario.name().replace(operation, "…");
    }

    private static String described(ClauseVerdict clause) {
        return clause.clause().id() + " " + clause.verdict() + ": " + clause.reason();
    }

    /**
     * Its verdict. Where that cannot tell, it is judged once more: three servers share a machine here, and what was not seen
     * says nothing of the harness. A clause that all operations hold although it is broken is not judged again.
     */
    private ContractVerdict settled(Defect defect) throws Exception {
        ContractVerdict verdict = done(Objects.requireNonNull(verdicts.get(defect)));
        ClauseVerdict own = own(defect, verdict);
        return own.verdict() == Verdict.INCONCLUSIVE ? judgedOnceMore(defect, described(own)) : verdict;
    }

    private ContractVerdict judgedOnceMore(Defect defect, String reason) throws Exception {
        System.out.println(defect.name() + " is judged once more. " + reason);
        verdicts.put(defect, secondLooks.submit(() -> judge(defect, "-once-more", choice(defect))));
        return done(Objects.requireNonNull(verdicts.get(defect)));
    }

    private static ClauseVerdict own(Defect defect, ContractVerdict verdict) {
        return verdict.clauses().stream()
                .filter(clause -> clause.clause().id().equals(defect.clause()))
                .findFirst()
                .orElseThrow();
    }

    private void caught(Defect defect, ContractVerdict verdict) throws Exception {
        ClauseVerdict own = own(defect, verdict);
        assertThat(own.verdict()).as("%s: %s", defect.name(), described(own)).isEqualTo(Verdict.BROKEN);
        assertThat(own.scenarios().stream()
                        .filter(scenario -> scenario.verdict() == Verdict.BROKEN)
                        .filter(scenario -> !names(scenario).containsAll(List.of("expected", "actual")))
                        .map(ScenarioResult::name))
                .as("scenarios that were broken by something else than the clause's own assertion")
                .isEmpty();
        Map<String, String> unexpected = unexpected(defect, verdict);
        if (!unexpected.isEmpty()) {
            ContractVerdict again = judgedOnceMore(defect, unexpected.values().toString());
            unexpected.keySet().retainAll(unexpected(defect, again).keySet());
        }
        assertThat(unexpected.values())
                .as("clauses that twice do not hold and do not follow from " + defect.clause())
                .isEmpty();
        boolean must = verdict.clauses().stream()
                .anyMatch(clause ->
                        clause.verdict() == Verdict.BROKEN && clause.clause().level() == Level.MUST);
        assertThat(verdict.exitCode()).isEqualTo(must ? 1 : 0);
    }

    /**
     * By clause, what is broken and does not follow. Some defects break by chance whatever happens to meet them, so only what
     * does so twice counts. What could not be seen under a defect is no alarm.
     */
    private static Map<String, String> unexpected(Defect defect, ContractVerdict verdict) {
        return described(
                verdict,
                clause -> isAlarm(clause)
                        && !clause.clause().id().equals(defect.clause())
                        && (clause.verdict() == Verdict.HARNESS_ERROR || !follows(defect, clause)));
    }

    private static boolean follows(Defect defect, ClauseVerdict clause) {
        return defect.consequences().contains(clause.clause().id());
    }

    /** A system has the name of its dialect. */
    private static String system(String dialect) {
        return dialect.isEmpty() ? FIRST : dialect;
    }

    /** The first system whose contract owes the defect's clause. */
    private String system(Defect defect) {
        return defect.dialect().isEmpty() ? owed.system(defect.clause()) : defect.dialect();
    }

    private static Set<String> held(ContractVerdict verdict) {
        return verdict.clauses().stream()
                .filter(clause -> clause.verdict() == Verdict.HELD)
                .map(clause -> clause.clause().id())
                .collect(Collectors.toSet());
    }

    private boolean isOfAll() {
        return named.isEmpty() && judged.equals(Coverage.clauses());
    }

    private boolean isLeftOut(String clause) {
        return Coverage.clauses().contains(clause) && !judged.contains(clause);
    }

    /** The first operation of each outline, and a race of one round: most defects show there. */
    private Choice firstLook(Defect defect) {
        return whole || DERIVED.contains(defect.clause())
                ? choice(defect)
                : new Choice(Set.of(), Set.of(defect.clause()));
    }

    private Choice choice(Defect defect) {
        if (DERIVED.contains(defect.clause())) {
            return Choice.of(derivedFrom()).calm();
        }
        if (!whole) {
            return new Choice(Set.of(defect.clause()), Set.of());
        }
        boolean isCalm = !CRASHES.contains(defect.clause());
        Set<String> others = isCalm ? calmClauses() : new TreeSet<>(Coverage.clauses());
        others.retainAll(judged);
        others.remove(defect.clause());
        Choice choice = new Choice(Set.of(defect.clause()), others);
        return isCalm ? choice.calm() : choice;
    }

    /** Every clause of which something can be judged without a crash. */
    private static Set<String> calmClauses() {
        Set<String> calm = new TreeSet<>(Coverage.derived());
        calm.addAll(Coverage.clauses(scenario -> !scenario.has("crash")));
        return calm;
    }

    /** What a clause is derived from: where not everything is judged, the groups that say most about operations and company. */
    private Set<String> derivedFrom() {
        Set<String> clauses = calmClauses();
        if (!everywhere) {
            clauses.removeIf(id -> !DERIVED.contains(id) && SAYING_MOST.stream().noneMatch(id::startsWith));
        }
        return clauses;
    }

    /** Whether it is of a defect whose clause is such a one. */
    private static boolean isOfOne(Choice choice, Predicate<String> such) {
        Set<String> own = choice.whole().isEmpty() ? choice.sampled() : choice.whole();
        return own.size() == 1 && own.stream().allMatch(such);
    }

    private static Set<String> clausesThat(Predicate<Clause> such) {
        return Catalogue.shipped().all().stream().filter(such).map(Clause::id).collect(Collectors.toUnmodifiableSet());
    }

    private static ContractVerdict done(Future<ContractVerdict> verdict) throws Exception {
        return verdict.get(LIMIT_MINUTES, TimeUnit.MINUTES);
    }

    private static List<String> names(ScenarioResult scenario) {
        return scenario.facts().stream().map(Fact::name).toList();
    }

    private void writeMatrix() throws Exception {
        Map<Defect, ContractVerdict> seen = new LinkedHashMap<>();
        for (Map.Entry<Defect, Future<ContractVerdict>> entry : verdicts.entrySet()) {
            seen.put(entry.getKey(), done(entry.getValue()));
        }
        Path folder = whole ? Path.of(System.getProperty("samekey.root"), "docs") : out;
        Path file = folder.resolve("defect-matrix.md");
        DefectMatrix before = whole && !named.isEmpty() ? DefectMatrix.of(file) : DefectMatrix.empty();
        before.with(seen).write(defects, judged, file);
    }

    /** @param meant the clauses that the target is built to break */
    private ContractVerdict judge(
            String system, String name, List<String> arguments, Choice choice, Set<String> meant, boolean slow)
            throws Exception {
        Path folder = out.resolve(name);
        TargetFile shipped = server.target(system, arguments, folder);
        boolean nearMiss = isOfOne(choice, RACES::contains);
        boolean spoilt = whole && (slow || isOfOne(choice, CRASHES::contains));
        TargetFile file =
                nearMiss ? shipped : shipped.withTarget(shipped.target().racing(OBVIOUS));
        WarmServer process = spoilt ? warm.takeLast() : warm.takeFirst();
        try {
            ContractVerdict verdict =
                    new Unwritten(process).in(runOptions(meant)).judge(file, choice, folder);
            System.out.println(name + ": " + Console.summary(verdict));
            return verdict;
        } finally {
            if (spoilt) {
                warm.addLast(process);
            } else {
                warm.addFirst(process);
            }
        }
    }

    /** A MUST that breaks once is caught: the whole proof alone goes on, to see what else breaks. */
    private RunOptions runOptions(Set<String> meant) {
        RunOptions runOptions = RunOptions.usual().breaking(meant);
        return whole || !MUST.containsAll(meant)
                ? runOptions
                : runOptions.until(
                        result -> result.verdict() == Verdict.BROKEN && !Collections.disjoint(result.clauses(), meant));
    }

    private static <T> List<T> rows(List<String> csv, Class<T> type) {
        try (MappingIterator<T> rows = new CsvMapper()
                .readerFor(type)
                .with(CsvSchema.emptySchema().withHeader())
                .readValues(String.join("\n", csv))) {
            return rows.readAll();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** A row of what {@code reference-server.jar defects} prints. */
    record Defect(String name, String clause, String follows, String how, boolean slow, String dialect) {
        Set<String> consequences() {
            return Set.of(follows.split(" "));
        }
    }

    /** A row of what {@code reference-server.jar variants} prints. */
    record Variant(String name, String how, boolean slow, String dialect, String states) {}
}
