package dev.samekey.reports.cli;

import dev.samekey.reports.render.Console;
import dev.samekey.reports.render.Explanation;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.file.Nearest;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says what a clause demands, and how to mend what breaks it. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description =
                "Says of a clause what it demands and why, how it is judged, what that does not look at, which dialects"
                        + " promise it, and how to mend what breaks it. Without a clause it lists all.",
        footer = {
            "",
            "Exit code 0: it is said; 2: there is no such clause, and the message names the nearest.",
            "",
            "Examples:",
            "  samekey explain RPL-4",
            "  samekey explain CON-1 CON-7",
            "  samekey explain TTL                            all clauses of a group"
        })
final class ExplainCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "CLAUSE", arity = "0..*", description = "An id such as RPL-4, or a group such as RPL.")
    private List<String> names = List.of();

    @Override
    public Integer call() {
        Console console = new Console(Objects.requireNonNull(spec).commandLine().getOut());
        List<Clause> all = Catalogue.shipped().all();
        if (names.isEmpty()) {
            all.stream().map(Explanation::line).forEach(console::say);
            return 0;
        }
        List<Clause> meant =
                names.stream().flatMap(name -> meant(name, all)).distinct().toList();
        meant.forEach(clause -> {
            if (!clause.equals(meant.get(0))) {
                console.say("");
            }
            Explanation.of(clause).forEach(console::say);
        });
        return 0;
    }

    private static Stream<Clause> meant(String name, List<Clause> all) {
        String upper = name.strip().toUpperCase(Locale.ROOT);
        List<Clause> meant = all.stream()
                .filter(clause -> clause.id().equals(upper) || clause.group().equals(upper))
                .toList();
        if (meant.isEmpty()) {
            String offer = Nearest.offer(
                    upper,
                    all.stream()
                            .map(upper.contains("-") ? Clause::id : Clause::group)
                            .distinct()
                            .toList());
            throw new CannotRun("there is no clause «" + name + "»" + (offer.isEmpty() ? "." : offer)
                    + " «samekey explain» lists all of them");
        }
        return meant.stream();
    }
}
