package dev.samekey.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifyMojoTest {
    private final AtomicInteger payments = new AtomicInteger();
    private final Map<String, String> stored = new ConcurrentHashMap<>();

    @TempDir
    private Path folder = Path.of("");

    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void a_contract_that_is_kept_lets_the_build_pass() throws IOException {
        server.createContext("/", exchange -> {
            String key = String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
            answer(exchange, stored.computeIfAbsent(key, unused -> payment()));
        });

        assertThatCode(mojo("RPL-1", "RPL-2")::execute).doesNotThrowAnyException();
        assertThat(folder.resolve("report/verdict.json")).exists();
    }

    @Test
    void features_of_a_folder_run_in_place_of_the_shipped_ones() throws IOException {
        server.createContext("/", exchange -> answer(exchange, payment()));
        Files.writeString(Files.createDirectories(folder.resolve("cases")).resolve("ours.feature"), """
                Feature: Ours
                  @RPL-1 @SHOP-17
                  Scenario: A payment is repeated
                    Given a completed payment
                    When the request is sent again
                    Then the response has the status of the first
                """);
        VerifyMojo mojo = mojo();
        mojo.features = folder.resolve("cases").toFile();

        // The bodies differ: the shipped features would say so.
        assertThatCode(mojo::execute).doesNotThrowAnyException();
        assertThat(folder.resolve("report/verdict.json")).content().contains("ours.feature");
    }

    @Test
    void a_break_fails_the_build_with_its_sentence() throws IOException {
        server.createContext("/", exchange -> answer(exchange, payment()));

        assertThatThrownBy(mojo("RPL-2")::execute)
                .isInstanceOf(MojoFailureException.class)
                .hasMessageContaining("RPL-2 Body of the replay of a payment: expected ")
                .hasMessageContaining("contract-matrix.html");
    }

    @Test
    void an_api_that_does_not_answer_is_an_error_and_no_verdict() throws IOException {
        VerifyMojo mojo = mojo("RPL-2");
        server.stop(0);

        assertThatThrownBy(mojo::execute)
                .isInstanceOf(MojoExecutionException.class)
                .hasMessageContaining("connection refused");
    }

    @Test
    void a_target_file_that_is_missing_is_named() throws IOException {
        VerifyMojo mojo = mojo();
        mojo.target = folder.resolve("none.yaml").toFile();

        assertThatThrownBy(mojo::execute)
                .isInstanceOf(MojoExecutionException.class)
                .hasMessageContaining("none.yaml");
    }

    @Test
    void nothing_is_judged_where_it_is_skipped() throws IOException {
        VerifyMojo mojo = mojo();
        mojo.target = folder.resolve("none.yaml").toFile();
        mojo.skip = true;

        assertThatCode(mojo::execute).doesNotThrowAnyException();
        assertThat(folder.resolve("report")).doesNotExist();
    }

    private VerifyMojo mojo(String... clauses) throws IOException {
        VerifyMojo mojo = new VerifyMojo();
        mojo.target = Files.writeString(folder.resolve("api.yaml"), """
                name: Acme
                urls: ["http://127.0.0.1:1"]
                writes: allowed
                contract: playbook
                operations:
                  payment:
                    role: create
                    request: {method: POST, path: /payments, body: {reference: "${unique}"}}
                    id: /id
                """).toFile();
        mojo.url = List.of("http://127.0.0.1:" + server.getAddress().getPort());
        mojo.clauses = List.of(clauses);
        mojo.out = folder.resolve("report").toFile();
        return mojo;
    }

    private String payment() {
        return "{\"id\": \"p-" + payments.incrementAndGet() + "\"}";
    }

    private static void answer(HttpExchange exchange, String body) throws IOException {
        exchange.getRequestBody().readAllBytes();
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(201, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
