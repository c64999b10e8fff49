package dev.samekey.steps.judge.expect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.ReadyCalls;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What each replay mode takes for a replay, and what it does not. */
class ReplayingTest {
    private static final Operation PAYMENT = ReadyCalls.json("{}").operation();
    private static final Answer FIRST = answer(201, "{\"id\":\"p-1\",\"amount\":10}");
    private static final Answer SAME_TREE = answer(201, "{\"amount\": 10, \"id\": \"p-1\"}");
    private static final Answer MOVED_ON = answer(200, "{\"id\":\"p-1\",\"amount\":10,\"refunded\":4}");
    private static final Answer ANOTHER = answer(201, "{\"id\":\"p-2\",\"amount\":10}");

    @Test
    void a_stored_answer_comes_again_byte_for_byte() {
        Replaying stored = replaying("{mode: stored}");

        assertHolds(stored, FIRST);
        assertBroken(stored, SAME_TREE);
        assertBroken(stored, ANOTHER);
    }

    @Test
    void a_stored_answer_may_differ_in_its_mark_and_in_what_varies() {
        Replaying marked =
                replaying("{mode: stored, marker: {member: /replayed, replay: \"true\"}, varies: [/meta/at]}");

        assertHolds(marked, answer(201, "{\"id\":\"p-1\",\"amount\":10,\"replayed\":true}"));
        assertBroken(marked, answer(201, "{\"id\":\"p-1\",\"amount\":11,\"replayed\":true}"));
    }

    @Test
    void a_semantic_replay_means_the_same() {
        Replaying semantic = replaying("{mode: semantic}");

        assertHolds(semantic, SAME_TREE);
        assertBroken(semantic, ANOTHER);
        assertBroken(semantic, MOVED_ON);
    }

    @Test
    void the_current_state_is_of_the_same_result() {
        Replaying current = replaying("{mode: current_state, status: 200}");

        assertHolds(current, MOVED_ON);
        assertBroken(current, ANOTHER);
        assertBroken(current, answer(409, FIRST.body()));
    }

    @Test
    void a_conflict_links_to_the_result() {
        Replaying conflict = replaying("{mode: conflict, link: /links/id}");

        assertThat(conflict.isRefused()).isTrue();
        assertHolds(conflict, answer(409, "{\"code\":\"done\",\"links\":{\"id\":\"p-1\"}}"));
        assertBroken(conflict, answer(409, "{\"code\":\"done\",\"links\":{\"id\":\"p-2\"}}"));
        assertBroken(conflict, answer(409, "{\"code\":\"busy\",\"links\":{\"id\":\"p-1\"}}"));
        assertBroken(conflict, FIRST);
    }

    @Test
    void a_rejection_needs_no_link() {
        Replaying reject = replaying("{mode: reject}");

        assertThat(reject.isRefused()).isTrue();
        assertHolds(reject, answer(409, "{\"code\":\"done\"}"));
        assertBroken(reject, FIRST);
    }

    @Test
    void where_repeats_are_refused_a_failure_may_come_again() {
        Replaying reject = replaying("{mode: reject}");
        Answer declined = answer(422, "{\"code\":\"declined\"}");

        assertThatNoException().isThrownBy(() -> reject.status(PAYMENT, declined, declined));
        assertThatNoException().isThrownBy(() -> reject.body(PAYMENT, declined, declined));
        assertThatNoException().isThrownBy(() -> reject.body(PAYMENT, declined, answer(409, "{\"code\":\"done\"}")));
        assertBroken(() -> reject.body(PAYMENT, declined, answer(422, "{\"code\":\"other\"}")));
    }

    @Test
    void the_status_is_the_first_ones_or_the_one_that_the_contract_names() {
        Replaying stored = replaying("{mode: stored}");
        Replaying named = replaying("{mode: stored, status: 200}");
        Answer declined = answer(422, "{}");

        assertThatNoException().isThrownBy(() -> stored.status(PAYMENT, FIRST, FIRST));
        assertThatNoException().isThrownBy(() -> named.status(PAYMENT, FIRST, MOVED_ON));
        assertThatNoException().isThrownBy(() -> named.status(PAYMENT, declined, declined));
        assertBroken(() -> stored.status(PAYMENT, FIRST, MOVED_ON));
        assertBroken(() -> named.status(PAYMENT, FIRST, FIRST));
    }

    @Test
    void what_a_duplicate_may_get_is_what_a_replay_is() {
        assertThat(replaying("{mode: stored}").isOutcome(PAYMENT, FIRST, SAME_TREE))
                .isTrue();
        assertThat(replaying("{mode: stored}").isOutcome(PAYMENT, FIRST, ANOTHER))
                .isFalse();
        assertThat(replaying("{mode: current_state}").isOutcome(PAYMENT, FIRST, MOVED_ON))
                .isTrue();
        assertThat(replaying("{mode: reject}").isOutcome(PAYMENT, FIRST, answer(409, "{\"code\":\"done\"}")))
                .isTrue();
        assertThat(replaying("{mode: reject}").isOutcome(PAYMENT, FIRST, FIRST)).isFalse();
    }

    @Test
    void where_the_contract_names_no_mode_nothing_is_checked() {
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> replaying("null").body(PAYMENT, FIRST, FIRST))
                .satisfies(judgement -> assertThat(judgement.verdict()).isEqualTo(Verdict.NOT_CHECKED));
    }

    private static void assertHolds(Replaying replaying, Answer again) {
        assertThatNoException().isThrownBy(() -> replaying.body(PAYMENT, FIRST, again));
    }

    private static void assertBroken(Replaying replaying, Answer again) {
        assertBroken(() -> replaying.body(PAYMENT, FIRST, again));
    }

    private static void assertBroken(Runnable checked) {
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(checked::run)
                .satisfies(judgement -> assertThat(judgement.verdict()).isEqualTo(Verdict.BROKEN));
    }

    private static Replaying replaying(String replay) {
        Contract contract = YamlFile.of("replay.yaml", """
                        name: replay
                        key: {in: header, name: X-Key}
                        errors: {code: /code}
                        refusals: {replayed_key: {status: 409, code: done}}
                        replay: %s
                        """.formatted(replay)).as(Contract.class);
        return new Replaying(contract, new Reading(contract), new Checks());
    }

    private static Answer answer(int status, String body) {
        return new Answer(status, List.of(), body);
    }
}
