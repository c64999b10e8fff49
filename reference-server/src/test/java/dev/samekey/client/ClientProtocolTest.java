package dev.samekey.client;

import static dev.samekey.client.TestClients.QUICK;
import static dev.samekey.client.TestClients.parts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.client.TestService.Answer;
import dev.samekey.client.TestService.Received;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientProtocolTest {
    private static final String PAYMENT = "{\"id\":\"17\",\"operation\":\"payment\",\"payload\":{\"amount\":1.50}}\n";

    @TempDir
    Path folder = Path.of("");

    @Test
    void a_success_is_reported_with_its_result_its_attempts_and_its_key() throws Exception {
        try (TestService service = new TestService().answering(Answer.of(503))) {
            ObjectNode line = line("17", run(service, PAYMENT));

            assertThat(line.path("result").path("status").asText()).isEqualTo("completed");
            assertThat(line.path("attempts").asInt()).isEqualTo(2);
            assertThat(service.received())
                    .extracting(Received::key)
                    .containsOnly(line.path("key").asText());
            assertThat(service.received()).extracting(Received::body).containsOnly("{\"amount\":1.50}");
            assertThat(line.has("error") || line.has("parked")).isFalse();
        }
    }

    @Test
    void a_failure_is_reported_as_itself_and_resumed_later() throws Exception {
        try (TestService service = new TestService().always(Answer.code(503, "DEPENDENCY.unavailable"))) {
            ObjectNode failed = line("17", run(service, PAYMENT));
            service.always(Answer.of(201));
            ObjectNode resumed = line("18", run(service, "{\"id\":\"18\",\"resume\":\"17\"}\n"));

            assertThat(failed.path("error").path("status").asInt()).isEqualTo(503);
            assertThat(failed.path("error").path("code").asText()).isEqualTo("DEPENDENCY.unavailable");
            assertThat(failed.path("parked").asBoolean()).isTrue();
            assertThat(resumed.has("result")).isTrue();
            assertThat(resumed.path("key")).isEqualTo(failed.path("key"));
        }
    }

    @Test
    void what_was_never_parked_is_not_resumed() throws Exception {
        try (TestService service = new TestService()) {
            ObjectNode line = line("18", run(service, "{\"id\":\"18\",\"resume\":\"99\"}\n"));

            assertThat(line.path("error").path("message").asText()).isEqualTo("no operation is parked under 99");
            assertThat(service.received()).isEmpty();
        }
    }

    @Test
    void many_operations_run_at_once_and_none_is_lost() throws Exception {
        try (TestService service = new TestService()) {
            String lines = IntStream.range(0, 100)
                    .mapToObj(i -> PAYMENT.replace("17", "op" + i))
                    .collect(Collectors.joining());

            assertThat(run(service, lines))
                    .hasSize(100)
                    .allSatisfy((id, line) -> assertThat(line.has("result")).isTrue());
            assertThat(service.received()).extracting(Received::key).doesNotHaveDuplicates();
        }
    }

    @Test
    void a_line_that_is_not_of_the_protocol_ends_the_client() {
        try (TestService service = new TestService()) {
            assertThatThrownBy(() -> run(service, "pay!\n")).hasMessageContaining("not JSON");
            assertThatThrownBy(() -> run(service, "{\"id\":\"17\",\"payload\":{}}\n"))
                    .hasMessageContaining("a line needs the text operation");
        }
    }

    private static ObjectNode line(String id, Map<String, ObjectNode> lines) {
        return Objects.requireNonNull(lines.get(id), "no line for " + id);
    }

    private Map<String, ObjectNode> run(TestService service, String lines) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new ClientProtocol(parts(service, folder, QUICK, out)).run(new BufferedReader(new StringReader(lines)));
        return out.toString(StandardCharsets.UTF_8)
                .lines()
                .map(new PayloadJson()::object)
                .collect(Collectors.toMap(line -> line.path("id").asText(), Function.identity()));
    }
}
