package dev.samekey.steps.drive.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RoundTest {
    @Test
    void what_left_before_the_first_answer_came_overlaps() {
        assertThat(round(answered(0, 10), answered(2, 11), answered(9, 30)).overlap())
                .isEqualTo(3);
        assertThat(round(answered(0, 10), answered(2, 11), answered(10, 30)).overlap())
                .isEqualTo(2);
        assertThat(round(answered(0, 10), answered(11, 20), answered(21, 30)).overlap())
                .isEqualTo(1);
    }

    @Test
    void a_request_without_an_answer_sets_no_end() {
        assertThat(round(unanswered(0, 1), answered(2, 10), answered(3, 11)).overlap())
                .isEqualTo(3);
    }

    @Test
    void nothing_overlaps_where_no_answer_came() {
        assertThat(round(unanswered(0, 10), unanswered(1, 10)).overlap()).isZero();
        assertThat(round().overlap()).isZero();
    }

    @Test
    void the_spread_is_from_the_first_to_the_last_that_left() {
        assertThat(round(answered(5, 90), answered(2, 11), answered(9, 30)).spread())
                .isEqualTo(Duration.ofNanos(7));
    }

    @Test
    void the_table_has_the_answers_as_they_came() {
        assertThat(round(answered(0, 5_000_000), unanswered(1_000_000, 3_000_000))
                        .table()
                        .lines()
                        .skip(2))
                .map(line -> line.strip().replaceAll(" +", " "))
                .containsExactly("1.00 3.00 none 1 - http://127.0.0.1:1", "0.00 5.00 200 1 - http://127.0.0.1:1");
    }

    @Test
    void the_table_can_be_read_again_and_says_which_bodies_are_alike() {
        List<RaceLine> lines = RaceLine.read(round(
                        exchange(0, 5_000_000, "a"),
                        exchange(1_000_000, 6_000_000, "b"),
                        exchange(2_000_000, 7_000_000, "a"),
                        unanswered(1, 8_000_000))
                .table());

        assertThat(lines)
                .extracting(line -> line.body().orElse(0))
                .as("by the order of the responses")
                .containsExactly(1, 2, 1, 0);
        assertThat(lines.get(1)).isEqualTo(new RaceLine(1, 6, "200", 1, Optional.of(2), "http://127.0.0.1:1"));
        assertThat(RaceLine.read("3 contended rounds\nmore")).isEmpty();
    }

    private static Round round(Exchange... exchanges) {
        return new Round(Stream.of(exchanges).toList());
    }

    private static Exchange answered(long sent, long answered) {
        return exchange(sent, answered, true);
    }

    private static Exchange unanswered(long sent, long answered) {
        return exchange(sent, answered, false);
    }

    private static Exchange exchange(long sent, long answered, boolean whole) {
        return exchange(sent, answered, whole ? "" : null);
    }

    private static Exchange exchange(long sent, long answered, @Nullable String body) {
        Answer answer = body == null ? null : new Answer(200, List.of(), body);
        return new Exchange(
                new Request("POST", "/", List.of(), null),
                URI.create("http://127.0.0.1:1"),
                answer,
                body == null ? "reset" : null,
                Instant.EPOCH,
                sent,
                answered);
    }
}
