package dev.samekey.server.vendors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.json.Json;
import dev.samekey.server.vendors.PaymentProvider.Approval;
import dev.samekey.server.vendors.PaymentProvider.Authorization;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpPaymentProviderTest {
    private static final Authorization WANTED = new Authorization("payment", UUID.randomUUID(), 1000, "EUR", "order-1");

    private final List<String> keys = new ArrayList<>();
    private final List<String> bodies = new ArrayList<>();
    private HttpServer server;
    private HttpPaymentProvider provider;
    private volatile int status = 201;
    private volatile String answer = "{\"id\":\"a-1\"}";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        provider = new HttpPaymentProvider(new Remote(url, new Json()));
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void each_attempt_at_an_operation_has_the_operations_key() {
        assertThat(provider.authorize(WANTED)).isEqualTo(Approval.NEW);
        provider.authorize(WANTED);

        String id = WANTED.operationId().toString();
        assertThat(keys).containsExactly(id, id);
        assertThat(bodies)
                .allSatisfy(body -> assertThat(body)
                        .isEqualTo("{\"kind\":\"payment\",\"operation_id\":\"" + id
                                + "\",\"amount\":1000,\"currency\":\"EUR\",\"reference\":\"order-1\"}"));
    }

    @Test
    void what_the_provider_did_before_is_what_was_asked_for() {
        status = 409;
        answer = "{\"code\":\"PROVIDER.duplicate\",\"result\":{\"id\":\"a-1\"}}";

        assertThat(provider.authorize(WANTED)).isEqualTo(Approval.KNOWN);
    }

    @ParameterizedTest
    @CsvSource({
        "402, INSUFFICIENT_FUNDS",
        "409, DEPENDENCY_UNAVAILABLE",
        "429, RATE_LIMITED",
        "500, DEPENDENCY_UNAVAILABLE",
        "503, DEPENDENCY_UNAVAILABLE"
    })
    void a_refusal_is_a_fault(int refused, Fault fault) {
        status = refused;
        answer = "<html>";

        assertThatExceptionOfType(FaultException.class)
                .isThrownBy(() -> provider.authorize(WANTED))
                .satisfies(failure -> assertThat(failure.fault()).isEqualTo(fault));
    }

    @Test
    void a_lost_answer_is_a_timeout_and_is_not_asked_for_again_in_secret() {
        status = 0;

        assertThatExceptionOfType(FaultException.class)
                .isThrownBy(() -> provider.authorize(WANTED))
                .satisfies(failure -> assertThat(failure.fault()).isEqualTo(Fault.DEPENDENCY_TIMEOUT));
        assertThat(keys).hasSize(1);
    }

    @Test
    void a_provider_that_is_not_there_is_unavailable() {
        server.stop(0);

        assertThatExceptionOfType(FaultException.class)
                .isThrownBy(() -> provider.authorize(WANTED))
                .satisfies(failure -> assertThat(failure.fault()).isEqualTo(Fault.DEPENDENCY_UNAVAILABLE));
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            keys.add(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            if (status == 0) {
                return;
            }
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        }
    }
}
