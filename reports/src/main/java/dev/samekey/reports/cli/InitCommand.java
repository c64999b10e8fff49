package dev.samekey.reports.cli;

import dev.samekey.reports.render.Console;
import dev.samekey.steps.author.draft.Draft;
import dev.samekey.steps.author.draft.HarFile;
import dev.samekey.steps.author.draft.PostmanFile;
import dev.samekey.steps.author.draft.ReadableDraft;
import dev.samekey.steps.author.draft.Recording;
import dev.samekey.steps.author.draft.RecordingDraft;
import dev.samekey.steps.author.draft.Wanted;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.net.Network;
import dev.samekey.steps.model.openapi.Document;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Drafts a target file. It asks the API nothing. */
@Command(
        name = "init",
        mixinStandardHelpOptions = true,
        description =
                "Drafts a target file from the OpenAPI document of an API, from a recording of its requests, or from a"
                        + " collection of them. What is guessed is called a guess. A credential of a recording is not written: a"
                        + " variable of the environment stands in its place. The schemas that editors complete and check the file"
                        + " by go to the folder .samekey beside it.",
        footer = {
            "",
            "Exit code 0: the file is written; 2: it is not, and the message says why.",
            "",
            "Examples:",
            "  samekey init --openapi api.yaml                writes samekey.yaml",
            "  samekey init --openapi https://staging.example/openapi.json --out staging.yaml",
            "  samekey init --openapi api.yaml --path /payments --tag refunds   some operations of many",
            "  samekey init --har session.har                 what a browser recorded",
            "  samekey init --postman collection.json         a collection of version 2.0 or 2.1",
            "  samekey init --postman collection.json --environment staging.json"
        })
final class InitCommand implements Callable<Integer> {
    /** More would hide the lines that matter; all are in the file. */
    private static final int MOST_SHOWN = 20;

    /** After that somebody wants to know whether it still works. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    @Spec
    private @Nullable CommandSpec spec;

    @ArgGroup(multiplicity = "1")
    private Source source = new Source();

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Where to write it (default: ${DEFAULT-VALUE}, which the other commands find by themselves).")
    private Path out = TargetChoice.USUAL;

    @Option(
            names = "--operation",
            paramLabel = "ID",
            description =
                    "With --openapi: draft this operation, by its id or such as «POST /payments», and what must come"
                            + " before it. May be repeated; --tag and --path add others.")
    private List<String> operations = List.of();

    @Option(
            names = "--tag",
            paramLabel = "TAG",
            description = "With --openapi: draft the operations that the document puts under this tag.")
    private List<String> tags = List.of();

    @Option(
            names = "--path",
            paramLabel = "PATH",
            description = "With --openapi: draft the operations whose path begins with this one.")
    private List<String> paths = List.of();

    @Option(
            names = "--environment",
            paramLabel = "FILE",
            description =
                    "With --postman: an exported environment of Postman, whose variables the collection names. What"
                            + " is secret in it is not written.")
    private @Nullable Path environment;

    @Option(names = "--force", description = "Replace the files that are there.")
    private boolean force;

    /** What the file is drafted from. */
    static final class Source {
        @Option(
                names = "--openapi",
                paramLabel = "FILE|URL",
                required = true,
                description = "The document: OpenAPI 3.0 or 3.1, or Swagger 2.0, YAML or JSON.")
        private @Nullable String openapi;

        @Option(
                names = "--har",
                paramLabel = "FILE",
                required = true,
                description = "A recording of a browser or a proxy: an HTTP archive (HAR).")
        private @Nullable Path har;

        @Option(
                names = "--postman",
                paramLabel = "FILE",
                required = true,
                description = "A collection of Postman, exported as version 2.0 or 2.1. Its scripts are not run.")
        private @Nullable Path postman;
    }

    @Override
    public Integer call() {
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "progress");
            thread.setDaemon(true);
            return thread;
        });
        PrintWriter aside = Objects.requireNonNull(spec).commandLine().getErr();
        ScheduledFuture<?> note = clock.schedule(
                () -> {
                    aside.println("drafting: a large document takes some seconds");
                    aside.flush();
                },
                PATIENCE.toMillis(),
                TimeUnit.MILLISECONDS);
        try {
            return draft();
        } finally {
            note.cancel(false);
            clock.shutdown();
        }
    }

    private int draft() {
        Console console = new Console(Objects.requireNonNull(spec).commandLine().getOut());
        boolean wantsSome = !(operations.isEmpty() && tags.isEmpty() && paths.isEmpty());
        if (wantsSome && source.openapi == null) {
            throw new CannotRun("--operation, --tag and --path go with --openapi");
        }
        if (environment != null && source.postman == null) {
            throw new CannotRun("--environment is one of Postman, and goes with --postman");
        }
        if (source.openapi != null) {
            String place = place(source.openapi);
            Draft draft = new Draft(
                    Document.read(source.openapi, Path.of(""), Network.direct()),
                    place,
                    new Wanted(operations, tags, paths));
            write(draft.toString(), draft.operations(), console);
            say("left out:", draft.leftOut(), console);
        } else {
            Recording recording =
                    source.har != null ? HarFile.read(source.har) : collection(Objects.requireNonNull(source.postman));
            RecordingDraft draft = new RecordingDraft(recording, System.getenv());
            write(draft.toString(), draft.operations(), console);
            report(draft, console);
        }
        console.say("next: read what it guesses, write «writes: allowed» where you mean it, and run");
        String target = out.equals(TargetChoice.USUAL) ? "" : " --target " + out;
        console.say("  samekey discover" + target + "   which dialect does it follow?");
        console.say("  samekey check" + target + "      does each operation work?");
        return 0;
    }

    private Recording collection(Path postman) {
        return environment == null ? PostmanFile.read(postman) : PostmanFile.read(postman, environment);
    }

    private void write(String text, Map<String, String> operations, Console console) {
        Path folder = Objects.requireNonNull(out.toAbsolutePath().normalize().getParent(), "a file has a folder");
        ReadableDraft draft = ReadableDraft.of(text, folder);
        EditorSchemas schemas = EditorSchemas.beside(out, force);
        NewFile file = new NewFile(out, force);
        file.mustBeFree();
        schemas.mustBeOurs();
        schemas.write();
        file.write(draft.text());
        console.say("wrote " + out + " with these operations:");
        operations.forEach((name, title) -> {
            if (!draft.leftOut().containsKey(name)) {
                console.say("  %-20s %s".formatted(name, title));
            }
        });
        List<String> unreadable = draft.leftOut().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(one -> one.getKey() + ": " + one.getValue())
                .toList();
        say("what cannot be read stands there as a comment:", unreadable, console);
    }

    private static void say(String heading, List<String> lines, Console console) {
        if (!lines.isEmpty()) {
            console.say(heading);
            lines.stream().limit(MOST_SHOWN).forEach(one -> console.say("  " + one));
        }
        if (lines.size() > MOST_SHOWN) {
            console.say("  and " + (lines.size() - MOST_SHOWN) + " more, which the file names");
        }
    }

    private static void report(RecordingDraft draft, Console console) {
        say("not imported:", draft.notImported(), console);
        if (draft.scripts() > 0) {
            console.say("scripts not run: " + draft.scripts());
        }
        if (!draft.missingVariables().isEmpty()) {
            console.say("set these variables of the environment: " + String.join(", ", draft.missingVariables()));
        }
    }

    /** Where the document is, seen from the target file. */
    private String place(String openapi) {
        if (Document.isUrl(openapi)) {
            return openapi;
        }
        Path folder = out.toAbsolutePath().normalize().getParent();
        Path document = Path.of(openapi).toAbsolutePath().normalize();
        return folder == null
                ? document.toString()
                : folder.relativize(document).toString().replace('\\', '/');
    }
}
