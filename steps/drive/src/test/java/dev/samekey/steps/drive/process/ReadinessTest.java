package dev.samekey.steps.drive.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.model.net.Certificates;
import dev.samekey.steps.model.net.Network;
import dev.samekey.steps.model.net.Proxies;
import dev.samekey.steps.model.net.Trust;
import dev.samekey.steps.model.net.WireProtocol;
import dev.samekey.testing.RawH2Server;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReadinessTest {
    private final Readiness readiness = new Readiness(Duration.ofSeconds(2), Network.direct());

    @Test
    void any_answer_shows_that_somebody_is_there() throws IOException {
        try (RawServer server = answering("404 Not Found")) {
            assertThat(readiness.problem(server.uri())).isNull();
        }
    }

    @Test
    void only_a_success_shows_that_the_target_is_ready() throws IOException {
        try (RawServer up = answering("204 No Content");
                RawServer starting = answering("503 Service Unavailable")) {
            assertThat(readiness.unready(up.uri())).isNull();
            assertThat(readiness.unready(starting.uri())).isEqualTo("it answers 503");
        }
    }

    @Test
    void what_is_asked_with_headers_may_need_them() throws IOException {
        try (RawServer server = RawServer.doing((request, connection) -> {
            String status = request.head().contains("X-Probe: mine") ? "200 OK" : "401 Unauthorized";
            connection
                    .getOutputStream()
                    .write(("HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n\r\n").getBytes(StandardCharsets.UTF_8));
        })) {
            assertThat(readiness.unready(server.uri())).isEqualTo("it answers 401");
            assertThat(readiness.unready(server.uri(), Map.of("X-Probe", "mine")))
                    .isNull();
        }
    }

    @Test
    void a_machine_without_a_network_is_told_from_a_target_that_is_not_started() {
        URI uri = URI.create("http://10.1.2.3");
        assertThat(Readiness.unconnected(uri, new ConnectException("Network is unreachable")))
                .isEqualTo(
                        "no way leads there (Network is unreachable): does this machine or container have a network?");
        assertThat(Readiness.unconnected(uri, new ConnectException())).startsWith("nothing listens there");
    }

    @Test
    void a_body_without_end_does_not_hold_it_up() throws IOException {
        try (RawServer server = RawServer.dripping("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n", "x")) {
            assertThat(readiness.unready(server.uri())).isNull();
        }
    }

    @Test
    void a_head_without_end_is_no_answer() throws IOException {
        try (RawServer server = RawServer.dripping("HTTP/1.1 200 OK\r\nX-Long: ", "x")) {
            assertThat(readiness.problem(server.uri())).contains("does not answer");
        }
    }

    @Test
    void a_connection_that_is_cut_is_no_answer() throws IOException {
        try (RawServer server = RawServer.doing((request, connection) -> connection.close())) {
            assertThat(readiness.problem(server.uri())).contains("does not speak HTTP");
        }
    }

    @Test
    void what_speaks_another_version_of_http_is_reported_with_what_to_write() throws Exception {
        try (RawServer first = answering("200 OK");
                RawH2Server second = RawH2Server.answering(RawServer.bare("200 OK"))) {
            assertThat(readiness.problem(second.uri()))
                    .contains("does not speak HTTP/1.1", "if it speaks HTTP/2 alone, write «protocol: h2c»");
            assertThat(speaking(WireProtocol.H2C, second.uri()).problem(second.uri()))
                    .isNull();
            assertThat(speaking(WireProtocol.H2C, first.uri()).problem(first.uri()))
                    .contains("does not speak HTTP/2", "is «protocol» right?");
        }
    }

    @Test
    void a_server_that_agrees_on_no_http_2_is_reported() throws Exception {
        for (List<String> protocols : List.of(List.of("http/1.1"), List.<String>of())) {
            try (RawH2Server server =
                    RawH2Server.secure(Certificates.server("server.pem"), protocols, (request, stream) -> {})) {
                URI url = URI.create(server.uri().toString().replace("http:", "https:"));
                assertThat(speaking(WireProtocol.H2, url).problem(url))
                        .startsWith("TLS failed: it speaks no HTTP/2 here: take «protocol: h2» away (");
            }
        }
    }

    private static Readiness speaking(WireProtocol protocol, URI url) throws Trust.Unusable {
        Network trusting =
                new Network(Trust.context(Trust.authorities(Certificates.file("authority.pem")), null), Proxies.none());
        return new Readiness(Duration.ofSeconds(30), trusting.speaking(protocol, List.of(url)));
    }

    @Test
    void a_host_that_nobody_knows_is_reported() {
        assertThat(readiness.problem(URI.create("http://no-such-host.invalid")))
                .isEqualTo("the host no-such-host.invalid is not known");
    }

    private static RawServer answering(String status) {
        return RawServer.answering("HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n\r\n");
    }
}
