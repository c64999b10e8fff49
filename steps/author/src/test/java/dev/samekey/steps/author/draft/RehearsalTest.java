package dev.samekey.steps.author.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.samekey.steps.drive.process.CannotRun;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RehearsalTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpServer server = server();
    private final List<ObjectNode> orders = new ArrayList<>();
    private final List<String> keys = new ArrayList<>();
    private final Map<String, Integer> looks = new HashMap<>();
    private boolean refusesUnique;
    private boolean isAccepted;
    private String leadsTo = "";

    private static HttpServer server() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @BeforeEach
    void start() {
        server.createContext("/orders", this::answer);
        server.createContext("/jobs", this::status);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void what_a_line_does_not_say_is_found_by_sending_it() {
        Rehearsal.Result seen = rehearsed("{\"amount\": 1000, \"currency\": \"EUR\", \"reference\": \"order-1\"}");
        assertThat(seen.remarks()).isEmpty();
        assertThat(seen.text(null).lines().map(String::strip))
                .contains(
                        "id: /order/id",
                        "read: \"/orders/${order.id}\"",
                        "reference: \"${unique}\"",
                        "/amount: 1100",
                        "/currency: USD",
                        "path: \"/orders?reference=${unique}\"",
                        "count: /items",
                        "/amount: -1");
        assertThat(keys).doesNotHaveDuplicates().doesNotContain("null");
        assertThat(seen.requests()).isLessThan(15);
    }

    @Test
    void a_member_that_may_not_change_stays_and_a_person_may_mark_another() {
        refusesUnique = true;
        Rehearsal.Result seen = rehearsed("{\"amount\": 1000, \"reference\": \"order-1\"}");
        assertThat(seen.text(null)).contains("reference: order-1").doesNotContain("reference: \"${unique}\"");
        assertThat(seen.remarks()).anyMatch(remark -> remark.contains("such as that of /reference"));
    }

    @Test
    void what_is_only_accepted_is_followed_to_its_end_and_the_id_is_that_of_the_result() {
        isAccepted = true;
        Rehearsal.Result seen = rehearsed("{\"amount\": 1000, \"reference\": \"order-1\"}");
        assertThat(seen.remarks()).isEmpty();
        assertThat(seen.text(null).lines().map(String::strip))
                .contains(
                        "at: Operation-Location",
                        "/state: DONE",
                        "/state: FAILED",
                        "id: /result/id",
                        "read: \"/orders/${order.id}\"");
    }

    @Test
    void what_is_accepted_and_leads_nowhere_is_said() {
        isAccepted = true;
        leadsTo = "http://elsewhere.invalid";
        Rehearsal.Result seen = rehearsed("{\"amount\": 1000, \"reference\": \"order-1\"}");
        assertThat(seen.remarks())
                .anyMatch(remark -> remark.startsWith("the line is only accepted (202), and within 10 s"));
        assertThat(seen.text(null)).doesNotContain("poll:");
    }

    @Test
    void a_line_that_does_not_succeed_ends_with_what_was_answered_and_without_its_secret() {
        assertThatExceptionOfType(CannotRun.class)
                .isThrownBy(() -> rehearsed("{\"amount\": 0, \"token\": \"x\"}"))
                .withMessageContaining("It got 422 {\"refused\":\"Bearer $API_TOKEN\"}")
                .withMessageNotContaining("s3cr3t");
    }

    private Rehearsal.Result rehearsed(String body) {
        List<String> words = List.of(
                "curl",
                "http://127.0.0.1:" + server.getAddress().getPort() + "/orders",
                "-H",
                "Authorization: Bearer s3cr3t-token",
                "--json",
                body);
        return new Rehearsal(new CurlDraft(CurlLine.of(words, Path.of("")), null, Path.of(""), false, Map.of())).run();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().toString();
            boolean isPost = exchange.getRequestMethod().equals("POST");
            ObjectNode answer = isPost ? posted(exchange) : read(path);
            byte[] bytes = answer.toString().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            if (answer.has("job")) {
                exchange.getResponseHeaders()
                        .set(
                                "Operation-Location",
                                leadsTo + "/jobs/" + answer.path("job").asText() + "?token=1");
            }
            exchange.sendResponseHeaders(
                    answer.has("refused") ? 422 : answer.has("job") ? 202 : isPost ? 201 : 200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    /** It ends at the second look. */
    private void status(HttpExchange exchange) throws IOException {
        try (exchange) {
            String job = exchange.getRequestURI().getPath().replaceAll(".*/", "");
            boolean isOver = looks.merge(job, 1, Integer::sum) > 1;
            ObjectNode answer = JSON.createObjectNode().put("id", job).put("state", isOver ? "DONE" : "RUNNING");
            if (isOver) {
                answer.putObject("result").put("id", "o-" + (Integer.parseInt(job.substring(2)) - 1));
            }
            byte[] bytes = answer.toString().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(
                    "token=1".equals(exchange.getRequestURI().getQuery()) ? 200 : 403, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private ObjectNode posted(HttpExchange exchange) throws IOException {
        keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key")));
        ObjectNode order = (ObjectNode) JSON.readTree(exchange.getRequestBody());
        boolean isNew = order.path("reference").asText().matches("u[0-9a-f]{19}");
        if (order.path("amount").asInt() <= 0 || (isNew && refusesUnique)) {
            return JSON.createObjectNode()
                    .put("refused", exchange.getRequestHeaders().getFirst("Authorization"));
        }
        orders.add(order.put("id", "o-" + orders.size()));
        if (isAccepted) {
            return JSON.createObjectNode().put("job", "j-" + orders.size());
        }
        return JSON.createObjectNode().put("request_id", "r-" + orders.size()).set("order", order);
    }

    private ObjectNode read(String path) {
        String last = path.replaceAll(".*[/=]", "");
        if (path.contains("?")) {
            ObjectNode listed = JSON.createObjectNode();
            orders.stream()
                    .filter(order -> order.path("reference").asText().equals(last))
                    .forEach(listed.putArray("items")::add);
            return listed;
        }
        return orders.stream()
                .filter(order -> order.path("id").asText().equals(last))
                .findFirst()
                .orElseGet(() -> JSON.createObjectNode().put("refused", "no"));
    }
}
