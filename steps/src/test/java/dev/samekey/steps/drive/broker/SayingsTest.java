package dev.samekey.steps.drive.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.drive.broker.Said.Word;
import dev.samekey.steps.drive.broker.Sayings.Place;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class SayingsTest {
    private static final Said DECLINED = new Said(Word.DECLINED, 1);
    private static final Said ACKNOWLEDGED = new Said(Word.ACKNOWLEDGED, 2);

    private final Sayings sayings = new Sayings();
    private final Place first = new Place("S", "c", 1);
    private final Place second = new Place("S", "c", 2);

    @Test
    void what_was_said_before_anybody_asked_is_known() {
        sayings.note(first, ACKNOWLEDGED);

        assertThat(sayings.first(first, any -> true)).isCompletedWithValue(ACKNOWLEDGED);
    }

    @Test
    void who_waits_is_told_of_its_own_message_only() {
        CompletableFuture<Said> answer = sayings.first(first, any -> true);
        sayings.note(second, DECLINED);
        assertThat(answer).isNotDone();
        sayings.note(first, ACKNOWLEDGED);

        assertThat(answer).isCompletedWithValue(ACKNOWLEDGED);
    }

    @Test
    void what_could_not_be_read_is_told_to_all_who_wait() {
        CompletableFuture<Said> before = sayings.first(first, any -> true);
        sayings.failed(new IllegalStateException("cannot read"));

        assertThat(before).isCompletedExceptionally();
        assertThat(sayings.first(second, any -> true)).isCompletedExceptionally();
    }

    @Test
    void what_is_not_wanted_is_passed_over() {
        sayings.note(first, DECLINED);
        CompletableFuture<Said> answer = sayings.first(first, said -> said.word() == Word.ACKNOWLEDGED);
        assertThat(answer).isNotDone();
        sayings.note(first, ACKNOWLEDGED);

        assertThat(answer).isCompletedWithValue(ACKNOWLEDGED);
    }
}
