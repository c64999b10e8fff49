package dev.samekey.reports.render;

import dev.samekey.steps.judge.run.Progress;
import dev.samekey.steps.judge.world.Cleaned;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/**
 * What is being judged, how far and for how long: on a terminal one line that changes, in a log a line now and then. Each
 * break is told when it is seen.
 */
final class ConsoleProgress implements Progress {
    /** A log in which nothing comes looks like a run that hangs. */
    private static final Duration LINE_EVERY = Duration.ofSeconds(10);

    private static final int WIDTH = 100;

    private final Console console;
    private final int all;
    private final InstantSource clock;
    private final Instant start;
    private Instant told;
    private int done;
    private int broken;
    private String current = "";

    ConsoleProgress(Console console, int all, InstantSource clock) {
        this.console = console;
        this.all = all;
        this.clock = clock;
        this.start = clock.instant();
        this.told = start;
    }

    @Override
    public synchronized void started(String scenario, List<String> clauses) {
        current = String.join(" ", clauses) + " " + scenario;
        if (console.isTerminal()) {
            console.redraw(line());
        } else {
            tell(false);
        }
    }

    @Override
    public synchronized void finished(ScenarioResult result) {
        // What was inconclusive may come a second time.
        done = Math.min(all, done + 1);
        if (result.verdict() == Verdict.BROKEN || result.verdict() == Verdict.HARNESS_ERROR) {
            broken++;
            console.say("    " + result.verdict() + " " + String.join(" ", result.clauses()) + " " + result.name()
                    + ": " + result.reason());
        }
        if (!console.isTerminal()) {
            tell(false);
        }
    }

    @Override
    public synchronized void cleaned(Cleaned cleaned) {
        if (!cleaned.isNothing()) {
            console.say("  " + cleaned.told());
        }
    }

    /** The last line: as many as there are. */
    synchronized void end() {
        current = "";
        tell(true);
    }

    private void tell(boolean now) {
        Instant time = clock.instant();
        if (now || !time.isBefore(told.plus(LINE_EVERY))) {
            told = time;
            console.say(line());
        }
    }

    private String line() {
        Duration time = Duration.between(start, clock.instant());
        String line = "  %d:%02d  %d of %d scenarios%s%s"
                .formatted(
                        time.toMinutes(),
                        time.toSecondsPart(),
                        done,
                        all,
                        broken == 0 ? "" : ", " + broken + " broken",
                        current.isEmpty() ? "" : "; now " + current);
        return line.length() <= WIDTH ? line : line.substring(0, WIDTH - 1) + "…";
    }
}
