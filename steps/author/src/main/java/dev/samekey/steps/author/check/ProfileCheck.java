package dev.samekey.steps.author.check;

import dev.samekey.steps.author.check.TargetCheck.Row;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.targets.Overrides;
import dev.samekey.steps.model.targets.TargetFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Reads a target file with each of its profiles that was not chosen, and sends nothing. */
public final class ProfileCheck {
    private ProfileCheck() {}

    /** @param read the same file with the chosen one */
    public static List<Row> run(Path file, TargetFile read, Overrides chosen, Map<String, String> environment) {
        return read.target().profiles().keySet().stream()
                .filter(name -> !name.equals(chosen.profile()))
                .map(name -> row(file, name, environment))
                .toList();
    }

    private static Row row(Path file, String name, Map<String, String> environment) {
        String what = "profile " + name;
        Overrides profile = Overrides.of(name, List.of());
        try {
            List<String> unset = TargetFile.unset(file, profile, environment);
            if (!unset.isEmpty()) {
                return new Row(
                        what, true, "not read: these variables are not set: " + String.join(", ", unset), "set them");
            }
            TargetFile other = TargetFile.read(file, profile, environment);
            return new Row(what, true, "it can be read, for " + other.target().urls(), "");
        } catch (BadFile wrong) {
            return new Row(what, false, String.valueOf(wrong.getMessage()), "correct it");
        }
    }
}
