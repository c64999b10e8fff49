package dev.samekey.server.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.server.contract.Marker;
import dev.samekey.server.http.Answer;
import dev.samekey.server.json.Json;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReplaysTest {
    private final Answer created = Answer.created("/things/1", "{\"id\":1}");
    private final Answer empty = new Answer(204, Map.of(), "", null);

    @Test
    void a_header_marks_replays_alone_where_first_answers_have_no_mark() {
        Replays replays = new HeaderMarker(new Marker(Marker.Place.HEADER, "Idempotent-Replayed", null, "true"));

        assertThat(replays.first(created)).isEqualTo(created);
        assertThat(replays.again(created)).isEqualTo(created.with("Idempotent-Replayed", "true"));
    }

    @Test
    void a_member_marks_replays_and_leaves_the_rest_of_the_body_as_it_is() {
        Replays replays = new MemberMarker(new Marker(Marker.Place.MEMBER, "/meta/replayed", false, true), new Json());

        assertThat(replays.first(created).body()).isEqualTo("{\"id\":1,\"meta\":{\"replayed\":false}}");
        assertThat(replays.again(created).body()).isEqualTo("{\"id\":1,\"meta\":{\"replayed\":true}}");
        assertThat(replays.again(created).headers()).isEqualTo(created.headers());
    }

    @Test
    void an_empty_body_has_no_member_to_mark() {
        Replays replays = new MemberMarker(new Marker(Marker.Place.MEMBER, "/replayed", null, true), new Json());

        assertThat(replays.again(empty)).isEqualTo(empty);
    }

    @Test
    void a_replayed_success_may_have_a_status_of_its_own_and_a_failure_keeps_the_first() {
        Replays replays = new StatusOfReplays(200, Replays.unmarked());

        assertThat(replays.first(created).status()).isEqualTo(201);
        assertThat(replays.again(created).status()).isEqualTo(200);
        assertThat(replays.again(created.withStatus(422)).status()).isEqualTo(422);
    }
}
