package dev.samekey.seeds;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The client in the seed keeps the playbook's retry rules. */
class ClientRetryLogTest {
    private static final int MOST_ATTEMPTS = 5;
    private static final long MOST_MS = 10_000;
    private static final Set<Integer> TRANSIENT = Set.of(429, 500, 502, 503, 504);

    private final Map<String, List<ClientAttempt>> operations = Seeds.clientRetryLog().stream()
            .collect(Collectors.groupingBy(ClientAttempt::operation, LinkedHashMap::new, Collectors.toList()));

    @Test
    void every_attempt_of_an_operation_has_its_key() {
        assertThat(operations.values())
                .allSatisfy(attempts -> assertThat(attempts)
                        .extracting(ClientAttempt::idempotencyKey)
                        .containsOnly(attempts.get(0).idempotencyKey()));
    }

    @Test
    void another_operation_has_another_key() {
        assertThat(operations.values())
                .extracting(attempts -> attempts.get(0).idempotencyKey())
                .doesNotHaveDuplicates()
                .allMatch(key -> key.matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"));
    }

    @Test
    void attempts_count_up_from_one() {
        assertThat(operations.values())
                .allSatisfy(attempts -> assertThat(attempts)
                        .extracting(ClientAttempt::attempt)
                        .containsExactlyElementsOf(IntStream.rangeClosed(1, attempts.size())
                                .boxed()
                                .toList())
                        .hasSizeLessThanOrEqualTo(MOST_ATTEMPTS));
    }

    @Test
    void every_decision_follows_from_what_came() {
        assertThat(Seeds.clientRetryLog())
                .allSatisfy(attempt -> assertThat(attempt.decision()).isEqualTo(decision(attempt)));
    }

    @Test
    void an_operation_ends_with_its_last_attempt_and_not_before() {
        assertThat(operations.values()).allSatisfy(attempts -> {
            assertThat(attempts.subList(0, attempts.size() - 1))
                    .allMatch(attempt -> attempt.decision().equals("retry"));
            assertThat(attempts.get(attempts.size() - 1).decision()).isIn("done", "give up");
        });
    }

    @Test
    void every_delay_lies_in_its_envelope_or_is_as_long_as_was_asked_for() {
        assertThat(operations.values()).allSatisfy(attempts -> {
            for (int i = 1; i < attempts.size(); i++) {
                ClientAttempt before = attempts.get(i - 1);
                long delay = attempts.get(i).sentAtMs() - before.answeredAtMs();
                Long asked = before.retryAfterMs();
                if (asked == null) {
                    long least = 100L << (before.attempt() - 1);
                    assertThat(delay).as("delay after %s", before).isBetween(least, 2 * least);
                } else {
                    assertThat(delay).as("delay after %s", before).isGreaterThanOrEqualTo(asked);
                }
            }
        });
    }

    @Test
    void time_goes_forward_and_the_whole_takes_less_than_the_budget() {
        assertThat(operations.values()).allSatisfy(attempts -> {
            assertThat(attempts.get(0).sentAtMs()).isZero();
            assertThat(attempts).allMatch(attempt -> attempt.answeredAtMs() > attempt.sentAtMs());
            assertThat(attempts.get(attempts.size() - 1).answeredAtMs()).isLessThan(MOST_MS);
        });
    }

    @Test
    void every_kind_of_decision_is_there() {
        assertThat(Seeds.clientRetryLog()).extracting(ClientAttempt::decision).contains("done", "retry", "give up");
        assertThat(Seeds.clientRetryLog()).anyMatch(attempt -> attempt.attempt() == MOST_ATTEMPTS);
        assertThat(Seeds.clientRetryLog()).anyMatch(attempt -> attempt.retryAfterMs() != null);
    }

    private static String decision(ClientAttempt attempt) {
        Integer status = attempt.status();
        String code = String.valueOf(attempt.errorCode());
        if (status != null && status / 100 == 2) {
            return "done";
        }
        boolean again = code.equals("timeout")
                || code.endsWith("in_progress")
                || (status != null && TRANSIENT.contains(status));
        return again && attempt.attempt() < MOST_ATTEMPTS ? "retry" : "give up";
    }
}
