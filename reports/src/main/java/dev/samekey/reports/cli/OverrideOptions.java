package dev.samekey.reports.cli;

import dev.samekey.reports.render.Console;
import dev.samekey.steps.model.targets.Overrides;
import dev.samekey.steps.model.targets.TargetFile;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a command line may say in place of the target file. */
final class OverrideOptions {
    static final String FOR_TARGET_FILES =
            "--profile, --url and --set are for a target file, and the bundled server has its own";

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            description = "The one of the target file's «profiles» whose members count, such as staging.")
    private @Nullable String profile;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "Where the API is, in place of «urls»; several are replicas of one service.")
    private List<String> urls = List.of();

    @Option(
            names = "--set",
            paramLabel = "MEMBER=VALUE",
            description = "A member of the target file with another value, such as limits.rate=5.")
    private List<String> sets = List.of();

    TargetFile read(Path target) {
        return TargetFile.read(target, overrides(), System.getenv());
    }

    /** The same for what sends nothing: it needs no variable of the environment, and says which are missing. */
    TargetFile unsent(Path target, Console console) {
        List<String> missing = missing(target);
        if (!missing.isEmpty()) {
            console.say("not needed here, for nothing is sent; before a run:");
            missing.forEach(name -> console.say("  export " + name + "=..."));
        }
        return TargetFile.unsent(target, overrides(), System.getenv());
    }

    /** The variables that the file needs, and that are not set. */
    List<String> missing(Path target) {
        return TargetFile.unset(target, overrides(), System.getenv());
    }

    boolean isEmpty() {
        return overrides().isEmpty();
    }

    Overrides overrides() {
        return new Overrides(profile, urls, sets);
    }
}
