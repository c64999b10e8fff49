package dev.samekey.reports.cli;

import dev.samekey.reports.render.Console;
import dev.samekey.steps.author.draft.Draft;
import dev.samekey.steps.author.draft.FileKind;
import dev.samekey.steps.author.draft.HarFile;
import dev.samekey.steps.author.draft.HttpFile;
import dev.samekey.steps.author.draft.PostmanFile;
import dev.samekey.steps.author.draft.ReadableDraft;
import dev.samekey.steps.author.draft.Recording;
import dev.samekey.steps.author.draft.RecordingDraft;
import dev.samekey.steps.author.draft.Wanted;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.file.BadFile;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Drafts a target file. It asks the API nothing. */
@Command(
        name = "init",
        mixinStandardHelpOptions = true,
        description =
                "Drafts a target file from a description of an API (OpenAPI, Swagger, an overlay, AsyncAPI, a Smithy model in"
                        + " JSON), from a recording of its requests (HAR), or from a collection of them (Postman, .http). What is guessed"
                        + " is called a guess. A credential of a recording is not written: a"
                        + " variable of the environment stands in its place. The schemas that editors complete and check the file"
                        + " by go to the folder .samekey beside it.",
        footer = {
            "",
            "Exit code 0: the file is written; 2: it is not, and the message says why.",
            "",
            "Examples:",
            "  samekey init api.yaml                        writes samekey.yaml",
            "  samekey init https://staging.example/openapi.json --out staging.yaml",
            "  samekey init api.yaml --path /payments --tag refunds     some of many",
            "  samekey init api.yaml --operation payment.settled        its consumer",
            "  samekey init session.har                     what a browser recorded",
            "  samekey init collection.json --environment staging.json"
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
                    "Of a description: draft this operation, by its id or such as «POST /payments», and what must come"
                            + " before it, or this webhook. May be repeated; --tag and --path add others.")
    private List<String> operations = List.of();

    @Option(
            names = "--tag",
            paramLabel = "TAG",
            description = "Of a description: draft the operations that the document puts under this tag.")
    private List<String> tags = List.of();

    @Option(
            names = "--path",
            paramLabel = "PATH",
            description = "Of a description: draft the operations whose path begins with this one.")
    private List<String> paths = List.of();

    @Option(
            names = "--environment",
            paramLabel = "FILE",
            description =
                    "Of a collection: an exported environment of Postman, whose variables the collection names. What"
                            + " is secret in it is not written.")
    private @Nullable Path environment;

    @Option(names = "--force", description = "Replace the files that are there.")
    private boolean force;

    /** What the file is drafted from. */
    static final class Source {
        @Parameters(
                paramLabel = "FILE|URL",
                arity = "1",
                description = "The description, recording or collection. What it is shows in it.")
        private @Nullable String any;

        @Option(
                names = "--openapi",
                paramLabel = "FILE|URL",
                required = true,
                description = "The same, where it must be a description.")
        private @Nullable String openapi;

        @Option(
                names = "--har",
                paramLabel = "FILE",
                required = true,
                description = "The same, where it must be an HTTP archive (HAR) of a browser or a proxy.")
        private @Nullable String har;

        @Option(
                names = "--postman",
                paramLabel = "FILE",
                required = true,
                description =
                        "The same, where it must be a collection of Postman, exported as version 2.0 or 2.1. Its scripts are"
                                + " not run.")
        private @Nullable String postman;

        /** A file, or the URL of a description. */
        private String place() {
            return Stream.of(any, openapi, har, postman)
                    .flatMap(Stream::ofNullable)
                    .findFirst()
                    .orElseThrow();
        }

        /**
         * What it must be by its option, or else what shows in the file.
         *
         * @throws BadFile where it is one of a kind that is not read
         */
        private FileKind kind() {
            if (har != null) {
                return FileKind.HAR;
            }
            if (postman != null) {
                return FileKind.POSTMAN;
            }
            FileKind shown = Document.isUrl(place()) ? FileKind.DOCUMENT : FileKind.of(Path.of(place()));
            return openapi == null ? shown : FileKind.DOCUMENT;
        }
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
        FileKind kind = source.kind();
        String place = source.place();
        if (wantsSome && kind != FileKind.DOCUMENT) {
            throw new CannotRun("--operation, --tag and --path choose some of a description: OpenAPI and its like");
        }
        if (environment != null && kind != FileKind.POSTMAN) {
            throw new CannotRun("--environment is one of Postman, and goes with a collection of it");
        }
        if (kind == FileKind.DOCUMENT) {
            Draft draft = new Draft(
                    Document.read(place, Path.of(""), Network.direct()),
                    seenFromTarget(place),
                    new Wanted(operations, tags, paths));
            write(draft.toString(), draft.operations(), console);
            say("left out:", draft.leftOut(), console);
        } else {
            RecordingDraft draft = new RecordingDraft(recording(kind, Path.of(place)), System.getenv());
            write(draft.toString(), draft.operations(), console);
            report(draft, console);
        }
        console.say("next: read what it guesses, write «writes: allowed» where you mean it, and run");
        String target = out.equals(TargetChoice.USUAL) ? "" : " --target " + out;
        console.say("  samekey discover" + target + "   which dialect does it follow?");
        console.say("  samekey check" + target + "      does each operation work?");
        return 0;
    }

    private Recording recording(FileKind kind, Path file) {
        return switch (kind) {
            case HAR -> HarFile.read(file);
            case HTTP -> HttpFile.read(file);
            case POSTMAN -> environment == null ? PostmanFile.read(file) : PostmanFile.read(file, environment);
            case DOCUMENT -> throw new IllegalStateException("a description is no recording");
        };
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
    private String seenFromTarget(String place) {
        if (Document.isUrl(place)) {
            return place;
        }
        Path folder = out.toAbsolutePath().normalize().getParent();
        Path document = Path.of(place).toAbsolutePath().normalize();
        return folder == null
                ? document.toString()
                : folder.relativize(document).toString().replace('\\', '/');
    }
}
