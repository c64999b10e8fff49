package dev.samekey.server.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.samekey.server.replica.Client.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server that is abandoned leaves what a killed one leaves. */
class AbandonedServerTest {
    private final String key = UUID.randomUUID().toString();
    private final String reference = UUID.randomUUID().toString();

    @ParameterizedTest
    @CsvSource({
        "slow, 0",
        "slow_answer, 1",
    })
    void neither_answers_nor_commits_what_is_under_way(String word, int committed) throws IOException {
        try (TestServer server = TestServer.start("abandoned_" + word)) {
            String url = server.server().urls().get(0);
            CompletableFuture<Reply> reply = inTheBackground(server.as("alice"), word);
            await(() -> server.rows("charges", reference) == committed && inProgress(server) == 1 - committed);

            server.server().abandon();

            assertThatThrownBy(reply::join).hasRootCauseInstanceOf(IOException.class);
            assertThat(server.rows("charges", reference)).isEqualTo(committed);
            assertThat(inProgress(server)).isEqualTo(1 - committed);
            assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .noneMatch(name -> name.startsWith("abandoned"));
            try (ServerSocket again = new ServerSocket()) {
                again.bind(new InetSocketAddress(
                        InetAddress.getLoopbackAddress(), URI.create(url).getPort()));
            }
        }
    }

    private int inProgress(TestServer server) {
        return server.jdbi()
                .withHandle(handle -> handle.select(
                                "select count(*) from idempotency_records where state = 'in_progress' and key = ?", key)
                        .mapTo(Integer.class)
                        .one());
    }

    private CompletableFuture<Reply> inTheBackground(Client caller, String word) {
        String charge = """
                {"amount":1000,"currency":"EUR","customer":"c1","reference":"%s","note":"sandbox:%s"}""".formatted(reference, word);
        return CompletableFuture.supplyAsync(
                () -> caller.post("/charges", key, charge), task -> new Thread(task, "under way").start());
    }

    private static void await(BooleanSupplier condition) {
        Instant deadline = Instant.now().plus(Duration.ofSeconds(10));
        while (!condition.getAsBoolean()) {
            assertThat(Instant.now())
                    .as("waited for the request to be under way")
                    .isBefore(deadline);
            Thread.onSpinWait();
        }
    }
}
