package dev.samekey.reports.cli;

import dev.samekey.reports.bundled.BundledServer;
import dev.samekey.reports.bundled.BundledStream;
import dev.samekey.reports.render.Console;
import dev.samekey.reports.render.Reports;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.contract.Catalogue;
import dev.samekey.steps.process.CannotRun;
import dev.samekey.steps.process.Starter;
import dev.samekey.steps.process.TargetProcess;
import dev.samekey.steps.run.Choice;
import dev.samekey.steps.run.ContractRun;
import dev.samekey.steps.run.Coverage;
import dev.samekey.steps.run.RunResult;
import dev.samekey.steps.target.TargetFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** The main job: judges a target and writes the reports. */
public final class Judge {
    private final Console console;
    private final Starter starter;
    private final Catalogue catalogue = Catalogue.shipped();

    public Judge(Console console) {
        this(console, TargetProcess::new);
    }

    /** A judge of targets that are started in another way than as a process of their own. */
    public Judge(Console console, Starter starter) {
        this.console = console;
        this.starter = starter;
    }

    /** Judges what a target file describes. */
    public ContractVerdict target(Path file, Set<String> clauses, Path out) {
        return judge(TargetFile.read(file, System.getenv()), clauses, every(clauses), out);
    }

    /**
     * Judges the bundled server as one of its systems.
     *
     * @param arguments what else it is started with, such as {@code --defect check-then-act}
     */
    public ContractVerdict bundled(String system, List<String> arguments, Set<String> clauses, Path out) {
        console.say(
                "starting the reference server" + (arguments.isEmpty() ? "" : " with " + String.join(" ", arguments)));
        try (BundledServer server = BundledServer.start()) {
            return judge(server.target(system, arguments, out), clauses, every(clauses), out);
        }
    }

    /** The same of the first system, whose events come and go over the NATS server at that URL. */
    public ContractVerdict brokered(URI nats, List<String> arguments, Set<String> clauses, Path out) {
        console.say("starting the reference server with a stream of its own");
        try (BundledServer server = BundledServer.start();
                BundledStream stream = BundledStream.open(nats)) {
            return judge(server.target(stream, arguments, out), clauses, every(clauses), out);
        }
    }

    /** The same with some of the scenarios, on a database that runs already. */
    public ContractVerdict bundled(
            BundledServer server, String system, List<String> arguments, Choice choice, Path out) {
        return judge(server.target(system, arguments, out), choice.clauses(), choice, out);
    }

    private static Choice every(Set<String> clauses) {
        return Choice.of(Coverage.scenarios(clauses));
    }

    /** Judges what a target file describes that was read already. */
    public ContractVerdict judge(TargetFile file, Set<String> clauses, Choice choice, Path out) {
        OutFolder.prepare(out);
        console.say("judging " + file.target().name() + " at " + file.target().urls() + " by the contract «"
                + file.contract().name() + "»");
        ContractRun contract = new ContractRun(file, choice, out, starter);
        int scenarios = contract.size();
        RunResult run = contract.run(result -> console.progress(result, scenarios));
        ContractVerdict verdict = ContractVerdict.of(run, file.target(), catalogue, clauses);
        write(verdict, out);
        console.table(verdict);
        console.say("reports: " + out.resolve("contract-matrix.html") + ", " + out.resolve("verdict.json"));
        return verdict;
    }

    private static void write(ContractVerdict verdict, Path out) {
        try {
            new Reports().write(verdict, out);
        } catch (IOException failure) {
            throw new CannotRun("cannot write the reports to " + out + ": " + failure.getMessage());
        }
    }
}
