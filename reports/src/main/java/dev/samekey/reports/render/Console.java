package dev.samekey.reports.render;

import dev.samekey.reports.verdict.ClauseVerdict;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.verdict.Fact;
import dev.samekey.steps.verdict.ScenarioResult;
import dev.samekey.steps.verdict.Verdict;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a person at the terminal sees: how far the run is, and the table of clauses at its end. */
public final class Console {
    private static final int LINE_EVERY = 20;

    private final PrintWriter out;
    private int done;

    public Console(PrintWriter out) {
        this.out = out;
    }

    public void say(String line) {
        out.println(line);
        out.flush();
    }

    /** A line now and then, and one for each scenario that did not hold. */
    public void progress(ScenarioResult result, int all) {
        done++;
        if (result.verdict() == Verdict.BROKEN || result.verdict() == Verdict.HARNESS_ERROR) {
            say("    " + result.verdict() + " " + String.join(" ", result.clauses()) + " " + result.name() + ": "
                    + result.reason());
        }
        // What was inconclusive may come a second time.
        if (done <= all && (done % LINE_EVERY == 0 || done == all)) {
            say("  " + done + " of " + all + " scenarios");
        }
    }

    /** The table, and for each broken clause what was expected, what came, and how to repeat it. */
    public void table(ContractVerdict verdict) {
        say("");
        say(row("clause", "level", "verdict", "title"));
        for (ClauseVerdict clause : verdict.clauses()) {
            say(row(
                            clause.clause().id(),
                            clause.clause().level().name(),
                            clause.verdict().name(),
                            clause.clause().title())
                    + (clause.reason().isEmpty() || clause.verdict() == Verdict.HELD
                            ? ""
                            : "  (" + clause.reason() + ")"));
        }
        verdict.clauses().stream()
                .filter(clause -> clause.verdict() == Verdict.BROKEN)
                .forEach(this::broken);
        say("");
        say(summary(verdict));
    }

    /** One line: the verdict, and how many clauses came out as what. */
    public static String summary(ContractVerdict verdict) {
        String counts = verdict.counts().entrySet().stream()
                .map(count -> count.getValue() + " " + Matrix.words(count.getKey()))
                .collect(Collectors.joining(", "));
        return "%s: %s (%s; %d scenarios, %d requests, %.1f s)"
                .formatted(
                        verdict.run().target(),
                        verdict.overall(),
                        counts,
                        verdict.run().scenarios().size(),
                        verdict.run().requests(),
                        verdict.run().took().toMillis() / 1000.0);
    }

    private void broken(ClauseVerdict clause) {
        say("");
        say(clause.clause().id() + " " + clause.clause().title() + " is broken: " + clause.reason());
        clause.scenarios().stream()
                .filter(scenario -> scenario.verdict() == Verdict.BROKEN)
                .findFirst()
                .ifPresent(scenario -> scenario.facts().forEach(this::fact));
    }

    private void fact(Fact fact) {
        say("  " + fact.name() + ": " + fact.value().replace("\n", "\n    "));
    }

    private static String row(String id, String level, String verdict, String title) {
        return String.format(Locale.ROOT, "%-7s %-6s %-14s %s", id, level, verdict, title);
    }
}
