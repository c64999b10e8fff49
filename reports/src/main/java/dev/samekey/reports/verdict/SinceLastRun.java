package dev.samekey.reports.verdict;

import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What has changed since the run before. Only scenarios that both runs have judged are compared: one of them may have been about
 * fewer operations.
 *
 * @param started when the run before began
 * @param broken the ids of clauses that are broken now by what held then, and not in consequence of another one
 * @param mended those of which all that was broken then holds now
 */
public record SinceLastRun(Instant started, List<String> broken, List<String> mended) {
    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

    /** @param before the verdicts of the run before, by the id of the clause and the name of the scenario */
    static SinceLastRun of(Instant started, Map<String, Map<String, Verdict>> before, List<ClauseVerdict> now) {
        List<String> broken = new ArrayList<>();
        List<String> mended = new ArrayList<>();
        for (ClauseVerdict clause : now) {
            Map<String, Verdict> then = before.getOrDefault(clause.clause().id(), Map.of());
            if (!then.containsValue(Verdict.BROKEN)) {
                // What another break has brought is told with that one.
                if (clause.cause() == null
                        && names(clause, Verdict.BROKEN).stream().anyMatch(name -> then.get(name) == Verdict.HELD)) {
                    broken.add(clause.clause().id());
                }
            } else if (clause.verdict() == Verdict.HELD) {
                Set<String> held = names(clause, Verdict.HELD);
                if (then.keySet().stream().allMatch(name -> then.get(name) != Verdict.BROKEN || held.contains(name))) {
                    mended.add(clause.clause().id());
                }
            }
        }
        return new SinceLastRun(started, List.copyOf(broken), List.copyOf(mended));
    }

    private static Set<String> names(ClauseVerdict clause, Verdict such) {
        return clause.scenarios().stream()
                .filter(scenario -> scenario.verdict() == such)
                .map(ScenarioResult::name)
                .collect(Collectors.toSet());
    }

    /** Such as {@code Since the run of 2026-11-30 12:03 UTC: newly broken CON-1; held again KEY-3.} */
    public String sentence() {
        List<String> parts = new ArrayList<>();
        if (!broken.isEmpty()) {
            parts.add("newly broken " + String.join(", ", broken));
        }
        if (!mended.isEmpty()) {
            parts.add("held again " + String.join(", ", mended));
        }
        return "Since the run of " + MINUTE.format(started) + ": "
                + (parts.isEmpty() ? "nothing has changed that both have judged" : String.join("; ", parts)) + ".";
    }
}
