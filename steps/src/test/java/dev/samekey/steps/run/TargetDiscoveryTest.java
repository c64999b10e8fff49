package dev.samekey.steps.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.samekey.steps.contract.Contract;
import dev.samekey.steps.contract.Dialects;
import dev.samekey.steps.discover.Certainty;
import dev.samekey.steps.discover.Discovered;
import dev.samekey.steps.discover.Finding;
import dev.samekey.steps.file.YamlFile;
import dev.samekey.steps.process.CannotRun;
import dev.samekey.steps.target.TargetFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Small APIs that are asked which dialect they follow. */
class TargetDiscoveryTest {
    private final AtomicInteger made = new AtomicInteger();
    private final AtomicInteger asked = new AtomicInteger();
    private final Map<String, Stored> stored = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server = started();

    private record Stored(String payload, Said said) {}

    private record Said(int status, String body) {}

    /** What an API answers to a payload under a key, which is empty where there is none. */
    private interface Api {
        Said answer(String key, String payload);
    }

    @AfterEach
    void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    @Test
    void an_api_that_takes_no_notice_of_keys_follows_no_dialect() {
        Discovered discovered = discover((key, payload) -> made());
        assertThat(discovered.isIdempotent()).isFalse();
        assertThat(discovered.nearest()).isNull();
        assertThat(finding(discovered, "replay.mode").told()).isEqualTo("none");
        assertThat(finding(discovered, "replay.mode").certainty()).isEqualTo(Certainty.SURE);
        assertThat(finding(discovered, "mismatch").certainty()).isEqualTo(Certainty.NOT_SEEN);
    }

    @Test
    void an_api_that_tells_requests_apart_by_their_payload_has_no_keys() {
        Discovered discovered = discover((key, payload) -> once(payload, payload));
        assertThat(discovered.isIdempotent()).isFalse();
        assertThat(finding(discovered, "replay.mode").told()).isEqualTo("none");
    }

    @Test
    void an_api_whose_answers_tell_nothing_follows_no_dialect() {
        server.createContext("/things", exchange -> answer(exchange, (key, payload) -> new Said(202, "{}")));
        TargetFile nameless = file("writes: allowed\n", "");
        Discovered discovered = new TargetDiscovery(nameless).run();
        assertThat(discovered.isIdempotent()).isFalse();
        assertThat(finding(discovered, "replay.mode").why()).contains("names no way to count");
    }

    @Test
    void the_contract_that_is_written_says_what_was_seen_and_no_more() {
        Discovered discovered = discover((key, payload) -> key.isEmpty() || key.length() > 40 || key.length() < 3
                ? new Said(400, "{\"code\":\"bad_key\"}")
                : stored.containsKey(key)
                                && !Objects.requireNonNull(stored.get(key))
                                        .payload()
                                        .equals(payload)
                        ? new Said(418, "{\"code\":\"reused\"}")
                        : once(key, payload));
        Contract contract = contract(discovered);
        assertThat(contract.key().min()).isEqualTo(3);
        assertThat(contract.key().max()).isEqualTo(40);
        assertThat(contract.key().required()).isTrue();
        assertThat(contract.mismatch()).isEqualTo(Contract.Mismatch.REFUSE);
        assertThat(Objects.requireNonNull(contract.refusal("payload_mismatch")).statuses())
                .containsExactly(418);
        assertThat(String.valueOf(contract.errorCode())).isEqualTo("/code");
        assertThat(discovered.contract())
                .contains("# sure: POST /things with another /amount under its key → 418, 2 times");
        // Nothing could change the thing, so a state of now would have looked alike.
        assertThat(finding(discovered, "replay.mode").certainty()).isEqualTo(Certainty.LIKELY);
    }

    @Test
    void an_api_that_refuses_repetitions_is_found_to_link_to_the_result() {
        Discovered discovered = discover((key, payload) -> {
            boolean known = stored.containsKey(key);
            Said first = once(key, payload);
            return known ? new Said(409, "{\"code\":\"exists\",\"existing\":" + first.body() + "}") : first;
        });
        assertThat(finding(discovered, "replay.mode").told()).isEqualTo("conflict");
        assertThat(finding(discovered, "replay.link").told()).isEqualTo("/existing/id");
        assertThat(finding(discovered, "refusals.replayed_key.status").told()).isEqualTo("409");
        // It is the same for whatever was refused, and may be no code at all.
        assertThat(finding(discovered, "errors.code").certainty()).isEqualTo(Certainty.LIKELY);
    }

    @Test
    void an_api_without_a_slow_sandbox_is_asked_by_a_race() {
        Set<String> underWay = ConcurrentHashMap.newKeySet();
        Discovered discovered = discover((key, payload) -> {
            if (!underWay.add(key)) {
                return new Said(425, "{}");
            }
            try {
                pause();
                return once(key, payload);
            } finally {
                underWay.remove(key);
            }
        });
        assertThat(finding(discovered, "in_progress").told()).isEqualTo("refuse");
        assertThat(finding(discovered, "refusals.in_progress.status").told()).isEqualTo("425");
    }

    @Test
    void an_api_that_wants_its_keys_in_quotes_is_found_out() {
        Discovered discovered =
                discover((key, payload) -> key.matches("\".*\"") ? once(key, payload) : new Said(400, "{}"));
        assertThat(finding(discovered, "key.syntax").told()).isEqualTo("sf-string");
        assertThat(finding(discovered, "key.required").told()).isEqualTo("true");
    }

    @Test
    void what_contradicts_itself_is_unclear_and_not_written() {
        AtomicInteger without = new AtomicInteger();
        Discovered discovered = discover((key, payload) -> key.isEmpty() && without.getAndIncrement() % 2 == 0
                ? new Said(400, "{}")
                : once(key.isEmpty() ? "none" + without : key, payload));
        assertThat(finding(discovered, "key.required").certainty()).isEqualTo(Certainty.UNCLEAR);
        assertThat(contract(discovered).key().required()).isNull();
        assertThat(discovered.contract()).contains("# key.required is unclear, true and false");
    }

    @Test
    void what_a_rate_limit_answers_is_taken_for_nothing() {
        Discovered discovered = discover((key, payload) -> key.isEmpty() ? new Said(429, "{}") : once(key, payload));
        assertThat(finding(discovered, "key.required").certainty()).isEqualTo(Certainty.NOT_SEEN);
        assertThat(finding(discovered, "key.required").why()).contains("429");
    }

    @Test
    void a_first_answer_for_want_of_service_is_not_taken_for_a_wish_for_other_keys() {
        Discovered discovered =
                discover((key, payload) -> asked.getAndIncrement() == 0 ? new Said(503, "{}") : once(key, payload));
        assertThat(finding(discovered, "key.syntax").told()).isEqualTo("any");
    }

    @Test
    void without_leave_to_write_nothing_is_sent() {
        assertThatExceptionOfType(CannotRun.class)
                .isThrownBy(() -> new TargetDiscovery(file("")).run())
                .withMessageContaining("writes: allowed");
        assertThat(asked).hasValue(0);
    }

    private Discovered discover(Api api) {
        server.createContext("/things", exchange -> answer(exchange, api));
        return new TargetDiscovery(file("writes: allowed\n")).run();
    }

    private TargetFile file(String more) {
        return file(more, "id: /id");
    }

    private TargetFile file(String more, String id) {
        String yaml = """
                name: things
                urls: ["http://127.0.0.1:%d"]
                contract: {name: bare, key: {in: header, name: Idempotency-Key}}
                operations:
                  thing:
                    role: create
                    request: {method: POST, path: /things, body: {amount: 1, reference: "${unique}"}}
                    intent: {/amount: 2}
                    %s
                """.formatted(server.getAddress().getPort(), id);
        return TargetFile.of(YamlFile.of("things.yaml", yaml + more), Path.of(""), Map.of());
    }

    private static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private Said made() {
        return new Said(201, "{\"id\":\"thing-" + made.incrementAndGet() + "\"}");
    }

    private Said once(String key, String payload) {
        return stored.computeIfAbsent(key, unused -> new Stored(payload, made()))
                .said();
    }

    private static Finding finding(Discovered discovered, String member) {
        return discovered.findings().stream()
                .filter(finding -> finding.member().equals(member))
                .findFirst()
                .orElseThrow();
    }

    private static Contract contract(Discovered discovered) {
        return Dialects.of(
                YamlFile.of("section", String.valueOf(discovered.contract())).at("contract"));
    }

    private HttpServer started() {
        try {
            HttpServer created = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            created.setExecutor(threads);
            created.createContext("/", exchange -> send(exchange, new Said(404, "{}")));
            created.start();
            return created;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void answer(HttpExchange exchange, Api api) throws IOException {
        String payload = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        send(exchange, api.answer(key == null ? "" : key, payload));
    }

    private static void send(HttpExchange exchange, Said said) throws IOException {
        byte[] body = said.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(said.status(), body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
