package dev.samekey.steps.author.discover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Dialects;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.testing.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Small APIs that are asked which dialect they follow. */
class TargetDiscoveryTest {
    private final AtomicInteger made = new AtomicInteger();
    private final AtomicInteger asked = new AtomicInteger();
    private final Map<String, Stored> stored = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server = started();

    private record Stored(String payload, Reply said) {}

    private record Reply(int status, String body) {}

    /** What an API answers to a payload under a key, which is empty where there is none. */
    private interface Api {
        Reply answer(String key, String payload);
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
        assertThat(finding(discovered, "replay.mode").described()).isEqualTo("none");
        assertThat(finding(discovered, "replay.mode").certainty()).isEqualTo(Certainty.SURE);
        assertThat(warnings(discovered)).containsExactly("RPL-4: a repeated request took effect again");
        assertThat(finding(discovered, "mismatch").certainty()).isEqualTo(Certainty.NOT_SEEN);
    }

    @Test
    void an_api_that_tells_requests_apart_by_their_payload_has_no_keys() {
        Discovered discovered = discover((key, payload) -> once(payload, payload));
        assertThat(discovered.isIdempotent()).isFalse();
        assertThat(finding(discovered, "replay.mode").certainty()).isEqualTo(Certainty.NOT_SEEN);
        assertThat(warnings(discovered)).contains("KEY-5: the same payload under another key got the first response");
    }

    @Test
    void an_api_whose_answers_tell_nothing_follows_no_dialect() {
        server.createContext("/things", exchange -> answer(exchange, (key, payload) -> new Reply(202, "{}")));
        TargetFile nameless = file("writes: allowed\n", "");
        Discovered discovered = new TargetDiscovery(nameless).run();
        assertThat(discovered.isIdempotent()).isFalse();
        assertThat(finding(discovered, "replay.mode").why()).contains("names no way to count");
    }

    @Test
    void the_contract_that_is_written_says_what_was_seen_and_no_more() {
        Discovered discovered = discover((key, payload) -> key.isEmpty() || key.length() > 40 || key.length() < 3
                ? new Reply(400, "{\"code\":\"bad_key\"}")
                : stored.containsKey(key)
                                && !Objects.requireNonNull(stored.get(key))
                                        .payload()
                                        .equals(payload)
                        ? new Reply(418, "{\"code\":\"reused\"}")
                        : once(key, payload));
        Contract contract = contract(discovered);
        assertThat(contract.key().min()).isEqualTo(3);
        assertThat(contract.key().max()).isEqualTo(40);
        assertThat(contract.key().required()).isTrue();
        assertThat(contract.mismatch()).isEqualTo(Contract.Mismatch.REFUSE);
        assertThat(Objects.requireNonNull(contract.refusal(Reason.PAYLOAD_MISMATCH))
                        .statuses())
                .containsExactly(418);
        assertThat(String.valueOf(contract.errorCode())).isEqualTo("/code");
        assertThat(discovered.contract())
                .contains("# sure: POST /things with another /amount under its key → 418, 2 times");
        // Nothing could change the thing, so a state of now would have looked alike.
        assertThat(finding(discovered, "replay.mode").certainty()).isEqualTo(Certainty.LIKELY);
    }

    @Test
    void an_api_that_replays_the_original_whatever_is_sent_under_its_key_breaks_a_clause_unless_that_is_accepted() {
        Discovered discovered = discover((key, payload) -> once(key.isEmpty() ? payload : key, payload));
        assertThat(warnings(discovered)).contains("MIS-1: another payload under the same key got the first response");
        assertThat(contract(discovered).mismatch()).isEqualTo(Contract.Mismatch.REFUSE);
        assertThat(Objects.requireNonNull(contract(discovered).refusal(Reason.PAYLOAD_MISMATCH))
                        .statuses())
                .contains(422);
        assertThat(discovered.contract())
                .contains("# WARNING", "MIS-1: another payload under the same key got the first response");
        assertThat(contract(discovered.lenient()).mismatch()).isEqualTo(Contract.Mismatch.REPLAY);
        assertThat(finding(discovered, "fingerprint.of").why())
                .contains("the API was not seen to refuse another payload");
    }

    @Test
    void another_payload_that_takes_effect_under_the_key_is_no_dialect() {
        Discovered discovered = discover((key, payload) -> {
            Stored known = stored.get(key);
            return known != null && !known.payload().equals(payload) ? made() : once(key, payload);
        });
        assertThat(warnings(discovered)).contains("MIS-1: another payload under the same key took effect");
        assertThat(contract(discovered).mismatch()).isEqualTo(Contract.Mismatch.REFUSE);
        assertThat(contract(discovered.lenient()).mismatch()).isNull();
    }

    @Test
    void a_replay_that_shows_the_state_of_now_differs_from_the_response_of_then() {
        Finding now = modeOfWhatChanges(1, true, "read: \"/things/${thing.id}\"");
        assertThat(now.described()).isEqualTo("current_state");
        assertThat(now.certainty()).isEqualTo(Certainty.SURE);
        Finding then = modeOfWhatChanges(1, false, "read: \"/things/${thing.id}\"");
        assertThat(then.described()).isEqualTo("stored");
        assertThat(then.certainty()).isEqualTo(Certainty.SURE);
        for (Finding unseen : List.of(
                modeOfWhatChanges(1, false, "success: 201"),
                modeOfWhatChanges(0, true, "read: \"/things/${thing.id}\""))) {
            assertThat(unseen.described()).isEqualTo("stored");
            assertThat(unseen.certainty()).as("nobody saw it change").isEqualTo(Certainty.LIKELY);
        }
    }

    /** Each change of a thing counts in its state, which a replay shows or does not. */
    private Finding modeOfWhatChanges(int step, boolean replaysState, String more) {
        Map<String, AtomicInteger> changes = new ConcurrentHashMap<>();
        HttpContext one = server.createContext("/things/", exchange -> {
            String id = exchange.getRequestURI().getPath().replaceAll(".*/", "");
            AtomicInteger count = changes.computeIfAbsent(id, unused -> new AtomicInteger());
            String put = exchange.getRequestMethod().equals("PUT") ? "" + count.addAndGet(step) : "" + count;
            send(exchange, new Reply(200, "{\"id\":\"" + id + "\",\"changes\":" + put + "}"));
        });
        HttpContext all = server.createContext(
                "/things",
                exchange -> answer(exchange, (key, payload) -> {
                    String id =
                            once(key.isEmpty() ? payload : key, payload).body().replaceAll("[^0-9]", "");
                    int count = replaysState
                            ? changes.getOrDefault(id, new AtomicInteger()).get()
                            : 0;
                    return new Reply(201, "{\"id\":\"" + id + "\",\"changes\":" + count + "}");
                }));
        String change = """
                  change:
                    role: update
                    after: thing
                    request: {method: PUT, path: "/things/${thing.id}", body: {note: "${unique}"}}
                writes: allowed
                """;
        try {
            return finding(new TargetDiscovery(file(change, "id: /id\n    " + more)).run(), "replay.mode");
        } finally {
            server.removeContext(one);
            server.removeContext(all);
        }
    }

    @Test
    void a_replay_that_is_only_like_the_first_answer_is_reported_with_what_varies_and_its_status() {
        Discovered discovered = discover((key, payload) -> {
            boolean known = stored.containsKey(key);
            String thing = once(key.isEmpty() ? payload : key, payload).body();
            return new Reply(known ? 200 : 201, thing.replace("}", ",\"served\":" + asked.incrementAndGet() + "}"));
        });
        assertThat(finding(discovered, "replay.mode").described()).isEqualTo("semantic");
        assertThat(finding(discovered, "replay.varies").described()).isEqualTo("[\"/served\"]");
        assertThat(finding(discovered, "replay.status").described()).isEqualTo("200");
    }

    @Test
    void a_key_that_is_refused_without_the_result_is_rejected() {
        Discovered discovered = discover((key, payload) ->
                stored.containsKey(key) ? new Reply(409, "{\"code\":\"exists\"}") : once(key, payload));
        assertThat(finding(discovered, "replay.mode").described()).isEqualTo("reject");
        assertThat(discovered.findings()).extracting(Finding::member).doesNotContain("replay.link");
        assertThat(contract(discovered).marker())
                .as("the nearest dialect's mark")
                .isNull();
    }

    @Test
    void an_api_that_refuses_a_payload_under_whatever_key_has_no_keys() {
        Discovered discovered = discover((key, payload) ->
                stored.containsKey(payload) ? new Reply(409, "{\"code\":\"exists\"}") : once(payload, payload));
        assertThat(finding(discovered, "replay.mode").described()).isEqualTo("none");
        assertThat(discovered.isIdempotent()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}, key.syntax, uuid",
        "[0-9a-f-]{36}, key.syntax, any",
        "'.{20,40}', key.syntax, any",
        "[!-~]+, key.characters, [!-~]",
        "[ -~]+, key.characters, [ -~]"
    })
    void how_keys_may_be_written_is_found_out(String legal, String member, String expected) {
        Discovered discovered =
                discover((key, payload) -> key.matches(legal) ? once(key, payload) : new Reply(400, "{}"));
        assertThat(finding(discovered, member).described()).isEqualTo(expected);
    }

    @Test
    void the_spelling_of_a_payload_does_not_count() {
        Discovered discovered = discoverSpelling(TargetDiscoveryTest::members);
        assertThat(finding(discovered, "fingerprint.of").described()).isEqualTo("canonical");
        assertThat(finding(discovered, "fingerprint.of").certainty()).isEqualTo(Certainty.SURE);
        assertThat(warnings(discovered)).noneMatch(one -> one.startsWith("MIS"));
    }

    @Test
    void a_payload_that_is_compared_by_its_bytes_breaks_a_clause_unless_that_is_accepted() {
        Discovered discovered = discoverSpelling(payload -> payload);
        assertThat(warnings(discovered)).anyMatch(one -> one.startsWith("MIS-3"));
        assertThat(fingerprint(discovered.contract())).isEqualTo(Contract.Of.CANONICAL);
        assertThat(fingerprint(discovered.lenient())).isEqualTo(Contract.Of.BYTES);
    }

    @Test
    void a_payload_whose_members_count_in_their_order_is_not_compared_by_its_bytes() {
        Discovered discovered = discoverSpelling(payload -> payload.replaceAll("\\s", ""));
        assertThat(finding(discovered, "fingerprint.of").certainty()).isEqualTo(Certainty.OPEN);
        assertThat(warnings(discovered))
                .contains("MIS-3: the same payload with its members in another order was taken for another one");
        assertThat(fingerprint(discovered.contract())).isEqualTo(Contract.Of.CANONICAL);
        assertThat(fingerprint(discovered.lenient())).isNull();
    }

    private static Contract.@Nullable Of fingerprint(@Nullable String section) {
        return Objects.requireNonNull(contract(section).fingerprint()).of();
    }

    /** @param seen what the API compares of a payload */
    private Discovered discoverSpelling(UnaryOperator<String> seen) {
        return discover((key, payload) -> {
            String compared = seen.apply(payload);
            Stored known = stored.get(key);
            return known != null && !known.payload().equals(compared)
                    ? new Reply(422, "{\"code\":\"reused\"}")
                    : once(key.isEmpty() ? compared : key, compared);
        });
    }

    @Test
    void a_replay_in_an_envelope_is_no_second_effect_and_has_no_mode() {
        Discovered discovered = discover((key, payload) -> {
            boolean known = stored.containsKey(key);
            Reply first = once(key.isEmpty() ? payload + made.get() : key, payload);
            return known
                    ? new Reply(
                            201,
                            "{\"replayed\":true,\"at\":" + asked.incrementAndGet() + ",\"result\":" + first.body()
                                    + "}")
                    : first;
        });
        assertThat(finding(discovered, "replay.mode").certainty()).isEqualTo(Certainty.OPEN);
        assertThat(finding(discovered, "replay.mode").seen().get(0)).contains("envelope");
        assertThat(discovered.isIdempotent()).isTrue();
        assertThat(contract(discovered).replay()).isNull();
        assertThat(warnings(discovered)).noneMatch(one -> one.startsWith("RPL-4"));
    }

    @Test
    void a_response_with_the_time_and_an_id_of_the_request_around_the_result_is_a_replay() {
        server.createContext(
                "/things",
                exchange -> answer(exchange, (key, payload) -> {
                    Reply first = once(key.isEmpty() ? payload + made.get() : key, payload);
                    return new Reply(
                            201, "{\"request\":" + asked.incrementAndGet() + ",\"result\":" + first.body() + "}");
                }));
        for (String id : List.of("id: /result/id", "success: 201")) {
            Discovered discovered = new TargetDiscovery(file("writes: allowed\n", id)).run();
            assertThat(finding(discovered, "replay.mode").described()).isEqualTo("semantic");
            assertThat(finding(discovered, "replay.varies").described()).isEqualTo("[\"/request\"]");
        }
    }

    @Test
    void a_second_effect_behind_the_same_response_is_counted() {
        Map<String, AtomicInteger> effects = new ConcurrentHashMap<>();
        server.createContext("/count", exchange -> {
            String unique = exchange.getRequestURI().getQuery();
            send(exchange, new Reply(200, "{\"count\":" + effects.getOrDefault(unique, new AtomicInteger()) + "}"));
        });
        server.createContext(
                "/things",
                exchange -> answer(exchange, (key, payload) -> {
                    String unique = payload.replaceAll("(?s).*\"(u[0-9a-f]{19})\".*", "$1");
                    effects.computeIfAbsent(unique, unused -> new AtomicInteger())
                            .incrementAndGet();
                    return once(key.isEmpty() ? payload + made.get() : key, payload);
                }));
        String counted = "id: /id\n    effects: {list: {path: \"/count?${unique}\", count: /count}}";
        Discovered discovered = new TargetDiscovery(file("writes: allowed\n", counted)).run();
        assertThat(warnings(discovered)).contains("RPL-4: a repeated request took effect again");
        assertThat(finding(discovered, "replay.mode").described()).isEqualTo("stored");
    }

    @Test
    void a_repeat_that_is_refused_as_another_payload_is_may_be_taken_for_one() {
        Discovered discovered = discover((key, payload) ->
                stored.containsKey(key) ? new Reply(422, "{\"code\":\"mismatch\"}") : once(key, payload));
        assertThat(finding(discovered, "replay.mode").described()).isEqualTo("reject");
        assertThat(finding(discovered, "replay.mode").certainty()).isEqualTo(Certainty.LIKELY);
        assertThat(finding(discovered, "mismatch").certainty()).isEqualTo(Certainty.LIKELY);
        server.removeContext("/things");
        Discovered apart = discover((key, payload) -> {
            Stored known = stored.get(key);
            return known == null
                    ? once(key, payload)
                    : known.payload().equals(payload)
                            ? new Reply(409, "{\"code\":\"done\"}")
                            : new Reply(422, "{\"code\":\"mismatch\"}");
        });
        assertThat(finding(apart, "replay.mode").described()).isEqualTo("reject");
        assertThat(finding(apart, "replay.mode").certainty()).isEqualTo(Certainty.SURE);
    }

    @Test
    void duplicates_that_race_and_take_effect_each_have_no_guard() {
        Discovered discovered = discover((key, payload) -> {
            Stored known = stored.get(key);
            if (known != null) {
                return known.said();
            }
            Reply reply = made();
            pause();
            stored.put(key, new Stored(payload, reply));
            return reply;
        });
        assertThat(warnings(discovered))
                .contains("CON-1: no guard against duplicates: simultaneous ones took effect each");
        assertThat(contract(discovered.lenient()).inProgress()).isNull();
    }

    @Test
    void a_duplicate_that_takes_effect_while_the_original_runs_has_no_guard() {
        server.createContext(
                "/things",
                exchange -> answer(exchange, (key, payload) -> {
                    Stored known = stored.get(key);
                    if (known != null) {
                        return known.said();
                    }
                    Reply reply = made();
                    for (int i = 0; i < (payload.contains("\"amount\":9") ? 16 : 0); i++) {
                        pause();
                    }
                    stored.put(key, new Stored(payload, reply));
                    return reply;
                }));
        Discovered discovered =
                new TargetDiscovery(file("writes: allowed\n", "id: /id\n    sandbox: {slow: {/amount: 9}}")).run();
        assertThat(warnings(discovered))
                .contains("CON-10: no guard against duplicates: one took effect while the original ran");
    }

    @Test
    void an_original_whose_claim_expires_while_it_runs_is_overtaken() {
        Map<String, Long> claims = new ConcurrentHashMap<>();
        server.createContext(
                "/things",
                exchange -> answer(exchange, (key, payload) -> {
                    Stored known = stored.get(key);
                    if (known != null) {
                        return known.said();
                    }
                    long now = System.nanoTime();
                    Long claim = claims.get(key);
                    if (claim != null && now - claim < Duration.ofMillis(250).toNanos()) {
                        return new Reply(409, "{\"code\":\"in_progress\"}");
                    }
                    claims.put(key, now);
                    for (int i = 0; i < (payload.contains("\"amount\":9") ? 20 : 0); i++) {
                        pause();
                    }
                    // The one whose claim was taken over has no effect.
                    return Objects.equals(claims.get(key), now)
                            ? once(key, payload)
                            : new Reply(409, "{\"code\":\"in_progress\"}");
                }));
        Discovered discovered =
                new TargetDiscovery(file("writes: allowed\n", "id: /id\n    sandbox: {slow: {/amount: 9}}")).run();
        assertThat(warnings(discovered))
                .contains("CON-10: no guard against duplicates: one took effect while the original ran");
    }

    @Test
    void a_response_that_another_operation_gets_under_the_key_breaks_a_clause() {
        routes((key, payload) -> stored.get(key));
        assertThat(warnings(new TargetDiscovery(twoRoutes()).run()))
                .contains("SCP-3: another operation under the same key got the first operation's response");
    }

    @Test
    void a_response_that_crosses_routes_with_its_payload_only_breaks_a_clause_too() {
        routes((key, payload) -> {
            Stored known = stored.get(key);
            return known == null || known.payload().equals(payload)
                    ? known
                    : new Stored("", new Reply(422, "{\"code\":\"reused\"}"));
        });
        Discovered discovered = new TargetDiscovery(twoRoutes()).run();
        assertThat(warnings(discovered))
                .contains("SCP-3: another operation under the same key got the first operation's response");
        assertThat(contract(discovered).scope()).contains(Contract.Scope.ROUTE);
    }

    @Test
    void a_key_that_all_operations_share_is_no_breach_where_another_one_is_refused() {
        Map<String, String> routes = new ConcurrentHashMap<>();
        for (String route : List.of("/things", "/parts")) {
            server.createContext(
                    route,
                    exchange -> answer(
                            exchange,
                            (key, payload) -> key.isEmpty()
                                            || routes.computeIfAbsent(key, unused -> route + payload)
                                                    .equals(route + payload)
                                    ? once(key.isEmpty() ? payload + made.get() : key, payload)
                                    : new Reply(422, "{\"code\":\"reused\"}")));
        }
        Discovered discovered = new TargetDiscovery(twoRoutes()).run();
        assertThat(warnings(discovered)).noneMatch(one -> one.startsWith("SCP-3"));
        assertThat(finding(discovered, "scope.route").described()).isEqualTo("false");
    }

    /** Two routes that share their keys. */
    private void routes(BiFunction<String, String, @Nullable Stored> known) {
        for (String route : List.of("/things", "/parts")) {
            server.createContext(
                    route,
                    exchange -> answer(exchange, (key, payload) -> {
                        Stored found = known.apply(key, payload);
                        return found != null ? found.said() : once(key.isEmpty() ? payload + made.get() : key, payload);
                    }));
        }
    }

    private TargetFile twoRoutes() {
        return file(
                "writes: allowed\n",
                "id: /id\n  part:\n    role: create\n    id: /id\n    request: {method: POST, path: /parts, body: {size: 3,"
                        + " reference: \"${unique}\"}}");
    }

    @Test
    void keys_that_all_callers_share_break_a_clause_unless_that_is_accepted() {
        server.createContext(
                "/things",
                exchange -> answer(exchange, (key, payload) -> {
                    Stored known = stored.get(key);
                    return known != null && !known.payload().equals(payload)
                            ? new Reply(422, "{\"code\":\"reused\"}")
                            : once(key.isEmpty() ? payload + made.get() : key, payload);
                }));
        Discovered discovered = new TargetDiscovery(file("""
                principals: {alice: {headers: {User: alice}}, bob: {headers: {User: bob}}}
                writes: allowed
                """)).run();
        assertThat(warnings(discovered))
                .anyMatch(one -> one.startsWith("SCP-1"))
                .anyMatch(one -> one.startsWith("SCP-2"));
        assertThat(contract(discovered).scope()).contains(Contract.Scope.PRINCIPAL);
        assertThat(contract(discovered.lenient()).scope()).doesNotContain(Contract.Scope.PRINCIPAL);
    }

    @Test
    void keys_that_the_principals_of_a_tenant_share_are_no_fault_for_certain() {
        server.createContext(
                "/things",
                exchange -> answer(exchange, (key, payload) -> {
                    String owned = exchange.getRequestHeaders().getFirst("Tenant") + key;
                    Stored known = stored.get(owned);
                    return known != null && !known.payload().equals(payload)
                            ? new Reply(422, "{\"code\":\"reused\"}")
                            : once(key.isEmpty() ? payload + made.get() : owned, payload);
                }));
        Discovered discovered = new TargetDiscovery(file("""
                tenants: {north: {headers: {Tenant: north}}, south: {headers: {Tenant: south}}}
                principals: {alice: {headers: {User: alice}}, bob: {headers: {User: bob}}}
                writes: allowed
                """)).run();
        assertThat(warnings(discovered)).noneMatch(one -> one.startsWith("SCP-"));
        assertThat(contract(discovered).scope())
                .contains(Contract.Scope.TENANT)
                .doesNotContain(Contract.Scope.PRINCIPAL);
    }

    @Test
    void a_required_key_that_changes_nothing_is_written_with_what_the_clauses_demand() {
        Discovered discovered =
                discover((key, payload) -> key.isEmpty() ? new Reply(400, "{\"code\":\"key\"}") : made());
        assertThat(discovered.isIdempotent()).isTrue();
        assertThat(warnings(discovered)).contains("RPL-4: a repeated request took effect again");
        assertThat(contract(discovered).key().required()).isTrue();
    }

    @Test
    void an_illegal_key_that_makes_the_server_fail_is_a_warning() {
        Discovered discovered = discover((key, payload) ->
                key.length() > 40 ? new Reply(500, "{}") : once(key.isEmpty() ? payload : key, payload));
        assertThat(finding(discovered, "key.max").described()).isEqualTo("40");
        assertThat(warnings(discovered)).contains("KEY-3: an illegal key was answered with a server error");
    }

    @Test
    void an_empty_key_that_was_used_before_is_not_taken_for_an_illegal_one_for_sure() {
        Discovered discovered = discover((key, payload) -> {
            Stored known = stored.get(key);
            return known != null && !known.payload().equals(payload)
                    ? new Reply(422, "{\"code\":\"reused\"}")
                    : once(key, payload);
        });
        assertThat(finding(discovered, "key.min").certainty()).isEqualTo(Certainty.LIKELY);
        assertThat(finding(discovered, "key.min").seen().get(0)).contains("may have been used before");
    }

    @Test
    void short_keys_that_are_refused_as_all_is_refused_are_not_taken_for_legal_ones() {
        Discovered discovered = discover((key, payload) -> {
            Stored known = stored.get(key);
            return (known != null && !known.payload().equals(payload)) || (!key.isEmpty() && key.length() < 3)
                    ? new Reply(400, "{}")
                    : once(key.isEmpty() ? payload + made.get() : key, payload);
        });
        assertThat(finding(discovered, "key.min").described()).isEqualTo("3");
        assertThat(finding(discovered, "key.min").certainty()).isEqualTo(Certainty.LIKELY);
    }

    @Test
    void short_keys_that_were_used_before_are_legal_ones_also_where_repeats_are_refused() {
        "0123456789ab"
                .chars()
                .mapToObj(Character::toString)
                .forEach(used -> stored.put(used, new Stored("", new Reply(201, "{}"))));
        Discovered discovered = discover((key, payload) -> key.isEmpty()
                ? new Reply(400, "{\"code\":\"no_key\"}")
                : stored.containsKey(key) ? new Reply(409, "{\"code\":\"exists\"}") : once(key, payload));
        assertThat(finding(discovered, "key.min").described()).isEqualTo("1");
        assertThat(finding(discovered, "key.min").certainty()).isEqualTo(Certainty.SURE);
    }

    @Test
    void keys_that_must_not_be_a_number_have_no_least_length_for_that() {
        Discovered discovered = discover((key, payload) ->
                key.isEmpty() || key.matches("[0-9]+") ? new Reply(400, "{\"code\":\"bad_key\"}") : once(key, payload));
        assertThat(finding(discovered, "key.min").described()).isEqualTo("1");
        assertThat(finding(discovered, "key.min").certainty()).isEqualTo(Certainty.SURE);
    }

    /** As a store does that compresses what it indexes. */
    @Test
    void a_greatest_length_that_depends_on_what_the_key_says_is_not_sure() {
        Discovered discovered = discover((key, payload) -> key.length() > 300 && !key.startsWith(key.substring(0, 4), 4)
                ? new Reply(500, "{}")
                : once(key.isEmpty() ? payload : key, payload));
        assertThat(finding(discovered, "key.max").certainty()).isEqualTo(Certainty.LIKELY);
        assertThat(finding(discovered, "key.max").seen().get(0)).contains("not the length alone");
    }

    @ParameterizedTest
    @ValueSource(strings = {"key", "reference"})
    void results_that_are_named_after_their_request_are_not_taken_for_one(String natural) {
        for (String route : List.of("/things", "/parts")) {
            server.createContext(route, exchange -> {
                String user = exchange.getRequestHeaders().getFirst("User");
                answer(
                        exchange,
                        (key, payload) ->
                                owned(user + route, key, payload, natural.equals("key") ? key : unique(payload)));
            });
        }
        Discovered discovered = new TargetDiscovery(twoRoutesOfTwoUsers()).run();
        assertThat(warnings(discovered)).isEmpty();
    }

    /** Each user has keys of its own on each route. */
    private Reply owned(String owner, String key, String payload, String name) {
        Reply result = new Reply(201, "{\"id\":\"" + name + "\",\"at\":" + asked.incrementAndGet() + "}");
        if (key.isEmpty()) {
            return new Reply(400, "{\"code\":\"no_key\"}");
        }
        Stored known = stored.computeIfAbsent(owner + key, unused -> new Stored(members(payload), result));
        return known.payload().equals(members(payload)) ? known.said() : new Reply(422, "{\"code\":\"reused\"}");
    }

    private static String unique(String payload) {
        return payload.replaceAll("(?s).*\"(u[0-9a-f]{19})\".*", "$1");
    }

    @Test
    void a_result_that_is_named_after_its_key_and_crosses_all_the_same_breaks_a_clause() {
        for (String route : List.of("/things", "/parts")) {
            server.createContext(
                    route,
                    exchange -> answer(exchange, (key, payload) -> {
                        Reply made = owned("", key, "", key);
                        return made.status() == 422 ? new Reply(500, "{}") : made;
                    }));
        }
        assertThat(warnings(new TargetDiscovery(twoRoutesOfTwoUsers()).run()))
                .contains("SCP-3: another operation under the same key got the first operation's response")
                .contains("SCP-2: a second principal got the response of the first");
    }

    /** Whether the second route begins to count with the first one. */
    @Test
    void numbers_that_each_route_counts_for_itself_are_not_taken_for_one_result() {
        Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();
        for (String route : List.of("/things", "/parts")) {
            AtomicInteger count = counts.computeIfAbsent(route, unused -> new AtomicInteger());
            server.createContext(
                    route,
                    exchange -> answer(exchange, (key, payload) -> {
                        if (route.equals("/parts") && count.get() == 0) {
                            count.set(Objects.requireNonNull(counts.get("/things"))
                                            .get()
                                    - 1);
                        }
                        return stored.computeIfAbsent(
                                        route + (key.isEmpty() ? payload + asked.incrementAndGet() : key),
                                        unused -> new Stored(
                                                payload, new Reply(201, "{\"id\":" + count.incrementAndGet() + "}")))
                                .said();
                    }));
        }
        assertThat(warnings(new TargetDiscovery(twoRoutes()).run())).noneMatch(one -> one.startsWith("SCP-"));
    }

    private TargetFile twoRoutesOfTwoUsers() {
        return file(
                "principals: {alice: {headers: {User: alice}}, bob: {headers: {User: bob}}}\nwrites: allowed\n",
                "id: /id\n  part:\n    role: create\n    id: /id\n    request: {method: POST, path: /parts, body: {size: 3,"
                        + " reference: \"${unique}\"}}");
    }

    private static List<String> warnings(Discovered discovered) {
        return discovered.warnings().stream().map(Warning::described).toList();
    }

    private static String members(String payload) {
        return Stream.of(payload.replaceAll("[\\s{}]", "").split(",", -1))
                .sorted()
                .toList()
                .toString();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whether_a_refusal_uses_the_key_up_is_found_out(boolean used) {
        server.createContext(
                "/things",
                exchange -> answer(exchange, (key, payload) -> {
                    Reply declined = new Reply(422, "{\"code\":\"declined\"}");
                    Stored known = stored.get(key);
                    if (known == null && payload.contains("\"amount\":9")) {
                        return used
                                ? stored.computeIfAbsent(key, unused -> new Stored(payload, declined))
                                        .said()
                                : declined;
                    }
                    return once(key.isEmpty() ? payload : key, payload);
                }));
        TargetFile file = file("writes: allowed\n", "id: /id\n    sandbox: {declined: {/amount: 9}}");
        Finding kept = finding(new TargetDiscovery(file).run(), "stored.4xx");
        assertThat(kept.described()).isEqualTo(String.valueOf(used));
        assertThat(kept.certainty()).isEqualTo(Certainty.SURE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whether_a_failure_that_passes_uses_the_key_up_is_found_out(boolean used) {
        Set<String> failed = ConcurrentHashMap.newKeySet();
        server.createContext(
                "/things",
                exchange -> answer(
                        exchange,
                        (key, payload) -> payload.contains("\"amount\":9") && (failed.add(key) || used)
                                ? new Reply(503, "{}")
                                : once(key.isEmpty() ? payload : key, payload)));
        TargetFile file = file("writes: allowed\n", "id: /id\n    sandbox: {unavailable_once: {/amount: 9}}");
        Finding kept = finding(new TargetDiscovery(file).run(), "stored.5xx");
        assertThat(kept.described()).isEqualTo(String.valueOf(used));
        assertThat(kept.certainty()).isEqualTo(used ? Certainty.LIKELY : Certainty.SURE);
    }

    @Test
    void keyless_requests_that_share_a_record_break_a_clause() {
        Discovered discovered = discover((key, payload) -> {
            Stored known = stored.get(key);
            return known != null && !known.payload().equals(payload)
                    ? new Reply(422, "{\"code\":\"reused\"}")
                    : once(key, payload);
        });
        assertThat(warnings(discovered)).anyMatch(one -> one.startsWith("KEY-9"));
        assertThat(contract(discovered).key().required()).isFalse();
        assertThat(discovered.findings()).extracting(Finding::member).doesNotContain("refusals.missing_key.status");
    }

    @Test
    void a_key_in_a_member_of_the_body_is_found_where_the_file_says() {
        Discovered discovered = discoverKeyIn(
                "body, name: meta.key", "application/json", Pattern.compile("(\"meta\":\\{\"key\":\"(.*?)\"})"));
        assertThat(finding(discovered, "key.in").described()).isEqualTo("body");
        assertThat(finding(discovered, "key.name").described()).isEqualTo("meta.key");
        assertFoundInTheBody(discovered);
    }

    @Test
    void a_key_in_a_field_of_a_form_is_found_where_the_file_says() {
        Discovered discovered = discoverKeyIn(
                "form, name: token", "application/x-www-form-urlencoded", Pattern.compile("(\\btoken=([^&]*))"));
        assertThat(finding(discovered, "key.in").described()).isEqualTo("form");
        assertThat(finding(discovered, "key.name").described()).isEqualTo("token");
        assertFoundInTheBody(discovered);
    }

    private static void assertFoundInTheBody(Discovered discovered) {
        assertThat(discovered.isIdempotent()).isTrue();
        assertThat(finding(discovered, "replay.mode").described()).isEqualTo("stored");
        assertThat(finding(discovered, "key.required").described()).isEqualTo("true");
        assertThat(finding(discovered, "key.required").certainty()).isEqualTo(Certainty.SURE);
        assertThat(finding(discovered, "key.max").described()).isEqualTo("40");
        assertThat(finding(discovered, "mismatch").described()).isEqualTo("refuse");
        assertThat(contract(discovered).key().required()).isTrue();
    }

    /** @param pattern finds the member in a payload, and in it the key */
    private Discovered discoverKeyIn(String place, String type, Pattern pattern) {
        server.createContext(
                "/things",
                exchange -> answer(exchange, (header, payload) -> {
                    Matcher found = pattern.matcher(payload);
                    String key = found.find() ? found.group(2) : "";
                    String rest = payload.replace(key.isEmpty() ? "" : found.group(1), "");
                    Stored known = stored.get(key);
                    if (!header.isEmpty() || key.isEmpty() || key.length() > 40) {
                        return new Reply(400, "{\"code\":\"bad_key\"}");
                    }
                    return known != null && !known.payload().equals(rest)
                            ? new Reply(422, "{\"code\":\"reused\"}")
                            : once(key, rest);
                }));
        String yaml = yaml("id: /id")
                .replace("header, name: Idempotency-Key", place)
                .replace("path: /things,", "path: /things, headers: {Content-Type: " + type + "},");
        return new TargetDiscovery(file(yaml + "writes: allowed\n", Map.of())).run();
    }

    @Test
    void a_database_that_does_not_answer_is_reported_with_its_secrets_out_and_the_rest_is_asked() throws IOException {
        HttpContext telling = server.createContext("/things", exchange -> answer(exchange, this::once));
        String database = """
                writes: allowed
                oracles: {database: {url: "jdbc:postgresql://${env:DB}/things"}}
                """;
        Map<String, String> environment = Map.of("DB", "127.0.0.1:" + Ports.free());

        Discovered discovered = new TargetDiscovery(file(yaml("id: /id") + database, environment)).run();
        assertThat(discovered.isIdempotent()).isTrue();
        assertThat(discovered.remarks())
                .singleElement()
                .asString()
                .startsWith("The database of the target file does not answer, so nothing was counted in it: ")
                .doesNotContain(environment.values());

        assertThat(new TargetDiscovery(file("writes: allowed\n")).run().remarks())
                .isEmpty();

        // Where the answers tell nothing, the database would have.
        server.removeContext(telling);
        server.createContext("/things", exchange -> answer(exchange, (key, payload) -> new Reply(202, "{}")));
        String counted = yaml("effects: {sql: [\"select count(*) from things where reference = :unique\"]}");
        Discovered blind = new TargetDiscovery(file(counted + database, environment)).run();
        assertThat(finding(blind, "replay.mode").why()).contains("did not answer");
    }

    @Test
    void an_api_that_refuses_repetitions_is_found_to_link_to_the_result() {
        Discovered discovered = discover((key, payload) -> {
            boolean known = stored.containsKey(key);
            Reply first = once(key, payload);
            return known ? new Reply(409, "{\"code\":\"exists\",\"existing\":" + first.body() + "}") : first;
        });
        assertThat(finding(discovered, "replay.mode").described()).isEqualTo("conflict");
        assertThat(finding(discovered, "replay.link").described()).isEqualTo("/existing/id");
        assertThat(finding(discovered, "refusals.replayed_key.status").described())
                .isEqualTo("409");
        // It is the same for whatever was refused, and may be no code at all.
        assertThat(finding(discovered, "errors.code").certainty()).isEqualTo(Certainty.LIKELY);
    }

    @Test
    void an_api_without_a_slow_sandbox_is_asked_by_a_race() {
        Set<String> underWay = ConcurrentHashMap.newKeySet();
        Discovered discovered = discover((key, payload) -> {
            if (!underWay.add(key)) {
                return new Reply(425, "{}");
            }
            try {
                pause();
                return once(key, payload);
            } finally {
                underWay.remove(key);
            }
        });
        assertThat(finding(discovered, "in_progress").described()).isEqualTo("refuse");
        assertThat(finding(discovered, "refusals.in_progress.status").described())
                .isEqualTo("425");
    }

    @Test
    void an_api_that_wants_its_keys_in_quotes_is_found_out() {
        Discovered discovered =
                discover((key, payload) -> key.matches("\".*\"") ? once(key, payload) : new Reply(400, "{}"));
        assertThat(finding(discovered, "key.syntax").described()).isEqualTo("sf-string");
        assertThat(finding(discovered, "key.required").described()).isEqualTo("true");
    }

    @Test
    void a_refusal_that_only_the_body_says_is_known_by_its_code() {
        server.createContext(
                "/things",
                exchange -> answer(exchange, (key, payload) -> {
                    Stored before = stored.get(key);
                    return key.isEmpty()
                            ? new Reply(200, "{\"errors\":[{\"code\":\"missing\"}]}")
                            : before != null && !before.payload().equals(payload)
                                    ? new Reply(200, "{\"errors\":[{\"code\":\"reused\"}]}")
                                    : once(key, payload);
                }));
        Discovered discovered =
                new TargetDiscovery(file("writes: allowed\n", "id: /id\n    refused_by: /errors")).run();
        Contract contract = contract(discovered);

        assertThat(contract.key().required()).isTrue();
        assertThat(contract.mismatch()).isEqualTo(Contract.Mismatch.REFUSE);
        Refusal refusal = Objects.requireNonNull(contract.refusal(Reason.PAYLOAD_MISMATCH));
        assertThat(refusal.statuses()).isEmpty();
        assertThat(refusal.codes()).containsExactly("reused");
    }

    @Test
    void what_contradicts_itself_is_open_and_not_written() {
        AtomicInteger without = new AtomicInteger();
        Discovered discovered = discover((key, payload) -> key.isEmpty() && without.getAndIncrement() % 2 == 0
                ? new Reply(400, "{}")
                : once(key.isEmpty() ? "none" + without : key, payload));
        assertThat(finding(discovered, "key.required").certainty()).isEqualTo(Certainty.OPEN);
        assertThat(contract(discovered).key().required()).isNull();
        assertThat(discovered.contract()).contains("# key.required is open, true and false");
    }

    @Test
    void what_a_rate_limit_answers_is_taken_for_nothing() {
        Discovered discovered = discover((key, payload) -> key.isEmpty() ? new Reply(429, "{}") : once(key, payload));
        assertThat(finding(discovered, "key.required").certainty()).isEqualTo(Certainty.NOT_SEEN);
        assertThat(finding(discovered, "key.required").why()).contains("429");
    }

    @Test
    void a_first_answer_for_want_of_service_is_not_taken_for_a_wish_for_other_keys() {
        Discovered discovered =
                discover((key, payload) -> asked.getAndIncrement() == 0 ? new Reply(503, "{}") : once(key, payload));
        assertThat(finding(discovered, "key.syntax").described()).isEqualTo("any");
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
        return file(yaml(id) + more, Map.of());
    }

    private static TargetFile file(String yaml, Map<String, String> environment) {
        return TargetFile.of(YamlFile.of("things.yaml", yaml), Path.of(""), environment);
    }

    private String yaml(String id) {
        return """
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
    }

    private static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private Reply made() {
        return new Reply(201, "{\"id\":\"thing-" + made.incrementAndGet() + "\"}");
    }

    private Reply once(String key, String payload) {
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
        return contract(discovered.contract());
    }

    private static Contract contract(@Nullable String section) {
        YamlFile file = YamlFile.of("section", String.valueOf(section));
        return file.tree().path("contract").isTextual()
                ? Dialects.shipped(file.tree().path("contract").asText())
                : Dialects.of(file.at("contract"), "found");
    }

    private HttpServer started() {
        try {
            HttpServer created = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            created.setExecutor(threads);
            created.createContext("/", exchange -> send(exchange, new Reply(404, "{}")));
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

    private static void send(HttpExchange exchange, Reply said) throws IOException {
        byte[] body = said.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(said.status(), body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
