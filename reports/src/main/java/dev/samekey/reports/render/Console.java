package dev.samekey.reports.render;

import dev.samekey.reports.diagnosis.Candidate;
import dev.samekey.reports.verdict.ClauseVerdict;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.reports.verdict.Gate;
import dev.samekey.reports.verdict.SinceLastRun;
import dev.samekey.reports.verdict.Unreached;
import dev.samekey.steps.judge.run.Estimate;
import dev.samekey.steps.judge.run.Plan;
import dev.samekey.steps.judge.run.Progress;
import dev.samekey.steps.judge.run.Run;
import dev.samekey.steps.judge.run.RunResult;
import dev.samekey.steps.model.targets.BodyFiles;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Secrets;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The terminal: how far the run is, and at its end the table of clauses. */
public final class Console {
    /** Clears the line and goes to its start (ECMA-48). */
    private static final String ANEW = "\r\u001b[K";

    /** Who waits longer may want less. */
    private static final Duration LONG = Duration.ofMinutes(3);

    /** The others are named. */
    private static final int MOST_OPEN = 5;

    /** The facts of all stand above; the last lines are to fit on a screen. */
    private static final int MOST_FINDINGS = 5;

    /** So many clauses that speak for a cause have room in its line. */
    private static final int MOST_SPEAKING = 2;

    /** The columns of a terminal of which nothing else is known. */
    private static final int NARROW = 80;

    private static final int LONGEST_SENTENCE = 300;

    /** Where nobody knows how wide it is. */
    private static final int USUAL_WIDTH = 80;

    private static final String PLAIN = "\u001b[0m";
    private static final Map<String, String> COLORS = Map.of(
            Verdict.HELD.name(), "\u001b[32m",
            Verdict.BROKEN.name(), "\u001b[31m",
            Verdict.HARNESS_ERROR.name(), "\u001b[31m",
            Verdict.INCONCLUSIVE.name(), "\u001b[33m");

    private final PrintWriter out;
    private final boolean terminal;
    private final boolean colored;
    private final int width;
    private final InstantSource clock;
    /** What becomes of each line before somebody reads it. */
    private final UnaryOperator<String> reading;

    /** A console whose output goes to a log. */
    public Console(PrintWriter out) {
        this(out, false);
    }

    /** @param terminal whether somebody watches, so that a line may change */
    public Console(PrintWriter out, boolean terminal) {
        this(out, terminal, terminal);
    }

    /** @param colored whether verdicts are written in colours */
    public Console(PrintWriter out, boolean terminal, boolean colored) {
        this(out, terminal, colored, USUAL_WIDTH);
    }

    /** @param width of the terminal, in columns */
    public Console(PrintWriter out, boolean terminal, boolean colored, int width) {
        this(out, terminal, colored, width, InstantSource.system(), UnaryOperator.identity());
    }

    Console(PrintWriter out, boolean terminal, InstantSource clock) {
        this(out, terminal, terminal, USUAL_WIDTH, clock, UnaryOperator.identity());
    }

    private Console(
            PrintWriter out,
            boolean terminal,
            boolean colored,
            int width,
            InstantSource clock,
            UnaryOperator<String> reading) {
        this.out = out;
        this.terminal = terminal;
        this.colored = colored;
        this.width = width;
        this.clock = clock;
        this.reading = reading;
    }

    /** The same console, on which no secret is read, whoever says it. */
    public Console hiding(Secrets secrets) {
        return new Console(out, terminal, colored, width, clock, secrets::redact);
    }

    public void say(String line) {
        print(plain(line));
    }

    /** The same with the word of the verdict in its colour. */
    void say(Verdict verdict, String line) {
        print(colored(plain(line), verdict.name(), verdict));
    }

    private void print(String line) {
        out.println((terminal ? ANEW : "") + line);
        out.flush();
    }

    /** Without secrets, and without what a terminal would obey. */
    private String plain(String line) {
        return Shown.visible(reading.apply(line).replace("\r\n", "\n")).replace("\r", "\\u000d");
    }

    private String colored(String line, String word, Verdict verdict) {
        String color = COLORS.get(verdict.name());
        int begin = line.indexOf(word);
        return !colored || color == null || begin < 0
                ? line
                : line.substring(0, begin) + color + word + PLAIN + line.substring(begin + word.length());
    }

    /** In columns. */
    int width() {
        return width;
    }

    /** What a user is told of secrets that stand in the target file, before anything else is done. */
    public void warnOf(Secrets secrets) {
        secrets.literals().forEach(literal -> say("  warning: " + literal.advice()));
    }

    /** What a run would do: its scenarios, what they send, and what that writes. */
    public void plan(Target target, Plan plan) {
        say("a run against " + target.name() + " at " + target.urls() + " would send "
                + target.limits().described(target.urls()));
        if (!target.allowsWrites()) {
            say("  none of them unsafe: the target file lacks «writes: allowed»");
        }
        say("");
        say("clause  requests  scenario");
        plan.scenarios()
                .forEach(scenario ->
                        say("%-7s %8d  %s".formatted(scenario.clause(), scenario.requests(), scenario.name())));
        say("");
        target.operations()
                .forEach((name, operation) -> say(
                        "%s: about %d requests %s %s, and the operations before it; each new key creates one more%s%s"
                                .formatted(
                                        name,
                                        plan.byOperation().getOrDefault(name, 0),
                                        operation.request().method(),
                                        operation.request().path(),
                                        operation.request().body() == null
                                                ? ""
                                                : ": "
                                                        + BodyFiles.shown(operation
                                                                .request()
                                                                .body()),
                                        cleanup(target, operation.cleanup()))));
        Plan.Combinations combinations = plan.combinations();
        if (combinations.strength() > 1) {
            say("");
        }
        if (combinations.strength() > 1 && combinations.runs() == 0) {
            say(combinations.whyNone());
        } else if (combinations.strength() > 1) {
            say(
                    "under combinations of %d conditions: %d runs of scenarios and about %d requests, in about %s; what breaks is"
                                    .formatted(
                                            combinations.strength(),
                                            combinations.runs(),
                                            combinations.requests(),
                                            spoken(combinations.time()))
                            + " judged some more times, to find the smallest combination");
            combinations.left().forEach(left -> say("  " + left));
        }
        Plan.Paths paths = plan.paths();
        if (!paths.operations().isEmpty()) {
            say("pairs of transitions in the life of a key (STO-8), for %s: about %d of the requests above, in about %s"
                    .formatted(String.join(", ", paths.operations()), paths.requests(), spoken(paths.time())));
        }
        say("");
        say("in all %d scenarios and about %d requests, estimated from their steps;"
                        .formatted(plan.scenarios().size(), plan.requests())
                + " %d of them are controls, which show before and after that each operation works. It is less where something"
                        .formatted(plan.controls().values().stream()
                                .mapToInt(Integer::intValue)
                                .sum())
                + " cannot be checked, and more where a race is repeated or a request is sent until it succeeds."
                + " The requests of oracles are not counted. Nothing was sent.");
    }

    private static String spoken(Duration time) {
        return time.toMinutes() > 0
                ? time.toMinutes() + " min " + time.toSecondsPart() + " s"
                : time.toSeconds() + " s";
    }

    private static String cleanup(Target target, Operation.@Nullable Template cleanup) {
        return cleanup == null || !target.allowsWrites()
                ? ""
                : "; at the end its results are cleaned up by " + cleanup.method() + " " + cleanup.path();
    }

    /** How long a run takes, and what can be done where that is long. */
    static String sentence(Estimate estimate) {
        long seconds = Math.max(1, estimate.time().toSeconds());
        // Half a minute more or less is no news.
        String time = seconds < 100 ? seconds + " s" : Math.round(seconds / 60.0) + " min";
        String about = String.format(
                Locale.ROOT,
                "about %s for %,d %s",
                time,
                estimate.scenarios(),
                estimate.scenarios() == 1 ? "scenario" : "scenarios");
        if (estimate.within() != null) {
            return about + "; in " + estimate.within() + " what harms most is judged first";
        }
        return estimate.time().compareTo(LONG) > 0
                ? about + "; --within " + LONG.toMinutes() + "m judges what harms most first"
                : about;
    }

    boolean isTerminal() {
        return terminal;
    }

    /** Replaces the last drawn line; the next output replaces this one. */
    void redraw(String line) {
        out.print(ANEW + plain(line));
        out.flush();
    }

    /** Judges, and shows the progress. */
    public RunResult watch(Run run) {
        return watch(run.size(), run::run);
    }

    /** Does something that is not counted, and shows what it is at. */
    public <T> T watch(Function<Progress, T> work) {
        return watch(0, work);
    }

    private <T> T watch(int all, Function<Progress, T> work) {
        ConsoleProgress progress = new ConsoleProgress(this, all, clock);
        ScheduledExecutorService ticks = Executors.newSingleThreadScheduledExecutor(Console::inItsThread);
        var unused = ticks.scheduleAtFixedRate(progress::tick, 1, 1, TimeUnit.SECONDS);
        try {
            T result = work.apply(progress);
            progress.end();
            return result;
        } finally {
            ticks.shutdownNow();
        }
    }

    private static Thread inItsThread(Runnable task) {
        Thread thread = new Thread(task, "progress");
        thread.setDaemon(true);
        return thread;
    }

    /** The table, and for each clause that is broken in its own way what was expected, what was there instead, and how to repeat it. */
    public void table(ContractVerdict verdict) {
        say("");
        say(row("clause", "level", "verdict", "title"));
        for (ClauseVerdict clause : verdict.clauses()) {
            say(
                    clause.verdict(),
                    row(
                                    clause.clause().id(),
                                    clause.clause().level().name(),
                                    clause.verdict().name(),
                                    clause.clause().title())
                            + (clause.reason().isEmpty()
                                            || (clause.verdict() == Verdict.HELD
                                                    && clause.unchecked().isEmpty())
                                    ? ""
                                    : "  (" + clause.reason() + ")"));
            verdict.gate().baseline().of(clause).forEach(known -> say(row("", "", "", known.said())));
        }
        result(verdict);
    }

    /** The same in place of the table: which clauses hold, which are inconclusive and why, and how many are not judged. */
    public void brief(ContractVerdict verdict) {
        say("");
        List<String> held = ids(verdict, Verdict.HELD);
        if (!held.isEmpty()) {
            say(counted(held.size(), "holds", "hold") + ": " + String.join(", ", held));
        }
        verdict.clauses().stream()
                .filter(clause -> clause.verdict() == Verdict.INCONCLUSIVE || clause.verdict() == Verdict.HARNESS_ERROR)
                .forEach(clause -> say(
                        clause.verdict(),
                        row(
                                        clause.clause().id(),
                                        clause.clause().level().name(),
                                        clause.verdict().name(),
                                        clause.clause().title())
                                + "  (" + clause.reason() + ")"));
        int open = ids(verdict, Verdict.NOT_CHECKED).size();
        int none = ids(verdict, Verdict.NOT_APPLICABLE).size();
        say(counted(open, "was", "were") + " not checked" + (none == 0 ? "" : ", and " + none + " not promised")
                + "; the report says why of each");
        result(verdict);
    }

    private static List<String> ids(ContractVerdict verdict, Verdict such) {
        return verdict.clauses().stream()
                .filter(clause -> clause.verdict() == such)
                .map(clause -> clause.clause().id())
                .toList();
    }

    static String counted(int number, String one, String more) {
        return number + (number == 1 ? " clause " + one : " clauses " + more);
    }

    /** What is broken, and the last lines: is it safe, what broke, what to do; the gate comes last. */
    public void result(ContractVerdict verdict) {
        FirstScreen first = FirstScreen.of(verdict);
        EvidenceFiles files = EvidenceFiles.named(verdict);
        first.findings().forEach(finding -> broken(finding, verdict.gate(), files));
        say("");
        say(verdict.overall(), summary(verdict));
        say(first.answer());
        first.findings().stream().limit(MOST_FINDINGS).forEach(this::listed);
        if (first.findings().size() > MOST_FINDINGS) {
            say("  broken too: "
                    + first.findings().stream()
                            .skip(MOST_FINDINGS)
                            .map(FirstScreen.Finding::id)
                            .collect(Collectors.joining(", ")));
        }
        first.others().forEach(sentence -> say("  " + sentence));
        causes(first.causes());
        verdict.failures().forEach(failure -> say("  Samekey itself failed: " + failure));
        verdict.gate().excused(verdict.clauses()).forEach(sentence -> say("  no new break: " + sentence));
        if (!first.next().isEmpty()) {
            say(first.next());
        }
        SinceLastRun since = verdict.since();
        if (since != null) {
            say(since.sentence());
        }
        verdict.run()
                .whyNothingWorked()
                .ifPresent(why -> say(nothingWorked(verdict)
                        + why
                        + (why.endsWith("?") || why.endsWith(".") ? "" : ".")
                        + (verdict.isOfClient() ? "" : " «samekey check» tries each part of the target file.")));
        String gate = gate(verdict);
        print(colored(
                plain(gate),
                gate.startsWith("gate: passed") ? "passed" : "failed",
                verdict.exitCode() == 0 ? Verdict.HELD : Verdict.BROKEN));
        verdict.gate().summary().stream()
                .filter(finding -> !finding.isOpen() && !finding.isBreak())
                .forEach(finding -> say("  " + finding.text()));
        open(verdict);
    }

    /** A break in a line or three. */
    private void listed(FirstScreen.Finding finding) {
        say("  " + finding.id() + " " + Shown.shortened(finding.sentence(), LONGEST_SENTENCE));
        Stream.of(finding.about(), finding.following())
                .filter(line -> !line.isEmpty())
                .forEach(line -> say("    " + line));
    }

    /** The likeliest as a sentence, each other in one line. */
    private void causes(List<Candidate> causes) {
        causes.stream()
                .limit(1)
                .flatMap(cause -> Shown.wrapped("", said(cause), NARROW).stream())
                .forEach(this::say);
        causes.stream()
                .skip(1)
                .map(cause -> "%s, by %s: %s"
                        .formatted(
                                cause.sureness().word(), by(cause), cause.mend().causeBriefly()))
                .forEach(line -> say(Shown.inColumns("  " + line, NARROW)));
    }

    private static String said(Candidate cause) {
        return "%s cause: %s By %s: samekey explain %s"
                .formatted(cause.sureness().word(), cause.mend().causeBriefly(), by(cause), cause.explainedBy());
    }

    private static String by(Candidate cause) {
        return FirstScreen.few(cause.clauses(), MOST_SPEAKING);
    }

    /** Which clauses nobody can say anything of, and what to do about it. */
    private void open(ContractVerdict verdict) {
        unreached(verdict);
        List<Gate.Finding> open = verdict.gate().open().stream()
                .filter(finding -> !finding.isUnreached())
                .toList();
        if (open.isEmpty()) {
            return;
        }
        int shown = verdict.run().obstacle() == null ? MOST_OPEN : 0;
        open.stream().limit(shown).forEach(finding -> say("  " + finding.text()));
        if (open.size() > shown) {
            say("  inconclusive" + (shown == 0 ? "" : " too") + ": "
                    + open.stream().skip(shown).map(Gate.Finding::clause).collect(Collectors.joining(", ")));
        }
        if (verdict.exitCode() == 2 && verdict.run().obstacle() == null) {
            say(
                    "  An inconclusive clause shows nothing: see its reason, and run again (--only-failed), or let it pass with"
                            + " «gate: {inconclusive: passes}».");
        }
    }

    /** Which clauses there was no time for: their number, where they are many. */
    private void unreached(ContractVerdict verdict) {
        List<String> clauses = verdict.gate().open().stream()
                .filter(Gate.Finding::isUnreached)
                .map(Gate.Finding::clause)
                .toList();
        if (clauses.isEmpty()) {
            return;
        }
        int more = clauses.size() - MOST_OPEN;
        String limit = verdict.clauses().stream()
                .flatMap(clause -> Stream.ofNullable(clause.unreached()))
                .map(Unreached::limit)
                .findFirst()
                .orElse("time");
        say("  not judged whole in " + limit + ": "
                + String.join(", ", clauses.subList(0, Math.min(MOST_OPEN, clauses.size())))
                + (more > 0 ? " and " + more + " more" : ""));
        say("  Give more time, judge the rest with --only-failed, or let it pass with");
        say("  «gate: {not_reached: passes}».");
    }

    /** A client may have been named without a target file. */
    private static String nothingWorked(ContractVerdict verdict) {
        return verdict.isOfClient()
                ? "The client did none of its operations, so nothing was judged: "
                : "No operation of the target file works, so nothing was judged: ";
    }

    /** One line: whether the run passes, and what of the broken clauses is known or does not count. */
    static String gate(ContractVerdict verdict) {
        long known = verdict.gate().known(verdict.clauses());
        String result = switch (verdict.exitCode()) {
            case 0 -> "gate: passed";
            case 1 -> "gate: failed";
            default ->
                verdict.couldJudge()
                        ? "gate: unknown, because a clause that counts "
                                + unknown(verdict.gate().open())
                        : "gate: unknown, because Samekey failed or the run could not judge";
        };
        List<String> uncounted = verdict.gate().uncounted(verdict.clauses());
        return result
                + (known == 0 ? "" : "; known breaks: " + known)
                + (uncounted.isEmpty() ? "" : "; broken, but not counted by the gate: " + String.join(", ", uncounted));
    }

    private static String unknown(List<Gate.Finding> open) {
        boolean isUnreached = open.stream().anyMatch(Gate.Finding::isUnreached);
        boolean isUnclear = open.stream().anyMatch(finding -> !finding.isUnreached());
        return isUnreached && isUnclear
                ? "is inconclusive, and one was not reached"
                : isUnreached ? "was not reached in time" : "is inconclusive";
    }

    /** What to say after the verdict on the whole. */
    static String incomplete(ContractVerdict verdict) {
        return verdict.isIncomplete() ? ", the run is incomplete" : "";
    }

    /** One line: the verdict, and how many clauses have each verdict, the worst first. */
    public static String summary(ContractVerdict verdict) {
        String counts = verdict.counts().entrySet().stream()
                .sorted(Map.Entry.<Verdict, Long>comparingByKey().reversed())
                .map(count -> count.getValue() + " " + Matrix.words(count.getKey())
                        + (count.getKey() == Verdict.BROKEN && verdict.consequences() > 0
                                ? " (" + verdict.consequences() + " in consequence)"
                                : ""))
                .collect(Collectors.joining(", "));
        return "%s: %s%s (clauses: %s; %d scenarios, %d requests, %.1f s)"
                .formatted(
                        verdict.run().target(),
                        verdict.overall(),
                        incomplete(verdict),
                        counts,
                        verdict.run().scenarios().size(),
                        verdict.run().requests(),
                        verdict.run().took().toMillis() / 1000.0);
    }

    private void broken(FirstScreen.Finding finding, Gate gate, EvidenceFiles files) {
        FirstScreen.broken(finding.clause(), gate).stream().findFirst().ifPresent(scenario -> {
            say("");
            say(finding.id() + " " + scenario.sentence());
            fact(new Fact("clause", finding.clause().clause().title()));
            fact(new Fact("scenario", scenario.name()));
            files.facts(scenario).forEach(this::fact);
            if (!finding.mend().isEmpty()) {
                fact(new Fact("how to mend it", "samekey explain " + finding.id()));
            }
        });
    }

    private void fact(Fact fact) {
        say("  " + fact.name() + ": " + fact.value().replace("\n", "\n    "));
    }

    private static String row(String id, String level, String verdict, String title) {
        return String.format(Locale.ROOT, "%-7s %-6s %-14s %s", id, level, verdict, title);
    }
}
