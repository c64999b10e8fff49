package dev.samekey.reports.cli;

import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.file.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file that a command writes for people to go on with: what is there already is theirs.
 *
 * @param force whether it is replaced all the same
 */
record NewFile(Path path, boolean force) {
    /** @throws CannotRun when there is such a file, or no folder for it */
    void mustBeFree() {
        Path folder = path.toAbsolutePath().resolveSibling("");
        if (!Files.isDirectory(folder)) {
            throw new CannotRun("cannot write " + path + ": there is no folder " + folder
                    + ". Make it, or name another file with --out");
        }
        if (!force && Files.exists(path)) {
            throw taken();
        }
    }

    /** @throws CannotRun when there is such a file, or it cannot be written */
    void write(String text) {
        try {
            if (!force && Files.exists(path)) {
                throw taken();
            }
            WholeFile.write(path, text);
        } catch (IOException failure) {
            throw new CannotRun("cannot write " + path + ": " + failure);
        }
    }

    private CannotRun taken() {
        return new CannotRun(path + " is there already: name another with --out, or replace it with --force");
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
