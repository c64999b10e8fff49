package dev.samekey.steps.judge.expect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Round;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.Targets;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which responses of a race are those of a winner. */
class WinnersTest {
    /** Any 2xx is a success of it. */
    private static final Operation NOTE =
            Targets.file(Targets.BARE).target().operations(Role.CREATE).get(0);

    @Test
    void the_winner_is_not_the_first_to_be_answered_but_the_one_that_is_no_replay() {
        String contract = "name: own\nkey: {in: header, name: X-Key}\nreplay: {mode: stored, status: 200}\n";
        Winners winners =
                new Winners(new Reading(YamlFile.of("own.yaml", contract).as(Contract.class)));

        assertThat(winners.of(NOTE, round(200, 201, 200)))
                .extracting(Answer::status)
                .containsExactly(201);
    }

    @Test
    void responses_that_say_the_same_are_one() {
        String contract = "name: own\nkey: {in: header, name: X-Key}\nreplay: {mode: semantic}\n";
        Winners winners =
                new Winners(new Reading(YamlFile.of("own.yaml", contract).as(Contract.class)));
        Round round = new Round(List.of(
                exchange(200, "{\"a\": 1, \"b\": 2}", 0),
                exchange(200, "{\"b\": 2, \"a\": 1}", 1),
                exchange(200, "{\"a\": 1, \"b\": 3}", 2)));

        assertThat(winners.of(NOTE, round)).hasSize(2);
    }

    @Test
    void responses_that_differ_by_the_mark_of_a_replay_alone_are_one() {
        String contract = """
                name: own
                key: {in: header, name: X-Key}
                replay: {mode: stored, marker: {member: /replayed, replay: /.+/}}
                """;
        Winners winners =
                new Winners(new Reading(YamlFile.of("own.yaml", contract).as(Contract.class)));
        Round round = new Round(List.of(
                exchange(200, "{\"a\": 1, \"replayed\": 1}", 0), exchange(200, "{\"a\": 1, \"replayed\": 2}", 1)));

        assertThat(winners.of(NOTE, round)).hasSize(1);
    }

    private static Round round(int... statuses) {
        return new Round(Stream.iterate(0, i -> i < statuses.length, i -> i + 1)
                .map(i -> exchange(statuses[i], "{\"id\": \"p-1\"}", i))
                .toList());
    }

    private static Exchange exchange(int status, String body, long answered) {
        return new Exchange(
                new Request("POST", "/", List.of(), null),
                URI.create("http://127.0.0.1:1"),
                new Answer(status, List.of(), body),
                null,
                Instant.EPOCH,
                0,
                answered);
    }
}
