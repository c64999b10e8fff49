package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.model.client.RetryLog;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A log is judged as far as it shows something, and what is broken is named with its line. */
class RetryLogRunTest {
    private static final String COLUMNS = "attempt,operation,delay_ms,status,code,notes\n";

    @Test
    void a_retry_of_what_cannot_succeed_is_named_with_its_line() {
        ScenarioResult result = judged(
                "CLI-5",
                COLUMNS + "1,payment-1,0,400,VALIDATION.member,\n" + "2,payment-1,150,400,VALIDATION.member,\n");

        assertThat(result.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(result.reason()).contains("line 3 of retries.csv", "which is never retried");
        assertThat(result.line()).isEqualTo(3);
    }

    @Test
    void a_client_that_gives_up_too_soon_is_broken() {
        ScenarioResult result = judged("CLI-4", COLUMNS + "1,payment-1,0,503,DEPENDENCY.unavailable,\n");

        assertThat(result.verdict()).isEqualTo(Verdict.BROKEN);
    }

    @Test
    void a_retry_before_the_service_asked_is_broken() {
        String columns = "attempt,operation,delay_ms,status,code,retry_after_ms\n";

        assertThat(judged(
                                "CLI-7",
                                columns + "1,payment-1,0,503,DEPENDENCY.unavailable,2000\n" + "2,payment-1,900,201,,\n")
                        .verdict())
                .isEqualTo(Verdict.BROKEN);
        assertThat(judged(
                                "CLI-7",
                                columns + "1,payment-1,0,503,DEPENDENCY.unavailable,2000\n"
                                        + "2,payment-1,2100,201,,\n")
                        .verdict())
                .isEqualTo(Verdict.HELD);
    }

    @Test
    void a_key_of_two_operations_is_broken() {
        String columns = "attempt,operation,delay_ms,status,idempotency_key\n";

        assertThat(judged("CLI-2", columns + "1,payment-1,0,201,k1\n" + "1,payment-2,0,201,k1\n")
                        .verdict())
                .isEqualTo(Verdict.BROKEN);
    }

    @Test
    void retries_beyond_the_budget_are_broken_where_the_log_says_when_they_were_sent() {
        StringBuilder outage = new StringBuilder("attempt,operation,at_ms,delay_ms,status\n");
        StringBuilder calm = new StringBuilder("attempt,operation,at_ms,delay_ms,status\n");
        for (int i = 0; i < 400; i++) {
            outage.append("1,p%1$d,%2$d,0,503%n2,p%1$d,%3$d,150,503%n".formatted(i, i * 10, i * 10 + 150));
            calm.append("1,p%1$d,%2$d,0,%3$d%n".formatted(i, i * 10, i == 50 ? 503 : 201));
        }
        calm.append("2,p50,700,190,201\n");

        assertThat(judged("retry-safe", "BUD-1", outage.toString()).reason())
                .contains("400 retries among 800 requests of the log", "at most");
        assertThat(judged("retry-safe", "BUD-1", calm.toString()).verdict()).isEqualTo(Verdict.HELD);
        assertThat(judged("retry-safe", "BUD-1", COLUMNS + "1,payment-1,0,201,,\n")
                        .reason())
                .contains("write it in a column at_ms");
    }

    @Test
    void what_the_log_has_no_example_of_is_not_checked() {
        ScenarioResult result = judged("CLI-7", COLUMNS + "1,payment-1,0,201,,\n");

        assertThat(result.verdict()).isEqualTo(Verdict.NOT_CHECKED);
        assertThat(result.reason()).isEqualTo("the log has no example of it");
    }

    private static ScenarioResult judged(String clause, String csv) {
        return judged("playbook", clause, csv);
    }

    private static ScenarioResult judged(String contract, String clause, String csv) {
        YamlFile yaml =
                YamlFile.of("client.yaml", "{name: logged, contract: " + contract + ", client: {log: retries.csv}}");
        TargetFile file = TargetFile.of(yaml, Path.of(""), Map.of());
        RetryLog log = RetryLog.of("retries.csv", csv);
        return new RetryLogRun(file, log, "retries.csv", Set.of(clause))
                .run(scenario -> {})
                .scenarios()
                .get(0);
    }
}
