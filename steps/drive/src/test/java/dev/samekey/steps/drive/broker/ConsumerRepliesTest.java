package dev.samekey.steps.drive.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.drive.broker.ConsumerReplies.Place;
import dev.samekey.steps.drive.broker.ConsumerReply.Word;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ConsumerRepliesTest {
    private static final ConsumerReply DECLINED = new ConsumerReply(Word.DECLINED, 1);
    private static final ConsumerReply ACKNOWLEDGED = new ConsumerReply(Word.ACKNOWLEDGED, 2);

    private final ConsumerReplies replies = new ConsumerReplies();
    private final Place first = new Place("S", "c", 1);
    private final Place second = new Place("S", "c", 2);

    @Test
    void what_was_said_before_anybody_asked_is_known() {
        replies.note(first, ACKNOWLEDGED);

        assertThat(replies.first(first, any -> true)).isCompletedWithValue(ACKNOWLEDGED);
    }

    @Test
    void a_waiting_call_gets_the_reply_to_its_own_message_only() {
        CompletableFuture<ConsumerReply> answer = replies.first(first, any -> true);
        replies.note(second, DECLINED);
        assertThat(answer).isNotDone();
        replies.note(first, ACKNOWLEDGED);

        assertThat(answer).isCompletedWithValue(ACKNOWLEDGED);
    }

    @Test
    void what_could_not_be_read_is_reported_to_all_waiting_calls() {
        CompletableFuture<ConsumerReply> before = replies.first(first, any -> true);
        replies.failed(new IllegalStateException("cannot read"));

        assertThat(before).isCompletedExceptionally();
        assertThat(replies.first(second, any -> true)).isCompletedExceptionally();
    }

    @Test
    void what_is_not_wanted_is_passed_over() {
        replies.note(first, DECLINED);
        CompletableFuture<ConsumerReply> answer = replies.first(first, said -> said.word() == Word.ACKNOWLEDGED);
        assertThat(answer).isNotDone();
        replies.note(first, ACKNOWLEDGED);

        assertThat(answer).isCompletedWithValue(ACKNOWLEDGED);
    }
}
