package dev.samekey.steps.judge.repeat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonPointer;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.oracles.wait.Await;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Content;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.Move;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.ReadyCalls;
import dev.samekey.steps.judge.world.Sign;
import dev.samekey.steps.model.contract.Marker;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.targets.Secrets;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts are run, by whatever is the shell of this machine, against a server that remembers what it got. */
class RepeatScriptTest {
    private static final Answer MADE = new Answer(201, List.of(), "{\"id\":\"p-1\"}");
    private static final Answer REPLAYED = new Answer(200, List.of(), "{\"id\":\"p-1\"}");

    private static final RepeatScript.About ABOUT = new RepeatScript.About(
            List.of("RPL-1"),
            "A repeated payment",
            "status: expected 201, got 200",
            "201",
            "200",
            "samekey verify --clauses RPL-1 --scenario 'It'\\''s $(id) `id`' --seed 7");

    @TempDir
    private Path folder = Path.of("");

    private final List<Received> received = Collections.synchronizedList(new ArrayList<>());
    private final Secrets secrets = new Secrets(Map.of("s3cr3t-of-alice", "$ALICE"));
    private final Journal journal = new Journal(secrets);
    private @Nullable HttpServer server;
    /** What the server answers, one after another, and the last one from then on. */
    private List<Answer> answers = List.of(new Answer(201, List.of(), "{\"id\":\"p-2\"}"));

    private Duration hold = Duration.ZERO;
    private final List<String> order = Collections.synchronizedList(new ArrayList<>());

    private record Received(String method, String path, Map<String, List<String>> headers, String body) {}

    private record Ended(int code, String said) {}

    @BeforeEach
    void start() throws IOException {
        assumeTrue(
                Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                        .anyMatch(path -> Files.isExecutable(Path.of(path, "curl"))),
                "there is no curl on the PATH");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(0);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        // One character for each byte.
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1);
        Answer answer;
        synchronized (received) {
            answer = answers.get(Math.min(received.size(), answers.size() - 1));
            received.add(new Received(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().toString(),
                    Map.copyOf(exchange.getRequestHeaders()),
                    body));
        }
        String key = String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
        order.add("in " + key);
        Await.pause("the server", hold);
        order.add("out " + key);
        byte[] response = answer.body().getBytes(StandardCharsets.UTF_8);
        answer.headers().forEach(header -> exchange.getResponseHeaders().add(header.name(), header.value()));
        exchange.sendResponseHeaders(answer.status(), response.length);
        exchange.getResponseBody().write(response);
        exchange.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\": \"it's\"}",
                "$HOME `id` $(id) \\ \\\\ \" !",
                "one\ntwo\n\nEND\nEND_\n\n",
                "äöü € 日本 …",
                "\r\n\ttab",
                "\\n is no line break, %s is no word",
                "A"
            })
    void a_body_arrives_as_it_was(String body) throws Exception {
        sent(1, request(body), MADE);

        run(null);

        assertThat(text(received.get(0))).isEqualTo(body);
    }

    @Test
    void a_long_body_arrives_as_it_was() throws Exception {
        a_body_arrives_as_it_was("ä$'x".repeat(2_500));
    }

    @Test
    void bytes_that_are_no_text_arrive_as_they_were() throws Exception {
        byte[] bytes = {0, 1, (byte) 0xFF, 39, 37, 92, 10, (byte) 0xC3};
        sent(1, request("").with(Content.File.of("scan.pdf", bytes)), MADE);

        run(null);

        assertThat(received.get(0).body()).isEqualTo(new String(bytes, StandardCharsets.ISO_8859_1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"it's `id` $HOME \\ \"q\"", "k", "", "a:b; c=d"})
    void a_header_arrives_as_it_was(String value) throws Exception {
        sent(1, request("{}").with("Idempotency-Key", value), MADE);

        run(null);

        assertThat(received.get(0).headers().get("Idempotency-key")).containsExactly(value);
    }

    @Test
    void a_path_arrives_as_it_was() throws Exception {
        sent(1, new Request("GET", "/a/$HOME/%60?x=%22'y'&z=1", List.of(), (String) null), MADE);

        run(null);

        assertThat(received.get(0).path()).isEqualTo("/a/$HOME/%60?x=%22'y'&z=1");
    }

    @Test
    void a_secret_is_a_variable_that_must_be_set() throws Exception {
        sent(1, request("{\"t\": \"s3cr3t-of-alice\"}").with("Authorization", "Bearer s3cr3t-of-alice"), MADE);
        String script = script(null);
        assertThat(script).doesNotContain("s3cr3t").contains("${ALICE:?set ALICE");

        Ended unset = run(script, Map.of());
        assertThat(unset.code()).isEqualTo(2);
        assertThat(unset.said()).contains("set ALICE");
        assertThat(received).isEmpty();

        run(script, Map.of("ALICE", "another one"));
        assertThat(received.get(0).headers().get("Authorization")).containsExactly("Bearer another one");
        assertThat(text(received.get(0))).isEqualTo("{\"t\": \"another one\"}");
    }

    @Test
    void the_break_is_there_again() throws Exception {
        Ended ended = twice(List.of(201, 200));

        assertThat(ended.said()).contains("SEEN AGAIN");
        assertThat(ended.code()).isEqualTo(1);
    }

    @Test
    void the_break_is_not_there_again() throws Exception {
        Ended ended = twice(List.of(201, 201));

        assertThat(ended.said()).contains("NOT SEEN");
        assertThat(ended.code()).isZero();
    }

    @Test
    void a_first_request_that_fails_shows_nothing() throws Exception {
        Ended ended = twice(List.of(500, 500));

        assertThat(ended.said()).contains("COULD NOT BE JUDGED: request 1 got 500, and not 201 as in the run");
        assertThat(ended.code()).isEqualTo(2);
    }

    @Test
    void what_is_neither_kept_nor_as_in_the_run_shows_nothing() throws Exception {
        assertThat(twice(List.of(201, 401)).code()).isEqualTo(2);
    }

    @Test
    void a_server_that_is_not_there_shows_nothing() throws Exception {
        sent(1, request("{}"), MADE);
        sent(2, request("{}"), REPLAYED);
        String script = script(Sign.sameStatus(REPLAYED, MADE));
        stop();

        assertThat(run(script, Map.of()).code()).isEqualTo(2);
    }

    @Test
    void what_only_the_scenario_can_see_is_left_to_people() throws Exception {
        sent(1, request("{}"), MADE);

        Ended ended = run(script(null), Map.of());

        assertThat(ended.said()).contains("expected:   201", "in the run: 200");
        assertThat(ended.code()).isEqualTo(2);
    }

    @Test
    void a_crash_is_not_repeated_but_said_with_the_command_that_does_it() throws Exception {
        sent(1, request("{}"), MADE);
        journal.add(Evidence.text(EvidenceKind.RESTART, "the target was killed by `id` $(id)", ""));
        sent(System.nanoTime(), request("{}"), REPLAYED);

        Ended ended = run(script(Sign.sameStatus(REPLAYED, MADE)), Map.of());

        assertThat(ended.said()).isEqualTo("""
                        A shell cannot repeat this break, for it needs more than requests:
                        - the target was killed by `id` $(id)
                        Samekey can, in the folder of the target file if there is one:
                            samekey verify --clauses RPL-1 --scenario 'It'\\''s $(id) `id`' --seed 7
                        """);
        assertThat(ended.code()).isEqualTo(2);
        assertThat(received).isEmpty();
    }

    @Test
    void what_was_sent_to_nobody_has_no_script() {
        assertThat(RepeatScript.of(ABOUT, journal, null, secrets)).isEmpty();
    }

    @Test
    void a_request_that_was_cut_off_is_not_left_out_unseen() {
        sent(1, request("{}"), MADE);
        journal.leaves("reference", "key-of-what-was-cut-off");

        assertThat(script(null)).contains("a request was cut off before it had a response");
    }

    private static final Answer WHOLE = new Answer(
            201,
            List.of(new Header("ETag", "1"), new Header("Replayed", "yes")),
            "{\"id\":\"p-1\",\"of\":2,\"replayed\":\"yes\"}");
    private static final Answer REFUSED = new Answer(409, List.of(), "{\"code\":\"CONFLICT.x\"}");
    private static final Marker BY_HEADER = new Marker("Replayed", null, null, "yes");
    private static final Marker BY_MEMBER = new Marker(null, JsonPointer.compile("/replayed"), null, "yes");

    /** A response that must be so, and is not. */
    static Stream<Sign> signs() {
        Answer other = new Answer(200, List.of(new Header("ETag", "2")), "{\"id\":\"p-2\"}");
        return Stream.of(
                Sign.sameStatus(other, WHOLE),
                Sign.hasStatus(other, 201),
                Sign.success(REFUSED),
                Sign.anyRefusal(other),
                Sign.refused(other, Refusal.of(409, "CONFLICT.x")),
                Sign.refused(REFUSED, Refusal.of(409, "CONFLICT.y")),
                Sign.sameBody(other, WHOLE),
                Sign.sameMembers(other, WHOLE, List.of("at")),
                Sign.sameHeader(other, WHOLE, "ETag"),
                Sign.otherHeader(new Answer(200, WHOLE.headers(), "{}"), WHOLE, "ETag"),
                Sign.hasHeader(REFUSED, "ETag"),
                Sign.marked(other, BY_HEADER, true),
                Sign.marked(WHOLE, BY_HEADER, false),
                Sign.marked(other, BY_MEMBER, true),
                Sign.marked(WHOLE, BY_MEMBER, false),
                Sign.sameId(other, WHOLE, "/id", true),
                Sign.sameId(new Answer(200, List.of(), WHOLE.body()), WHOLE, "/id", false));
    }

    /** The server answers as in the run, so what the run saw is seen again. */
    @ParameterizedTest
    @MethodSource("signs")
    void each_look_sees_again_what_the_run_saw(Sign.OfOne sign) throws Exception {
        assertThat(sign.isSeen()).isTrue();
        sent(1, request("{}"), WHOLE);
        sent(100, request("{}"), sign.of());
        answers = List.of(WHOLE, sign.of());

        Ended ended = run(script(sign), Map.of());

        assertThat(ended.said()).contains("SEEN AGAIN").doesNotContain("not found");
    }

    @Test
    void a_look_that_the_response_of_the_run_would_pass_shows_nothing() throws Exception {
        Answer again = new Answer(201, List.of(), "{\"id\":\"p-1\"}");
        sent(1, request("{}"), MADE);
        sent(100, request("{}"), again);

        Ended ended = run(script(Sign.sameStatus(again, MADE)), Map.of());

        assertThat(ended.code()).as(ended.said()).isEqualTo(2);
    }

    @Test
    void a_loser_of_a_race_must_get_the_code_of_the_contract() throws Exception {
        Sign race = new Sign.OneWinner(List.of(MADE, REFUSED), List.of(Refusal.of(409, "CONFLICT.y")), "/id");
        journal.note("2 simultaneous requests", exchange(1, 50, request("{}"), MADE));
        journal.note("2 simultaneous requests", exchange(2, 60, request("{}"), REFUSED));
        String script = script(race);

        answers = List.of(MADE, REFUSED);
        assertThat(run(script, Map.of()).said()).contains("SEEN AGAIN");
        received.clear();
        answers = List.of(MADE, new Answer(409, List.of(), "{\"code\":\"CONFLICT.y\"}"));
        assertThat(run(script, Map.of()).said()).contains("NOT SEEN").contains("by chance");
    }

    /** What a response says is data, whatever it is. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "$(touch pwned)",
                "`touch pwned`",
                "; touch pwned #",
                "'; touch pwned; '",
                "\\\"; touch pwned; \\\"",
                "-o pwned",
                "@/etc/passwd",
                "${PATH}",
                "*"
            })
    void nothing_of_a_response_is_executed(String hostile) throws Exception {
        Answer hostileFirst = new Answer(201, List.of(), "{\"id\":\"" + hostile + "\"}");
        Answer hostileAgain = new Answer(201, List.of(), "{\"id\":\"other\"}");
        sent(1, request("{}"), hostileFirst);
        sent(100, request("{\"of\":\"" + hostile + "\"}").with("If-Match", hostile), hostileAgain);
        answers = List.of(hostileFirst);

        Ended ended = run(script(Sign.sameId(hostileAgain, hostileFirst, "/id", true)), Map.of());

        assertThat(ended.said()).contains("NOT SEEN");
        assertThat(text(received.get(1))).isEqualTo("{\"of\":\"" + hostile + "\"}");
        assertThat(received.get(1).headers().get("If-match")).containsExactly(hostile);
        assertThat(folder.resolve("pwned")).doesNotExist();
    }

    /** Names of clauses, scenarios, operations and reasons come from files and from responses. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "one\ntouch pwned\n",
                "one\r\ntouch pwned",
                "one\u2028touch pwned",
                "$(touch pwned)",
                "`touch pwned`",
                "'; touch pwned; '",
                "\\",
                "-n -e",
                "\u001b[2Jäöü"
            })
    void nothing_of_the_words_is_executed(String hostile) throws Exception {
        sent(1, request("{}"), MADE);
        journal.note(hostile, exchange(2, 3, request("{}"), REPLAYED));
        RepeatScript.About about =
                new RepeatScript.About(List.of("RPL-1"), hostile, hostile, hostile, hostile, hostile);
        String script = RepeatScript.of(about, journal, Sign.sameStatus(REPLAYED, MADE), secrets)
                .orElseThrow();
        answers = List.of(MADE, REPLAYED);

        Ended ended = run(script, Map.of());

        assertThat(ended.code()).as(ended.said()).isEqualTo(1);
        assertThat(ended.said()).doesNotContain("\u001b");
        assertThat(folder.resolve("pwned")).doesNotExist();
    }

    @Test
    void a_secret_of_the_environment_is_data_too() throws Exception {
        sent(1, request("{\"t\": \"s3cr3t-of-alice\"}").with("Authorization", "s3cr3t-of-alice"), MADE);

        run(script(null), Map.of("ALICE", "$(touch pwned) `touch pwned` \" ' \\"));

        assertThat(received.get(0).headers().get("Authorization"))
                .containsExactly("$(touch pwned) `touch pwned` \" ' \\");
        assertThat(folder.resolve("pwned")).doesNotExist();
    }

    @Test
    void keys_are_new_at_each_start_and_still_alike_where_they_were() throws Exception {
        String key = "5f0c1a2e-77aa-4c3d-9e1b-0123456789ab";
        journal.know("reference", key);
        sent(1, request("{}").with("Idempotency-Key", key), MADE);
        sent(100, request("{}").with("Idempotency-Key", key), REPLAYED);
        String script = script(null);

        run(script, Map.of());
        run(script, Map.of());

        List<String> keys = received.stream()
                .flatMap(one -> one.headers().getOrDefault("Idempotency-key", List.of()).stream())
                .toList();
        assertThat(keys).hasSize(4).doesNotContain(key);
        assertThat(keys.get(0)).isEqualTo(keys.get(1)).isNotEqualTo(keys.get(2)).hasSameSizeAs(key);
        assertThat(keys.get(2)).isEqualTo(keys.get(3));
    }

    @Test
    void what_was_sent_at_the_same_time_is_so_again() throws Exception {
        for (int i = 0; i < 5; i++) {
            journal.note("5 simultaneous requests", exchange(i, 1_000, request("{}"), MADE));
        }

        Ended ended = run(script(null), Map.of());

        assertThat(received).hasSize(5);
        assertThat(ended.said()).contains("5 x 201");
    }

    @Test
    void what_waited_for_its_own_response_beside_others_does_so_again() throws Exception {
        hold = Duration.ofMillis(100);
        for (String key : List.of("a1", "b2")) {
            Request request = request("{}").with("Idempotency-Key", key);
            Call payment = ReadyCalls.payment("u-" + key, request);
            Call call = new Call(payment.operation(), payment.caller(), payment.unique(), key, request, Map.of());
            long from = key.equals("a1") ? 0 : 5;
            journal.did(new Move.Sent("first", exchange(from, from + 40, request, MADE), call, Purpose.FIRST, false));
            journal.did(new Move.Sent(
                    "again", exchange(from + 45, from + 95, request, REPLAYED), call, Purpose.DUPLICATE, false));
        }

        run(null);

        assertThat(order).hasSize(8);
        order.stream()
                .map(one -> one.replaceFirst("\\w+ ", ""))
                .distinct()
                .forEach(key -> assertThat(order)
                        .filteredOn(one -> one.endsWith(" " + key))
                        .containsExactly("in " + key, "out " + key, "in " + key, "out " + key));
        assertThat(order.subList(0, 2)).allMatch(one -> one.startsWith("in "));
    }

    @Test
    void what_was_waited_for_is_waited_for_again() {
        sent(1, request("{}"), MADE);
        sent(TimeUnit.SECONDS.toNanos(4), request("{}"), MADE);

        assertThat(script(null)).contains("sleep 4");
    }

    private static String text(Received request) {
        return new String(request.body().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    private Ended twice(List<Integer> now) throws Exception {
        sent(1, request("{}"), MADE);
        sent(100, request("{}"), REPLAYED);
        answers = now.stream()
                .map(status -> new Answer(status, List.of(), "{\"id\":\"p-2\"}"))
                .toList();
        return run(script(Sign.sameStatus(REPLAYED, MADE)), Map.of());
    }

    private static Request request(String body) {
        return new Request("POST", "/payments", List.of(new Header("Content-Type", "text/plain")), body);
    }

    private void sent(long at, Request request, Answer answer) {
        journal.note("a request", exchange(at, at + 1, request, answer));
    }

    private Exchange exchange(long sent, long answered, Request request, Answer answer) {
        int port = server == null ? 1 : server.getAddress().getPort();
        return new Exchange(
                request, URI.create("http://127.0.0.1:" + port), answer, null, Instant.EPOCH, sent, answered);
    }

    private String script(@Nullable Sign sign) {
        return RepeatScript.of(ABOUT, journal, sign, secrets).orElseThrow();
    }

    private void run(@Nullable Sign sign) throws Exception {
        run(script(sign), Map.of());
    }

    private Ended run(String script, Map<String, String> variables) throws Exception {
        Path file = Files.writeString(folder.resolve("repeat.sh"), script);
        ProcessBuilder builder = new ProcessBuilder("sh", file.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true);
        builder.environment().putAll(variables);
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return new Ended(process.exitValue(), said);
    }
}
