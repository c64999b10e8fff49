package dev.samekey.steps.judge.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.samekey.steps.drive.http.RecordingProxy;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.net.Network;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a proxy records can be audited, and gives nothing away. */
class HistoryWriterTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Contract PLAYBOOK = TargetFile.of(
                    YamlFile.of("a.yaml", "{name: a, contract: playbook, client: {log: a}}"), Path.of(""), Map.of())
            .contract();

    private final StringWriter written = new StringWriter();

    @Test
    void a_request_is_passed_on_once_as_it_came_and_recorded_without_secrets(@TempDir Path folder) throws Exception {
        try (RawServer server =
                        answering("HTTP/1.1 201 Created\r\nIdempotency-Status: stored\r\nSet-Cookie: s=secret-4\r\n"
                                + "Content-Length: 27\r\n\r\n{\"id\":\"p-1\",\"note\":\"Smith\"}");
                RecordingProxy proxy = proxy(server, false)) {
            HttpResponse<String> first = post(proxy);
            HttpResponse<String> second = post(proxy);

            assertThat(first.body()).isEqualTo("{\"id\":\"p-1\",\"note\":\"Smith\"}");
            assertThat(first.headers().firstValue("Idempotency-Status")).hasValue("stored");
            assertThat(second.statusCode()).isEqualTo(201);
            assertThat(server.received()).hasSize(2).allSatisfy(request -> {
                assertThat(request.line()).isEqualTo("POST /payments?card=secret-3 HTTP/1.1");
                assertThat(request.header("Idempotency-Key")).containsExactly("key-secret-1");
                assertThat(request.header("Authorization")).containsExactly("Bearer secret-2");
                assertThat(request.body()).isEqualTo("{\"amount\":10,\"name\":\"Smith\"}");
            });
        }
        assertThat(written.toString())
                .contains("\"status\":201", "\"idempotency-status\":\"stored\"", "/payments?card=~")
                .doesNotContain("secret", "Smith", "p-1");
        assertThat(read(folder))
                .hasSize(2)
                .allSatisfy(one -> assertThat(one.key()).isNotZero());
        assertThat(read(folder))
                .extracting(Seen::key)
                .containsOnly(read(folder).get(0).key());
        assertThat(read(folder))
                .extracting(Seen::result)
                .containsOnly(read(folder).get(0).result());
        assertThat(read(folder))
                .extracting(Seen::payload)
                .containsOnly(read(folder).get(0).payload());
    }

    @Test
    void the_codes_of_errors_stay(@TempDir Path folder) throws Exception {
        String body = "{\"code\":\"CONFLICT.idempotency.payload_mismatch\",\"detail\":\"Smith\"}";
        try (RawServer server =
                        answering("HTTP/1.1 409 Conflict\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
                RecordingProxy proxy = proxy(server, false)) {
            assertThat(post(proxy).body()).isEqualTo(body);
        }
        assertThat(written.toString()).doesNotContain("Smith");
        assertThat(read(folder)).extracting(Seen::outcome).containsExactly(Seen.Outcome.MISMATCH);
    }

    @Test
    void where_there_is_no_response_the_caller_gets_none(@TempDir Path folder) throws Exception {
        try (RawServer server = RawServer.doing((request, connection) -> connection.close());
                RecordingProxy proxy = proxy(server, true)) {
            assertThat(catchThrowable(() -> post(proxy))).isInstanceOf(IOException.class);
            assertThat(server.received()).hasSize(1);
        }
        assertThat(read(folder)).extracting(Seen::outcome).containsExactly(Seen.Outcome.OPEN);
    }

    @Test
    void what_is_under_way_when_the_recording_ends_is_recorded_without_a_response(@TempDir Path folder)
            throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        try (RawServer server = RawServer.doing((request, connection) -> {
            arrived.countDown();
            assertThat(over.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        })) {
            try (RecordingProxy proxy = proxy(server, true)) {
                CompletableFuture<?> sent = CompletableFuture.supplyAsync(() -> catchThrowable(() -> post(proxy)));
                assertThat(arrived.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
                assertThat(sent).isNotDone();
            }
            assertThat(read(folder)).extracting(Seen::outcome).containsExactly(Seen.Outcome.OPEN);
            over.countDown();
        }
    }

    @Test
    void keys_and_values_are_written_where_they_are_wanted_and_credentials_never() throws Exception {
        try (RawServer server = answering("HTTP/1.1 204 No Content\r\n\r\n");
                RecordingProxy proxy = proxy(server, true)) {
            assertThat(post(proxy).statusCode()).isEqualTo(204);
        }
        assertThat(written.toString())
                .contains("key-secret-1", "Smith", "secret-3")
                .doesNotContain("secret-2");
    }

    private static RawServer answering(String response) throws IOException {
        return RawServer.doing(
                (request, connection) -> connection.getOutputStream().write(response.getBytes(StandardCharsets.UTF_8)));
    }

    private RecordingProxy proxy(RawServer server, boolean plain) throws IOException {
        RecordingProxy proxy = new RecordingProxy(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), server.uri(), Network.direct(), LIMIT);
        proxy.start(new HistoryWriter(PLAYBOOK, written, plain)::write);
        return proxy;
    }

    @Test
    void what_cannot_be_written_is_passed_on_and_said() throws Exception {
        Writer full = new Writer() {
            @Override
            public void write(char[] text, int from, int length) throws IOException {
                throw new IOException("No space left on device");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        HistoryWriter history = new HistoryWriter(PLAYBOOK, full, false);
        try (RawServer server = answering("HTTP/1.1 204 No Content\r\n\r\n");
                RecordingProxy proxy = new RecordingProxy(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        server.uri(),
                        Network.direct(),
                        LIMIT)) {
            proxy.start(history::write);
            assertThat(post(proxy).statusCode()).isEqualTo(204);
            assertThat(post(proxy).statusCode()).isEqualTo(204);
        }
        assertThat(history.failure()).hasValueSatisfying(why -> assertThat(why).contains("No space left"));
        assertThat(history.written()).isZero();
    }

    private static HttpResponse<String> post(RecordingProxy proxy) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + proxy.port() + "/payments?card=secret-3"))
                .header("Idempotency-Key", "key-secret-1")
                .header("Authorization", "Bearer secret-2")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"amount\":10,\"name\":\"Smith\"}"))
                .timeout(LIMIT)
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    private List<Seen> read(Path folder) throws IOException {
        Path file = folder.resolve("recording.jsonl");
        Files.writeString(file, written.toString());
        List<Seen> seen = new ArrayList<>();
        Observer observer = new Observer(PLAYBOOK, List.of());
        new Recordings(LogMembers.usual()).read(file, one -> seen.add(observer.seen(one)));
        return seen;
    }
}
