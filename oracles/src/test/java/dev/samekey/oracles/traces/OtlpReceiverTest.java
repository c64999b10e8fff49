package dev.samekey.oracles.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.ByteString;
import dev.samekey.oracles.evidence.OracleSilent;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OtlpReceiverTest {
    private static final String PROTOBUF = "application/x-protobuf";
    private static final byte[] SPAN = ExportTraceServiceRequest.newBuilder()
            .addResourceSpans(ResourceSpans.newBuilder()
                    .addScopeSpans(ScopeSpans.newBuilder()
                            .addSpans(io.opentelemetry.proto.trace.v1.Span.newBuilder()
                                    .setTraceId(ByteString.copyFrom(new byte[] {1, (byte) 0xab}))
                                    .setName("POST /payments")
                                    .addAttributes(attribute(
                                            "key", AnyValue.newBuilder().setStringValue("k-1")))
                                    .addAttributes(attribute(
                                            "attempt", AnyValue.newBuilder().setIntValue(2))))))
            .build()
            .toByteArray();

    private final OtlpReceiver receiver = OtlpReceiver.open(0);

    @AfterEach
    void close() {
        receiver.close();
    }

    @Test
    void spans_in_protobuf_are_kept() throws Exception {
        Instant before = Instant.now();
        assertThat(receiver.anySince(before)).isFalse();

        assertThat(send(PROTOBUF, SPAN).statusCode()).isEqualTo(200);

        List<Span> spans = receiver.with("key", "k-1");
        assertThat(spans).hasSize(1);
        assertThat(spans.get(0).trace()).isEqualTo("01ab");
        assertThat(spans.get(0).name()).isEqualTo("POST /payments");
        assertThat(spans.get(0).attributes()).containsEntry("attempt", "2");
        assertThat(receiver.with("key", "k-2")).isEmpty();
        assertThat(receiver.anySince(before)).isTrue();
        assertThat(receiver.anySince(Instant.now().plusSeconds(60))).isFalse();
    }

    @Test
    void spans_in_json_are_kept() throws Exception {
        HttpResponse<String> answer = send("application/json", """
                {"resourceSpans": [{"resource": {"attributes": []}, "scopeSpans": [{"scope": {"name": "x"}, "spans": [
                  {"traceId": "5b8efff798038103d269b633813fc60c", "spanId": "eee19b7ec3c1b174", "name": "POST /payments",
                   "attributes": [{"key": "key", "value": {"stringValue": "k-1"}},
                                  {"key": "attempt", "value": {"intValue": "2"}}]}]}]}]}""".getBytes(StandardCharsets.UTF_8));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{}");
        assertThat(receiver.with("key", "k-1"))
                .extracting(span -> span.attributes().get("attempt"))
                .containsExactly("2");
    }

    @Test
    void what_is_zipped_is_read() throws Exception {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write(SPAN);
        }

        assertThat(send(PROTOBUF, zipped.toByteArray(), "Content-Encoding", "gzip")
                        .statusCode())
                .isEqualTo(200);
        assertThat(receiver.with("key", "k-1")).hasSize(1);
    }

    @Test
    void what_is_not_understood_is_answered_so() throws Exception {
        byte[] garbage = "no spans".getBytes(StandardCharsets.UTF_8);

        assertThat(send(PROTOBUF, garbage).statusCode()).isEqualTo(400);
        assertThat(send("application/json", garbage).statusCode()).isEqualTo(400);
        assertThat(send("text/plain", garbage).statusCode()).isEqualTo(415);
    }

    @Test
    void a_port_that_is_taken_is_reported() {
        assertThatExceptionOfType(OracleSilent.class)
                .isThrownBy(() -> OtlpReceiver.open(receiver.port()))
                .withMessageContaining("cannot listen for spans at 127.0.0.1:" + receiver.port());
    }

    @Test
    void a_span_that_comes_late_is_waited_for() throws Exception {
        TraceOracle oracle = new TraceOracle(receiver, Duration.ofSeconds(30));
        Thread late = new Thread(() -> {
            try {
                var unused = send(PROTOBUF, SPAN);
            } catch (IOException | InterruptedException failure) {
                throw new IllegalStateException(failure);
            }
        });
        late.start();

        assertThat(oracle.spans("key", "k-1", found -> !found.isEmpty(), Instant.EPOCH)
                        .value())
                .hasSize(1);
        late.join();
    }

    @Test
    void what_never_comes_is_waited_for_no_longer_than_the_limit() throws Exception {
        TraceOracle oracle = new TraceOracle(receiver, Duration.ofMillis(50));
        var unused = send(PROTOBUF, SPAN);

        assertThat(oracle.spans("key", "k-2", found -> !found.isEmpty(), Instant.EPOCH)
                        .value())
                .isEmpty();
    }

    @Test
    void that_no_span_at_all_comes_is_silence() {
        TraceOracle oracle = new TraceOracle(receiver, Duration.ofMillis(50));

        assertThatExceptionOfType(OracleSilent.class)
                .isThrownBy(() -> oracle.spans("key", "k-1", found -> !found.isEmpty(), Instant.EPOCH))
                .withMessageContaining("has no span at all since");
    }

    private HttpResponse<String> send(String type, byte[] body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + receiver.port() + "/v1/traces"))
                .header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static KeyValue attribute(String name, AnyValue.Builder value) {
        return KeyValue.newBuilder().setKey(name).setValue(value).build();
    }
}
