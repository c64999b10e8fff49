package dev.samekey.steps.judge.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Round;
import dev.samekey.steps.model.targets.Secrets;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RaceRoundsTest {
    private final Journal journal = new Journal(new Secrets(Map.of()));
    private final RaceRounds raceRounds =
            new RaceRounds(Targets.file(Targets.FULL).target(), journal, CurrentPhase.none());

    @Test
    void rounds_are_run_until_enough_of_them_were_contended() {
        raceRounds.untilConfident(() -> add(raceRounds.all().size() % 2 == 1));
        assertThat(raceRounds.all()).hasSize(6);
        assertThat(journal.entries()).anyMatch(entry -> entry.text().startsWith("3 contended rounds"));
        assertThatCode(raceRounds::mustBeContended).doesNotThrowAnyException();
    }

    @Test
    void a_race_that_hardly_overlapped_has_shown_nothing() {
        raceRounds.untilConfident(() -> add(raceRounds.all().isEmpty()));
        assertThat(raceRounds.all()).hasSize(8);
        assertThatThrownBy(raceRounds::mustBeContended)
                .isInstanceOfSatisfying(
                        Judgement.class, judged -> assertThat(judged.verdict()).isEqualTo(Verdict.INCONCLUSIVE));
    }

    private void add(boolean contended) {
        long second = contended ? 1 : 11;
        raceRounds.add(
                new RaceRounds.Heat(ReadyCalls.json("{}"), new Round(List.of(exchange(0, 10), exchange(second, 20)))));
    }

    private static Exchange exchange(long sent, long answered) {
        return new Exchange(
                new Request("POST", "/", List.of(), null),
                URI.create("http://127.0.0.1:1"),
                new Answer(200, List.of(), ""),
                null,
                Instant.EPOCH,
                sent,
                answered);
    }
}
