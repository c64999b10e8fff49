package dev.samekey.steps.judge.expect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.judge.world.Attempt;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.ReadyCalls;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class DisclosureTest {
    private final Attempt first = attempt("/orders/o-4711/refunds", "{\"id\": \"r-1001\", \"order\": \"o-4711\"}");

    @Test
    void the_id_of_the_first_result_is_a_secret() {
        Attempt other = attempt("/orders/o-4711/refunds", "{\"id\": \"r-1001\"}");

        assertThat(new Disclosure(first, other, List.of()).in(other.answer())).hasValue("r-1001");
    }

    @Test
    void what_the_other_caller_names_in_the_path_is_no_secret() {
        Attempt other = attempt("/orders/o-4711/refunds", "{\"id\": \"r-2002\", \"order\": \"o-4711\"}");
        Attempt elsewhere = attempt("/refunds", "{\"id\": \"r-2002\", \"order\": \"o-4711\"}");

        assertThat(new Disclosure(first, other, List.of()).in(other.answer())).isEmpty();
        assertThat(new Disclosure(first, elsewhere, List.of()).in(elsewhere.answer()))
                .hasValue("o-4711");
    }

    /** A result may have the key that it was made under, and the refusal may name the key that the request had. */
    @Test
    void the_key_that_the_other_request_has_itself_is_no_secret() {
        Attempt keeping = attempt("/payments", "{\"id\": \"r-1001\", \"idempotency_key\": \"k-2468\"}");
        String refusal = "{\"message\": \"use another key than 'k-2468'\"}";
        Attempt same = attempt("/payments", List.of(new Header("Idempotency-Key", "\"k-2468\"")), refusal);
        Attempt another = attempt("/payments", List.of(new Header("Idempotency-Key", "k-1357")), refusal);

        assertThat(new Disclosure(keeping, same, List.of()).in(same.answer())).isEmpty();
        assertThat(new Disclosure(keeping, another, List.of()).in(another.answer()))
                .hasValue("k-2468");
    }

    /** They name what was made, however short they are; but the first version of anything has one name. */
    @Test
    void a_header_that_names_the_first_result_and_no_other_is_a_secret() {
        Attempt made = answered("\"r1\"", "{\"id\": \"p1\"}");
        Attempt leaking = answered(409, "\"r1\"", "{}");

        assertThat(new Disclosure(made, leaking, List.of(answered("\"r2\"", "{}"))).in(leaking.answer()))
                .hasValue("ETag: \"r1\"");
        assertThat(new Disclosure(made, leaking, List.of(answered("\"r1\"", "{}"))).in(leaking.answer()))
                .isEmpty();
        assertThat(new Disclosure(made, leaking, List.of()).in(leaking.answer()))
                .as("nothing shows whether each has it")
                .isEmpty();
        Attempt equal = answered("\"r1\"", "{}");
        assertThat(new Disclosure(made, equal, List.of(answered("\"r2\"", "{}"))).in(equal.answer()))
                .as("a result of its own, with a tag that is made of its contents")
                .isEmpty();
        Attempt silent = answered(404, "\"e-404\"", "{}");
        assertThat(new Disclosure(made, silent, List.of(answered("\"r2\"", "{}"))).in(silent.answer()))
                .isEmpty();
    }

    private static Attempt answered(String etag, String body) {
        return answered(201, etag, body);
    }

    private static Attempt answered(int status, String etag, String body) {
        Request request = new Request("POST", "/payments", List.of(), "{}");
        return attempt(request, new Answer(status, List.of(new Header("ETag", etag)), body));
    }

    private static Attempt attempt(String path, String body) {
        return attempt(path, List.of(), body);
    }

    private static Attempt attempt(String path, List<Header> headers, String body) {
        Request request = new Request("POST", path, headers, "{}");
        return attempt(request, new Answer(201, List.of(), body));
    }

    private static Attempt attempt(Request request, Answer answer) {
        return new Attempt(
                ReadyCalls.payment("u-1", request),
                new Exchange(request, URI.create("http://127.0.0.1:1"), answer, null, Instant.EPOCH, 0, 1),
                Purpose.FIRST);
    }
}
