package dev.samekey.reports.cli;

import dev.samekey.reports.render.Console;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.contract.Catalogue;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which clauses a command judges, where its reports go, and which breaks are known. */
final class JudgedOptions {
    @Option(
            names = "--clauses",
            paramLabel = "IDS",
            split = ",",
            description = "Only these clauses or groups, by the ids that --list shows (default: all).")
    private List<String> clauses = List.of();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for the reports (default: ${DEFAULT-VALUE}). A report of an earlier run in it is"
                    + " replaced; a folder that holds files and no report is refused.")
    private Path out = Path.of("samekey-report");

    @Option(
            names = "--baseline",
            paramLabel = "FILE",
            description = "The known breaks, in place of gate.baseline of a target file.")
    private @Nullable Path baseline;

    @Option(names = "--list", description = "List the clauses that can be judged, and judge nothing.")
    private boolean list;

    /**
     * The ids of the clauses that are meant.
     *
     * @param known all that the command can judge
     * @throws CannotRun when one is named that it cannot
     */
    Set<String> chosen(Set<String> known) {
        return ClauseChoice.of(clauses, known);
    }

    /** Lists the clauses that were chosen, where that is wanted in place of a judgement. */
    boolean lists(Catalogue catalogue, Set<String> chosen, Console console) {
        if (list) {
            ClauseChoice.list(catalogue, chosen, console);
        }
        return list;
    }

    Judge judge(Console console) {
        return new Judge(console).knowing(baseline);
    }

    Path out() {
        return out;
    }
}
