package dev.samekey.steps.judge.run;

import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.model.contract.Harm;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * In which order scenarios run where there may not be time for all: by what a break of their clause does, the worst first; of
 * those, each clause for one operation before the others. Last of all comes what teaches least: of an operation that is not the first,
 * more rows of an outline whose rows ran for the first one.
 */
record Urgency(Harm harm, Turn turn) {
    private static final Comparator<Urgency> ORDER = Comparator.comparing((Urgency one) -> one.turn() == Turn.REPEATED)
            .thenComparing(Urgency::harm)
            .thenComparing(Urgency::turn);

    /** How much a scenario shows that earlier ones of its clause have not shown. */
    enum Turn {
        /** All of its outline for the first operation. */
        FIRST_OPERATION,
        /** The first row of its outline for another operation. */
        OTHER_OPERATION,
        /** A row that ran for the first operation, for an operation whose first row ran. */
        REPEATED
    }

    /** What the rows of an outline have in common. */
    private record Outline(String clause, URI feature, int line) {}

    /**
     * The scenarios, in parts that run one after the other. In a part each clause begins before one of them goes on.
     *
     * @param operation what a scenario is about; null where it is about none
     * @param harm of a clause
     */
    static List<List<Scenario>> waves(
            List<Scenario> scenarios, Function<Scenario, @Nullable String> operation, Function<String, Harm> harm) {
        Map<Outline, Map<String, Integer>> rows = new HashMap<>();
        Map<Outline, String> firsts = new HashMap<>();
        Map<Urgency, List<Scenario>> waves = new TreeMap<>(ORDER);
        for (Scenario scenario : scenarios) {
            Outline outline = new Outline(scenario.clause(), scenario.feature(), scenario.outline());
            String about = String.valueOf(operation.apply(scenario));
            boolean isFirst = firsts.computeIfAbsent(outline, unused -> about).equals(about);
            int row = rows.computeIfAbsent(outline, unused -> new HashMap<>()).merge(about, 1, Integer::sum);
            Turn turn = isFirst ? Turn.FIRST_OPERATION : row == 1 ? Turn.OTHER_OPERATION : Turn.REPEATED;
            waves.computeIfAbsent(new Urgency(harm.apply(scenario.clause()), turn), unused -> new ArrayList<>())
                    .add(scenario);
        }
        return waves.values().stream().map(Urgency::byTurns).toList();
    }

    private static List<Scenario> byTurns(List<Scenario> wave) {
        Map<String, Integer> seen = new HashMap<>();
        Map<Integer, List<Scenario>> turns = new TreeMap<>();
        for (Scenario scenario : wave) {
            turns.computeIfAbsent(seen.merge(scenario.clause(), 1, Integer::sum), unused -> new ArrayList<>())
                    .add(scenario);
        }
        return turns.values().stream().flatMap(List::stream).toList();
    }
}
