package dev.samekey.steps.drive.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.samekey.oracles.wait.Await;
import dev.samekey.steps.drive.client.Task;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Dialects;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.file.YamlFile;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ServiceTest {
    private static final Contract PLAYBOOK = Dialects.shipped("playbook");
    private static final HttpResponse.BodyHandler<String> TEXT = HttpResponse.BodyHandlers.ofString();
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final Duration LOOK = Duration.ofMillis(5);
    private static final Script WELL = (unique, number) -> new Behaviour.Succeed();

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void a_success_is_sent_once_and_replayed_with_the_marker(Protocol protocol) throws Exception {
        try (Service service = Service.open(PLAYBOOK, Map.of(), WELL, protocol)) {
            HttpClient client = client(service, protocol);
            service.expect(task("u-1"));

            HttpResponse<String> first = client.send(payment(service, "k-1", body("u-1")), TEXT);
            HttpResponse<String> again = client.send(payment(service, "k-1", body("u-1")), TEXT);

            assertThat(first.statusCode()).isEqualTo(201);
            assertThat(first.headers().firstValue("Idempotency-Status")).hasValue("stored");
            assertThat(again.headers().firstValue("Idempotency-Status")).hasValue("replayed");
            assertThat(again.body()).isEqualTo(first.body()).contains("\"status\":\"completed\"");
            assertThat(service.effects("u-1")).isEqualTo(1);
            assertThat(service.received("u-1"))
                    .extracting(Received::number, Received::acted, Received::status, Received::key, Received::protocol)
                    .containsExactly(
                            tuple(1, true, 201, "k-1", spoken(protocol)),
                            tuple(2, false, 201, "k-1", spoken(protocol)));
            assertThat(service.received("u-1").get(0)).satisfies(one -> {
                assertThat(one.method()).isEqualTo("POST");
                assertThat(one.target()).isEqualTo("/payments?by=test");
                assertThat(one.body()).isEqualTo(body("u-1"));
            });
        }
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void a_redirect_has_no_effect_and_names_where_to_go_on(Protocol protocol) throws Exception {
        Script script = (unique, number) -> number == 1 ? new Behaviour.Redirect(307) : new Behaviour.Succeed();
        try (Service service = Service.open(PLAYBOOK, Map.of(), script, protocol)) {
            HttpClient client = client(service, protocol);
            service.expect(task("u-1"));

            HttpResponse<String> first = client.send(payment(service, "k-1", body("u-1")), TEXT);

            assertThat(first.statusCode()).isEqualTo(307);
            String elsewhere = first.headers().firstValue("Location").orElseThrow();
            assertThat(elsewhere).isEqualTo(service.url() + "/payments?by=test&moved=u-1");
            assertThat(service.effects("u-1")).isZero();
            service.expect(task("u-2"));

            client.send(HttpRequest.newBuilder(URI.create(elsewhere)).build(), TEXT);

            assertThat(service.received("u-1"))
                    .as("a GET has no payload that says what it is about, and another operation is under way")
                    .extracting(Received::method)
                    .containsExactly("POST", "GET");
            assertThat(service.effects("u-1")).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void the_client_sees_each_loss_as_what_it_is(Protocol protocol) throws Exception {
        Script script = (unique, number) -> number == 1 && !unique.isEmpty()
                ? new Behaviour.Lose(Behaviour.Loss.valueOf(unique), true)
                : new Behaviour.Succeed();
        try (Service service = Service.open(PLAYBOOK, Map.of(), script, protocol)) {
            HttpClient client = client(service, protocol);
            for (Behaviour.Loss loss : Behaviour.Loss.values()) {
                String unique = loss.name();
                service.expect(task(unique));

                assertThatThrownBy(() -> client.send(payment(service, "k" + unique, body(unique)), TEXT))
                        .as(loss + " over " + protocol)
                        .isInstanceOf(IOException.class)
                        .satisfies(failure -> assertThat(failure instanceof HttpTimeoutException)
                                .isEqualTo(loss == Behaviour.Loss.SILENCE));

                assertThat(service.effects(unique)).as("effects of " + loss).isEqualTo(1);
                assertThat(ended(service, unique)).as("the end of " + loss).satisfies(one -> {
                    assertThat(one.status()).isNull();
                    assertThat(one.acted()).isTrue();
                });
                assertThat(client.send(payment(service, "k" + unique, body(unique)), TEXT)
                                .headers()
                                .firstValue("Idempotency-Status"))
                        .hasValue("replayed");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void a_silence_ends_when_the_client_gives_up(Protocol protocol) throws Exception {
        Script script = (unique, number) ->
                unique.isEmpty() ? new Behaviour.Succeed() : new Behaviour.Lose(Behaviour.Loss.SILENCE, false);
        try (Service service = Service.open(PLAYBOOK, Map.of(), script, protocol)) {
            HttpClient client = client(service, protocol);
            service.expect(task("u-1"));

            assertThatThrownBy(() -> client.send(payment(service, "k-1", body("u-1")), TEXT))
                    .isInstanceOf(HttpTimeoutException.class);
            long gaveUp = System.nanoTime();

            Received one = ended(service, "u-1");
            // A tenth of the limit of the service: so it was the client that ended it.
            assertThat(one.endedNanos()).isCloseTo(gaveUp, within(Service.LONGEST_SILENCE.toNanos() / 10));
            assertThat(service.effects("u-1")).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(Behaviour.Loss.class)
    void a_loss_is_exact_on_a_raw_connection(Behaviour.Loss loss) throws Exception {
        Script script = (unique, number) -> new Behaviour.Lose(loss, true);
        try (Service service = Service.open(PLAYBOOK, Map.of(), script, Protocol.HTTP);
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), service.url().getPort())) {
            socket.setSoTimeout(300);
            socket.getOutputStream()
                    .write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}"
                            .getBytes(StandardCharsets.UTF_8));

            switch (loss) {
                case SILENCE ->
                    assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
                case RESET ->
                    assertThatThrownBy(() -> socket.getInputStream().read())
                            .isInstanceOf(SocketException.class)
                            .hasMessageContaining("reset");
                case CLOSED -> assertThat(socket.getInputStream().read()).isNegative();
                case TRUNCATED -> {
                    String text = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                    String[] parts = text.split("\r\n\r\n", 2);
                    assertThat(parts[0]).startsWith("HTTP/1.1 201").contains("Content-Length: 66");
                    assertThat(parts[1]).hasSize(33);
                }
            }
        }
    }

    @Test
    void over_http2_a_loss_meets_its_own_request_alone() throws Exception {
        Script script = (unique, number) -> unique.equals("u-slow")
                ? new Behaviour.Delay(Duration.ofMillis(500), new Behaviour.Succeed())
                : new Behaviour.Lose(Behaviour.Loss.RESET, false);
        try (Service service = Service.open(PLAYBOOK, Map.of(), script, Protocol.H2)) {
            HttpClient client = client(service);
            service.expect(task("u-slow"));
            service.expect(task("u-lost"));
            CompletableFuture<HttpResponse<String>> slow =
                    client.sendAsync(payment(service, "k-1", body("u-slow")), TEXT);
            assertThat(Await.until(
                            "it to arrive",
                            LIMIT,
                            LOOK,
                            () -> !service.received("u-slow").isEmpty()))
                    .isTrue();

            assertThatThrownBy(() -> client.send(payment(service, "k-2", body("u-lost")), TEXT))
                    .hasMessageContaining("RST_STREAM");

            assertThat(slow.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(201);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Protocol.class,
            names = {"HTTP", "H2"})
    void two_hundred_operations_are_served_at_once(Protocol protocol) throws Exception {
        CountDownLatch all = new CountDownLatch(200);
        // Each waits until all have arrived.
        Script script = (unique, number) -> {
            if (unique.isEmpty()) {
                return new Behaviour.Succeed();
            }
            all.countDown();
            try {
                boolean isTogether = all.await(20, TimeUnit.SECONDS);
                return isTogether ? new Behaviour.Succeed() : new Behaviour.Refuse(503, null, null);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return new Behaviour.Refuse(503, null, null);
            }
        };
        try (Service service = Service.open(PLAYBOOK, Map.of(), script, protocol)) {
            HttpClient client = client(service, protocol);
            IntStream.range(0, 200).forEach(number -> service.expect(task("u-" + number)));
            List<CompletableFuture<HttpResponse<String>>> responses = IntStream.range(0, 200)
                    .mapToObj(number -> client.sendAsync(
                            HttpRequest.newBuilder(
                                            payment(service, "k-" + number, body("u-" + number)), (name, value) -> true)
                                    .timeout(Duration.ofSeconds(30))
                                    .build(),
                            TEXT))
                    .toList();

            assertThat(responses)
                    .allSatisfy(one -> assertThat(one.get(30, TimeUnit.SECONDS).statusCode())
                            .isEqualTo(201));
        }
    }

    @Test
    void another_payload_under_a_known_key_is_refused_as_the_dialect_says() throws Exception {
        try (Service service = Service.open(PLAYBOOK, Map.of(), WELL, Protocol.HTTP)) {
            HttpClient client = client(service);
            service.expect(task("u-1"));
            String first = "{\"amount\": 10, \"reference\": \"u-1\", \"client_time\": 1}";
            String same = "{ \"client_time\": 2, \"reference\": \"u-1\", \"amount\": 10.0 }";
            String other = "{\"amount\": 11, \"reference\": \"u-1\"}";

            assertThat(client.send(payment(service, "k-1", first), TEXT).statusCode())
                    .isEqualTo(201);
            assertThat(client.send(payment(service, "k-1", same), TEXT).statusCode())
                    .isEqualTo(201);
            HttpResponse<String> refused = client.send(payment(service, "k-1", other), TEXT);

            assertThat(refused.statusCode()).isEqualTo(409);
            assertThat(refused.headers().firstValue("Content-Type")).hasValue("application/problem+json");
            assertThat(refused.body()).contains("\"code\":\"CONFLICT.idempotency.payload_mismatch\"");
            assertThat(service.effects("u-1")).isEqualTo(1);
            assertThat(service.received("u-1").get(2).behaviour())
                    .isEqualTo(new Behaviour.Refuse(409, Reason.PAYLOAD_MISMATCH, null));
        }
    }

    @Test
    void bytes_are_another_payload_where_the_dialect_compares_bytes() throws Exception {
        Contract bytes = Dialects.of(YamlFile.of("x.yaml", "{extends: playbook, fingerprint: {of: bytes}}"), "x");
        try (Service service = Service.open(bytes, Map.of(), WELL, Protocol.HTTP)) {
            HttpClient client = client(service);

            assertThat(client.send(payment(service, "k-1", "{}"), TEXT).statusCode())
                    .isEqualTo(201);
            assertThat(client.send(payment(service, "k-1", "{ }"), TEXT).statusCode())
                    .isEqualTo(409);
        }
    }

    @Test
    void a_request_without_a_key_acts_each_time() throws Exception {
        try (Service service = Service.open(PLAYBOOK, Map.of(), WELL, Protocol.HTTP)) {
            HttpClient client = client(service);
            service.expect(task("u-1"));

            String first =
                    client.send(payment(service, null, body("u-1")), TEXT).body();
            String again =
                    client.send(payment(service, null, body("u-1")), TEXT).body();

            assertThat(again).isNotEqualTo(first);
            assertThat(service.effects("u-1")).isEqualTo(2);
        }
    }

    @Test
    void a_refusal_has_the_code_of_its_reason_and_says_when_to_retry() throws Exception {
        Script script = (unique, number) -> switch (number) {
            case 1 -> new Behaviour.Refuse(503, Reason.UNAVAILABLE, "2");
            case 2 -> new Behaviour.Refuse(500, null, null);
            default -> new Behaviour.Refuse(425, Reason.IN_PROGRESS, "soon");
        };
        Contract silent = Contract.silent("silent", PLAYBOOK.key());
        assertThat(codes(PLAYBOOK, script))
                .containsExactly(
                        "503 2 DEPENDENCY.unavailable", "500 - INTERNAL", "425 soon CONFLICT.idempotency.in_progress");
        assertThat(codes(silent, script))
                .containsExactly("503 2 unavailable", "500 - error_500", "425 soon in_progress");
    }

    private static List<String> codes(Contract contract, Script script) throws Exception {
        try (Service service = Service.open(contract, Map.of(), script, Protocol.HTTP)) {
            HttpClient client = client(service);
            List<String> seen = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                HttpResponse<String> refusal = client.send(payment(service, "k", "{}"), TEXT);
                String code =
                        new ObjectMapper().readTree(refusal.body()).path("code").asText();
                seen.add(refusal.statusCode() + " "
                        + refusal.headers().firstValue("Retry-After").orElse("-") + " " + code);
            }
            assertThat(service.received()).extracting(Received::acted).containsOnly(false);
            return seen;
        }
    }

    @Test
    void each_operation_has_its_own_answer() throws Exception {
        Map<String, Answer> answers = Map.of(
                "payment",
                        new Answer(
                                202, List.of(new Header("Location", "/payments/${id}")), "{\"of\": \"${/reference}\"}"),
                "refund", new Answer(204, List.of(), ""));
        try (Service service = Service.open(PLAYBOOK, answers, WELL, Protocol.HTTP)) {
            HttpClient client = client(service);
            service.expect(task("u-1"));
            service.expect(new Task("2", "refund", JsonNodeFactory.instance.objectNode(), "u-2"));

            HttpResponse<String> payment = client.send(payment(service, "k-1", body("u-1")), TEXT);
            HttpResponse<String> refund = client.send(payment(service, "k-2", body("u-2")), TEXT);

            assertThat(payment.body()).isEqualTo("{\"of\":\"u-1\"}");
            assertThat(payment.headers().firstValue("Location"))
                    .hasValueSatisfying(to -> assertThat(to).matches("/payments/[0-9a-f-]{36}"));
            assertThat(refund.statusCode()).isEqualTo(204);
        }
    }

    @Test
    void an_attempt_is_known_by_the_word_of_its_task_and_else_by_the_only_task_under_way() throws Exception {
        try (Service service = Service.open(PLAYBOOK, Map.of(), WELL, Protocol.HTTP)) {
            HttpClient client = client(service);
            service.expect(task("a b"));
            client.send(payment(service, "k-1", "{}"), TEXT);
            service.expect(task("u-1"));
            service.expect(task("u-12"));
            client.send(payment(service, "k-2", "{}"), TEXT);
            client.send(payment(service, "about-u-12", "{}"), TEXT);
            client.send(
                    HttpRequest.newBuilder(URI.create(service.url() + "/a+b")).build(), TEXT);
            client.send(payment(service, "k-3", "reference=a%20b"), TEXT);
            service.over(task("a b"));
            service.over(task("u-1"));
            client.send(payment(service, "k-4", "{}"), TEXT);

            assertThat(service.received())
                    .extracting(Received::unique)
                    .containsExactly("a b", "", "u-12", "a b", "a b", "u-12");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Protocol.class,
            names = {"HTTP", "H2"})
    void in_an_outage_connections_are_refused_and_afterwards_all_is_as_before(Protocol protocol) throws Exception {
        try (Service service = Service.open(PLAYBOOK, Map.of(), WELL, protocol)) {
            HttpClient client = client(service);
            String first = client.send(payment(service, "k-1", "{}"), TEXT).body();

            for (int i = 0; i < 2; i++) {
                service.refuseConnections();
                assertThatThrownBy(() -> client(service).send(payment(service, "k-1", "{}"), TEXT))
                        .isInstanceOf(ConnectException.class);
                service.acceptConnections();
                assertThat(client(service)
                                .send(payment(service, "k-1", "{}"), TEXT)
                                .body())
                        .isEqualTo(first);
            }
        }
    }

    @Test
    void a_port_that_is_taken_cannot_be_opened() {
        try (Service service = Service.open(PLAYBOOK, Map.of(), WELL, Protocol.HTTP)) {
            int port = service.url().getPort();
            assertThatThrownBy(() -> Service.open(PLAYBOOK, Map.of(), WELL, Protocol.HTTP, port, null))
                    .isInstanceOf(CannotRun.class)
                    .hasMessageContaining("port " + port);
        }
    }

    @Test
    void a_flood_is_cut_off() throws Exception {
        try (Service service = Service.open(PLAYBOOK, Map.of(), WELL, Protocol.HTTP)) {
            HttpClient client = client(service);
            for (int i = 0; i < Service.MOST_REQUESTS; i++) {
                client.send(payment(service, "k", "{}"), TEXT);
            }
            assertThat(service.flooded()).isFalse();

            assertThatThrownBy(() -> client.send(payment(service, "k", "{}"), TEXT))
                    .isInstanceOf(IOException.class);

            assertThat(service.flooded()).isTrue();
            assertThat(service.received()).hasSize(Service.MOST_REQUESTS);
        }
    }

    @Test
    void an_error_of_the_script_is_reported() throws Exception {
        Script broken = (unique, number) -> {
            throw new IllegalStateException("no such row");
        };
        Service service = Service.open(PLAYBOOK, Map.of(), broken, Protocol.HTTP);
        assertThatThrownBy(() -> client(service).send(payment(service, "k", "{}"), TEXT))
                .isInstanceOf(IOException.class);

        assertThatThrownBy(service::close).hasMessageContaining("no such row");
    }

    private static Received ended(Service service, String unique) {
        assertThat(Await.until(
                        "the end of " + unique,
                        LIMIT,
                        LOOK,
                        () -> service.received(unique).get(0).endedNanos() != 0))
                .isTrue();
        return service.received(unique).get(0);
    }

    private static Task task(String unique) {
        return new Task(unique, "payment", JsonNodeFactory.instance.objectNode().put("reference", unique), unique);
    }

    private static String body(String unique) {
        return "{\"amount\": 10, \"reference\": \"" + unique + "\"}";
    }

    private static String spoken(Protocol protocol) {
        return protocol.isSecondVersion() ? "HTTP/2.0" : "HTTP/1.1";
    }

    private static HttpRequest payment(Service service, @Nullable String key, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(service.url() + "/payments?by=test"))
                .timeout(Duration.ofMillis(1500))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        return (key == null ? request : request.header("Idempotency-Key", key)).build();
    }

    /** A client that speaks HTTP/2 where it can. */
    private static HttpClient client(Service service) {
        HttpClient.Builder form =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).connectTimeout(Duration.ofSeconds(5));
        service.authority().ifPresent(pem -> form.sslContext(trusting(pem)));
        return form.build();
    }

    /** The same, which speaks HTTP/2 from now on: only a request without a body is upgraded. */
    private static HttpClient client(Service service, Protocol protocol) throws Exception {
        HttpClient client = client(service);
        if (protocol == Protocol.H2C) {
            client.send(HttpRequest.newBuilder(service.url()).build(), TEXT);
        }
        return client;
    }

    private static SSLContext trusting(Path pem) {
        try (InputStream in = Files.newInputStream(pem)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setCertificateEntry(
                    "service", CertificateFactory.getInstance("X.509").generateCertificate(in));
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
