package dev.samekey.reports.cli;

import dev.samekey.reports.render.Console;
import dev.samekey.steps.author.check.ProfileCheck;
import dev.samekey.steps.author.check.TargetCheck;
import dev.samekey.steps.model.targets.TargetFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Says whether a target file works, before anything is judged. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "Tries each operation and each oracle of a target file once, and judges nothing.",
        footer = {
            "",
            "The table goes to standard output, and what is being tried to standard error.",
            "",
            "Exit code 0: all of it works; 2: something does not, and the table says what to do."
        })
final class CheckCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--target", paramLabel = "FILE", description = TargetChoice.DESCRIPTION)
    private @Nullable Path target;

    @Mixin
    private OverrideOptions overrides = new OverrideOptions();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for what the target prints, where samekey starts it (default: ${DEFAULT-VALUE})."
                    + " A folder that holds files and no report of samekey is refused.")
    private Path out = Path.of("samekey-report");

    @Override
    public Integer call() {
        CommandLine command = Objects.requireNonNull(spec).commandLine();
        Console open = new Console(command.getOut());
        Path path = TargetChoice.required(target, open);
        List<String> missing = overrides.missing(path);
        if (!missing.isEmpty()) {
            return lacking(missing, TargetFile.unsent(path, overrides.overrides(), System.getenv()), open);
        }
        TargetFile file = overrides.read(path);
        Console console = open.hiding(file.secrets());
        if (file.target().lifecycle() == null) {
            return check(console, path, file, out, command);
        }
        try (OutFolder claimed = OutFolder.claim(out)) {
            return check(console, path, file, claimed.path(), command);
        }
    }

    /** Nothing is sent with a credential that is made up, but what can be said of the file is said. */
    private static int lacking(List<String> missing, TargetFile file, Console console) {
        int operations = file.target().operations().size();
        List<TargetCheck.Row> rows = Stream.concat(
                        Stream.of(new TargetCheck.Row(
                                "target file",
                                true,
                                "it can be read: " + operations
                                        + (operations == 1 ? " operation at " : " operations at ")
                                        + file.target().urls(),
                                "")),
                        missing.stream()
                                .map(name -> new TargetCheck.Row(
                                        "variable " + name, false, "it is not set", "export " + name + "=...")))
                .toList();
        print(rows, console);
        console.say("nothing was sent: " + missing.size() + (missing.size() == 1 ? " variable is" : " variables are")
                + " missing");
        return 2;
    }

    private static void print(List<TargetCheck.Row> rows, Console console) {
        int width = rows.stream().mapToInt(row -> row.what().length()).max().orElse(0);
        String form = "%-6s %-" + Math.max(4, Math.min(width, 60)) + "s  %s%s";
        console.say(form.formatted("works?", "what", "result", ""));
        rows.forEach(row -> console.say(form.formatted(
                row.isAdvice() ? "-" : row.works() ? "yes" : "NO",
                row.what(),
                row.actual(),
                row.fix().isEmpty() ? "" : " → " + row.fix())));
    }

    private int check(Console console, Path path, TargetFile file, Path logs, CommandLine command) {
        Console aside = Screen.here().console(command.getErr()).hiding(file.secrets());
        console.warnOf(file.secrets());
        aside.say("checking " + file.target().name() + " at " + file.target().urls());
        List<TargetCheck.Row> tried = aside.watch(progress -> new TargetCheck(file, logs, progress).run());
        List<TargetCheck.Row> rows = Stream.concat(
                        tried.stream(), ProfileCheck.run(path, file, overrides.overrides(), System.getenv()).stream())
                .toList();
        print(rows, console);
        long broken = rows.stream().filter(row -> !row.works()).count();
        long lacking = tried.stream().filter(TargetCheck.Row::isAdvice).count();
        console.say((broken == 0 ? "all of it works" : broken + " of " + rows.size() + " do not work")
                + (lacking == 0 ? "" : "; with " + lacking + " more (-) more clauses could be judged"));
        return broken == 0 ? 0 : 2;
    }
}
