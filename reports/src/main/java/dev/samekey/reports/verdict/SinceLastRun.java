package dev.samekey.reports.verdict;

import dev.samekey.steps.model.verdict.Verdict;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What has changed since the run before. Only what both runs have judged is compared.
 *
 * @param started when the run before began
 * @param broken the ids of clauses that held then, and are broken now
 * @param mended those that were broken then, and hold now
 */
public record SinceLastRun(Instant started, List<String> broken, List<String> mended) {
    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

    /** @param before the verdicts of the run before, by the id of the clause */
    static SinceLastRun of(Instant started, Map<String, Verdict> before, List<ClauseVerdict> now) {
        List<String> broken = new ArrayList<>();
        List<String> mended = new ArrayList<>();
        for (ClauseVerdict clause : now) {
            String id = clause.clause().id();
            Verdict then = before.get(id);
            if (then == Verdict.HELD && clause.verdict() == Verdict.BROKEN) {
                broken.add(id);
            } else if (then == Verdict.BROKEN && clause.verdict() == Verdict.HELD) {
                mended.add(id);
            }
        }
        return new SinceLastRun(started, List.copyOf(broken), List.copyOf(mended));
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
                + (parts.isEmpty() ? "nothing has changed" : String.join("; ", parts)) + ".";
    }
}
