package dev.samekey.steps.judge.expect;

import static dev.samekey.steps.judge.world.TestScenario.assertEnds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.judge.world.Attempt;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.ReadyCalls;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Missing;
import dev.samekey.steps.model.verdict.Verdict;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a contract takes for a replay, and what it does not. */
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
        assertEnds(Verdict.NOT_CHECKED, () -> replaying("null").body(PAYMENT, FIRST, FIRST));
    }

    @Test
    void another_result_after_a_restart_says_that_the_record_is_missing() {
        Replaying stored = replaying("{mode: stored}");
        Fact missing = Missing.RECORD.fact();

        assertThat(broken(() -> stored.same(got(FIRST), got(ANOTHER), true)).facts())
                .contains(missing);
        assertThat(broken(() -> stored.same(got(FIRST), got(ANOTHER), false)).facts())
                .doesNotContain(missing);
        assertThat(broken(() -> stored.same(got(FIRST), got(MOVED_ON), true)).facts())
                .doesNotContain(missing);
        assertThatNoException().isThrownBy(() -> stored.same(got(FIRST), got(FIRST), true));
    }

    @Test
    void a_request_without_a_response_shows_nothing() {
        Attempt lost = attempt(null, "http://127.0.0.1:1");

        assertEnds(Verdict.INCONCLUSIVE, () -> replaying("{mode: stored}").same(got(FIRST), lost, false));
        assertEnds(Verdict.INCONCLUSIVE, () -> replaying("{mode: stored}").same(lost, got(FIRST), false));
    }

    @Test
    void the_same_result_has_the_same_id_unless_a_repeat_is_refused() {
        Attempt refused = got(answer(409, "{\"code\":\"done\"}"));

        assertThatNoException().isThrownBy(() -> replaying("{mode: stored}").sameId(got(FIRST), got(MOVED_ON)));
        assertThatNoException().isThrownBy(() -> replaying("{mode: reject}").sameId(got(FIRST), refused));
        assertBroken(() -> replaying("{mode: stored}").sameId(got(FIRST), got(ANOTHER)));
        assertBroken(() -> replaying("{mode: reject}").sameId(got(FIRST), got(FIRST)));
    }

    @Test
    void the_mark_tells_the_first_response_from_its_replay() {
        Replaying marking = replaying("{mode: stored, marker: {header: X-Kept, first: \"no\", replay: \"yes\"}}");
        Attempt first = with("X-Kept", "no");
        Attempt replay = with("X-Kept", "yes");

        assertThatNoException().isThrownBy(() -> marking.markedAsWhatTheyAre(first, replay));
        assertBroken(() -> marking.markedAsWhatTheyAre(first, first));
        assertBroken(() -> marking.markedAsWhatTheyAre(replay, replay));
        assertBroken(() -> marking.markedAsWhatTheyAre(got(FIRST), replay));
        assertThatNoException().isThrownBy(() -> marking.marked(replay));
        assertBroken(() -> marking.marked(first));
    }

    @Test
    void whether_refusals_are_marked_is_up_to_the_contract() {
        Attempt declined = got(answer(422, "{}"));

        assertEnds(
                Verdict.NOT_CHECKED,
                () -> replaying("{mode: stored, marker: {header: X-Kept, replay: \"yes\"}}")
                        .markedAsWhatTheyAre(declined, declined));
        assertEnds(
                Verdict.NOT_APPLICABLE,
                () -> replaying("{mode: stored, marks_refusals: false, marker: {header: X-Kept, replay: \"yes\"}}")
                        .markedAsWhatTheyAre(declined, declined));
    }

    @Test
    void one_replica_marks_as_the_others_do() {
        Replaying marking = replaying("{mode: stored, marker: {header: X-Kept, replay: \"yes\"}}");
        Attempt marked = with("X-Kept", "yes");
        Attempt unmarked = attempt(FIRST, "http://127.0.0.1:2");
        Attempt markedToo = attempt(marked.answer(), "http://127.0.0.1:2");

        assertThatNoException().isThrownBy(() -> marking.markedAlike(List.of(marked, markedToo)));
        assertBroken(() -> marking.markedAlike(List.of(marked, unmarked)));
        assertEnds(Verdict.NOT_CHECKED, () -> marking.markedAlike(List.of(marked, marked)));
    }

    @Test
    void a_restart_changes_no_mark() {
        Replaying marking = replaying("{mode: stored, marker: {header: X-Kept, replay: \"yes\"}}");
        Attempt marked = with("X-Kept", "yes");

        assertThatNoException().isThrownBy(() -> marking.sameAsBefore(got(FIRST), List.of(marked, marked), true));
        assertBroken(() -> marking.sameAsBefore(got(FIRST), List.of(marked, got(FIRST)), true));
        assertEnds(
                Verdict.INCONCLUSIVE,
                () -> marking.sameAsBefore(got(FIRST), List.of(got(ANOTHER), got(answer(503, ""))), true));
    }

    @Test
    void a_replay_has_the_headers_that_matter() {
        Replaying stored = replaying("{mode: stored}");
        Replaying current = replaying("{mode: current_state}");
        Replaying naming = replaying("{mode: stored, headers: [X-Room]}");

        assertThatNoException().isThrownBy(() -> stored.metadata(with("ETag", "1"), with("etag", "1")));
        assertBroken(() -> stored.metadata(with("ETag", "1"), with("ETag", "2")));
        assertBroken(() -> stored.metadata(with("Location", "/p-1"), got(FIRST)));
        assertBroken(() -> naming.metadata(with("X-Room", "12"), with("X-Room", "13")));
        assertEnds(Verdict.INCONCLUSIVE, () -> current.metadata(with("ETag", "1"), with("ETag", "2")));
        assertEnds(Verdict.INCONCLUSIVE, () -> naming.metadata(with("ETag", "1"), with("ETag", "2")));
        assertEnds(Verdict.NOT_CHECKED, () -> stored.metadata(with("ETag", "1"), got(ANOTHER)));
    }

    @Test
    void what_belongs_to_one_response_does_not_come_again() {
        Attempt first = with("Set-Cookie", "session=1; HttpOnly");
        Attempt other = with("Set-Cookie", "session=2");
        Attempt old = with("Set-Cookie", "session=1; Secure");

        assertThatNoException().isThrownBy(() -> withoutOldCookie(first, other, other));
        assertThatNoException().isThrownBy(() -> withoutOldCookie(first, other, got(FIRST)));
        assertThat(broken(() -> withoutOldCookie(first, other, old)).reason())
                .contains("the cookie «session»")
                .doesNotContain("session=1");
        assertEnds(Verdict.NOT_CHECKED, () -> withoutOldCookie(first, old, old));
        assertEnds(Verdict.NOT_CHECKED, () -> withoutOldCookie(first, other, got(ANOTHER)));
        assertEnds(Verdict.NOT_APPLICABLE, () -> withoutOldCookie(got(FIRST), other, old));
    }

    private static void withoutOldCookie(Attempt first, Attempt unrelated, Attempt repeated) {
        replaying("{mode: stored}").withoutOld(Fresh.CREDENTIALS, first, unrelated, repeated);
    }

    private static void assertHolds(Replaying replaying, Answer again) {
        assertThatNoException().isThrownBy(() -> replaying.body(PAYMENT, FIRST, again));
    }

    private static void assertBroken(Replaying replaying, Answer again) {
        assertBroken(() -> replaying.body(PAYMENT, FIRST, again));
    }

    private static void assertBroken(ThrowingCallable checked) {
        assertEnds(Verdict.BROKEN, checked);
    }

    private static Judgement broken(ThrowingCallable checked) {
        return catchThrowableOfType(Judgement.class, checked);
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

    private static Attempt got(Answer answer) {
        return attempt(answer, "http://127.0.0.1:1");
    }

    private static Attempt with(String header, String value) {
        return got(new Answer(FIRST.status(), List.of(new Header(header, value)), FIRST.body()));
    }

    private static Attempt attempt(@Nullable Answer answer, String replica) {
        Call call = ReadyCalls.json("{}");
        return new Attempt(
                call,
                new Exchange(call.request(), URI.create(replica), answer, null, Instant.EPOCH, 0, 1),
                Purpose.DUPLICATE);
    }
}
