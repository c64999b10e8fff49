package dev.samekey.steps.judge.run;

import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Target;
import io.cucumber.core.gherkin.Pickle;
import io.cucumber.core.gherkin.Step;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a run would do. How many requests that takes is estimated from the steps: what comes before an operation is sent
 * too, whatever is sent counts as one request, and a race counts its duplicates in all rounds that its confidence asks for.
 *
 * @param scenarios in the order of the contract
 */
public record Plan(List<Scenario> scenarios) {
    private static final Pattern NUMBER = Pattern.compile("\\b(\\d+)\\b");

    /** Words of a step that stand for a handful of requests. */
    private static final Pattern SEVERAL = Pattern.compile("\\b(each|every|others|pairs?|payloads|orders|until)\\b");

    private static final int HANDFUL = 5;

    public Plan {
        scenarios = List.copyOf(scenarios);
    }

    /**
     * One scenario.
     *
     * @param operation null where it is about none
     * @param requests about so many; none where nothing may be sent
     */
    public record Scenario(
            String clause, String name, @Nullable String operation, int requests) {}

    static Plan of(List<Pickle> scenarios, Target target) {
        return new Plan(scenarios.stream().map(one -> scenario(one, target)).toList());
    }

    private static Scenario scenario(Pickle pickle, Target target) {
        Operation operation = pickle.getSteps().stream()
                .flatMap(step -> Stream.of(step.getText().split("[^a-z0-9_-]+", -1)))
                .map(target.operations()::get)
                .filter(found -> found != null)
                .findFirst()
                .orElse(null);
        int requests = operation == null || !target.allowsWrites()
                ? 0
                : pickle.getSteps().stream()
                        .mapToInt(step -> requests(step, operation, target))
                        .sum();
        return new Scenario(
                Choice.clause(pickle), pickle.getName(), operation == null ? null : operation.name(), requests);
    }

    private static int requests(Step step, Operation operation, Target target) {
        String text = step.getText();
        int before = before(operation, target);
        if (isThen(step)) {
            return text.contains("still replays") ? 1 : 0;
        }
        return switch (step.getKeyword().strip()) {
            case "Given" -> before + (text.contains("completed") ? 1 : 0);
            default -> {
                int rounds =
                        text.contains("confidence") ? target.limits().races().rounds() : 1;
                Matcher number = NUMBER.matcher(text);
                int each = number.find() ? Integer.parseInt(number.group(1)) : 0;
                if (each > 0) {
                    yield each * rounds + before * (rounds - 1);
                }
                yield SEVERAL.matcher(text).find() ? HANDFUL * (before + 1) : 1;
            }
        };
    }

    /** What follows a Then looks as well, and sends nothing. */
    private static boolean isThen(Step step) {
        String keyword = step.getKeyword().strip();
        boolean follows = keyword.equals("And") || keyword.equals("But");
        return (follows ? step.getPreviousGivenWhenThenKeyword() : keyword)
                .strip()
                .equals("Then");
    }

    private static int before(Operation operation, Target target) {
        Operation earlier =
                operation.after() == null ? null : target.operations().get(operation.after());
        return earlier == null ? 0 : 1 + before(earlier, target);
    }

    /** About how many requests in all. */
    public int requests() {
        return scenarios.stream().mapToInt(Scenario::requests).sum();
    }

    /** About how many requests for each operation, with those of the operations that come before it. */
    public Map<String, Integer> byOperation() {
        Map<String, Integer> sums = new LinkedHashMap<>();
        scenarios.stream()
                .filter(scenario -> scenario.operation() != null)
                .forEach(scenario ->
                        sums.merge(String.valueOf(scenario.operation()), scenario.requests(), Integer::sum));
        return sums;
    }
}
