package dev.samekey.steps.drive.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import com.sun.net.httpserver.HttpServer;
import dev.samekey.steps.drive.http.Wire;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TriggerClientsTest {
    private static final Task TASK = new Task(
            "7",
            "payment",
            JsonNodeFactory.instance.objectNode().put("amount", 10).put("reference", "u 1"),
            "u 1");

    private final List<String> triggered = new CopyOnWriteArrayList<>();
    private final Wire wire = new Wire(Duration.ofSeconds(10));
    private final HttpServer application;
    private final Path folder;

    TriggerClientsTest(@TempDir Path folder) throws IOException {
        this.folder = folder;
        application = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        application.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            triggered.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("X-About") + " " + body);
            boolean isGood = !exchange.getRequestURI().getPath().startsWith("/broken");
            byte[] answer = (isGood ? "{\"paid\": true}" : "no such luck").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(isGood ? 200 : 502, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        application.start();
    }

    @AfterEach
    void stop() {
        application.stop(0);
        wire.close();
    }

    @Test
    void a_request_makes_the_application_do_the_operation_and_its_answer_is_the_outcome() {
        JsonNode body =
                JsonNodeFactory.instance.objectNode().put("order", "${payload}").put("of", "${/amount}");
        Client client = client(http("/pay/${unique}?at=${url}", body), true);

        Outcome outcome = client.perform(TASK);

        assertThat(triggered)
                .containsExactly("POST /pay/u%201?at=http%3A%2F%2F127.0.0.1%3A1 about u 1"
                        + " {\"order\":{\"amount\":10,\"reference\":\"u 1\"},\"of\":10}");
        assertThat(outcome.succeeded()).hasValue(true);
        assertThat(String.valueOf(outcome.result())).isEqualTo("{\"paid\":true}");
    }

    @Test
    void a_body_that_is_a_text_is_sent_as_a_text() {
        client(http("/pay", TextNode.valueOf("<pay>${payload}</pay>")), true).perform(TASK);

        assertThat(triggered).containsExactly("POST /pay about u 1 <pay>{\"amount\":10,\"reference\":\"u 1\"}</pay>");
    }

    @Test
    void another_status_is_a_failure_and_is_not_retried() {
        Outcome outcome = client(http("/broken", null), true).perform(TASK);

        assertThat(outcome.succeeded()).hasValue(false);
        assertThat(outcome.failure())
                .isEqualTo(new Outcome.Failure(null, null, "the trigger responded 502 no such luck"));
        assertThat(triggered).hasSize(1);
    }

    @Test
    void an_outcome_is_unknown_where_the_trigger_does_not_report_it() {
        assertThat(client(http("/pay", null), false).perform(TASK).succeeded()).isEmpty();
        assertThat(client(command("false"), false).perform(TASK).succeeded()).isEmpty();
    }

    @Test
    void an_application_that_does_not_respond_is_a_fault() {
        Client client = client(http("/pay", null), true);
        application.stop(0);

        assertThatThrownBy(() -> client.perform(TASK))
                .isInstanceOf(ClientFault.class)
                .hasMessageContaining("/pay gave no response");
    }

    @Test
    void a_command_gets_the_values_and_its_output_is_the_result() {
        Client client = client(
                command(
                        "sh",
                        "-c",
                        "echo \"[\\\"$SAMEKEY_UNIQUE\\\", $SAMEKEY_PAYLOAD, \\\"$1\\\"]\"",
                        "sh",
                        "${operation}"),
                true);

        assertThat(String.valueOf(client.perform(TASK).result()))
                .isEqualTo("[\"u 1\",{\"amount\":10,\"reference\":\"u 1\"},\"payment\"]");
    }

    @Test
    void another_exit_code_is_a_failure_with_the_last_lines() {
        Client client = client(command("sh", "-c", "echo declined >&2; exit 3"), true);

        assertThat(client.perform(TASK).failure())
                .satisfies(failure -> assertThat(String.valueOf(failure))
                        .contains("exit code 3")
                        .contains("declined"));
        assertThat(client.words()).isEqualTo("declined\n");
    }

    @Test
    void a_command_that_cannot_run_or_does_not_end_is_a_fault() {
        assertThatThrownBy(() -> client(command("no-such-program"), true).perform(TASK))
                .isInstanceOf(ClientFault.class)
                .hasMessageContaining("cannot be started");
        assertThatThrownBy(() ->
                        client(command("sh", "-c", "no-such-program"), true).perform(TASK))
                .isInstanceOf(ClientFault.class)
                .hasMessageContaining("exit code 127");
        assertThatThrownBy(() -> client(command("sh", "-c", "echo waiting >&2; sleep 60"), true)
                        .perform(TASK))
                .isInstanceOf(ClientFault.class)
                .hasMessageContaining("did not end within 1000 ms, and was killed")
                .hasMessageContaining("waiting");
    }

    @Test
    void what_nobody_knows_is_a_fault() {
        assertThatThrownBy(() -> client(http("/${name}", null), true).perform(TASK))
                .isInstanceOf(ClientFault.class)
                .hasMessageContaining("${name}, which is not known");
        assertThatThrownBy(() -> client(http("/", null), true).perform(new Task("8", "refund", TASK.payload(), "u-2")))
                .isInstanceOf(ClientFault.class)
                .hasMessageContaining("«refund»");
        assertThatThrownBy(() -> client(new Trigger.Http("GET", "localhost/pay", Map.of(), null), true)
                        .perform(TASK))
                .isInstanceOf(ClientFault.class)
                .hasMessageContaining("must begin with http://");
        assertThat(triggered).isEmpty();
    }

    private Client client(Trigger trigger, boolean reportsOutcome) {
        Clients clients = new TriggerClients(Map.of("payment", trigger), reportsOutcome, wire, Duration.ofSeconds(1));
        assertThat(clients.isShared()).isTrue();
        return clients.open(new Clients.Session(URI.create("http://127.0.0.1:1"), folder, null, 1));
    }

    private Trigger http(String path, @Nullable JsonNode body) {
        String url = "http://127.0.0.1:" + application.getAddress().getPort() + path;
        return new Trigger.Http("POST", url, Map.of("X-About", "about ${unique}"), body);
    }

    private Trigger command(String... command) {
        return new Trigger.Command(List.of(command), folder);
    }
}
