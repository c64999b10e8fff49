package dev.samekey.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import picocli.CommandLine.Option;

/** How long a command stays: until it is stopped, or until whoever started it is gone. */
final class Lifetime {
    @Option(
            names = "--until-stdin-closes",
            description = "End when standard input ends, so as never to outlive whoever started this.")
    private boolean untilStdinCloses;

    /** Stays; whatever ends it, the shutdown hook closes what is running. */
    void await(AutoCloseable running) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(running), "shutdown"));
        try {
            if (untilStdinCloses) {
                System.in.transferTo(java.io.OutputStream.nullOutputStream());
            } else {
                Thread.currentThread().join();
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void close(AutoCloseable running) {
        try {
            running.close();
        } catch (Exception failed) {
            System.err.println(Failures.explain(failed));
        }
    }
}
