package dev.samekey.reports;

import dev.samekey.reports.render.Reports;
import dev.samekey.reports.verdict.Baseline;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.drive.process.Starter;
import dev.samekey.steps.judge.run.Choice;
import dev.samekey.steps.judge.run.ContractRun;
import dev.samekey.steps.judge.run.Features;
import dev.samekey.steps.judge.run.RunOptions;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.file.FileTree;
import dev.samekey.steps.model.targets.TargetFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.function.Executable;

/**
 * Judges as a run does, and writes no report. The tests judge hundreds of targets, and nobody reads the reports of those that
 * are as they should be.
 */
record Unwritten(Starter starter, RunOptions runOptions, int strength) {
    Unwritten(Starter starter) {
        this(starter, RunOptions.usual(), 1);
    }

    Unwritten in(RunOptions other) {
        return new Unwritten(starter, other, strength);
    }

    Unwritten ofStrength(int other) {
        return new Unwritten(starter, runOptions, other);
    }

    /** @param folder of the target's logs; it is emptied */
    ContractVerdict judge(TargetFile file, Choice choice, Path folder) throws IOException {
        FileTree.remove(folder);
        Files.createDirectories(folder);
        ContractRun run = new ContractRun(file, choice, folder, starter, Features.shipped(), List.of(), runOptions);
        return ContractVerdict.of(
                run.ofStrength(strength).run(unseen -> {}),
                file.target(),
                Catalogue.shipped(),
                choice.clauses(),
                Baseline.NONE);
    }

    /** Writes the reports of a verdict that is not as a check wants it, so that one can see why. */
    static void check(ContractVerdict verdict, Path folder, Executable check) throws Throwable {
        try {
            check.execute();
        } catch (AssertionError failed) {
            new Reports(null).write(verdict, folder);
            System.out.println("not as it should be: its reports are in " + folder);
            throw failed;
        }
    }
}
