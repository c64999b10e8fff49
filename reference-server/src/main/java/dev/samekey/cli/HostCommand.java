package dev.samekey.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Runs one server after another in one process: only the first of them starts on a cold virtual machine. */
@Command(
        name = "host",
        mixinStandardHelpOptions = true,
        description = "Run one server after another. A line of standard input starts one: it has the options of serve,"
                + " with tabs between them, and is answered by 'ready' and the URLs, or 'failed' and why. The next line"
                + " ends that server: 'stop' in order, answered by 'stopped', and 'abandon' as a kill would, answered by"
                + " 'abandoned'.")
final class HostCommand implements Runnable {
    private static final String ABANDON = "abandon";

    @Override
    public void run() {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Stream.generate(() -> line(in)).takeWhile(line -> line != null).forEach(line -> serve(line, in));
    }

    private static void serve(String options, BufferedReader in) {
        System.out.println(end(options, in));
    }

    /** Comes back when the server has ended. */
    private static String end(String options, BufferedReader in) {
        try {
            ServeCommand.Running server = started(List.of(options.split("\t")));
            if (ABANDON.equals(line(in))) {
                server.abandon();
                return "abandoned";
            }
            server.close();
            return "stopped";
        } catch (Exception failure) {
            return "failed " + Failures.explain(failure);
        }
    }

    private static ServeCommand.Running started(List<String> options) {
        ServeCommand serve = new ServeCommand();
        new CommandLine(serve).parseArgs(options.toArray(String[]::new));
        return serve.start();
    }

    private static @Nullable String line(BufferedReader in) {
        try {
            return in.readLine();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
