package dev.samekey.oracles.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.wait.Interrupted;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "its commands are those of a POSIX shell")
class LogCommandTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final Path folder;

    LogCommandTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void what_the_command_prints_is_the_log() {
        LogCommand command = command(LONG, 1000, "printf", "{\"key\":\"k-1\"}\\nplain\\n");

        assertThat(command.lines("k-1")).containsExactly("{\"key\":\"k-1\"}", "plain", "");
        assertThat(new LogOracle(command, LONG)
                        .lines("key", "k-1", 1, Instant.EPOCH)
                        .value())
                .hasSize(1);
    }

    @Test
    void it_runs_in_its_folder_and_no_shell_reads_it() {
        assertThat(command(LONG, 1000, "pwd").lines("")).first().isEqualTo(folder.toString());
        assertThat(command(LONG, 1000, "echo", "$HOME; ls").lines("")).first().isEqualTo("$HOME; ls");
    }

    @Test
    void a_failure_is_reported_with_what_the_command_said() {
        assertThatExceptionOfType(OracleSilent.class)
                .isThrownBy(command(LONG, 1000, "sh", "-c", "echo no such pod >&2; exit 3")::check)
                .withMessageContaining("ended with 3: no such pod");
    }

    @Test
    void a_command_that_is_not_there_is_silence() {
        assertThatExceptionOfType(OracleSilent.class)
                .isThrownBy(command(LONG, 1000, "no-such-command")::check)
                .withMessageContaining("«no-such-command» cannot be run");
    }

    @Test
    void a_command_that_follows_the_log_is_ended() {
        assertThatExceptionOfType(OracleSilent.class)
                .isThrownBy(command(Duration.ofMillis(200), 1000, "sleep", "600")::check)
                .withMessageContaining("did not end within 200 ms («oracles.log.within»)");
    }

    @Test
    void a_command_that_prints_without_end_is_ended() {
        assertThatExceptionOfType(OracleSilent.class)
                .isThrownBy(command(LONG, 1000, "yes")::check)
                .withMessageContaining("printed more than 1000 bytes");
    }

    @Test
    void an_interrupted_wait_is_no_silence_of_the_log() {
        Thread.currentThread().interrupt();
        try {
            assertThatExceptionOfType(Interrupted.class)
                    .isThrownBy(command(LONG, 1000, "sleep", "600")::check)
                    .withMessage("interrupted while waiting for the log's command «sleep 600»");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void an_interrupted_look_into_the_log_is_no_line_less() {
        LogOracle oracle = new LogOracle(command(LONG, 1000, "true"), LONG);

        Thread.currentThread().interrupt();
        try {
            assertThatExceptionOfType(Interrupted.class).isThrownBy(() -> oracle.containing("k-1", 1));
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    private LogCommand command(Duration limit, long most, String... words) {
        return new LogCommand(List.of(words), folder, limit, most);
    }
}
