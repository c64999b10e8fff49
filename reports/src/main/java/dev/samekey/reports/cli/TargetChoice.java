package dev.samekey.reports.cli;

import dev.samekey.reports.render.Console;
import dev.samekey.steps.drive.process.CannotRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which target file is meant: the one that is named, or the one that lies in the current folder under the usual name. */
final class TargetChoice {
    /** Found by itself. */
    static final Path USUAL = Path.of("samekey.yaml");

    static final String DESCRIPTION = "The target file (default: samekey.yaml in the current folder).";

    private TargetChoice() {}

    static Optional<Path> of(@Nullable Path named) {
        return named != null ? Optional.of(named) : Optional.of(USUAL).filter(Files::isRegularFile);
    }

    /** Says which one was found by itself. */
    static Optional<Path> of(@Nullable Path named, Console console) {
        Optional<Path> found = of(named);
        if (named == null && found.isPresent()) {
            console.say("the target file is " + USUAL + " of the current folder");
        }
        return found;
    }

    /** @throws CannotRun when there is none */
    static Path required(@Nullable Path named, Console console) {
        return of(named, console)
                .orElseThrow(() -> new CannotRun("no target file: name one with --target, or call it " + USUAL
                        + ". «samekey try» and «samekey init» write one"));
    }
}
