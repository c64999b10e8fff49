package dev.samekey.steps.drive.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.drive.broker.Brokers;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.InFlight;
import dev.samekey.steps.drive.http.Pace;
import dev.samekey.steps.drive.http.Race;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.net.Network;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.testing.RawServer;
import dev.samekey.testing.RawServer.Received;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An API that lets nobody in but who has a token that it gave, which ends soon. */
class PrincipalCredentialsTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Map<String, String> ENVIRONMENT = Map.of("SECRET", "hush-hush-hush");
    private static final String GRANT =
            "client_credentials: {url: /token, id: samekey, secret: \"${env:SECRET}\", scope: pay}";

    /** By token, until when it lets somebody in. */
    private final Map<String, Instant> tokens = new ConcurrentHashMap<>();

    private final AtomicInteger given = new AtomicInteger();
    private final RawServer server = RawServer.doing(this::answer);

    @TempDir
    private Path folder = Path.of("");

    private Duration lives = Duration.ofSeconds(60);
    private String announced = "60";
    private String answer = "";
    private boolean refusesAll;

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private void answer(Received request, Socket connection) throws IOException {
        String line = request.line();
        String reply =
                line.startsWith("POST /token") || line.startsWith("POST /login") ? token(request) : paid(request);
        connection.getOutputStream().write(reply.getBytes(StandardCharsets.UTF_8));
    }

    private String token(Received request) {
        boolean granted = request.header("Authorization").contains("Basic c2FtZWtleTpodXNoLWh1c2gtaHVzaA==")
                || request.body().contains("client_secret=hush-hush-hush")
                || request.body().contains("\"pin\":\"hush-hush-hush\"");
        if (!answer.isEmpty()) {
            return answer;
        }
        if (!granted) {
            return reply("401 No", "", "{\"error\":\"invalid_client\",\"error_description\":\"hush-hush-hush\"}");
        }
        String token = "t0ken-" + given.incrementAndGet();
        tokens.put(token, Instant.now().plus(lives));
        String expires = announced.isEmpty() ? "" : ",\"expires_in\":" + announced;
        return reply(
                "200 OK",
                "Set-Cookie: session=" + token + "; HttpOnly\r\n",
                "{\"access_token\":\"" + token + "\"" + expires + "}");
    }

    private String paid(Received request) {
        boolean known = tokens.entrySet().stream()
                .anyMatch(token -> Instant.now().isBefore(token.getValue())
                        && (request.header("Authorization").contains("Bearer " + token.getKey())
                                || request.header("Cookie").contains("session=" + token.getKey())));
        return known && !refusesAll ? reply("201 Created", "", "{}") : reply("401 No", "", "{}");
    }

    private static String reply(String status, String header, String body) {
        return "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nConnection: close\r\n" + header
                + "Content-Length: " + body.length() + "\r\n\r\n" + body;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "client_credentials: {url: /token, id: samekey, secret: \"${env:SECRET}\"}",
                "client_credentials: {url: /token, id: samekey, secret: \"${env:SECRET}\", authentication: body}",
                "password: {url: /token, id: samekey, secret: \"${env:SECRET}\", user: alice, password: x}",
                "login: {url: /login, body: {pin: \"${env:SECRET}\"}, at: /access_token}",
                "login: {url: /login, body: {pin: \"${env:SECRET}\"}, cookie: session}"
            })
    void each_way_to_fetch_a_token_lets_in(String way) {
        try (Api api = new Api(way)) {
            assertThat(api.pay().reply().map(Answer::status)).contains(201);
        }
    }

    @Test
    void a_command_prints_a_token() {
        tokens.put("printed", Instant.MAX);
        try (Api api = new Api("command: [echo, printed]")) {
            assertThat(api.pay().reply().map(Answer::status)).contains(201);
        }
    }

    @Test
    void a_token_is_renewed_before_it_ends() throws InterruptedException {
        lives = Duration.ofSeconds(2);
        announced = "2";
        try (Api api = new Api(GRANT)) {
            api.pay();
            Thread.sleep(1700);

            assertThat(api.pay().refused()).isNull();
            assertThat(given).hasValue(2);
        }
    }

    @Test
    void a_token_that_ends_early_is_renewed_once_and_the_evidence_says_so() {
        try (Api api = new Api(GRANT)) {
            api.pay();
            tokens.clear();

            Exchange exchange = api.pay();

            assertThat(exchange.reply().map(Answer::status)).contains(201);
            assertThat(exchange.transcript())
                    .startsWith("(sent again: the token was refused with 401, and was renewed)");
            assertThat(given).hasValue(2);
        }
    }

    @Test
    void a_token_that_is_refused_at_once_is_renewed_once_and_then_never() {
        refusesAll = true;
        try (Api api = new Api(GRANT)) {
            for (int i = 0; i < 5; i++) {
                assertThat(api.pay().reply().map(Answer::status)).contains(401);
            }

            assertThat(given).hasValue(2);
            assertThat(api.credentials.isRefusedAtOnce("alice")).isTrue();
        }
    }

    @Test
    void many_requests_side_by_side_fetch_one_token() {
        try (Api api = new Api(GRANT)) {
            InFlight many = new InFlight(api.wire);
            for (int i = 0; i < 20; i++) {
                many.send(api.payment(), server.uri());
            }

            assertThat(many.collect())
                    .allSatisfy(
                            one -> assertThat(one.reply().map(Answer::status)).contains(201));
            assertThat(given).hasValue(1);
        }
    }

    @Test
    void a_race_has_a_token_and_one_whose_token_ended_is_inconclusive_and_renews_it() {
        try (Api api = new Api(GRANT)) {
            Race race = new Race(LIMIT, api.wire);
            Race.Entry entry = new Race.Entry(api.payment(), server.uri());
            List<Race.Entry> twins = List.of(entry, entry, entry);
            assertThat(race.run(twins, unused -> {}).exchanges())
                    .allSatisfy(one -> assertThat(one.request()).isEqualTo(api.payment()))
                    .allSatisfy(
                            one -> assertThat(one.reply().map(Answer::status)).contains(201));
            tokens.clear();

            assertThatExceptionOfType(Judgement.class)
                    .isThrownBy(() -> race.run(twins, unused -> {}))
                    .withMessageContaining("the token ended in the middle of a race");
            assertThat(race.run(twins, unused -> {}).exchanges())
                    .allSatisfy(
                            one -> assertThat(one.reply().map(Answer::status)).contains(201));
            assertThat(given).hasValue(2);
        }
    }

    @Test
    void a_fetched_token_is_a_secret_and_its_variable_stands_in_the_line_that_repeats_the_request() {
        try (Api api = new Api(GRANT)) {
            String shown = api.file.secrets().redact(api.pay().transcript());

            assertThat(shown).contains("\"Authorization: Bearer $ALICE_TOKEN\"").doesNotContain("t0ken");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 OK | <html>sign in</html> | the response is an HTML page",
                "200 OK | {} | the response has none at «/access_token»",
                "302 Found | {} | it answered 302, which leads elsewhere, and no redirect is followed",
                "401 No | {\"error\":\"invalid_client\"} | it answered 401 (invalid_client)",
                "200 OK | {\"access_token\":\"two words\\n\"} | the token from /token is no text that a header can carry"
            })
    void what_is_no_token_is_named(String status, String body, String reason) {
        answer = reply(status, "Location: http://127.0.0.1:1/\r\n", body);
        try (Api api = new Api(GRANT)) {
            assertThatExceptionOfType(NoCredentials.class)
                    .isThrownBy(() -> api.credentials.tried("alice"))
                    .withMessageContaining(reason);
        }
    }

    @Test
    void a_token_endpoint_that_fails_three_times_in_a_row_is_left_in_peace() {
        answer = reply("500 Broken", "", "{}");
        try (Api api = new Api(GRANT)) {
            for (int i = 0; i < 6; i++) {
                assertThatExceptionOfType(Judgement.class).isThrownBy(api::pay);
            }

            assertThat(server.requests()).isEqualTo(3);
        }
    }

    @Test
    void a_token_endpoint_that_answers_slowly_is_not_waited_for_longer_than_the_limit() throws IOException {
        try (RawServer silent = RawServer.silent();
                Api api = new Api(GRANT.replace("/token", silent.uri() + "/token"), Duration.ofMillis(300))) {
            assertThatExceptionOfType(NoCredentials.class)
                    .isThrownBy(() -> api.credentials.tried("alice"))
                    .withMessageContaining("no whole answer within 300 ms");
        }
    }

    /** The API as a run reaches it. */
    private final class Api implements AutoCloseable {
        private final TargetFile file;
        private final PrincipalCredentials credentials;
        private final Wire wire;

        Api(String token) {
            this(token, LIMIT);
        }

        Api(String token, Duration limit) {
            String yaml = """
                    name: Acme
                    urls: ["%s"]
                    contract: playbook
                    principals: {alice: {token: {%s}}}
                    operations: {payment: {role: create, request: {method: POST, path: /payments, body: {a: 1}}}}
                    """.formatted(server.uri(), token);
            this.file = TargetFile.of(YamlFile.of("acme.yaml", yaml), folder, ENVIRONMENT);
            this.credentials = new PrincipalCredentials(file, limit);
            this.wire = new Wire(
                    LIMIT, Brokers.none(), Network.direct(), Pace.unbound(), () -> {}, unused -> {}, credentials);
        }

        Request payment() {
            return new Request(
                    "POST",
                    "/payments",
                    PrincipalCredentials.headers(
                            "alice",
                            Objects.requireNonNull(file.target().principals().get("alice"))),
                    "{}");
        }

        Exchange pay() {
            return wire.send(payment(), server.uri());
        }

        @Override
        public void close() {
            wire.close();
            credentials.close();
        }
    }
}
