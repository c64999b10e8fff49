package dev.samekey.reports.cli;

import dev.samekey.reports.bundled.BundledServer;
import dev.samekey.reports.render.Console;
import dev.samekey.reports.render.Reports;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.contract.Catalogue;
import dev.samekey.steps.process.CannotRun;
import dev.samekey.steps.run.ContractRun;
import dev.samekey.steps.run.Coverage;
import dev.samekey.steps.run.RunResult;
import dev.samekey.steps.target.TargetFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The main job: judges a target and writes the reports. */
public final class Judge {
    private final Console console;
    private final Catalogue catalogue = Catalogue.shipped();

    public Judge(Console console) {
        this.console = console;
    }

    /** Judges what a target file describes. */
    public ContractVerdict target(Path file, Set<String> clauses, Path out) {
        return judge(TargetFile.read(file, System.getenv()), clauses, out);
    }

    /** Judges the bundled server, with a defect where one is named. */
    public ContractVerdict bundled(@Nullable String defect, Set<String> clauses, Path out) {
        console.say("starting the reference server" + (defect == null ? "" : " with the defect " + defect));
        try (BundledServer server = BundledServer.start()) {
            return bundled(server, defect, clauses, out);
        }
    }

    /** The same, on a database that runs already. */
    public ContractVerdict bundled(BundledServer server, @Nullable String defect, Set<String> clauses, Path out) {
        return judge(server.target(defect, out), clauses, out);
    }

    private ContractVerdict judge(TargetFile file, Set<String> clauses, Path out) {
        OutFolder.prepare(out);
        console.say("judging " + file.target().name() + " at " + file.target().urls() + " by the contract «"
                + file.contract().name() + "»");
        ContractRun contract = new ContractRun(file, Coverage.scenarios(clauses), out);
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
