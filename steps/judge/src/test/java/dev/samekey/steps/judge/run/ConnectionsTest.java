package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.model.net.Certificates;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Trait;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawH2Server;
import dev.samekey.testing.RawServer;
import dev.samekey.testing.RawServer.Behaviour;
import dev.samekey.testing.RawServer.Received;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every client of a run takes the way that the target file says: the one that sends alone, the one that races, the proxy
 * that loses answers, the one that reads, the one that oracles read by and the one that fetches the OpenAPI document. One that did not would not reach the target.
 */
class ConnectionsTest {
    /**
     * Sent alone, in a race, and through the proxy; effects are counted by the listing, DOC-1 fetches. KEY-6 reads, and is
     * not checked after that: nothing changes what a payment has made.
     */
    private static final Set<String> CLAUSES = Set.of("RPL-2", "CON-1", "RPL-9", "KEY-6", "DOC-1");

    private static final String TRUSTING = "ca: \"" + Certificates.file("authority.pem") + "\"";

    private static final String DOCUMENT = """
            {"openapi": "3.0.3", "paths": {"/payments": {"post": {
              "parameters": [{"in": "header", "name": "Idempotency-Key"}],
              "responses": {
                "400": {"description": "VALIDATION.idempotency.key_missing"},
                "409": {"description": "CONFLICT.idempotency.payload_mismatch, CONFLICT.idempotency.in_progress"}}}}}}""";

    private final Map<String, Integer> asked = new ConcurrentHashMap<>();
    private final Set<String> references = ConcurrentHashMap.newKeySet();

    @Test
    void over_tls_with_an_authority_of_ones_own(@TempDir Path out) throws IOException {
        try (RawServer server = RawServer.secure(Certificates.server("server.pem"), false, good())) {
            assertAllHold(server, https(server), "tls: {" + TRUSTING + "}\n", out);
        }
    }

    @Test
    void over_tls_with_a_certificate_in_pem(@TempDir Path out) throws IOException {
        try (RawServer server = RawServer.secure(Certificates.server("server.pem"), true, good())) {
            String own = ", certificate: \"" + Certificates.file("client.pem") + "\"";
            assertAllHold(server, https(server), "tls: {" + TRUSTING + own + "}\n", out);
        }
    }

    @Test
    void over_tls_with_a_certificate_in_pkcs_12(@TempDir Path out) throws IOException {
        try (RawServer server = RawServer.secure(Certificates.server("server.pem"), true, good())) {
            String own = ", certificate: \"" + Certificates.file("client.p12") + "\", password: secret";
            assertAllHold(server, https(server), "tls: {" + TRUSTING + own + "}\n", out);
        }
    }

    @Test
    void through_a_proxy(@TempDir Path out) throws IOException {
        // A host of which only the proxy knows where it is.
        try (RawServer proxy = RawServer.doing(good())) {
            assertAllHold(proxy, "http://pay.test", "proxy: \"" + proxy.uri() + "\"\n", out);

            assertThat(proxy.received()).allMatch(request -> request.line().contains(" http://pay.test"));
        }
    }

    @Test
    void through_a_proxy_and_over_tls(@TempDir Path out) throws IOException {
        try (RawServer server = RawServer.secure(Certificates.server("elsewhere.pem"), false, good());
                RawServer proxy = RawServer.tunnelling(server)) {
            String more = "tls: {" + TRUSTING + "}\nproxy: \"" + proxy.uri() + "\"\n";
            assertAllHold(server, "https://elsewhere.example", more, out);

            assertThat(proxy.received())
                    .isNotEmpty()
                    .allMatch(request -> request.line().startsWith("CONNECT elsewhere.example:443 "))
                    .allMatch(request -> request.header("Authorization").isEmpty());
        }
    }

    @Test
    void in_http_2_without_tls(@TempDir Path out) throws IOException {
        try (RawH2Server server = RawH2Server.doing((request, stream) -> stream.answer(answer(request)))) {
            assertAllHold(server::requests, server.uri().toString(), "protocol: h2c\n", out);

            assertThat(server.turnedAway()).isZero();
        }
    }

    @Test
    void in_http_2_over_tls(@TempDir Path out) throws IOException {
        try (RawH2Server server = RawH2Server.secure(
                Certificates.server("server.pem"),
                List.of("h2"),
                (request, stream) -> stream.answer(answer(request)))) {
            String url = server.uri().toString().replace("http:", "https:");
            assertAllHold(server::requests, url, "protocol: h2\ntls: {" + TRUSTING + "}\n", out);

            assertThat(server.turnedAway()).isZero();
        }
    }

    private static String https(RawServer server) {
        return server.uri().toString().replace("http:", "https:");
    }

    private static void assertAllHold(RawServer server, String url, String more, Path out) {
        assertAllHold(server::requests, url, more, out);
    }

    private static void assertAllHold(IntSupplier requests, String url, String more, Path out) {
        String yaml = """
                name: Acme
                urls: ["%s"]
                writes: allowed
                contract: playbook
                openapi: "%s/openapi.json"
                limits: {rate: 1000}
                operations:
                  payment:
                    role: create
                    id: /id
                    read: "/payments/${payment.id}"
                    request: {method: POST, path: /payments, body: {reference: "${unique}"}}
                    effects: {list: {path: "/payments?reference=${unique}", count: /items}}
                """.formatted(url, url) + more;
        RunResult result = new ContractRun(Targets.file(yaml), Choice.of(CLAUSES), out).run(unused -> {});

        // Nothing of this target changes a payment, and nothing makes one slow.
        assertThat(result.scenarios())
                .filteredOn(scenario -> scenario.operation() != null && !scenario.has(Trait.OPTIONAL))
                .hasSizeGreaterThanOrEqualTo(8)
                .allSatisfy(scenario -> assertThat(scenario.verdict())
                        .as(scenario.clauses() + " " + scenario.name() + ": " + scenario.reason() + scenario.facts())
                        .isEqualTo(scenario.clauses().contains("KEY-6") ? Verdict.NOT_CHECKED : Verdict.HELD));
        assertThat(result.scenarios()).flatExtracting(ScenarioResult::clauses).containsAll(CLAUSES);
        assertThat(requests.getAsInt()).isGreaterThan(result.requests());
    }

    private Behaviour good() {
        return (request, connection) ->
                connection.getOutputStream().write(answer(request).getBytes(StandardCharsets.UTF_8));
    }

    /** Keeps the contract, as far as these clauses ask for it. */
    private String answer(Received request) {
        String key = String.join("", request.header("Idempotency-Key"));
        String body;
        String marker = "";
        if (request.line().startsWith("POST")) {
            body = "{\"id\": \"p-" + key + "\"}";
            references.add(request.body());
            marker = "Idempotency-Status: " + (asked.merge(key, 1, Integer::sum) == 1 ? "stored" : "replayed") + "\r\n";
        } else if (request.line().contains("/openapi.json")) {
            body = DOCUMENT;
        } else {
            String[] listed = request.line().split("reference=| HTTP", -1);
            boolean isThere = listed.length < 3 || references.stream().anyMatch(one -> one.contains(listed[1]));
            body = "{\"items\": [" + (isThere ? "1" : "") + "], \"id\": \"p\"}";
        }
        return "HTTP/1.1 " + (marker.isEmpty() ? "200 OK" : "201 Created") + "\r\nContent-Type: application/json\r\n"
                + marker + "Content-Length: " + body.length() + "\r\n\r\n" + body;
    }
}
