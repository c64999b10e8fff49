package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.samekey.steps.drive.client.Client;
import dev.samekey.steps.drive.client.Outcome;
import dev.samekey.steps.drive.client.Outcome.Failure;
import dev.samekey.steps.drive.client.Task;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a client waits after a Retry-After that asks for no time, under contracts that let single delays be short. */
class UnreadableRetryAfterTest {
    private static final int ATTEMPTS = 3;
    private static final long MOST_MS = 600;

    private final Path folder;

    UnreadableRetryAfterTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void a_client_that_sends_at_once_is_broken_although_all_of_a_delay_is_chosen_at_random() {
        assertThat(judged("full", true))
                .extracting(ScenarioResult::verdict)
                .contains(Verdict.BROKEN)
                .doesNotContain(Verdict.HELD);
    }

    @Test
    void a_client_that_chooses_as_ever_is_not_broken() {
        assertThat(judged("full", false))
                .allSatisfy(scenario -> assertThat(scenario.verdict())
                        .as(scenario.name() + ": " + scenario.reason())
                        .isIn(Verdict.HELD, Verdict.INCONCLUSIVE));
    }

    @Test
    void nothing_is_said_where_the_contract_lets_every_delay_be_short() {
        assertThat(judged("null", true))
                .extracting(ScenarioResult::verdict)
                .contains(Verdict.NOT_APPLICABLE)
                .doesNotContain(Verdict.HELD, Verdict.BROKEN);
    }

    private List<ScenarioResult> judged(String jitter, boolean atOnce) {
        YamlFile yaml = YamlFile.of("client.yaml", """
                name: small
                contract: {extends: retry-safe, retry: {jitter: %s, attempts: %d, exponential: {initial: %dms, factor: 1}}}
                client: {command: [in-this-process]}
                """.formatted(jitter, ATTEMPTS, MOST_MS));
        return new ClientRun(
                        TargetFile.of(yaml, folder, Map.of()),
                        session -> new Small(session.url(), atOnce),
                        Choice.of(Set.of("CLI-8")),
                        folder)
                .run(scenario -> {}).scenarios().stream()
                        .filter(scenario -> scenario.name().endsWith("shortens no delay"))
                        .toList();
    }

    /** Goes by its own delays, but perhaps not after a response that has a Retry-After. */
    private record Small(URI url, boolean atOnce) implements Client {
        private static final HttpClient HTTP =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

        @Override
        public Outcome perform(Task task) {
            String key = UUID.randomUUID().toString();
            Integer status = null;
            int attempt = 0;
            try {
                while (attempt < ATTEMPTS) {
                    attempt++;
                    HttpResponse<String> response = HTTP.send(request(task, key), HttpResponse.BodyHandlers.ofString());
                    status = response.statusCode();
                    if (status < 300) {
                        break;
                    }
                    boolean isAsked =
                            response.headers().firstValue("Retry-After").isPresent();
                    if (!atOnce || !isAsked) {
                        Thread.sleep(ThreadLocalRandom.current().nextLong(MOST_MS));
                    }
                }
            } catch (IOException lost) {
                status = null;
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
            boolean isDone = status != null && status < 300;
            return new Outcome(
                    task.id(),
                    isDone ? JsonNodeFactory.instance.objectNode() : null,
                    isDone ? null : new Failure(status, null, null),
                    attempt,
                    key,
                    false,
                    System.nanoTime());
        }

        private HttpRequest request(Task task, String key) {
            return HttpRequest.newBuilder(URI.create(url + "/payments"))
                    .header("Idempotency-Key", key)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(task.payload().toString()))
                    .build();
        }
    }
}
