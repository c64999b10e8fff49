package dev.samekey.oracles.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.evidence.Seen;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogOracleTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(100);
    private static final Instant START = Instant.EPOCH;

    @Test
    void the_lines_of_a_key_are_found_among_others(@TempDir Path folder) throws IOException {
        Path file = log(folder, "");
        LogOracle oracle = new LogOracle(new LogFile(file), LONG);
        add(file, line("k-1", 201) + "\nplain text with k-1\n" + line("k-10", 201) + "\n\n" + line("k-1", 409) + "\n");

        Seen<List<JsonNode>> seen = oracle.lines("key", "k-1", 2, START);

        assertThat(seen.value()).extracting(node -> node.path("status").asInt()).containsExactly(201, 409);
        assertThat(seen.evidence().kind()).isEqualTo(EvidenceKind.LOG);
        assertThat(seen.evidence().title()).isEqualTo("file app.log: lines with key = k-1");
        assertThat(seen.evidence().text()).isEqualTo(line("k-1", 201) + "\n" + line("k-1", 409));
    }

    @Test
    void a_value_in_another_member_does_not_count(@TempDir Path folder) throws IOException {
        Path file = log(folder, "");
        LogOracle oracle = new LogOracle(new LogFile(file), SHORT);
        add(file, "{\"parent\": \"k-1\"}\n{\"inner\": {\"key\": \"k-1\"}}\n");

        assertThat(oracle.lines("key", "k-1", 1, START).value()).isEmpty();
    }

    @Test
    void a_line_that_is_written_late_is_waited_for(@TempDir Path folder) throws IOException {
        Path file = log(folder, "");
        LogOracle oracle = new LogOracle(new LogFile(file), LONG);
        Executor late = CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS);
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> add(file, line("k-1", 201) + "\n"), late);

        assertThat(oracle.lines("key", "k-1", 1, START).value()).hasSize(1);
        writer.join();
    }

    @Test
    void a_half_written_line_counts_when_it_is_whole(@TempDir Path folder) throws IOException {
        Path file = log(folder, "");
        LogOracle oracle = new LogOracle(new LogFile(file), SHORT);
        String line = line("k-1", 201);
        add(file, line.substring(0, line.length() - 4));
        assertThat(oracle.lines("key", "k-1", 1, START).value()).isEmpty();

        add(file, line.substring(line.length() - 4) + "\n");
        assertThat(oracle.lines("key", "k-1", 1, START).value()).hasSize(1);
    }

    @Test
    void more_lines_than_expected_are_all_reported(@TempDir Path folder) throws IOException {
        Path file = log(folder, "");
        LogOracle oracle = new LogOracle(new LogFile(file), LONG);
        add(file, (line("k-1", 201) + "\n").repeat(3));

        assertThat(oracle.lines("key", "k-1", 1, START).value()).hasSize(3);
    }

    @Test
    void what_was_there_before_does_not_count(@TempDir Path folder) throws IOException {
        Path file = log(folder, line("k-1", 500) + "\n");
        LogOracle oracle = new LogOracle(new LogFile(file), LONG);
        add(file, line("k-1", 201) + "\n");

        assertThat(oracle.lines("key", "k-1", 1, START).value())
                .extracting(node -> node.path("status").asInt())
                .containsExactly(201);
    }

    @Test
    void a_file_that_was_cut_off_is_read_from_its_beginning(@TempDir Path folder) throws IOException {
        Path file = log(folder, line("k-0", 200).repeat(20) + "\n");
        LogOracle oracle = new LogOracle(new LogFile(file), LONG);
        Files.writeString(file, line("k-1", 201) + "\n", StandardOpenOption.TRUNCATE_EXISTING);

        assertThat(oracle.lines("key", "k-1", 1, START).value()).hasSize(1);
    }

    @Test
    void a_file_that_was_rotated_is_read_from_its_beginning(@TempDir Path folder) throws IOException {
        Path file = log(folder, line("k-0", 200).repeat(20) + "\n");
        LogOracle oracle = new LogOracle(new LogFile(file), LONG);
        Files.move(file, folder.resolve("app.log.1"), StandardCopyOption.REPLACE_EXISTING);
        Files.writeString(file, line("k-1", 201) + "\n");

        assertThat(oracle.lines("key", "k-1", 1, START).value()).hasSize(1);
    }

    @Test
    void a_file_that_is_not_there_is_silence(@TempDir Path folder) {
        LogOracle oracle = new LogOracle(new LogFile(folder.resolve("none.log")), SHORT);

        assertThatExceptionOfType(OracleSilent.class).isThrownBy(oracle::check).withMessageContaining("none.log");
        assertThatExceptionOfType(OracleSilent.class)
                .isThrownBy(() -> oracle.lines("key", "k-1", 1, START))
                .withMessageContaining("none.log");
    }

    @Test
    void nothing_is_missing_that_an_index_does_not_find() {
        LogOracle oracle = new LogOracle(new Shipped(List.of(line("k-1", 201)), true), Duration.ZERO);

        assertThat(oracle.lines("key", "k-1", 1, START).value()).hasSize(1);
        assertThat(oracle.containing("k-1", 0).value()).hasSize(1);
    }

    @Test
    void a_line_is_missing_where_others_have_come() {
        LogOracle oracle = new LogOracle(new Shipped(List.of(), true), Duration.ZERO);

        assertThat(oracle.lines("key", "k-1", 1, START).value()).isEmpty();
    }

    @Test
    void a_log_without_any_line_since_then_is_silence() {
        LogOracle oracle = new LogOracle(new Shipped(List.of(), false), Duration.ZERO);

        assertThatExceptionOfType(OracleSilent.class)
                .isThrownBy(() -> oracle.lines("key", "k-1", 1, START))
                .withMessageContaining("has no line at all since " + START);
    }

    /** Lines that were brought to where an index finds none of them. */
    private record Shipped(List<String> all, boolean anySince) implements LogSource {
        @Override
        public String name() {
            return "index";
        }

        @Override
        public void check() {}

        @Override
        public List<String> lines(String text) {
            return List.of();
        }

        @Override
        public List<String> unindexed(String text) {
            return all;
        }

        @Override
        public boolean anySince(Instant time) {
            return anySince;
        }

        @Override
        public Duration pause() {
            return Duration.ofMillis(1);
        }
    }

    private static Path log(Path folder, String text) throws IOException {
        return Files.writeString(folder.resolve("app.log"), text);
    }

    private static void add(Path file, String text) {
        try {
            Files.writeString(file, text, StandardOpenOption.APPEND);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String line(String key, int status) {
        return "{\"key\":\"" + key + "\",\"status\":" + status + "}";
    }
}
