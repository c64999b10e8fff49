package dev.samekey.steps.model.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class NetworkTest {
    @Test
    void a_client_goes_where_it_was_sent_and_nowhere_else() throws IOException, InterruptedException {
        try (RawServer other = RawServer.answering(RawServer.bare("200 OK"));
                RawServer server = RawServer.answering(RawServer.bare("302 Elsewhere", "Location: " + other.uri()))) {
            HttpClient client = Network.direct().client(Duration.ofSeconds(30));
            HttpRequest request = HttpRequest.newBuilder(server.uri())
                    .header("Authorization", "Bearer secret")
                    .build();

            assertThat(client.send(request, BodyHandlers.discarding()).statusCode())
                    .isEqualTo(302);
            assertThat(other.requests()).isZero();
            assertThat(server.received())
                    .as("it asks for no other protocol")
                    .allMatch(received -> received.header("Upgrade").isEmpty());
        }
    }

    @Test
    void a_client_waits_for_a_connection_no_longer_than_it_is_reported() {
        assertThat(Network.direct().client(Duration.ofMillis(300)).connectTimeout())
                .contains(Duration.ofMillis(300));
    }
}
