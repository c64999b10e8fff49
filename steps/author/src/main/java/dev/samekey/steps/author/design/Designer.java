package dev.samekey.steps.author.design;

import dev.samekey.steps.judge.run.Choice;
import dev.samekey.steps.judge.run.ContractRun;
import dev.samekey.steps.judge.run.Coverage;
import dev.samekey.steps.judge.run.Foreseen;
import dev.samekey.steps.judge.world.Offered;
import dev.samekey.steps.model.conditions.ConditionModel;
import dev.samekey.steps.model.conditions.ConditionModel.Value;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.states.KeyStates;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Designs the test cases of a target. */
public final class Designer {
    private final TargetFile file;
    private final KeyStates states;
    private final Catalogue catalogue;

    /** @param states the life of a key */
    public Designer(TargetFile file, KeyStates states) {
        this.file = file;
        this.states = states;
        this.catalogue = Catalogue.shipped();
    }

    /**
     * Designs them. Nothing is sent.
     *
     * @throws dev.samekey.steps.model.file.BadFile when the OpenAPI document beside the target file cannot be read
     */
    public TestDesign design() {
        List<TestCase> cases = new ArrayList<>();
        List<LeftOut> leftOut = new ArrayList<>();
        CaseWriter writer = new CaseWriter(file, states);
        scenarios(writer, cases, leftOut);
        for (ManualCase manual : ManualCase.shipped()) {
            file.target().operations().values().stream()
                    .filter(manual::isFor)
                    .forEach(operation -> cases.add(writer.of(manual, operation, clause(manual.clause()))));
        }
        PayloadBounds payloads = new PayloadBounds(file);
        List<Bound> ofPayloads = new ArrayList<>();
        for (PayloadBounds.OfMember bound : payloads.all()) {
            TestCase one = writer.of(bound, clause("KEY-8"));
            cases.add(one);
            ofPayloads.add(bound.bound(one.id()));
        }
        CaseIndex index = new CaseIndex(numbered(cases), leftOut);
        Promises promises = Promises.of(file);
        List<Bound> bounds = new ArrayList<>(new Bounds(file, promises, index).all());
        bounds.addAll(ofPayloads);
        List<ClassCover> classes = ClassCover.of(promises, index);
        List<PairCover> pairs = PairCover.of(states, file, promises, index);
        List<Decision> decisions = new DecisionTable(states, promises, index, pairs).rules();
        return new TestDesign(
                        file.target().name(),
                        file.contracts().name(),
                        states,
                        found(numbered(cases), bounds, classes, decisions),
                        TransitionCover.of(states, promises, index, pairs),
                        pairs,
                        bounds,
                        classes,
                        decisions,
                        factors(),
                        ConditionModel.shipped().notJudged(),
                        notes(payloads),
                        leftOut)
                .saying(file.secrets()::redact);
    }

    /** What {@code verify --strength} varies, and what this target cannot vary. */
    private List<String> factors() {
        Offered offered = Offered.by(file);
        return Stream.concat(
                        offered.factors().entrySet().stream()
                                .map(factor -> factor.getKey() + ", "
                                        + factor.getValue().is() + ": "
                                        + factor.getValue().values().stream()
                                                .map(Value::name)
                                                .collect(Collectors.joining(", "))),
                        offered.left().stream().map(String::valueOf))
                .toList();
    }

    private List<String> notes(PayloadBounds payloads) {
        List<String> notes = new ArrayList<>();
        String derived = catalogue.all().stream()
                .filter(Clause::isDerived)
                .map(Clause::id)
                .collect(Collectors.joining(" and "));
        notes.add(derived + " have no cases: Samekey derives them from the verdicts on the others.");
        if (payloads.whyNone() != null) {
            notes.add("No bounds of payloads are known. " + payloads.whyNone());
        }
        notes.add(
                file.target().client() == null
                        ? "The target file has no client, so there are no cases on clients that retry."
                        : "The cases on clients that retry are not designed here: «samekey client» executes them.");
        return notes;
    }

    private Clause clause(String id) {
        return catalogue.find(id).orElseThrow(() -> new IllegalStateException("there is no clause " + id));
    }

    private void scenarios(CaseWriter writer, List<TestCase> cases, List<LeftOut> leftOut) {
        List<Foreseen> all = file.target().operations().isEmpty()
                ? List.of()
                : new ContractRun(file, Choice.of(Coverage.clauses()), Path.of("")).foreseen();
        for (Foreseen foreseen : all) {
            Clause clause = clause(foreseen.scenario().clause());
            Judgement lacking = foreseen.lacking();
            if (lacking != null && (lacking.verdict() == Verdict.NOT_APPLICABLE || !hasOperation(foreseen))) {
                leftOut.add(new LeftOut(clause.id(), foreseen.scenario().name(), lacking.reason()));
            } else {
                cases.add(writer.of(foreseen, clause));
            }
        }
    }

    private boolean hasOperation(Foreseen foreseen) {
        return foreseen.steps().stream()
                .flatMap(step -> step.arguments().stream())
                .filter(argument -> argument.type().equals("operation"))
                .allMatch(argument -> file.target().operations().containsKey(argument.value()));
    }

    /** The cases with all the ways in which they are found. */
    private static List<TestCase> found(
            List<TestCase> cases, List<Bound> bounds, List<ClassCover> classes, List<Decision> decisions) {
        Map<Technique, Set<String>> ids = new EnumMap<>(Technique.class);
        ids.put(
                Technique.BOUNDARY_VALUE,
                ids(bounds.stream().flatMap(bound -> bound.points().stream()).map(Bound.Point::tried)));
        ids.put(Technique.EQUIVALENCE_CLASS, ids(classes.stream().map(ClassCover::tried)));
        ids.put(Technique.DECISION_TABLE, ids(decisions.stream().map(Decision::tried)));
        return cases.stream()
                .map(one -> {
                    TestCase found = one;
                    for (Map.Entry<Technique, Set<String>> technique : ids.entrySet()) {
                        if (technique.getValue().contains(one.id())) {
                            found = found.foundBy(technique.getKey());
                        }
                    }
                    return found;
                })
                .toList();
    }

    private static Set<String> ids(Stream<Tried> tried) {
        return tried.flatMap(one -> one.cases().stream()).collect(Collectors.toSet());
    }

    /** Where several cases have the same id, the later ones get a number. */
    private static List<TestCase> numbered(List<TestCase> cases) {
        Map<String, Integer> seen = new LinkedHashMap<>();
        return cases.stream()
                .map(one -> {
                    int number = seen.merge(one.id(), 1, Integer::sum);
                    return number == 1 ? one : one.withId(one.id() + "-" + number);
                })
                .toList();
    }
}
