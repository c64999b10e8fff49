package dev.samekey.reports.cli;

import dev.samekey.oracles.wait.OutOfMemory;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.Secrets;
import dev.samekey.steps.model.targets.TargetFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/** Ends each command that fails with one sentence and exit code 2. The trace of a fault of Samekey goes to a file. */
final class FailureHandler implements IExecutionExceptionHandler, IExecutionStrategy {
    private static final int CANNOT_JUDGE = 2;

    /** Made before there is no memory to make it. */
    private static final String OUT_OF_MEMORY = outOfMemory(Runtime.getRuntime().maxMemory() >> 20);

    /**
     * Has the process end where memory runs out in a thread that nobody waits for, or once more here. Other failures of such
     * threads are printed, as Java does.
     */
    static void watch() {
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
            if (!OutOfMemory.is(failure)) {
                failure.printStackTrace();
                return;
            }
            System.err.println("samekey: " + OUT_OF_MEMORY);
            // What else would be done at the end may need memory, or wait for this thread.
            Runtime.getRuntime().halt(CANNOT_JUDGE);
        });
    }

    /** Picocli handles exceptions only: an error becomes the cause of one. */
    @Override
    public int execute(ParseResult parsed) {
        try {
            return new RunLast().execute(parsed);
        } catch (Error error) {
            List<CommandLine> commands = parsed.asCommandLineList();
            throw new ExecutionException(commands.get(commands.size() - 1), String.valueOf(error), error);
        }
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        Throwable cause = cause(failure);
        command.getErr()
                .println("samekey: "
                        + (isMessage(cause)
                                ? readable(String.valueOf(cause.getMessage()), parsed)
                                : fault(cause, command, parsed)));
        return CANNOT_JUDGE;
    }

    /** Without the secrets that are known. */
    private static String readable(String message, ParseResult parsed) {
        return secrets(parsed).orElseGet(() -> new Secrets(Map.of())).redact(message);
    }

    /** What a user can read: the message of a failure that is expected, and the name of any other. */
    static String message(Throwable failure) {
        return isMessage(failure)
                ? String.valueOf(failure.getMessage())
                : "a fault of Samekey itself (" + failure.getClass().getSimpleName() + ")";
    }

    private static boolean isMessage(Throwable failure) {
        return failure instanceof CannotRun || failure instanceof BadFile;
    }

    private static Throwable cause(Throwable failure) {
        Throwable cause = failure.getCause();
        boolean wraps = failure instanceof ExecutionException || failure instanceof CompletionException;
        return wraps && cause != null ? cause(cause) : failure;
    }

    /** The message of the failure is for the trace only: it may hold a secret. */
    private static String fault(Throwable failure, CommandLine command, ParseResult parsed) {
        String trace = written(trace(failure, command, parsed), command);
        return OutOfMemory.is(failure)
                ? OUT_OF_MEMORY + "; " + trace
                : "the command ended by " + message(failure) + ": report it to Samekey's developers; " + trace;
    }

    private static String outOfMemory(long megabytes) {
        return "out of memory: it had " + megabytes + " MB; give it twice as much (java -Xmx" + 2 * megabytes
                + "m), or run fewer scenarios at the same time (limits.at_once)";
    }

    private static String written(String trace, CommandLine command) {
        try {
            Path file = place(command);
            Files.writeString(file, trace);
            return "the trace is in " + file;
        } catch (IOException failure) {
            return "the trace could not be written: " + failure;
        }
    }

    private static Path place(CommandLine command) throws IOException {
        OptionSpec out = command.getCommandSpec().findOption("--out");
        return out != null && out.getValue() instanceof Path folder && OutFolder.isOurs(folder)
                ? folder.resolve(OutFolder.TRACE)
                : Files.createTempFile("samekey-trace", ".txt");
    }

    private static String trace(Throwable failure, CommandLine command, ParseResult parsed) {
        String head = "samekey %s, %s, Java %s on %s%n%n"
                .formatted(
                        command.getCommandName(),
                        new Main.Version().getVersion()[0],
                        System.getProperty("java.version"),
                        System.getProperty("os.name"));
        return head
                + secrets(parsed).map(secrets -> secrets.redact(whole(failure))).orElseGet(() -> bare(failure));
    }

    /** Those of the target file; nothing where it cannot be read. */
    private static Optional<Secrets> secrets(ParseResult parsed) {
        ParseResult last = parsed;
        while (last.hasSubcommand()) {
            last = last.subcommand();
        }
        if (last.commandSpec().name().equals("try")) {
            // Its secrets stand in its own arguments.
            return Optional.empty();
        }
        if (last.hasMatchedOption("--set") || last.hasMatchedOption("--profile")) {
            // They may name variables that the file does not, or not there.
            return Optional.empty();
        }
        OptionSpec target = last.matchedOption("--target");
        Optional<Path> path = TargetChoice.of(
                target == null ? null : Path.of(target.stringValues().get(0)));
        if (path.isEmpty()) {
            return Optional.of(new Secrets(Map.of()));
        }
        try {
            YamlFile file = YamlFile.read(path.get());
            return Optional.of(TargetFile.secrets(file, System.getenv()));
        } catch (RuntimeException | StackOverflowError unreadable) {
            return Optional.empty();
        }
    }

    private static String whole(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }

    /** Without any message. */
    private static String bare(Throwable failure) {
        return Stream.iterate(failure, one -> one != null, Throwable::getCause)
                .flatMap(one -> Stream.concat(Stream.of(one.getClass().getName()), Arrays.stream(one.getStackTrace())))
                .map(String::valueOf)
                .collect(Collectors.joining(System.lineSeparator()));
    }
}
