package dev.samekey.steps.judge.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.samekey.oracles.wait.Await;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that answers first and acts 700 ms later. */
class LateEffectsTest {
    private static final String FILE = """
            name: Acme notes
            urls: ["%s"]
            writes: allowed
            contract: playbook
            operations:
              note:
                role: create
                request: {method: POST, path: /notes, body: {text: "${unique}"}}
                effects: {list: {path: "/notes?text=${unique}", count: ""}%s}
            """;

    private final List<String> notes = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor();
    private final HttpServer server = server();
    private int status = 202;
    private int acts = 1;

    private Journal journal = new Journal(Targets.file(Targets.BARE).secrets());
    private Effects effects = new Effects(
            Lacking.everything(Targets.file(Targets.BARE)),
            Lacking.calls(Targets.file(Targets.BARE), new Wire(Duration.ofSeconds(1)), journal),
            journal,
            new Checks());

    @BeforeEach
    void start() {
        server.createContext("/notes", this::answer);
        server.createContext("/balance", exchange -> respond(exchange, String.valueOf(5 * notes.size())));
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        later.shutdownNow();
    }

    @Test
    void an_effect_that_comes_within_the_time_that_the_file_states_is_counted() {
        Call call = sent(", within: 5s");

        assertThatCode(() -> check(call, 1)).doesNotThrowAnyException();
    }

    @Test
    void an_effect_that_comes_a_little_later_than_that_is_unclear() {
        Judgement late = ends(sent(", within: 200ms"), 1);

        assertThat(late.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(late.reason()).contains("came later than the 200 ms of «effects.within»");
    }

    @Test
    void two_effects_that_come_later_than_that_are_one_too_many() {
        acts = 2;
        Judgement late = ends(sent(", within: 200ms"), 1);

        assertThat(late.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(late).hasMessageContaining("expected 1, got 2");
    }

    @Test
    void what_is_booked_later_than_that_is_unclear() {
        Call call = sent(", ledger: {path: \"/balance\", at: \"\"}, within: 200ms");
        Judgement late = catchThrowableOfType(Judgement.class, () -> effects.booked(List.of(call), (ledger, one) -> 5));

        assertThat(late.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(late.facts().toString()).contains("5 booked", "0 booked when that time was over");
    }

    @Test
    void more_than_is_due_is_not_taken_for_late() {
        acts = 2;
        Call call = sent(", ledger: {path: \"/balance\", at: \"\"}, within: 3s");
        var unused = later.schedule(() -> notes.remove(0), 5, TimeUnit.SECONDS);
        List<Effects.Booked> booked = effects.booked(List.of(call), (ledger, one) -> 5);

        assertThat(booked).extracting(Effects.Booked::sum).containsExactly(10L);
    }

    @Test
    void an_effect_that_does_not_come_at_all_is_missing() {
        acts = 0;
        Judgement missing = ends(sent(", within: 900ms"), 1);

        assertThat(missing.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(missing).hasMessageContaining("expected 1, got 0");
    }

    @Test
    void a_second_effect_is_judged_at_once() {
        acts = 2;
        long start = System.nanoTime();
        Judgement late = ends(sent(", within: 60s"), 1);

        assertThat(late.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
    }

    @Test
    void an_effect_that_should_not_come_is_waited_for() {
        assertThat(ends(sent(", within: 3s"), 0).verdict()).isEqualTo(Verdict.BROKEN);
    }

    @Test
    void a_scenario_waits_once_for_what_should_not_come() {
        acts = 0;
        Call call = sent(", within: 1s");
        check(call, 0);
        long start = System.nanoTime();
        for (int i = 0; i < 5; i++) {
            check(call, 0);
        }

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
    }

    @Test
    void without_a_stated_time_what_was_only_accepted_is_unclear() {
        Judgement unclear = ends(sent(""), 1);

        assertThat(unclear.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(unclear.reason()).contains("effects.within");
    }

    @Test
    void what_was_only_accepted_is_not_replaced_before_it_is_there() {
        Call call = sent("");
        effects.settleReplaced(call);
        assertThat(Await.until("the note", Duration.ofSeconds(5), Duration.ofMillis(20), () -> !notes.isEmpty()))
                .isTrue();

        assertThatCode(() -> check(call, 1)).doesNotThrowAnyException();
    }

    @Test
    void without_a_stated_time_a_success_without_its_effect_is_broken() {
        status = 201;

        assertThat(ends(sent(""), 1).verdict()).isEqualTo(Verdict.BROKEN);
    }

    private Judgement ends(Call call, long wanted) {
        return catchThrowableOfType(Judgement.class, () -> check(call, wanted));
    }

    private void check(Call call, long wanted) {
        effects.check("effects of a note", call, List.of(), wanted);
    }

    private Call sent(String within) {
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        TargetFile file = Targets.file(FILE.formatted(url, within));
        Wire wire = new Wire(Duration.ofSeconds(30));
        Capabilities capabilities = Lacking.everything(file);
        journal = new Journal(file.secrets());
        Calls calls = Lacking.calls(file, wire, journal);
        effects = new Effects(capabilities, calls, journal, new Checks());
        Call call = calls.prepare(file.target().operations().values().iterator().next());
        journal.note("the note", wire.send(call.request(), url));
        return call;
    }

    private void answer(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        if (exchange.getRequestMethod().equals("POST")) {
            for (int i = 0; i < acts; i++) {
                var unused = later.schedule(() -> notes.add(body), 700, TimeUnit.MILLISECONDS);
            }
            exchange.sendResponseHeaders(status, -1);
        } else {
            respond(exchange, "[" + String.join(",", notes) + "]");
        }
        exchange.close();
    }

    private static void respond(HttpExchange exchange, String json) throws IOException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static HttpServer server() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }
}
