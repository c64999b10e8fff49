package dev.samekey.reports.cli;

import dev.samekey.reports.bundled.BundledServer;
import dev.samekey.reports.bundled.BundledStream;
import dev.samekey.reports.render.Console;
import dev.samekey.reports.render.Reports;
import dev.samekey.reports.verdict.Baseline;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.drive.process.Starter;
import dev.samekey.steps.drive.process.TargetProcess;
import dev.samekey.steps.judge.run.Choice;
import dev.samekey.steps.judge.run.ContractRun;
import dev.samekey.steps.judge.run.Coverage;
import dev.samekey.steps.judge.run.Extension;
import dev.samekey.steps.judge.run.Run;
import dev.samekey.steps.judge.run.RunResult;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.targets.TargetFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
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
        this(console, starter, Additions.NONE);
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
     */
    private record Additions(
            @Nullable Path baseline,
            @Nullable String allure,
            @Nullable Extension extension) {
        static final Additions NONE = new Additions(null, null, null);

        List<Extension> extensions() {
            return extension == null ? List.of() : List.of(extension);
        }

        Catalogue catalogue() {
            return extension == null ? Catalogue.shipped() : extension.catalogue();
        }
    }

    /** The same judge, who takes the known breaks from this file, whichever the target file names. */
    public Judge knowing(@Nullable Path baseline) {
        return new Judge(console, starter, new Additions(baseline, additions.allure(), additions.extension()));
    }

    /** The same judge, whose matrix leads to the Allure report that will be there: a path or URL from its folder. */
    public Judge linkedTo(@Nullable String allure) {
        return new Judge(console, starter, new Additions(additions.baseline(), allure, additions.extension()));
    }

    /** The same judge, who judges clauses of your own too. */
    public Judge with(Extension extension) {
        return new Judge(console, starter, new Additions(additions.baseline(), additions.allure(), extension));
    }

    /** Says what a run against a target file would do, and sends nothing. */
    public void plan(Path file, Set<String> clauses) {
        TargetFile read = TargetFile.read(file, System.getenv());
        console.plan(read.target(), new ContractRun(read, every(clauses), Path.of("")).plan());
    }

    /** Judges what a target file describes by all clauses, those of the extension among them. */
    public ContractVerdict target(Path file, Path out) {
        return target(file, Coverage.clauses(), out);
    }

    /** The same by some of the shipped clauses, and all of the extension. */
    public ContractVerdict target(Path file, Set<String> clauses, Path out) {
        return judge(TargetFile.read(file, System.getenv()), clauses, every(clauses), out);
    }

    /**
     * Judges the bundled server as one of its systems.
     *
     * @param arguments what else it is started with, such as {@code --defect check-then-act}
     */
    public ContractVerdict bundled(String system, List<String> arguments, Set<String> clauses, Path out) {
        OutFolder.mustBeFree(out);
        console.say(
                "starting the reference server" + (arguments.isEmpty() ? "" : " with " + String.join(" ", arguments)));
        try (BundledServer server = BundledServer.start()) {
            return bundled(server, system, arguments, clauses, out);
        }
    }

    /** The same of the first system, whose events come and go over the NATS server at that URL. */
    public ContractVerdict brokered(URI nats, List<String> arguments, Set<String> clauses, Path out) {
        OutFolder.mustBeFree(out);
        console.say("starting the reference server with a stream of its own");
        try (BundledServer server = BundledServer.start();
                BundledStream stream = BundledStream.open(nats)) {
            return judge(server.target(stream, arguments, out), clauses, every(clauses), out);
        }
    }

    /** The same on a database that runs already. */
    public ContractVerdict bundled(
            BundledServer server, String system, List<String> arguments, Set<String> clauses, Path out) {
        return judge(
                server.target(system, arguments, out),
                () -> IntStream.rangeClosed(2, INSTANCES)
                        .mapToObj(number -> server.target(system, arguments, OutFolder.instance(out, number)))
                        .toList(),
                clauses,
                every(clauses),
                out);
    }

    private static Choice every(Set<String> clauses) {
        return Choice.of(Coverage.scenarios(clauses));
    }

    /** Judges what a target file describes that was read already. */
    public ContractVerdict judge(TargetFile file, Set<String> clauses, Choice choice, Path out) {
        return judge(file, List::of, clauses, choice, out);
    }

    private ContractVerdict judge(
            TargetFile file, Supplier<List<TargetFile>> others, Set<String> clauses, Choice choice, Path out) {
        Catalogue catalogue = additions.catalogue();
        Set<String> own = new TreeSet<>();
        additions.extensions().forEach(extension -> own.addAll(extension.clauses(file.target())));
        Baseline baseline = baseline(file, own);
        OutFolder.claim(out);
        boolean isStarted = file.target().lifecycle() != null;
        if (isStarted) {
            OutFolder.removeLogs(out);
        }
        console.say("judging " + file.target().name() + " at " + file.target().urls() + " by the contract «"
                + file.contract().name() + "»");
        console.say("  " + file.target().limits().described(file.target().urls()));
        file.secrets()
                .shown()
                .forEach(name -> console.say("  warning: the value of " + name + " is so short that"
                        + " reports show it: to hide it would hide every such letter"));
        Choice all = new Choice(with(own, choice.whole()), choice.sampled());
        ContractRun whole = new ContractRun(file, all, out, starter, additions.extensions());
        List<TargetFile> more = others.get();
        Run run = whole.with(more);
        if (run != whole) {
            console.say("  exclusive scenarios run on more instances of it, at "
                    + more.stream()
                            .flatMap(other -> other.target().urls().stream())
                            .toList());
        }
        return new Interruption(run, console).mayEnd(() -> {
            RunResult result = console.watch(run);
            ContractVerdict verdict =
                    ContractVerdict.of(result, file.target(), catalogue, with(own, clauses), baseline);
            if (!isStarted) {
                OutFolder.removeLogs(out);
            }
            write(verdict, out);
            console.table(verdict);
            console.say("reports: " + out.resolve("contract-matrix.html") + ", " + out.resolve("verdict.json"));
            return verdict;
        });
    }

    private Baseline baseline(TargetFile file, Set<String> own) {
        String named = file.target().gate().baseline();
        Path path = additions.baseline();
        if (path == null && named != null) {
            path = file.folder().resolve(named);
        }
        Set<String> operations = file.target().operations().keySet();
        return path == null ? Baseline.NONE : Baseline.read(path, with(own, Coverage.clauses()), operations);
    }

    private static Set<String> with(Set<String> some, Set<String> others) {
        Set<String> all = new TreeSet<>(some);
        all.addAll(others);
        return all;
    }

    private void write(ContractVerdict verdict, Path out) {
        OutFolder.removeReport(out);
        try {
            new Reports(additions.allure()).write(verdict, out);
        } catch (IOException failure) {
            throw new CannotRun("cannot write the reports to " + out + ": " + failure.getMessage());
        }
    }
}
