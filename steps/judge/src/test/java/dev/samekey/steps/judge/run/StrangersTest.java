package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import dev.samekey.testing.RawServer.Received;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server says to another principal who knows a key (SCP-1, SCP-2). */
class StrangersTest {
    private static final String PRINCIPALS = """
            principals: {alice: {headers: {X-User: alice}}, bob: {headers: {X-User: bob}}}
            writes: allowed
            """;

    private static final String SLOW = """
                id: /id
                sandbox: {slow: {/payer: slow}}
                effects: {list: {path: "/notes?text=${unique}", count: /items}}
            """;
    private static final String SLOW_WHEN_TOLD = """
                id: /id
                switches:
                  slow: {start: {method: POST, path: /slow}, stop: {method: POST, path: /quick}}
                effects: {list: {path: "/notes?text=${unique}", count: /items}}
            """;
    /** It is slow only where its provider is. */
    private static final String SLOW_BY_ITS_PROVIDER = """
                id: /id
                reaches: [bank]
                effects: {list: {path: "/notes?text=${unique}", count: /items}}
            counterparts: {bank: {listen: %s, role: provider, about: /text, key: {header: Idempotency-Key}}}
            """;

    private static final int SLOW_MS = 1_500;
    private static final Set<Server> LOCKING = Set.of(
            Server.LOCKS_A_KEY_FOR_ALL,
            Server.LOCKS_A_KEY_FOR_ALL_AND_IS_COLD_AT_FIRST,
            Server.LOCKS_A_KEY_AND_ASKS_ITS_PROVIDER,
            Server.DOES_ONE_AFTER_THE_OTHER);
    private static final Pattern TEXT = Pattern.compile("u[0-9a-f]{19}");

    private final Map<String, String> owners = new ConcurrentHashMap<>();
    private final Map<String, Object> locks = new ConcurrentHashMap<>();
    /** The notes by their texts. */
    private final Map<String, List<String>> made = new ConcurrentHashMap<>();

    private final AtomicInteger notes = new AtomicInteger();
    private final AtomicBoolean isSlow = new AtomicBoolean();
    private final AtomicBoolean wasLate = new AtomicBoolean();
    /** The keys of slow operations. */
    private final Set<String> inProgress = ConcurrentHashMap.newKeySet();

    private final HttpClient http = HttpClient.newHttpClient();
    /** The port of its provider; 0 where it has none. */
    private int bank;

    @TempDir
    private Path out = Path.of("");

    private enum Server {
        HAS_KEYS_OF_ITS_PRINCIPALS,
        HAS_ONE_KEY_SPACE_AND_CHECKS_THE_OWNER,
        SERVES_ALICE_ALONE,
        LOCKS_A_KEY_FOR_ALL,
        LOCKS_A_KEY_FOR_ALL_AND_IS_COLD_AT_FIRST,
        DOES_ONE_AFTER_THE_OTHER,
        IS_ALWAYS_SLOW,
        IS_SLOW_WHEN_TOLD,
        IS_LATE_ONCE,
        ASKS_ITS_PROVIDER,
        LOCKS_A_KEY_AND_ASKS_ITS_PROVIDER
    }

    @Test
    void a_server_that_knows_a_key_for_its_owner_alone_tells_nobody_of_it() throws IOException {
        assertThat(judged(Server.HAS_KEYS_OF_ITS_PRINCIPALS)).containsOnly(Verdict.HELD);
    }

    @Test
    void a_server_that_says_that_a_key_is_anothers_tells_that_it_exists() throws IOException {
        assertThat(judged(Server.HAS_ONE_KEY_SPACE_AND_CHECKS_THE_OWNER)).containsOnly(Verdict.BROKEN);
    }

    @Test
    void a_server_that_refuses_a_stranger_under_any_key_tells_nothing_of_it() throws IOException {
        assertThat(judged(Server.SERVES_ALICE_ALONE)).containsOnly(Verdict.HELD);
    }

    @Test
    void a_server_that_has_anothers_key_locked_while_its_operation_runs_makes_a_stranger_wait() throws IOException {
        assertMeanwhile(Server.LOCKS_A_KEY_FOR_ALL, SLOW, Verdict.BROKEN);
        assertMeanwhile(Server.HAS_KEYS_OF_ITS_PRINCIPALS, SLOW, Verdict.HELD);
    }

    @Test
    void a_first_request_that_takes_long_hides_no_wait() throws IOException {
        assertMeanwhile(Server.LOCKS_A_KEY_FOR_ALL_AND_IS_COLD_AT_FIRST, SLOW, Verdict.BROKEN);
    }

    @Test
    void a_stranger_who_waits_for_whatever_is_in_progress_does_not_wait_for_the_key() throws IOException {
        assertMeanwhile(Server.DOES_ONE_AFTER_THE_OTHER, SLOW, Verdict.INCONCLUSIVE);
    }

    @Test
    void a_stranger_whose_request_always_takes_so_long_need_not_have_waited() throws IOException {
        assertMeanwhile(Server.IS_ALWAYS_SLOW, SLOW, Verdict.INCONCLUSIVE);
    }

    @Test
    void a_stranger_need_not_have_waited_where_a_request_makes_the_server_slow_for_all() throws IOException {
        assertMeanwhile(Server.IS_SLOW_WHEN_TOLD, SLOW_WHEN_TOLD, Verdict.INCONCLUSIVE);
    }

    @Test
    void a_stranger_who_is_late_may_have_met_a_slow_provider() throws IOException {
        bank = freePort();
        String more = SLOW_BY_ITS_PROVIDER.formatted(bank);

        assertMeanwhile(Server.ASKS_ITS_PROVIDER, more, Verdict.HELD);
        assertMeanwhile(Server.LOCKS_A_KEY_AND_ASKS_ITS_PROVIDER, more, Verdict.INCONCLUSIVE);
    }

    @Test
    void a_stranger_who_was_late_once_has_not_waited() throws IOException {
        assertMeanwhile(Server.IS_LATE_ONCE, SLOW, Verdict.HELD);
        assertThat(wasLate).isTrue();
    }

    /** How it is judged that a stranger uses the key of an operation in progress (SCP-1). */
    private void assertMeanwhile(Server how, String more, Verdict verdict) throws IOException {
        assertThat(judged(how, "SCP-1", more))
                .filteredOn(scenario -> scenario.name().contains("slow note"))
                .singleElement()
                .satisfies(scenario ->
                        assertThat(scenario.verdict()).as(scenario.reason()).isEqualTo(verdict));
    }

    private List<Verdict> judged(Server how) throws IOException {
        return judged(how, "SCP-2", "").stream().map(ScenarioResult::verdict).toList();
    }

    private List<ScenarioResult> judged(Server how, String clause, String more) throws IOException {
        try (RawServer server = RawServer.doing((request, connection) ->
                connection.getOutputStream().write(answer(how, request).getBytes(StandardCharsets.UTF_8)))) {
            String target =
                    Targets.BARE.replace("http://127.0.0.1:1", server.uri().toString());
            return new ContractRun(Targets.file(target + more + PRINCIPALS), Choice.of(Set.of(clause)), out)
                    .run(unused -> {})
                    .scenarios();
        }
    }

    private String answer(Server how, Received request) throws InterruptedException {
        Matcher text = TEXT.matcher(request.line() + request.body());
        String about = text.find() ? text.group() : "";
        if (request.line().startsWith("GET ")) {
            return response("200 OK", "{\"items\":" + made.getOrDefault(about, List.of()) + "}");
        }
        if (!request.line().contains("/notes")) {
            isSlow.set(request.line().contains("/slow"));
            return response("200 OK", "{}");
        }
        String user = String.join("", request.header("X-User"));
        String key = String.join("", request.header("Idempotency-Key"));
        boolean isRefused = switch (how) {
            case HAS_ONE_KEY_SPACE_AND_CHECKS_THE_OWNER ->
                !owners.computeIfAbsent(key, unused -> user).equals(user);
            case SERVES_ALICE_ALONE -> !user.equals("alice");
            default -> false;
        };
        if (isRefused) {
            return response("403 Forbidden", "{\"code\":\"no\"}");
        }
        boolean isSlowOne = request.body().contains("slow");
        if (isSlowOne) {
            inProgress.add(key);
        }
        boolean isLate = how == Server.IS_LATE_ONCE
                && !isSlowOne
                && inProgress.contains(key)
                && wasLate.compareAndSet(false, true);
        boolean isCold = how == Server.LOCKS_A_KEY_FOR_ALL_AND_IS_COLD_AT_FIRST && notes.get() == 0;
        boolean takesLong = isSlowOne || how == Server.IS_ALWAYS_SLOW || isSlow.get() || isCold || isLate;
        int takes = takesLong ? SLOW_MS : 0;
        String locked = how == Server.DOES_ONE_AFTER_THE_OTHER ? "all" : key;
        Object lock = LOCKING.contains(how) ? locks.computeIfAbsent(locked, unused -> new Object()) : request;
        synchronized (lock) {
            TimeUnit.MILLISECONDS.sleep(takes);
            if (bank > 0) {
                ask(request.body(), key);
            }
        }
        String note = "{\"id\":\"n-" + notes.incrementAndGet() + "\"}";
        made.computeIfAbsent(about, unused -> new CopyOnWriteArrayList<>()).add(note);
        return response("201 Created", note);
    }

    private void ask(String note, String key) throws InterruptedException {
        URI acts = URI.create("http://127.0.0.1:" + bank + "/acts");
        HttpRequest request = HttpRequest.newBuilder(acts)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .timeout(Duration.ofSeconds(30))
                .POST(BodyPublishers.ofString(note))
                .build();
        try {
            assertThat(http.send(request, BodyHandlers.ofString()).statusCode()).isLessThan(300);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static String response(String status, String body) {
        return "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body;
    }
}
