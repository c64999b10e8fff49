package dev.samekey.reports.cli;

import dev.samekey.steps.author.draft.Draft;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.file.WholeFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * The schemas beside a target file, by which an editor completes and checks it: a user who has only the jar has no other copy.
 *
 * @param folder where they are written
 * @param force whether another file under the name of one is replaced
 */
record EditorSchemas(Path folder, boolean force) {
    private static final List<String> NAMES = List.of("target.schema.json", "dialect.schema.json");

    static EditorSchemas beside(Path target, boolean force) {
        return new EditorSchemas(
                Objects.requireNonNull(target.resolveSibling(Draft.SCHEMA).getParent()), force);
    }

    /**
     * An older schema of Samekey is replaced; another file under its name is the user's.
     *
     * @throws CannotRun when there is such a file
     */
    void mustBeOurs() {
        for (String name : NAMES) {
            Path schema = folder.resolve(name);
            try {
                if (!force && Files.exists(schema) && !Files.readString(schema).contains("\"title\": \"Samekey ")) {
                    throw new CannotRun(
                            schema + " is there already and is no schema of Samekey: replace it with --force");
                }
            } catch (IOException failure) {
                throw new CannotRun("cannot read " + schema + ": " + failure);
            }
        }
    }

    /** @throws CannotRun when they cannot be written */
    void write() {
        try {
            Files.createDirectories(folder);
            for (String name : NAMES) {
                String resource = "/samekey/contract/" + name;
                try (InputStream in = Objects.requireNonNull(Draft.class.getResourceAsStream(resource), resource)) {
                    WholeFile.write(folder.resolve(name), new String(in.readAllBytes(), StandardCharsets.UTF_8));
                }
            }
        } catch (IOException failure) {
            throw new CannotRun("cannot write the schemas to " + folder + ": " + failure);
        }
    }
}
