package dev.samekey.reports.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.drive.process.CannotRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

class FailureHandlerTest {
    /** Some variable that is set wherever the tests run. */
    private static final Map.Entry<String, String> VARIABLE = System.getenv().entrySet().stream()
            .filter(variable -> variable.getValue().length() > 8)
            .findFirst()
            .orElseThrow();

    @TempDir
    private Path folder = Path.of("");

    @Command(name = "crash")
    static final class Crash implements Callable<Integer> {
        private final Throwable failure;

        @Option(names = "--out")
        Path out = Path.of("");

        @ArgGroup
        Subject subject = new Subject();

        /** As in verify. */
        static final class Subject {
            @Option(names = "--target")
            Path target = Path.of("");
        }

        Crash(Throwable failure) {
            this.failure = failure;
        }

        @Override
        public Integer call() throws Exception {
            if (failure instanceof Error error) {
                throw error;
            }
            throw (Exception) failure;
        }
    }

    @Test
    void a_fault_ends_in_one_sentence_and_its_trace_is_in_the_folder_of_the_reports() throws IOException {
        Path target = Files.writeString(
                folder.resolve("target.yaml"),
                "principals: {a: {headers: {A: \"${env:" + VARIABLE.getKey() + "}\"}}}\n");
        Path out = folder.resolve("report");
        OutFolder.claim(out).close();

        String said = said(new IllegalStateException("got " + VARIABLE.getValue()), out, target);

        Path trace = out.resolve("samekey-trace.txt");
        assertThat(said)
                .isEqualTo("samekey: the command ended by a fault of Samekey itself (IllegalStateException):"
                        + " report it to Samekey's developers; the trace is in " + trace);
        assertThat(trace)
                .content()
                .startsWith("samekey crash, ")
                .contains("IllegalStateException: got $" + VARIABLE.getKey(), "\tat ")
                .doesNotContain(VARIABLE.getValue());
    }

    @Test
    void without_a_folder_of_ours_and_a_file_that_can_be_read_the_trace_has_no_message_and_a_place_of_its_own()
            throws IOException {
        Path mine = Files.createDirectory(folder.resolve("mine"));

        String said = said(new IllegalStateException("a secret"), mine, folder.resolve("none.yaml"));

        assertThat(mine).isEmptyDirectory();
        Path trace = Path.of(said.replaceFirst(".* the trace is in ", ""));
        assertThat(trace)
                .content()
                .contains("java.lang.IllegalStateException", "FailureHandlerTest")
                .doesNotContain("a secret");
        Files.delete(trace);
    }

    @Test
    void errors_of_the_machine_end_in_one_sentence_too() throws IOException {
        Path out = folder.resolve("report");
        OutFolder.claim(out).close();

        assertThat(said(new StackOverflowError(), out, folder))
                .contains("(StackOverflowError)")
                .hasLineCount(1);
        assertThat(said(new CompletionException(new OutOfMemoryError("Java heap space")), out, folder))
                .matches(
                        "samekey: out of memory: it had \\d+ MB; give it twice as much \\(java -Xmx\\d+m\\), or run fewer"
                                + " scenarios at the same time \\(limits.at_once\\); the trace is in .*")
                .hasLineCount(1);
    }

    @Test
    void a_message_for_the_user_is_printed_alone_wherever_it_was_thrown() throws IOException {
        assertThat(said(new CannotRun("do this"), folder, folder)).isEqualTo("samekey: do this");
        assertThat(said(new CompletionException(new CannotRun("do this")), folder, folder))
                .isEqualTo("samekey: do this");
        assertThat(folder).isEmptyDirectory();
    }

    private static String said(Throwable failure, Path out, Path target) {
        StringWriter said = new StringWriter();
        CommandLine main = Main.commandLine().addSubcommand(new Crash(failure)).setErr(new PrintWriter(said, true));
        assertThat(main.execute("crash", "--out", out.toString(), "--target", target.toString()))
                .isEqualTo(2);
        return said.toString().strip();
    }
}
