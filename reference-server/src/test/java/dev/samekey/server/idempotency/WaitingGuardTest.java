package dev.samekey.server.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.server.http.Answer;
import dev.samekey.server.security.Principal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaitingGuardTest {
    private static final Operation NONE = id -> transaction -> Answer.ok("{}");

    private final KeyedRequest request =
            new KeyedRequest(new Principal("alice"), TestCalls.withKeys("k"), "scope", "k", "hash");
    private final Deque<Outcome> outcomes = new ArrayDeque<>();
    private final Guard guard = (keyed, operation) -> new Decision(
            outcomes.size() > 1 ? outcomes.remove() : outcomes.element(),
            Answer.ok("{}"),
            State.NONE,
            State.NONE,
            null,
            null);

    @Test
    void a_duplicate_waits_for_the_outcome() {
        outcomes.addAll(List.of(Outcome.IN_PROGRESS, Outcome.IN_PROGRESS, Outcome.IN_PROGRESS, Outcome.REPLAYED));
        assertThat(waitingFor(Duration.ofSeconds(30)).run(request, NONE).outcome())
                .isEqualTo(Outcome.REPLAYED);
    }

    @Test
    void a_duplicate_runs_where_the_first_one_gave_its_claim_back() {
        outcomes.addAll(List.of(Outcome.IN_PROGRESS, Outcome.CREATED));
        assertThat(waitingFor(Duration.ofSeconds(30)).run(request, NONE).outcome())
                .isEqualTo(Outcome.CREATED);
    }

    @Test
    void who_has_waited_in_vain_is_refused() {
        outcomes.add(Outcome.IN_PROGRESS);
        assertThat(waitingFor(Duration.ofMillis(50)).run(request, NONE).outcome())
                .isEqualTo(Outcome.IN_PROGRESS);
    }

    @Test
    void who_has_no_reason_to_wait_does_not() {
        outcomes.addAll(List.of(Outcome.CONFLICT, Outcome.CREATED));
        assertThat(waitingFor(Duration.ofSeconds(30)).run(request, NONE).outcome())
                .isEqualTo(Outcome.CONFLICT);
    }

    private Guard waitingFor(Duration atMost) {
        return new WaitingGuard(guard, atMost);
    }
}
