package dev.samekey.steps.author.design;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.judge.cucumber.Lookup;
import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.judge.run.Foreseen;
import dev.samekey.steps.judge.words.Variation;
import dev.samekey.steps.judge.world.Phase;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.states.KeyStates;
import dev.samekey.steps.model.states.Transition;
import dev.samekey.steps.model.targets.BodyFiles;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Judgement;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes a scenario as a test case. */
final class CaseWriter {
    private static final int LETTERS = 4;

    private final TargetFile file;
    private final Target target;
    private final KeyStates states;
    private final Needs needs;
    private final SampleRequests samples;
    private final Expectations expectations;
    private final Risk risk;

    CaseWriter(TargetFile file, KeyStates states) {
        this.file = file;
        this.target = file.target();
        this.states = states;
        this.needs = new Needs(file);
        this.samples = new SampleRequests(file);
        this.expectations = new Expectations(file);
        this.risk = new Risk();
    }

    TestCase of(Foreseen foreseen, Clause clause) {
        Scenario scenario = foreseen.scenario();
        Operation operation =
                foreseen.operation() == null ? null : target.operations().get(foreseen.operation());
        String id = id(clause.id(), foreseen.operation(), scenario.name());
        List<Transition> transitions = states.in(file.contracts().of(operation)).stream()
                .filter(transition -> transition.isTriedBy(clause.id(), scenario.name()))
                .toList();
        Judgement silent = foreseen.lacking();
        List<String> missing = needs.missing(foreseen, clause);
        boolean isExecutable = silent == null && missing.isEmpty();
        Risk.Rating rating = risk.of(clause, operation, scenario);
        return new TestCase(
                id,
                scenario.name(),
                clause.id(),
                clause.level(),
                scenario.file(),
                foreseen.operation(),
                transitions.isEmpty()
                        ? List.of(Technique.REQUIREMENT)
                        : List.of(Technique.REQUIREMENT, Technique.STATE_TRANSITION),
                rating.priority(),
                rating.reasons(),
                transitions.stream().map(Transition::id).toList(),
                preconditions(foreseen, operation),
                steps(foreseen, operation, id),
                expectations.of(foreseen, operation),
                expectations.oracles(clause, operation, id, samples),
                isExecutable ? Executor.SAMEKEY : Executor.PERSON,
                why(silent, missing),
                isExecutable ? foreseen.requests() : 0,
                isExecutable ? gherkin(scenario) : null);
    }

    private static TestCase.Gherkin gherkin(Scenario scenario) {
        return new TestCase.Gherkin(
                scenario.tags(),
                scenario.steps().stream().map(Scenario.Step::toString).toList());
    }

    /** A case about what no tool can see from here. */
    TestCase of(ManualCase manual, Operation operation, Clause clause) {
        String name = String.valueOf(operation.name());
        Risk.Rating rating = risk.of(clause, operation);
        List<String> preconditions = new ArrayList<>();
        before(operation, preconditions);
        preconditions.addAll(named(manual.preconditions(), name));
        String id = clause.id() + "-" + name + "-" + manual.id();
        List<String> actions = named(manual.steps(), name);
        return new TestCase(
                id,
                manual.title().replace("<operation>", name),
                clause.id(),
                clause.level(),
                null,
                name,
                List.of(Technique.REQUIREMENT),
                rating.priority(),
                rating.reasons(),
                List.of(),
                preconditions,
                IntStream.range(0, actions.size())
                        .mapToObj(i ->
                                new TestCase.Step(actions.get(i), i == 0 ? samples.of(operation, id, Map.of()) : null))
                        .toList(),
                named(manual.expected(), name),
                List.of(manual.oracle()),
                Executor.PERSON,
                manual.why(),
                0,
                null);
    }

    private static List<String> named(List<String> texts, String operation) {
        return texts.stream()
                .map(text -> text.replace("a <operation>", article(operation) + operation))
                .map(text -> text.replace("<operation>", operation))
                .toList();
    }

    private static String article(String word) {
        return word.matches("(?i)[aeiou].*") ? "an " : "a ";
    }

    /** A case about a bound of a payload, which no shipped scenario tries. */
    TestCase of(PayloadBounds.OfMember bound, Clause clause) {
        Operation operation = bound.operation();
        String name = String.valueOf(operation.name());
        String id = id(clause.id(), name, bound.title() + " " + bound.source());
        Risk.Rating rating = risk.of(clause, operation);
        List<String> preconditions = new ArrayList<>();
        before(operation, preconditions);
        return new TestCase(
                id,
                bound.title(),
                clause.id(),
                clause.level(),
                null,
                name,
                List.of(Technique.REQUIREMENT, Technique.BOUNDARY_VALUE),
                rating.priority(),
                rating.reasons(),
                List.of(),
                preconditions,
                List.of(
                        new TestCase.Step(
                                "The request is sent with " + bound.member() + " = " + shown(bound.outside()) + ".",
                                samples.of(
                                        operation,
                                        id,
                                        Map.of(operation.request().kind().place(bound.member()), bound.outside()))),
                        new TestCase.Step(
                                "The request is sent with " + bound.member() + " = " + shown(bound.limit())
                                        + ", under the same key, or another one where the contract asks for it.",
                                samples.of(
                                        operation,
                                        id,
                                        Map.of(operation.request().kind().place(bound.member()), bound.limit())))),
                List.of(
                        "The first request is refused as invalid"
                                + (expectations.said(Reason.INVALID, operation).isEmpty()
                                        ? "."
                                        : ": " + expectations.said(Reason.INVALID, operation) + "."),
                        "The second request succeeds.",
                        "There is one effect."),
                expectations.oracles(clause, operation, id, samples),
                Executor.PERSON,
                "The shipped scenarios do not try the bounds of a payload (" + bound.source() + ").",
                0,
                null);
    }

    private static String shown(JsonNode value) {
        return PayloadBounds.OfMember.shown(value);
    }

    /** Such as {@code RPL-6-refund-3f2a}: the letters are of the title, which has the row of the scenario in it. */
    static String id(String clause, @Nullable String operation, String title) {
        String letters = UUID.nameUUIDFromBytes(title.getBytes(StandardCharsets.UTF_8))
                .toString()
                .substring(0, LETTERS);
        return clause + "-" + (operation == null ? "" : operation + "-") + letters;
    }

    private static String why(@Nullable Judgement silent, List<String> missing) {
        if (silent != null) {
            return "What is expected is not known: " + silent.reason()
                    + ". Ask for it, and write it into the contract.";
        }
        return missing.isEmpty()
                ? "The target file has what Samekey needs."
                : "Samekey cannot: " + String.join("; ", missing) + ".";
    }

    private List<String> preconditions(Foreseen foreseen, @Nullable Operation operation) {
        List<String> all = new ArrayList<>();
        if (operation != null) {
            before(operation, all);
        }
        for (Lookup.Found step : foreseen.steps()) {
            if (step.step().phase() == Phase.GIVEN) {
                all.add(sentence(step.step().text() + detail(step, operation)));
            }
        }
        return all;
    }

    /** What must have succeeded before, the earliest first. */
    private void before(Operation operation, List<String> all) {
        Operation earlier =
                operation.after() == null ? null : target.operations().get(operation.after());
        if (earlier != null) {
            before(earlier, all);
            all.add(sentence(earlier.withArticle() + " has succeeded under a key of its own: "
                    + earlier.request().method() + " " + earlier.request().path()
                    + (earlier.request().body() == null
                            ? ""
                            : " " + BodyFiles.shown(earlier.request().body()))
                    + (earlier.id() == null
                            ? ""
                            : ". ${" + earlier.name() + ".id} is " + earlier.id() + " of its response")));
        }
    }

    private static String detail(Lookup.Found step, @Nullable Operation operation) {
        String text = step.step().text();
        if (operation == null) {
            return "";
        }
        Map<String, JsonNode> members = made(Stream.of(step), operation);
        if (!members.isEmpty()) {
            return ": the request has " + SampleRequests.described(members);
        }
        return text.startsWith("a completed ") ? ": the request of step 1 was sent once, and succeeded" : "";
    }

    private List<TestCase.Step> steps(Foreseen foreseen, @Nullable Operation operation, String id) {
        Map<String, JsonNode> made = operation == null ? Map.of() : made(foreseen.steps().stream(), operation);
        List<TestCase.Step> steps = new ArrayList<>();
        for (Lookup.Found step : foreseen.steps()) {
            if (step.step().phase() == Phase.WHEN) {
                boolean isKeyless = foreseen.scenario().name().contains("without a key")
                        || foreseen.scenario().name().contains("lack its key");
                boolean isUsual = step.step().text().endsWith(Variation.NOT_DECLINED.words());
                String data = operation == null || !steps.isEmpty()
                        ? null
                        : isKeyless
                                ? samples.keyless(operation, id, made)
                                : samples.of(operation, id, isUsual ? Map.of() : made);
                steps.add(new TestCase.Step(
                        sentence(step.step().text() + variation(step.step().text(), operation)), data));
            }
        }
        return steps;
    }

    /** The members by which the request asks the sandbox for what the steps say. */
    private static Map<String, JsonNode> made(Stream<Lookup.Found> steps, Operation operation) {
        return steps.flatMap(Needs::sandbox)
                .filter(operation.sandbox()::containsKey)
                .map(operation.sandbox()::get)
                .findFirst()
                .orElse(Map.of());
    }

    /** The other values that the target file gives. */
    private static String variation(String text, @Nullable Operation operation) {
        if (operation == null || operation.intent().isEmpty()) {
            return "";
        }
        if (text.contains("each intent field")) {
            return ": " + SampleRequests.described(operation.intent());
        }
        if (text.contains("another payload") || text.contains("two payloads")) {
            var first = operation.intent().entrySet().iterator().next();
            return ": " + SampleRequests.described(Map.of(first.getKey(), first.getValue()));
        }
        return "";
    }

    static String sentence(String text) {
        String first = text.substring(0, 1).toUpperCase(Locale.ROOT);
        return first + text.substring(1) + (text.endsWith(".") ? "" : ".");
    }
}
