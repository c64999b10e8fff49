package dev.samekey.reports.cli;

import dev.samekey.reports.render.Console;
import dev.samekey.steps.author.draft.Draft;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.net.Network;
import dev.samekey.steps.model.openapi.Document;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Drafts a target file. It asks the API nothing. */
@Command(
        name = "init",
        mixinStandardHelpOptions = true,
        description =
                "Drafts a target file from the OpenAPI document of an API. What is guessed is called a guess. The schemas"
                        + " that editors complete and check it by go to the folder .samekey beside it.",
        footer = {
            "",
            "Exit code 0: the file is written; 2: it is not, and the message says why.",
            "",
            "Examples:",
            "  samekey init --openapi api.yaml                writes target.yaml",
            "  samekey init --openapi https://staging.example/openapi.json --out staging.yaml"
        })
final class InitCommand implements Callable<Integer> {
    private static final List<String> SCHEMAS = List.of("target.schema.json", "dialect.schema.json");

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--openapi",
            paramLabel = "FILE|URL",
            required = true,
            description = "The document: OpenAPI 3.0 or 3.1, YAML or JSON.")
    private String openapi = "";

    @Option(names = "--out", paramLabel = "FILE", description = "Where to write it (default: ${DEFAULT-VALUE}).")
    private Path out = Path.of("target.yaml");

    @Option(names = "--force", description = "Replace the files that are there.")
    private boolean force;

    @Override
    public Integer call() {
        Draft draft = new Draft(Document.read(openapi, Path.of(""), Network.direct()), place());
        Path folder = Objects.requireNonNull(out.resolveSibling(Draft.SCHEMA).getParent());
        for (String schema : SCHEMAS) {
            mustBeOurs(folder.resolve(schema));
        }
        new NewFile(out, force).write(draft.toString());
        schemas(folder);
        Console console = new Console(Objects.requireNonNull(spec).commandLine().getOut());
        console.say("wrote " + out + " with these operations:");
        draft.operations().forEach((name, title) -> console.say("  %-20s %s".formatted(name, title)));
        console.say("next: read what it guesses, write «writes: allowed» where you mean it, and run");
        console.say("  samekey discover --target " + out + "   which dialect does it follow?");
        console.say("  samekey check --target " + out + "      does each operation work?");
        return 0;
    }

    /** Where the document is, seen from the target file. */
    private String place() {
        if (Document.isUrl(openapi)) {
            return openapi;
        }
        Path folder = out.toAbsolutePath().normalize().getParent();
        Path document = Path.of(openapi).toAbsolutePath().normalize();
        return folder == null
                ? document.toString()
                : folder.relativize(document).toString().replace('\\', '/');
    }

    /** An older schema of Samekey is replaced; another file under its name is the user's. */
    private void mustBeOurs(Path schema) {
        try {
            if (!force && Files.exists(schema) && !Files.readString(schema).contains("\"title\": \"Samekey ")) {
                throw new CannotRun(schema + " is there already and is no schema of Samekey: replace it with --force");
            }
        } catch (IOException failure) {
            throw new CannotRun("cannot read " + schema + ": " + failure);
        }
    }

    /** For the editor: a user who has only the jar has no other copy of them. */
    private static void schemas(Path folder) {
        try {
            Files.createDirectories(folder);
            for (String name : SCHEMAS) {
                String resource = "/samekey/contract/" + name;
                try (InputStream in = Objects.requireNonNull(Draft.class.getResourceAsStream(resource), resource)) {
                    Files.copy(in, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
                }
            }
        } catch (IOException failure) {
            throw new CannotRun("cannot write the schemas to " + folder + ": " + failure);
        }
    }
}
