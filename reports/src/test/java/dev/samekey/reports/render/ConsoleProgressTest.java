package dev.samekey.reports.render;

import static dev.samekey.reports.Samples.scenario;
import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.reports.Samples;
import dev.samekey.steps.judge.run.Estimate;
import dev.samekey.steps.judge.world.Cleaned;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConsoleProgressTest {
    private final StringWriter said = new StringWriter();
    private Instant now = Instant.parse("2026-01-02T03:04:05Z");

    @Test
    void a_log_gets_a_line_now_and_then_with_what_is_being_judged() {
        ConsoleProgress progress = progress(false);
        progress.started("A repeated payment", List.of("RPL-1"));
        progress.finished(scenario("RPL-1", "payment", Verdict.HELD));
        assertThat(said.toString()).isEmpty();

        now = now.plusSeconds(71);
        progress.started("A repeated refund", List.of("RPL-2"));
        assertThat(said.toString().lines()).containsExactly("  1:11  1 of 3 scenarios; now RPL-2 A repeated refund");
    }

    @Test
    void a_log_gets_a_line_also_while_nothing_begins_or_ends() {
        ConsoleProgress progress = progress(false);
        progress.started("A long history", List.of("STO-8"));
        progress.started("RPL-1 of a payment", List.of("RPL-1"));
        progress.finished(scenario("RPL-1", "payment", Verdict.HELD));
        now = now.plusSeconds(9);
        progress.tick();
        assertThat(said.toString()).isEmpty();

        now = now.plusSeconds(1);
        progress.tick();
        assertThat(said.toString().lines())
                .as("what is still running, not what has ended")
                .containsExactly("  0:10  1 of 3 scenarios; now STO-8 A long history");

        progress.end();
        now = now.plusSeconds(10);
        progress.tick();
        assertThat(said.toString().lines()).hasSize(2);
    }

    @Test
    void how_long_it_takes_is_one_sentence_of_80_columns() {
        assertThat(sentence(1408, Duration.ofSeconds(367), null))
                .isEqualTo("  about 6 min for 1,408 scenarios; --within 3m judges what harms most first")
                .hasSizeLessThanOrEqualTo(80);
        assertThat(sentence(1408, Duration.ofSeconds(367), "3m"))
                .isEqualTo("  about 6 min for 1,408 scenarios; in 3m what harms most is judged first")
                .hasSizeLessThanOrEqualTo(80);
        assertThat(sentence(40, Duration.ofSeconds(41), null)).isEqualTo("  about 41 s for 40 scenarios");
        assertThat(sentence(1, Duration.ofMillis(1), null)).isEqualTo("  about 1 s for 1 scenario");
    }

    private String sentence(int scenarios, Duration time, @Nullable String within) {
        said.getBuffer().setLength(0);
        progress(false).estimated(new Estimate(scenarios, time, within));
        return said.toString().stripTrailing();
    }

    @Test
    void what_there_was_no_time_for_is_counted_apart() {
        ConsoleProgress progress = progress(false);
        progress.finished(scenario("RPL-1", "payment", Verdict.HELD));
        progress.finished(Samples.unreached("RPL-1", "refund"));
        progress.finished(Samples.unreached("RPL-2", "refund"));
        progress.end();

        assertThat(said.toString().lines()).containsExactly("  0:00  1 of 3 scenarios, 2 not reached");
    }

    @Test
    void work_that_is_not_counted_says_what_it_is_at() {
        ConsoleProgress progress = new ConsoleProgress(new Console(new PrintWriter(said)), 0, () -> now);
        now = now.plusSeconds(71);
        progress.started("operation payment", List.of());
        progress.end();
        assertThat(said.toString().lines()).containsExactly("  1:11  now operation payment");
    }

    @Test
    void a_break_is_shown_at_once() {
        ConsoleProgress progress = progress(false);
        progress.finished(scenario("RPL-1", "payment", Verdict.BROKEN));
        progress.end();
        assertThat(said.toString().lines())
                .containsExactly(
                        "    BROKEN RPL-1 Why <it> is BROKEN (RPL-1 of a payment)",
                        "  0:00  1 of 3 scenarios, 1 of them broken");
    }

    @Test
    void what_was_cleaned_up_is_shown_where_there_was_something() {
        ConsoleProgress progress = progress(false);
        progress.cleaned(new Cleaned(0, 0, 0, ""));
        assertThat(said.toString()).isEmpty();
        progress.cleaned(new Cleaned(3, 2, 1, "DELETE /payments/7 → 409"));
        assertThat(said.toString().lines())
                .containsExactly(
                        "  cleaned up 3 of 6 that the run has created; 2 refused, the first: DELETE /payments/7"
                                + " → 409; 1 not tried");
    }

    @Test
    void a_terminal_has_one_line_that_changes() {
        ConsoleProgress progress = progress(true);
        progress.started("A repeated payment", List.of("RPL-1"));
        progress.finished(scenario("RPL-1", "payment", Verdict.HELD));
        progress.started("A repeated refund", List.of("RPL-2"));
        progress.end();
        assertThat(said.toString())
                .containsOnlyOnce(System.lineSeparator())
                .startsWith("\r\u001b[K  0:00  0 of 3 scenarios; now RPL-1 A repeated payment\r")
                .endsWith("\r\u001b[K  0:00  1 of 3 scenarios" + System.lineSeparator());
    }

    @Test
    void a_line_that_changes_is_never_as_wide_as_the_terminal() {
        for (int width : List.of(40, 80, 132)) {
            said.getBuffer().setLength(0);
            ConsoleProgress progress =
                    new ConsoleProgress(new Console(new PrintWriter(said), true, false, width), 3, () -> now);
            progress.started("A very long title ".repeat(20), List.of("RPL-1"));
            assertThat(said.toString().replace("\r\u001b[K", ""))
                    .hasSize(width - 1)
                    .endsWith("…");
        }
        said.getBuffer().setLength(0);
        ConsoleProgress progress =
                new ConsoleProgress(new Console(new PrintWriter(said), true, false, 40), 3, () -> now);
        progress.started("支払い".repeat(20), List.of("RPL-1"));
        assertThat(said.toString().replace("\r\u001b[K", ""))
                .as("each is two columns wide")
                .contains("now RPL-1 支")
                .hasSizeLessThan(39);
    }

    @Test
    void one_line_says_that_breaks_are_judged_again() {
        ConsoleProgress progress = progress(false);
        progress.judgedAgain();
        progress.judgedAgain();
        assertThat(said.toString().lines())
                .containsExactly("  what is broken is judged again: does it break once more?");
    }

    @Test
    void a_verdict_is_coloured_only_where_colours_are_on_and_nothing_that_a_target_says_is_obeyed() {
        Console colored = new Console(new PrintWriter(said), false, true);
        colored.say(Verdict.BROKEN, "BROKEN \u001b]0;title\u0007 \u202e");
        colored.say("a\rb");
        new Console(new PrintWriter(said), true, false).say(Verdict.BROKEN, "BROKEN");
        assertThat(said.toString())
                .isEqualTo(String.join(
                        System.lineSeparator(),
                        "\u001b[31mBROKEN\u001b[0m \\u001b]0;title\\u0007 \\u202e",
                        "a\\u000db",
                        "\r\u001b[KBROKEN",
                        ""));
    }

    @Test
    void what_runs_a_second_time_counts_once() {
        ConsoleProgress progress = progress(false);
        for (int i = 0; i < 5; i++) {
            progress.finished(scenario("RPL-1", "payment", Verdict.INCONCLUSIVE));
        }
        progress.end();
        assertThat(said.toString()).contains("3 of 3");
    }

    private ConsoleProgress progress(boolean terminal) {
        return new ConsoleProgress(new Console(new PrintWriter(said), terminal), 3, () -> now);
    }
}
