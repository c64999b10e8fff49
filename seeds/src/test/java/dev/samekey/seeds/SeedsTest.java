package dev.samekey.seeds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SeedsTest {
    @Test
    void every_replay_outcome_is_whole() {
        assertThat(Seeds.replayOutcomes()).isNotEmpty().allSatisfy(row -> {
            assertThat(row.row()).matches("RO-\\d+");
            assertThat(row.clause()).matches("[A-Z]+-\\d+");
            assertThat(row.operation()).isIn("create", "reverse", "partial reverse", "update", "delete");
            assertThat(row.times()).isGreaterThan(1);
        });
        assertThat(Seeds.replayOutcomes()).extracting(ReplayOutcome::row).doesNotHaveDuplicates();
    }

    @Test
    void no_two_replay_outcomes_decide_the_same_case() {
        assertThat(Seeds.replayOutcomes())
                .extracting(row -> List.of(row.operation(), row.times()))
                .doesNotHaveDuplicates();
    }

    @Test
    void every_delivery_is_handled_once() {
        assertThat(Seeds.consumerInbox()).isNotEmpty().allSatisfy(row -> {
            assertThat(row.row()).matches("IN-\\d+");
            assertThat(row.clause()).isEqualTo("EVT-1");
            assertThat(row.operation()).isEqualTo("event");
            assertThat(row.deliveries()).isGreaterThan(1);
        });
        assertThat(Seeds.consumerInbox()).extracting(InboxDelivery::row).doesNotHaveDuplicates();
    }

    @Test
    void the_retry_log_is_read_with_its_gaps() {
        assertThat(Seeds.clientRetryLog())
                .hasSameSizeAs(Seeds.table("client-retry-log"))
                .contains(new ClientAttempt(
                        "payment-3",
                        "5f0c8a52-6a0e-4c1d-9a57-0d6b7a1c2e03",
                        1,
                        0,
                        2000,
                        null,
                        "timeout",
                        null,
                        "retry"));
    }

    @Test
    void a_table_has_a_cell_for_each_column() {
        assertThat(Seeds.table("replay-outcomes").get(0))
                .isEqualTo(Map.of(
                        "row", "RO-1",
                        "clause", "RPL-6",
                        "operation", "create",
                        "times", "2"));
    }

    @Test
    void an_unknown_seed_is_reported() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Seeds.table("replay-outcome"))
                .withMessage("there is no seed replay-outcome");
    }
}
