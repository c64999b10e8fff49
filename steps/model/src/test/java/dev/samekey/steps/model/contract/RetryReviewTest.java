package dev.samekey.steps.model.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.model.contract.RetryReview.Finding;
import dev.samekey.steps.model.contract.RetryReview.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RetryReviewTest {
    private static final Retry PLAYBOOK =
            Objects.requireNonNull(Dialects.shipped("playbook").retry());

    @Test
    void what_the_contract_says_agrees() {
        assertThat(kinds(first(503), after(150, 503), after(390, 429), after(800, 504), after(1600, 503)))
                .isEmpty();
        assertThat(kinds(first(null), after(120, 201))).isEmpty();
        assertThat(kinds(first(400))).isEmpty();
    }

    @Test
    void wrong_decisions_are_named() {
        assertThat(kinds(first(400), after(150, 400))).containsExactly(Kind.RETRIED_TERMINAL);
        assertThat(kinds(first(201), after(150, 201))).containsExactly(Kind.RETRIED_SUCCESS);
        assertThat(kinds(first(503))).containsExactly(Kind.GAVE_UP);
        assertThat(kinds(first(null))).containsExactly(Kind.GAVE_UP);
        assertThat(kinds(
                        first(503),
                        after(150, 503),
                        after(300, 503),
                        after(600, 503),
                        after(1200, 503),
                        after(1200, 503)))
                .containsExactly(Kind.TOO_MANY);
        assertThat(RetryReview.of(PLAYBOOK, List.of(first(503)), Duration.ZERO, true))
                .isEmpty();
    }

    @Test
    void a_code_decides_before_the_status() {
        AttemptSeen mismatch = new AttemptSeen(null, 409, "CONFLICT.idempotency.payload_mismatch", null);
        AttemptSeen inProgress = new AttemptSeen(null, 409, "CONFLICT.idempotency.in_progress", null);
        assertThat(kinds(mismatch, after(150, 201))).containsExactly(Kind.RETRIED_TERMINAL);
        assertThat(kinds(inProgress)).containsExactly(Kind.GAVE_UP);
        assertThat(kinds(first(409))).isEmpty();
    }

    @Test
    void delays_outside_of_their_envelope_are_named_with_their_numbers() {
        assertThat(review(first(503), after(50, 201)))
                .containsExactly(new Finding(
                        2, Kind.TOO_EARLY, "The delay before retry 1 is 50 ms, and the contract has 100 to 200 ms"));
        assertThat(kinds(first(503), after(150, 503), after(150, 201))).containsExactly(Kind.TOO_EARLY);
        assertThat(kinds(first(503), after(999, 201))).containsExactly(Kind.TOO_LATE);
        assertThat(kinds(first(503), after(205, 201))).isEmpty();
    }

    @Test
    void a_retry_after_replaces_the_envelope_up_to_what_the_client_waits() {
        assertThat(kinds(asked(1000), after(1000, 201))).isEmpty();
        assertThat(kinds(asked(1000), after(150, 201))).containsExactly(Kind.BEFORE_RETRY_AFTER);
        assertThat(kinds(asked(3_600_000))).isEmpty();
        assertThat(kinds(asked(3_600_000), after(150, 201))).containsExactly(Kind.RETRIED_BEYOND);
        assertThat(kinds(asked(1000))).containsExactly(Kind.GAVE_UP);
    }

    @Test
    void delays_of_more_than_the_total_time_are_named() {
        assertThat(kinds(asked(9000), new AttemptSeen(Duration.ofSeconds(9), 503, null, null), after(3000, 201)))
                .contains(Kind.TOO_LONG);
    }

    private static List<Kind> kinds(AttemptSeen... attempts) {
        return review(attempts).stream().map(Finding::kind).toList();
    }

    private static List<Finding> review(AttemptSeen... attempts) {
        return RetryReview.of(PLAYBOOK, Stream.of(attempts).toList(), Duration.ofMillis(10), false);
    }

    private static AttemptSeen first(@Nullable Integer status) {
        return new AttemptSeen(null, status, null, null);
    }

    private static AttemptSeen asked(long ms) {
        return new AttemptSeen(null, 429, null, Duration.ofMillis(ms));
    }

    private static AttemptSeen after(long ms, int status) {
        return new AttemptSeen(Duration.ofMillis(ms), status, null, null);
    }
}
