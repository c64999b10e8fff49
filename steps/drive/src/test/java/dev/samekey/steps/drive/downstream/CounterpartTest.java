package dev.samekey.steps.drive.downstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.oracles.wait.Interrupted;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.Target.CounterpartRole;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.Ports;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CounterpartTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Wire wire = new Wire(LIMIT);
    private final int bankPort = Ports.free();
    private final int shopPort = Ports.free();
    private final Target target = Targets.file(Targets.full(bankPort, shopPort)).target();
    private final Counterparts all = new Counterparts(target);
    private final Operation payment = Objects.requireNonNull(target.operations().get("payment"));
    private final Counterpart bank = all.of(payment, CounterpartRole.PROVIDER);
    private final Counterpart shop = all.of(payment, CounterpartRole.VENDOR);

    @BeforeEach
    void open() {
        all.open();
    }

    @AfterEach
    void close() {
        all.close();
    }

    @Test
    void one_that_knows_keys_acts_once_for_each() {
        String first = answer(pay("u-1", "k-1")).body();
        String again = answer(pay("u-1", "k-1")).body();
        String other = answer(pay("u-1", "k-2")).body();

        assertThat(again).isEqualTo(first).isNotEqualTo(other);
        assertThat(bank.acts("u-1")).isEqualTo(2);
        assertThat(bank.attempts("u-1").value()).extracting(Arrival::key).containsExactly("k-1", "k-1", "k-2");
    }

    @Test
    void one_that_knows_no_keys_acts_on_each_call() {
        order("u-1");
        order("u-1");

        assertThat(shop.acts("u-1")).isEqualTo(2);
    }

    @Test
    void what_was_done_is_found_by_what_it_is_about() {
        String done = answer(order("u-1")).body();
        order("u-2");

        Answer found = answer(wire.send(new Request("GET", "/orders?reference=u-1", List.of(), null), at(shopPort)));

        assertThat(found.body()).isEqualTo("{\"items\":[" + done + "]}");
        assertThat(shop.attempts("u-1").value()).hasSize(1);
        assertThat(shop.attempts("u-1").evidence().text()).contains("GET /orders?reference=u-1");
    }

    @ParameterizedTest
    @EnumSource(names = {"DOWN", "HANGS_UP"})
    void one_that_is_not_there_does_not_act_and_is_back_afterwards(DownstreamFault fault) {
        bank.spoil("u-1", fault, 1);

        assertThat(pay("u-1", "k-1").reply().map(Answer::isSuccessful)).isNotEqualTo(java.util.Optional.of(true));
        assertThat(bank.acts("u-1")).isZero();
        assertThat(answer(pay("u-1", "k-1")).status()).isEqualTo(201);
        assertThat(bank.met("u-1")).isEqualTo(1);
    }

    @Test
    void one_that_loses_its_answer_has_acted() {
        bank.spoil("u-1", DownstreamFault.ANSWER_LOST, 1);

        assertThat(pay("u-1", "k-1").answer()).isNull();
        assertThat(bank.acts("u-1")).isEqualTo(1);
        answer(pay("u-1", "k-1"));
        assertThat(bank.acts("u-1")).isEqualTo(1);
    }

    @Test
    void an_answer_that_comes_too_late_comes_when_nobody_waits_for_it() {
        bank.spoil("u-1", DownstreamFault.ANSWER_LATE, 1);

        Exchange exchange = new Wire(Duration.ofSeconds(1)).send(payment("u-1", "k-1"), at(bankPort));
        bank.relieve("u-1");

        assertThat(exchange.answer()).isNull();
        assertThat(bank.acts("u-1")).isEqualTo(1);
        assertThat(bank.met("u-1")).isEqualTo(1);
    }

    @Test
    void how_one_reports_a_duplicate_is_not_guessed() {
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> shop.spoil("u-1", DownstreamFault.DUPLICATE, 1))
                .returns(Verdict.NOT_CHECKED, Judgement::verdict)
                .withMessageStartingWith("counterparts.shop.duplicate: ");
    }

    @Test
    void a_call_that_is_taken_for_a_duplicate_gets_the_result_that_exists() {
        bank.spoil("u-1", DownstreamFault.DUPLICATE, 1);

        Answer refused = answer(pay("u-1", "k-1"));
        Answer known = answer(pay("u-1", "k-1"));

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.body()).isEqualTo("{\"code\":\"PROVIDER.duplicate\",\"result\":" + known.body() + "}");
        assertThat(bank.acts("u-1")).isEqualTo(1);
    }

    @Test
    void trouble_is_for_the_calls_about_one_thing_only() {
        bank.spoil("u-1", DownstreamFault.DOWN, 2);

        assertThat(answer(pay("u-2", "k-2")).status()).isEqualTo(201);
        assertThat(bank.met("u-1")).isZero();
        bank.relieve("u-1");
        assertThat(answer(pay("u-1", "k-1")).status()).isEqualTo(201);
    }

    @Test
    void arrivals_are_waited_for_within_a_limit() {
        pay("u-1", "k-1");

        assertThat(bank.await("u-1", 1, LIMIT).value()).hasSize(1);
        assertThat(bank.await("u-1", 2, Duration.ofMillis(50)).value()).hasSize(1);
    }

    @Test
    void a_port_that_is_taken_is_reported() {
        Counterparts others = new Counterparts(target);

        assertThatExceptionOfType(CannotRun.class)
                .isThrownBy(others::open)
                .withMessageContaining("«bank» at port " + bankPort);
    }

    @Test
    void an_operation_that_reaches_nobody_is_not_checked() {
        Operation refund = Objects.requireNonNull(target.operations().get("refund"));

        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> all.of(refund, CounterpartRole.VENDOR))
                .satisfies(judgement -> assertThat(judgement.verdict()).isEqualTo(Verdict.NOT_CHECKED))
                .withMessageContaining("no vendor that a refund reaches");
    }

    @Test
    void an_interrupted_wait_is_no_call_that_did_not_come() {
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(Interrupted.class)
                .isThrownBy(() -> bank.await("u-1", 1, LIMIT))
                .withMessage("interrupted while waiting for 1 calls of «bank» about u-1");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void a_query_that_is_not_encoded_as_it_should_be_is_taken_as_it_is() {
        Incoming look = new Incoming("GET", "/orders?reference=a%20b&note=100%", List.of(), "", TextNode.valueOf(""));

        assertThat(look.asked()).containsExactly("a b", "100%");
    }

    @Test
    void a_call_that_could_not_be_taken_in_is_not_missing_in_silence() {
        Book book = new Book();
        book.failed(new IllegalStateException("no memory"));

        assertThatIllegalStateException().isThrownBy(book::close).withMessageContaining("no memory");
        assertThatIllegalStateException().isThrownBy(() -> book.arrivals("u-1"));
        book.close();
    }

    @Test
    void a_player_that_fails_is_heard_of() {
        Target.Counterpart form = Objects.requireNonNull(target.counterparts().get("bank"));
        Target.Counterpart wrong = new Target.Counterpart(
                form.listen(),
                null,
                form.role(),
                form.about(),
                form.key(),
                new Target.CounterpartAnswer(200, TextNode.valueOf("${no pointer}")),
                form.duplicate(),
                form.signature(),
                form.volatiles());
        Book book = new Book();
        int port = Ports.free();
        HttpStage stage = new HttpStage("bank", port, new Stub(wrong, book, LIMIT));
        stage.open();
        try {
            wire.send(payment("u-1", "k-1"), at(port));

            assertThatIllegalStateException()
                    .isThrownBy(() -> book.arrivals("u-1"))
                    .withMessageContaining("no pointer");
        } finally {
            stage.close();
        }
    }

    private Exchange pay(String reference, String key) {
        return wire.send(payment(reference, key), at(bankPort));
    }

    private static Request payment(String reference, String key) {
        return new Request(
                "POST",
                "/authorizations",
                List.of(new Header("Content-Type", "application/json"), new Header("Idempotency-Key", key)),
                "{\"amount\": 1, \"reference\": \"" + reference + "\"}");
    }

    private Exchange order(String reference) {
        return wire.send(
                new Request(
                        "POST",
                        "/orders",
                        List.of(new Header("Content-Type", "application/x-www-form-urlencoded")),
                        "item=book&reference=" + reference),
                at(shopPort));
    }

    private static Answer answer(Exchange exchange) {
        return exchange.reply().orElseThrow(() -> new AssertionError(exchange.failure()));
    }

    private static URI at(int port) {
        return URI.create("http://127.0.0.1:" + port);
    }
}
