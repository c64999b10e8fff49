package dev.samekey.steps.judge.expect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.judge.expect.OperationTrace.Entry;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class OperationTraceTest {
    private static final Instant FIRST = Instant.parse("2026-01-02T03:04:05Z");
    private final Entry ledger = new Entry("ledger", FIRST, "a", "payment");
    private final Entry event = new Entry("event", FIRST.plusSeconds(1), "a", "payment.created");

    @Test
    void it_is_listed_in_the_order_of_time_and_what_has_none_comes_last() {
        OperationTrace story = new OperationTrace(List.of(new Entry("log", null, "a", ""), event, ledger));

        assertThat(story.entries()).extracting(Entry::place).containsExactly("ledger", "event", "log");
        assertThat(story.evidence("payment").text().lines())
                .hasSize(4)
                .first()
                .asString()
                .matches("place +\\| when +\\| operation id +\\| what");
    }

    @Test
    void one_id_runs_through_it_when_each_place_has_the_same() {
        assertThat(new OperationTrace(List.of(ledger, event)).hasOneId()).isTrue();
        assertThat(new OperationTrace(List.of(ledger, event, new Entry("mail", null, "b", ""))).hasOneId())
                .isFalse();
    }

    @Test
    void a_place_without_an_id_is_reported_and_breaks_it() {
        OperationTrace story = new OperationTrace(List.of(ledger, event, new Entry("mail", null, null, "")));

        assertThat(story.hasOneId()).isFalse();
        assertThat(story.ids()).isEqualTo("a (ledger, event), none (mail)");
        assertThat(new OperationTrace(List.of(new Entry("mail", null, null, ""))).hasOneId())
                .isFalse();
    }

    @Test
    void times_are_read_as_databases_and_logs_write_them() {
        assertThat(List.of(
                        "2026-01-02 03:04:05+00",
                        "2026-01-02 08:34:05.000+05:30",
                        "2026-01-02T03:04:05.000000Z",
                        "2026-01-02T03:04:05Z"))
                .allSatisfy(text -> assertThat(OperationTrace.time(text)).isEqualTo(FIRST));
    }

    @Test
    void what_is_no_time_or_has_no_zone_is_left_out() {
        assertThat(OperationTrace.time("2026-01-02 03:04:05")).isNull();
        assertThat(OperationTrace.time("yesterday")).isNull();
        assertThat(OperationTrace.time(null)).isNull();
    }
}
