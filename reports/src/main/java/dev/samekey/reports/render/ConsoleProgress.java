package dev.samekey.reports.render;

import dev.samekey.steps.judge.run.Estimate;
import dev.samekey.steps.judge.run.Progress;
import dev.samekey.steps.judge.world.Cleaned;
import dev.samekey.steps.model.verdict.NotReached;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;

/**
 * How far the run is: on a terminal one line that changes, in a log a line now and then. Each break is shown when it is
 * seen.
 */
final class ConsoleProgress implements Progress {
    /** A log without new lines looks like a run that hangs. */
    private static final Duration LINE_EVERY = Duration.ofSeconds(10);

    private final Console console;
    private final int all;
    private final InstantSource clock;
    private final Instant start;
    private Instant lastLine;
    private int done;
    private int broken;
    private int unreached;
    private boolean ended;
    private boolean again;
    /** What has begun and has not ended, the newest last. */
    private final Deque<String> running = new ArrayDeque<>();

    /** @param all how many scenarios there are; 0 for work that is not counted */
    ConsoleProgress(Console console, int all, InstantSource clock) {
        this.console = console;
        this.all = all;
        this.clock = clock;
        this.start = clock.instant();
        this.lastLine = start;
    }

    @Override
    public synchronized void estimated(Estimate estimate) {
        console.say("  " + Console.sentence(estimate));
    }

    @Override
    public synchronized void started(String scenario, List<String> clauses) {
        if (all == 0) {
            running.clear();
        }
        running.add(label(scenario, clauses));
        tick();
    }

    private static String label(String scenario, List<String> clauses) {
        return (String.join(" ", clauses) + " " + scenario).strip();
    }

    /** Shows the time, also while nothing begins or ends. */
    synchronized void tick() {
        if (ended || (all == 0 && running.isEmpty())) {
            return;
        }
        if (console.isTerminal()) {
            console.redraw(line());
        } else {
            show(false);
        }
    }

    @Override
    public synchronized void finished(ScenarioResult result) {
        // An inconclusive scenario may run a second time.
        if (NotReached.is(result)) {
            unreached++;
        } else {
            done = Math.min(all, done + 1);
        }
        running.removeLastOccurrence(label(result.name(), result.clauses()));
        if (result.verdict() == Verdict.BROKEN || result.verdict() == Verdict.HARNESS_ERROR) {
            broken++;
            console.say(
                    result.verdict(),
                    "    " + result.verdict() + " " + String.join(" ", result.clauses()) + " " + result.sentence()
                            + " (" + result.name() + ")");
        }
        if (!console.isTerminal()) {
            show(false);
        }
    }

    @Override
    public synchronized void judgedAgain() {
        if (!again) {
            again = true;
            console.say("  what is broken is judged again: does it break once more?");
        }
    }

    @Override
    public synchronized void cleaned(Cleaned cleaned) {
        if (!cleaned.isNothing()) {
            console.say("  " + cleaned.described());
        }
    }

    /** The last line. */
    synchronized void end() {
        ended = true;
        running.clear();
        if (all > 0) {
            show(true);
        } else if (console.isTerminal()) {
            console.redraw("");
        }
    }

    private void show(boolean now) {
        Instant time = clock.instant();
        if (now || !time.isBefore(lastLine.plus(LINE_EVERY))) {
            lastLine = time;
            console.say(line());
        }
    }

    private String line() {
        Duration time = Duration.between(start, clock.instant());
        String current = Objects.requireNonNullElse(running.peekLast(), "");
        String counted = all == 0
                ? ""
                : "%d of %d scenarios%s%s%s"
                        .formatted(
                                done,
                                all,
                                unreached == 0 ? "" : ", " + unreached + " not reached",
                                broken == 0 ? "" : ", " + broken + " of them broken",
                                current.isEmpty() ? "" : "; ");
        String line = "  %d:%02d  %s%s"
                .formatted(time.toMinutes(), time.toSecondsPart(), counted, current.isEmpty() ? "" : "now " + current);
        // The last column stays free: some terminals begin a new line after it.
        return Shown.inColumns(line, console.width() - 1);
    }
}
