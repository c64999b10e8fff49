package dev.samekey.steps.author.design;

import dev.samekey.steps.model.contract.Level;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One test case.
 *
 * @param id made of the clause, the operation and the row of the scenario, so that a new design gives the same one
 * @param title of a case that Samekey executes, the title of its scenario in a report
 * @param clause what it judges
 * @param feature the feature that it is of; null where it is of none
 * @param operation null where it is about none
 * @param techniques how it was found; never empty
 * @param risks why its priority is what it is
 * @param transitions the ids of the transitions that it tries
 * @param expected what must be seen after the last step
 * @param oracles where that is seen
 * @param why it is executed by that one
 * @param requests about how many Samekey sends; 0 where a person executes it
 * @param gherkin what Samekey executes; null where a person does
 */
public record TestCase(
        String id,
        String title,
        String clause,
        Level level,
        @Nullable String feature,
        @Nullable String operation,
        List<Technique> techniques,
        Priority priority,
        List<String> risks,
        List<String> transitions,
        List<String> preconditions,
        List<Step> steps,
        List<String> expected,
        List<String> oracles,
        Executor executedBy,
        String why,
        int requests,
        @Nullable Gherkin gherkin) {
    public TestCase {
        techniques = List.copyOf(techniques);
        risks = List.copyOf(risks);
        transitions = List.copyOf(transitions);
        preconditions = List.copyOf(preconditions);
        steps = List.copyOf(steps);
        expected = List.copyOf(expected);
        oracles = List.copyOf(oracles);
    }

    /**
     * What is done.
     *
     * @param data the request, where one is sent
     */
    public record Step(String action, @Nullable String data) {
        Step saying(UnaryOperator<String> words) {
            return new Step(words.apply(action), data == null ? null : words.apply(data));
        }
    }

    /**
     * Its scenario, filled for the target.
     *
     * @param tags with their {@code @}
     * @param steps with their keywords
     */
    public record Gherkin(List<String> tags, List<String> steps) {
        public Gherkin {
            tags = List.copyOf(tags);
            steps = List.copyOf(steps);
        }
    }

    /** The part of a test plan that it belongs to, such as {@code replay}. */
    public String section() {
        return feature == null ? "manual" : feature.replaceFirst("\\.feature$", "");
    }

    /** Whether Samekey executes it. */
    public boolean isExecutable() {
        return executedBy == Executor.SAMEKEY;
    }

    /** The same in other words, but for what it is found by in a report. */
    TestCase saying(UnaryOperator<String> words) {
        return new TestCase(
                id,
                title,
                clause,
                level,
                feature,
                operation,
                techniques,
                priority,
                risks,
                transitions,
                preconditions.stream().map(words).toList(),
                steps.stream().map(one -> one.saying(words)).toList(),
                expected.stream().map(words).toList(),
                oracles.stream().map(words).toList(),
                executedBy,
                words.apply(why),
                requests,
                gherkin);
    }

    TestCase withId(String other) {
        return with(other, techniques);
    }

    /** The same case, which was found in one more way. */
    TestCase foundBy(Technique technique) {
        return with(
                id,
                Stream.concat(techniques.stream(), Stream.of(technique))
                        .distinct()
                        .sorted()
                        .toList());
    }

    private TestCase with(String otherId, List<Technique> others) {
        return new TestCase(
                otherId,
                title,
                clause,
                level,
                feature,
                operation,
                others,
                priority,
                risks,
                transitions,
                preconditions,
                steps,
                expected,
                oracles,
                executedBy,
                why,
                requests,
                gherkin);
    }
}
