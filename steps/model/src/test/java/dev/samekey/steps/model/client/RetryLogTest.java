package dev.samekey.steps.model.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.model.client.RetryLog.Entry;
import dev.samekey.steps.model.contract.AttemptSeen;
import dev.samekey.steps.model.contract.Dialects;
import dev.samekey.steps.model.contract.RetryReview;
import dev.samekey.steps.model.file.BadFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryLogTest {
    @Test
    void a_log_of_one_operation_needs_no_name_of_it() {
        RetryLog log = RetryLog.of("a.csv", """
                attempt,delay_ms,status,code,notes
                1,0,503,DEPENDENCY.unavailable,"down, again"
                2,150,timeout,,
                3,390,201,,done
                """);

        assertThat(log.operations()).containsOnlyKeys("");
        assertThat(seen(log, ""))
                .containsExactly(
                        new AttemptSeen(null, 503, "DEPENDENCY.unavailable", null),
                        new AttemptSeen(Duration.ofMillis(150), null, null, null),
                        new AttemptSeen(Duration.ofMillis(390), 201, null, null));
        assertThat(Objects.requireNonNull(log.operations().get("")).get(2).line())
                .isEqualTo(4);
    }

    @Test
    void operations_may_be_mixed_where_each_is_named() {
        RetryLog log = RetryLog.of("a.csv", """
                operation,attempt,delay_ms,status
                a,1,,503
                b,1,,500
                b,2,110,201
                a,2,120,201
                """);
        assertThat(seen(log, "a")).hasSize(2);
        assertThat(seen(log, "b").get(1).delayBefore()).isEqualTo(Duration.ofMillis(110));
    }

    @Test
    void json_lines_have_the_same_members() {
        RetryLog log = RetryLog.of("a.jsonl", """
                {"operation": "a", "attempt": 1, "delay_ms": 0, "status": 429, "retry_after_ms": 1000}

                {"operation": "a", "attempt": 2, "delay_ms": 1044, "status": null}
                """);
        assertThat(seen(log, "a"))
                .containsExactly(
                        new AttemptSeen(null, 429, null, Duration.ofMillis(1000)),
                        new AttemptSeen(Duration.ofMillis(1044), null, null, null));
    }

    @Test
    void the_seed_keeps_the_contract_of_the_playbook() throws IOException {
        RetryLog log = RetryLog.of("client-retry-log.csv", seed());

        assertThat(log.operations()).hasSize(7);
        assertThat(seen(log, "payment-3"))
                .extracting(AttemptSeen::delayBefore)
                .containsExactly(null, Duration.ofMillis(141), Duration.ofMillis(1017));
        assertThat(log.operations().keySet())
                .allSatisfy(operation -> assertThat(RetryReview.of(
                                Objects.requireNonNull(
                                        Dialects.shipped("playbook").retry()),
                                seen(log, operation),
                                Duration.ZERO,
                                false))
                        .isEmpty());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "attempt,delay_m,status;1,0,503 | a.csv:1: column 2: «delay_m» is no column of a retry log; did you mean «delay_ms»?",
                "attempt,attempt;1,1 | a.csv:1: column 2: «attempt» stands twice",
                "attempt,delay_ms;1,0 | a.csv:1: the column «status» is missing",
                "attempt,delay_ms,status;1,0,503;3,150,201 | a.csv:3: column 1 (attempt): is 3, and 2 is next",
                "attempt,delay_ms,status;1,0,503;1,0,201 | a.csv:3: column 1 (attempt): is 1, and 2 is next: if another operation begins here, name each",
                "attempt,delay_ms,status;1,0,503;2,-5,201 | a.csv:3: column 2 (delay_ms): is -5: a clock ran backwards",
                "attempt,delay_ms,status,at_ms;1,0,503,900;2,178,201,400 | a.csv:3: column 4 (at_ms): is 400, and the attempt before was sent at 900: a clock ran backwards",
                "attempt,delay_ms,status;1,0,503;2,,201 | a.csv:3: column 2 (delay_ms): «» is no whole number",
                "attempt,delay_ms,status;1,7,503 | a.csv:2: column 2 (delay_ms): is 7, and there is no delay before the first attempt",
                "attempt,delay_ms,status;1,0,999 | a.csv:2: column 3 (status): «999» is no status from 100 to 599",
                "attempt,delay_ms,status;1,0,oops | a.csv:2: column 3 (status): «oops» is no status",
                "attempt,delay_ms,status,at_ms;1,0,503,900;2,178,201,950 | a.csv:3: column 4 (at_ms): is 950, and the attempt before was sent at 900: that is less than the delay of 178 ms",
                "attempt,delay_ms,status;1,0 | a.csv:2: column 3 (status): is missing; the first line names 3 columns, and this one has 2; write each comma",
                "attempt,delay_ms,status;1,0,503;2,9999999999999,201 | a.csv:3: column 2 (delay_ms): «9999999999999» is no whole number of up to 12 digits",
                "attempt,delay_ms,status;1,0,503,x | a.csv:2: column 4: the first line names 3 columns, and this one has 4",
                "attempt,sent_at_ms,answered_at_ms,status;1,0,90,503;2,80,99,201 | a.csv:3: column 2 (sent_at_ms): is 80, before the attempt before it ended at 90",
                "attempt,sent_at_ms,answered_at_ms,status;1,50,9,503 | a.csv:2: column 3 (answered_at_ms): is 9, before the attempt was sent at 50",
                "attempt,sent_at_ms,status;1,50,503 | a.csv:1: the column «answered_at_ms» is missing",
                "operation,attempt,delay_ms,status;,1,0,503 | a.csv:2: column 1 (operation): is empty",
                "operation,attempt,delay_ms,status;a,2,0,503 | a.csv:2: column 2 (attempt): is 2, and 1 is next of the operation «a»",
                "attempt,delay_ms,status | a.csv: has no attempt",
                "{\"attempt\": 1,;} | a.csv:1: column",
                "{\"attempts\": 1} | a.csv:1: «attempts» is no member of a retry log; did you mean «attempt»?",
            })
    void what_is_wrong_is_reported_with_line_and_column(String lines, String message) {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> RetryLog.of("a.csv", lines.replace(';', '\n') + "\n"))
                .withMessageStartingWith(message);
    }

    @Test
    void the_mark_before_a_table_of_a_spreadsheet_is_no_part_of_a_name() {
        assertThat(seen(RetryLog.of("a.csv", "\uFEFFattempt,delay_ms,status\r\n1,0,503\r\n2,150,201\r\n"), ""))
                .hasSize(2);
    }

    @Test
    void semicolons_between_columns_are_named() {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> RetryLog.of("a.csv", "attempt;delay_ms;status\n1;0;503\n"))
                .withMessage("a.csv:1: column 1: «attempt;delay_ms;status» is no column of a retry log: put a comma"
                        + " between two columns");
    }

    @Test
    void a_quote_that_is_not_closed_is_reported_with_its_line() {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> RetryLog.of("a.csv", "attempt,delay_ms,status,notes\n1,0,503,\"down\n2,150,201,\n"))
                .withMessage("a.csv:4: is not CSV: Missing closing quote for value");
    }

    @Test
    void what_is_no_text_is_shown_in_short() {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> RetryLog.of("a.csv", "\0".repeat(5000)))
                .withMessageStartingWith("a.csv:1: column 1: «…» is no column of a retry log");
    }

    @Test
    void a_file_that_is_not_there_is_reported() {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> RetryLog.read(Path.of("no-such.csv")))
                .withMessage("no-such.csv: there is no such file");
    }

    private static List<AttemptSeen> seen(RetryLog log, String operation) {
        return Objects.requireNonNull(log.operations().get(operation)).stream()
                .map(Entry::seen)
                .toList();
    }

    private static String seed() throws IOException {
        String resource = "/samekey/seeds/client-retry-log.csv";
        try (InputStream in = Objects.requireNonNull(RetryLogTest.class.getResourceAsStream(resource))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
