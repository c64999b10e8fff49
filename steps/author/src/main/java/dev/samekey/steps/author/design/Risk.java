package dev.samekey.steps.author.design;

import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.contract.Level;
import dev.samekey.steps.model.targets.Operation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is at risk where a case fails. A MUST counts two, and each other reason one. */
final class Risk {
    private static final int CRITICAL = 5;
    private static final int HIGH = 4;
    private static final int MEDIUM = 2;

    /** @param reasons why */
    record Rating(Priority priority, List<String> reasons) {}

    private final PublishedBreaks published = PublishedBreaks.shipped();

    Rating of(Clause clause, @Nullable Operation operation, Scenario scenario) {
        return rating(clause, operation, scenario.has("crash"));
    }

    Rating of(Clause clause, Operation operation) {
        return rating(clause, operation, false);
    }

    private Rating rating(Clause clause, @Nullable Operation operation, boolean isOfCrash) {
        List<String> reasons = new ArrayList<>();
        if (clause.level() == Level.MUST) {
            reasons.add("the contract says MUST");
        }
        if (operation != null && operation.stakes() == Operation.Stakes.HIGH) {
            reasons.add(operation.withArticle() + " has high stakes");
        }
        if (clause.needed().contains("effects")) {
            reasons.add("an effect may be doubled or lost");
        }
        if (isOfCrash) {
            reasons.add("it is about a crash");
        }
        published
                .of(clause.id())
                .filter(PublishedBreaks.Count::isOften)
                .ifPresent(count -> reasons.add(count.toString()));
        return new Rating(priority(reasons.size() + (clause.level() == Level.MUST ? 1 : 0)), reasons);
    }

    private static Priority priority(int weight) {
        return weight >= CRITICAL
                ? Priority.CRITICAL
                : weight >= HIGH ? Priority.HIGH : weight >= MEDIUM ? Priority.MEDIUM : Priority.LOW;
    }
}
