package dev.samekey.reports.cli;

import dev.samekey.reports.render.Console;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Help.Ansi;

/** The terminal that a command was started in: whether somebody watches, in colours, and how wide it is. */
record Screen(boolean isWatched, boolean isColored, int width) {
    /** Where nobody knows. */
    static final int USUAL_WIDTH = 80;

    private static final int NARROWEST = 20;
    private static final long MOST_SECONDS = 2;

    /** That of this process. */
    static Screen here() {
        boolean isWatched = isTerminal() && !"dumb".equals(System.getenv("TERM"));
        // Picocli knows NO_COLOR and what else is usual.
        return new Screen(
                isWatched, isWatched && Ansi.AUTO.enabled(), isWatched ? width(System.getenv()) : USUAL_WIDTH);
    }

    Console console(PrintWriter out) {
        return new Console(out, isWatched, isColored, width);
    }

    Screen colored(boolean really) {
        return new Screen(isWatched, really, width);
    }

    /** Since Java 22 there is a console without a terminal too. */
    @SuppressWarnings("SystemConsoleNull") // Asked further where it is not null.
    private static boolean isTerminal() {
        java.io.Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return Boolean.TRUE.equals(
                    java.io.Console.class.getMethod("isTerminal").invoke(console));
        } catch (ReflectiveOperationException beforeJava22) {
            return true;
        }
    }

    private static int width(Map<String, String> environment) {
        String columns = environment.get("COLUMNS");
        return columns == null ? columns(size()) : columns("0 " + columns);
    }

    /** @param size rows and columns, as {@code stty size} prints them */
    static int columns(String size) {
        String[] parts = size.strip().split(" ", -1);
        if (parts.length != 2 || !parts[1].matches("\\d{1,5}")) {
            return USUAL_WIDTH;
        }
        int columns = Integer.parseInt(parts[1]);
        return columns < NARROWEST ? USUAL_WIDTH : columns;
    }

    /** Empty where it is not known. */
    private static String size() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!stty.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
                stty.destroyForcibly();
                return "";
            }
            return new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException noSuchProgram) {
            // There is none on Windows; the usual width is no error.
            return "";
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
