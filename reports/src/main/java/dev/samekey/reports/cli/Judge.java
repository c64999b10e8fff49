package dev.samekey.reports.cli;

import dev.samekey.reports.bundled.BundledServer;
import dev.samekey.reports.bundled.BundledStream;
import dev.samekey.reports.render.Console;
import dev.samekey.reports.render.Reports;
import dev.samekey.reports.render.VerdictJson;
import dev.samekey.reports.shard.ShardReport;
import dev.samekey.reports.verdict.Api;
import dev.samekey.reports.verdict.Baseline;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.reports.verdict.Gate;
import dev.samekey.reports.verdict.Narrowed;
import dev.samekey.steps.drive.client.Clients;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.drive.process.Starter;
import dev.samekey.steps.drive.process.TargetProcess;
import dev.samekey.steps.judge.audit.Audit;
import dev.samekey.steps.judge.audit.LogMembers;
import dev.samekey.steps.judge.audit.Recordings;
import dev.samekey.steps.judge.audit.UnusedLines;
import dev.samekey.steps.judge.client.PlannedTime;
import dev.samekey.steps.judge.run.AuditRun;
import dev.samekey.steps.judge.run.Choice;
import dev.samekey.steps.judge.run.ClientRun;
import dev.samekey.steps.judge.run.ContractRun;
import dev.samekey.steps.judge.run.Coverage;
import dev.samekey.steps.judge.run.Extension;
import dev.samekey.steps.judge.run.Features;
import dev.samekey.steps.judge.run.PathRun;
import dev.samekey.steps.judge.run.RetryLogRun;
import dev.samekey.steps.judge.run.Run;
import dev.samekey.steps.judge.run.RunOptions;
import dev.samekey.steps.judge.run.RunResult;
import dev.samekey.steps.judge.run.Split;
import dev.samekey.steps.model.client.RetryLog;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.file.Durations;
import dev.samekey.steps.model.targets.ClientUnderTest;
import dev.samekey.steps.model.targets.TargetFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The main job: judges a target and writes the reports. */
public final class Judge {
    /** Of the bundled server: most of what needs one to itself waits there. */
    private static final int INSTANCES = 3;

    private final Console console;
    private final Starter starter;
    private final Additions additions;

    public Judge(Console console) {
        this(console, TargetProcess::new);
    }

    /** A judge of targets that are started in another way than as a process of their own. */
    public Judge(Console console, Starter starter) {
        this(console, starter, Additions.none());
    }

    private Judge(Console console, Starter starter, Additions additions) {
        this.console = console;
        this.starter = starter;
        this.additions = additions;
    }

    /**
     * What a judge may be given besides.
     *
     * @param baseline the file of the known breaks, in place of the one that the target file names
     * @param allure where the Allure report will be, from the folder of the reports
     * @param extension what is judged beside the shipped features
     * @param extent how much the terminal shows
     * @param operations the names of those that are judged; empty for all
     * @param narrowing which scenarios run, and how
     * @param strength how many conditions at a time are combined; 1 for what is usual alone
     * @param share the part of the run that is judged here; null for the whole
     * @param features what the scenarios are taken from
     */
    private record Additions(
            @Nullable Path baseline,
            @Nullable String allure,
            @Nullable Extension extension,
            Extent extent,
            Set<String> operations,
            Narrowing narrowing,
            int strength,
            @Nullable Share share,
            Features features) {
        static Additions none() {
            return new Additions(null, null, null, Extent.FULL, Set.of(), Narrowing.NONE, 1, null, Features.shipped());
        }

        Additions knowing(@Nullable Path other) {
            return new Additions(other, allure, extension, extent, operations, narrowing, strength, share, features);
        }

        Additions linkedTo(@Nullable String other) {
            return new Additions(baseline, other, extension, extent, operations, narrowing, strength, share, features);
        }

        Additions with(Extension other) {
            return new Additions(baseline, allure, other, extent, operations, narrowing, strength, share, features);
        }

        Additions showing(Extent other) {
            return new Additions(baseline, allure, extension, other, operations, narrowing, strength, share, features);
        }

        Additions about(Set<String> others) {
            return new Additions(baseline, allure, extension, extent, others, narrowing, strength, share, features);
        }

        Additions sharing(@Nullable Share other) {
            return new Additions(baseline, allure, extension, extent, operations, narrowing, strength, other, features);
        }

        Additions narrowed(Narrowing other) {
            return new Additions(baseline, allure, extension, extent, operations, other, strength, share, features);
        }

        Additions ofStrength(int other) {
            return new Additions(baseline, allure, extension, extent, operations, narrowing, other, share, features);
        }

        Additions of(Features others) {
            return new Additions(baseline, allure, extension, extent, operations, narrowing, strength, share, others);
        }

        List<Extension> extensions() {
            return extension == null ? List.of() : List.of(extension);
        }

        Catalogue catalogue() {
            return extension == null ? Catalogue.shipped() : extension.catalogue();
        }
    }

    /** How much the terminal shows. */
    public enum Extent {
        /** The progress, and the table of all clauses. */
        FULL,
        /** The progress; in place of the table what is broken or inconclusive, and how much else there is. */
        BRIEF,
        /** What is broken, and the last lines. */
        QUIET
    }

    private Judge with(Additions others) {
        return new Judge(console, starter, others);
    }

    /** The same judge, who takes the known breaks from this file, whichever the target file names. */
    public Judge knowing(@Nullable Path baseline) {
        return with(additions.knowing(baseline));
    }

    /** The same judge, who writes results for an Allure report that will be there: a path or URL from the folder of the matrix. */
    public Judge linkedTo(@Nullable String allure) {
        return with(additions.linkedTo(allure));
    }

    /** The same judge, who judges clauses of your own too. */
    public Judge with(Extension extension) {
        return with(additions.with(extension));
    }

    /** The same judge, who shows more or less. */
    public Judge showing(Extent extent) {
        return with(additions.showing(extent));
    }

    /** The same judge, who judges some operations of the target only; none for all of them. */
    public Judge about(Set<String> operations) {
        return with(additions.about(operations));
    }

    /** The same judge, who runs fewer scenarios, or ends earlier. */
    Judge narrowed(Narrowing narrowing) {
        return with(additions.narrowed(narrowing));
    }

    /**
     * The same judge, who judges what harms most first and begins nothing more when the time is used up.
     *
     * @param time such as {@code 90s} or {@code 3m}; null for as long as it takes
     * @throws CannotRun when it is no such time
     */
    public Judge within(@Nullable String time) {
        return narrowed(additions.narrowing().within(time(time)));
    }

    /** What such a time says; null where nothing is said. */
    static @Nullable Duration time(@Nullable String time) {
        return time == null
                ? null
                : Durations.of(time)
                        .filter(given -> !given.isZero())
                        .orElseThrow(() -> new CannotRun(
                                "--within: «" + time + "» is no time to judge in: write it as 90s, 3m or 1h"));
    }

    /** The same judge, who judges under combinations of so many conditions too; 1 for what is usual alone. */
    public Judge ofStrength(int strength) {
        return with(additions.ofStrength(strength));
    }

    /**
     * The same judge, who judges one part of the run and writes what {@code merge} reads. Its verdict is on that part alone,
     * and no gate.
     */
    public Judge sharing(@Nullable Share share) {
        return with(additions.sharing(share));
    }

    /** The same judge, who runs the scenarios of other features in place of the shipped ones. */
    public Judge running(Features features) {
        return with(additions.of(features));
    }

    /** Says what a run against a target file would do, and sends nothing. */
    public void plan(Path file, Set<String> clauses) {
        plan(TargetFile.read(file, System.getenv()), clauses);
    }

    /** The same of a target file that was read already. */
    public void plan(TargetFile read, Set<String> clauses) {
        ofFolder();
        Console hiding = console.hiding(read.secrets());
        hiding.warnOf(read.secrets());
        hiding.plan(
                read.target(),
                new ContractRun(
                                read,
                                every(clauses)
                                        .about(additions.operations())
                                        .named(additions.narrowing().scenarios()),
                                Path.of(""),
                                starter,
                                additions.features(),
                                List.of(),
                                RunOptions.usual())
                        .ofStrength(additions.strength())
                        .plan());
    }

    /** Judges what a target file describes by all clauses, those of the extension among them. */
    public ContractVerdict target(Path file, Path out) {
        return target(file, Coverage.clauses(additions.features()), out);
    }

    /** The same by some of the shipped clauses, and all of the extension. */
    public ContractVerdict target(Path file, Set<String> clauses, Path out) {
        return target(TargetFile.read(file, System.getenv()), clauses, out);
    }

    /** The same of a target file that was read already. */
    public ContractVerdict target(TargetFile file, Set<String> clauses, Path out) {
        return judge(file, clauses, every(clauses), out);
    }

    /**
     * Judges the bundled server as one of its systems.
     *
     * @param arguments what else it is started with, such as {@code --defect check-then-act}
     */
    public ContractVerdict bundled(String system, List<String> arguments, Set<String> clauses, Path out) {
        return in(out, interruption -> {
            announce("starting the reference server"
                    + (arguments.isEmpty() ? "" : " with " + String.join(" ", arguments)));
            try (BundledServer server = BundledServer.start(arguments)) {
                return bundled(server, system, arguments, clauses, interruption);
            }
        });
    }

    /** The same of the first system, whose events come and go over the NATS server at that URL. */
    public ContractVerdict brokered(URI nats, List<String> arguments, Set<String> clauses, Path out) {
        return in(out, interruption -> {
            console.say("starting the reference server with a stream of its own");
            try (BundledServer server = BundledServer.start(arguments);
                    BundledStream stream = BundledStream.open(nats)) {
                prepare(server, clauses);
                return judge(server.target(stream, arguments, out), List::of, clauses, every(clauses), interruption);
            }
        });
    }

    /** The same on a database that runs already. */
    public ContractVerdict bundled(
            BundledServer server, String system, List<String> arguments, Set<String> clauses, Path out) {
        return in(out, interruption -> bundled(server, system, arguments, clauses, interruption));
    }

    private ContractVerdict bundled(
            BundledServer server,
            String system,
            List<String> arguments,
            Set<String> clauses,
            Interruption interruption) {
        Path out = interruption.folder().path();
        prepare(server, clauses);
        return judge(
                server.target(system, arguments, out),
                () -> IntStream.rangeClosed(2, INSTANCES)
                        .mapToObj(number -> server.target(system, arguments, OutFolder.instance(out, number)))
                        .toList(),
                clauses,
                every(clauses),
                interruption);
    }

    /** Has the folder to itself meanwhile, and knows what to say of it where the process is ended. */
    private ContractVerdict in(Path out, Function<Interruption, ContractVerdict> judging) {
        try (OutFolder folder = OutFolder.claim(out);
                Interruption interruption = new Interruption(console, folder)) {
            return judging.apply(interruption);
        }
    }

    /** Where its crashes are judged, the server starts many times. */
    private void prepare(BundledServer server, Set<String> clauses) {
        Set<String> crashes = Coverage.clauses(scenario -> scenario.has("crash"));
        if (!Collections.disjoint(every(clauses).clauses(), crashes)) {
            server.recordClasses();
        }
    }

    private Choice every(Set<String> clauses) {
        return Choice.of(Coverage.scenarios(clauses, additions.features()));
    }

    /** Judges what a target file describes that was read already. */
    public ContractVerdict judge(TargetFile file, Set<String> clauses, Choice choice, Path out) {
        return in(out, interruption -> judge(file, List::of, clauses, choice, interruption));
    }

    private ContractVerdict judge(
            TargetFile file,
            Supplier<List<TargetFile>> others,
            Set<String> clauses,
            Choice choice,
            Interruption interruption) {
        return hiding(file).scenarios(file, others, clauses, choice, interruption);
    }

    /** The same judge, who says no secret of the file. */
    private Judge hiding(TargetFile file) {
        return new Judge(console.hiding(file.secrets()), starter, additions);
    }

    private ContractVerdict scenarios(
            TargetFile file,
            Supplier<List<TargetFile>> others,
            Set<String> clauses,
            Choice choice,
            Interruption interruption) {
        OutFolder out = interruption.folder();
        Catalogue catalogue = additions.catalogue();
        Set<String> own = new TreeSet<>();
        additions.extensions().forEach(extension -> own.addAll(extension.clauses(file.target())));
        Baseline baseline = baseline(file, with(own, clauses));
        Narrowing narrowing = additions.narrowing();
        Choice all = choice.with(own).about(additions.operations()).named(narrowing.scenarios());
        RunOptions runOptions = narrowing.runOptions(
                result -> Gate.isNewBreak(result, file.target().gate(), catalogue, baseline));
        ContractRun whole = new ContractRun(
                        file, all, out.path(), starter, additions.features(), additions.extensions(), runOptions)
                .ofStrength(additions.strength());
        boolean isStarted = file.target().lifecycle() != null;
        if (isStarted) {
            out.removeLogs();
        }
        announce("judging " + file.target().name() + " at " + file.target().urls() + " by the contract «"
                + file.contracts().name() + "»");
        announce("  " + file.target().limits().described(file.target().urls()));
        console.warnOf(file.secrets());
        file.secrets()
                .shown()
                .forEach(name -> console.say("  warning: the value of " + name + " is so short that"
                        + " reports show it: to hide it would hide every such letter"));
        ofFolder();
        announce("  random choices begin with the seed " + runOptions.seed().value());
        if (additions.strength() > 1) {
            announce("  " + whole.underConditions());
            whole.leftOut().forEach(left -> announce("  " + left));
        }
        Share share = additions.share();
        Ending ending = this::report;
        if (share != null) {
            Split split = whole.split(share.shard().of(), share.durations());
            whole = whole.shard(split, share.shard().number());
            console.say("  as " + share.shard() + ": " + whole.size() + " of "
                    + split.scenarios().size() + " scenarios");
            if (!isStarted) {
                console.say(
                        "  the shards must not judge one instance of the target at the same time: give each an instance"
                                + " of its own, or run them one after the other");
            }
            ending = (verdict, folder) -> write(
                    ShardReport.of(
                            Main.Version.number(),
                            share.run(),
                            share.shard(),
                            split,
                            with(own, clauses),
                            Api.of(file.target()),
                            baseline,
                            verdict.run()),
                    verdict,
                    folder);
        }
        List<TargetFile> more = others.get();
        Run run = whole.with(more);
        if (run != whole) {
            announce("  exclusive scenarios run on more instances of it, at "
                    + more.stream()
                            .flatMap(other -> other.target().urls().stream())
                            .toList());
        }
        return judged(run, file, catalogue, with(own, clauses), baseline, interruption, !isStarted, ending);
    }

    /** What the scenarios of a folder leave out. */
    private void ofFolder() {
        Path folder = additions.features().folder();
        if (folder == null) {
            return;
        }
        Set<String> without = new TreeSet<>(Coverage.clauses());
        without.removeAll(Coverage.clauses(additions.features()));
        announce("  by the scenarios of the folder " + folder + " in place of the shipped ones");
        if (!without.isEmpty()) {
            announce("  not judged, because no scenario in it has their tag: " + String.join(", ", without));
        }
    }

    /** What is said of a verdict, and written; the same verdict, where it was. */
    @FunctionalInterface
    private interface Ending {
        ContractVerdict write(ContractVerdict verdict, OutFolder out);
    }

    private void announce(String line) {
        if (additions.extent() != Extent.QUIET) {
            console.say(line);
        }
    }

    /** @param silent whether the target leaves no log of its own in the folder */
    private ContractVerdict judged(
            Run run,
            TargetFile file,
            Catalogue catalogue,
            Set<String> clauses,
            Baseline baseline,
            Interruption interruption,
            boolean silent,
            Ending ending) {
        OutFolder out = interruption.folder();
        Function<RunResult, ContractVerdict> reporting = result -> {
            ContractVerdict verdict =
                    ending.write(ContractVerdict.of(result, file.target(), catalogue, clauses, baseline), out);
            if (silent && verdict.unwritten() == null) {
                out.removeLogs();
            }
            return verdict;
        };
        return interruption.mayEnd(run, reporting, report -> {
            RunResult result;
            try {
                result = additions.extent() == Extent.QUIET ? run.run(unseen -> {}) : console.watch(run);
            } catch (CannotRun failure) {
                // What was seen before it may well show why.
                run.soFar()
                        .filter(seen -> seen.requests() > 0)
                        .map(seen -> seen.hindered(file.secrets().redact(String.valueOf(failure.getMessage()))))
                        .ifPresent(seen -> {
                            var unused = report.apply(seen);
                        });
                throw failure;
            }
            if (result.ended() && result.requests() == 0) {
                // An earlier report says more.
                throw new CannotRun("the run was ended before anything was sent: " + out.left());
            }
            return report.apply(result);
        });
    }

    /** Judges the client of a target file by some of the clauses about clients. */
    public ContractVerdict client(Path file, Set<String> clauses, Path out) {
        return client(TargetFile.read(file, System.getenv()), clauses, out);
    }

    /** The same of a target file that was read already. */
    public ContractVerdict client(TargetFile file, Set<String> clauses, Path out) {
        ClientUnderTest client = file.target().client();
        if (client == null) {
            throw new CannotRun("the target file has no «client», so there is no client to judge");
        }
        if (client.log() != null) {
            Path log = file.folder().resolve(client.log());
            return hiding(file).log(file, RetryLog.read(log), String.valueOf(log.getFileName()), clauses, out);
        }
        return hiding(file).client(file, ClientsUnderTest.of(client, file), clauses, out);
    }

    private ContractVerdict log(TargetFile file, RetryLog log, String name, Set<String> clauses, Path out) {
        Baseline baseline = baseline(file, Coverage.clientClauses());
        return in(out, interruption -> {
            console.say("judging the log " + name + " of " + log.operations().size()
                    + (log.operations().size() == 1 ? " operation" : " operations") + " by the contract «"
                    + file.contracts().name() + "»");
            return judged(
                    new RetryLogRun(file, log, name, clauses),
                    file,
                    Catalogue.shipped(),
                    clauses,
                    baseline,
                    interruption,
                    true,
                    this::report);
        });
    }

    /** Judges recorded traffic by some of the clauses that it can show something of. */
    ContractVerdict recordings(TargetFile file, LogMembers members, List<Path> paths, Set<String> clauses, Path out) {
        Baseline baseline = baseline(file, Audit.CLAUSES);
        return hiding(file).in(out, interruption -> {
            console.say(
                    "judging " + (paths.size() == 1 ? "the recording " + paths.get(0) : paths.size() + " recordings")
                            + " by the contract «" + file.contracts().name() + "»");
            Recordings recordings = new Recordings(members);
            AuditRun run = new AuditRun(file, recordings, paths, clauses);
            return judged(run, file, Catalogue.shipped(), clauses, baseline, interruption, true, (verdict, folder) -> {
                console.say("read " + run.read());
                UnusedLines leftOut = recordings.leftOut();
                if (leftOut.count() > 0) {
                    console.say("left out " + leftOut.count() + (leftOut.count() == 1 ? " line" : " lines")
                            + " that cannot be used:");
                    leftOut.first().forEach(line -> console.say("  " + line));
                }
                return report(verdict, folder);
            });
        });
    }

    /** Judges what stands between a caller and a service, by some of the clauses about it. */
    ContractVerdict path(TargetFile file, PathRun run, Set<String> clauses, Path out) {
        Catalogue catalogue = Catalogue.ofPath();
        Baseline baseline = additions.baseline() == null
                ? Baseline.NONE
                : Baseline.read(additions.baseline(), PathRun.clauses(), Set.of());
        return in(out, interruption -> {
            console.say("judging what stands between " + run.between());
            return judged(run, file, catalogue, clauses, baseline, interruption, true, this::report);
        });
    }

    /** The same of a client in this process. */
    public ContractVerdict client(TargetFile file, Clients clients, Set<String> clauses, Path out) {
        Baseline baseline = baseline(file, Coverage.clientClauses());
        return in(out, interruption -> {
            ClientRun run = new ClientRun(file, clients, Choice.of(clauses), out.resolve("clients"));
            // A plan is work, and nobody reads it here.
            if (additions.extent() != Extent.QUIET) {
                console.warnOf(file.secrets());
                console.say("judging the client " + file.target().name() + " by the contract «"
                        + file.contracts().name() + "»: " + words(run));
            }
            return judged(run, file, Catalogue.shipped(), clauses, baseline, interruption, true, this::report);
        });
    }

    /** Says how long a client would be judged, and sends nothing. */
    public void planClient(TargetFile file, Set<String> clauses) {
        ClientUnderTest client = file.target().client();
        if (client == null || client.log() != null) {
            console.say("a log is read at once, and nothing is sent");
            return;
        }
        ClientRun run = new ClientRun(file, ClientsUnderTest.of(client, file), Choice.of(clauses), Path.of("clients"));
        console.say("the client " + file.target().name() + " would be judged by the contract «"
                + file.contracts().name() + "»: " + words(run));
        console.say("nothing was started, and nothing was sent");
    }

    private static String words(ClientRun run) {
        PlannedTime planned = run.plan();
        return run.size() + " scenarios, " + run.atOnce() + " at once; with a client that keeps the contract about "
                + Math.max(1, planned.sideBySide(run.atOnce()).toSeconds()) + " s, and the time that "
                + planned.clients() + " clients need to start";
    }

    private Baseline baseline(TargetFile file, Set<String> own) {
        String named = file.target().gate().baseline();
        Path path = additions.baseline();
        if (path == null && named != null) {
            path = file.folder().resolve(named);
        }
        Set<String> operations = file.target().operations().keySet();
        Baseline baseline =
                path == null ? Baseline.NONE : Baseline.read(path, with(own, Coverage.clauses()), operations);
        return baseline.narrowed(new Narrowed(
                additions.operations(),
                additions.narrowing().scenarios(),
                additions.narrowing().settled()));
    }

    private static Set<String> with(Set<String> some, Set<String> others) {
        Set<String> all = new TreeSet<>(some);
        all.addAll(others);
        return all;
    }

    /** Says what a shard saw, and writes it in place of an earlier report. */
    private ContractVerdict write(ShardReport report, ContractVerdict verdict, OutFolder out) {
        RunResult run = verdict.run();
        console.say("");
        console.say("%s: %d scenarios, %d requests, %.1f s"
                .formatted(
                        report.shard(),
                        run.scenarios().size(),
                        run.requests(),
                        run.took().toMillis() / 1000.0));
        run.controls().stream()
                .filter(control -> !control.works())
                .forEach(control -> console.say("  " + control.reason()));
        return written(
                verdict,
                out,
                report::write,
                "report: " + out.path().resolve(ShardReport.NAME)
                        + "; «samekey merge» makes the verdict of all shards");
    }

    /**
     * Shows a verdict, and writes all its reports in place of an earlier report: where they cannot be written, what was seen has
     * been said.
     */
    ContractVerdict report(ContractVerdict seen, OutFolder out) {
        ContractVerdict verdict = VerdictJson.after(out.path().resolve(OutFolder.VERDICT), seen);
        switch (additions.extent()) {
            case FULL -> console.table(verdict);
            case BRIEF -> console.brief(verdict);
            case QUIET -> console.result(verdict);
        }
        return written(
                verdict,
                out,
                folder -> new Reports(additions.allure()).write(verdict, folder, out.path()),
                "reports: " + out.path().resolve("contract-matrix.html") + ", "
                        + out.path().resolve("verdict.json"));
    }

    /** @param where what is said where it could be written */
    private ContractVerdict written(ContractVerdict verdict, OutFolder out, OutFolder.Report report, String where) {
        try {
            out.replace(report);
            console.say(where);
            return verdict;
        } catch (IOException failure) {
            String sentence = out.unwritten(failure);
            console.say(sentence);
            return verdict.unwritten(sentence);
        }
    }
}
