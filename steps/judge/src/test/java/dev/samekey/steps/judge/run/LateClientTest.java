package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.samekey.steps.drive.client.Client;
import dev.samekey.steps.drive.client.Clients;
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
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** A client that waits as the contract says is not called broken because something makes it late. */
class LateClientTest {
    /** How long a process may stand still while its memory is cleaned up, or while others have the processors. */
    private static final long STALL_MS = 450;

    /** The control, and the two scenarios of the clause. */
    private static final int FIRST_LOOKS = 3;

    private static final long BUSY_SECONDS = 20;

    private final Path folder;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    LateClientTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void a_process_that_stands_still_during_the_first_look_is_not_broken() {
        ScenarioResult result = judged(session -> session < FIRST_LOOKS);

        assertThat(result.verdict()).as(result.reason()).isNotEqualTo(Verdict.BROKEN);
    }

    /** Whatever runs beside it would be late too, so the whole proof alone does it. */
    @Test
    @EnabledIfSystemProperty(named = "samekey.proof", matches = "whole")
    void a_machine_whose_processors_are_all_taken_breaks_nothing() {
        AtomicBoolean isOver = new AtomicBoolean();
        long end = System.nanoTime() + BUSY_SECONDS * 1_000_000_000;
        for (int i = 0; i < 3 * Runtime.getRuntime().availableProcessors(); i++) {
            Thread busy = new Thread(() -> {
                while (!isOver.get() && System.nanoTime() < end) {
                    Thread.onSpinWait();
                }
            });
            busy.setDaemon(true);
            busy.start();
        }
        try {
            assertThat(judged(session -> false).verdict()).isNotEqualTo(Verdict.BROKEN);
        } finally {
            isOver.set(true);
        }
    }

    /** By CLI-8. */
    private ScenarioResult judged(IntPredicate stands) {
        AtomicInteger sessions = new AtomicInteger();
        Clients clients = session -> new Late(session.url(), stands.test(sessions.getAndIncrement()));
        YamlFile yaml =
                YamlFile.of("client.yaml", "{name: late, contract: retry-safe, client: {command: [in-this-process]}}");
        return new ClientRun(TargetFile.of(yaml, folder, Map.of()), clients, Choice.of(Set.of("CLI-8")), folder)
                .run(scenario -> {}).scenarios().stream()
                        .filter(scenario -> scenario.name().equals("Each delay is within its bounds"))
                        .findFirst()
                        .orElseThrow();
    }

    /** Makes four attempts, and waits between them as the contract says. */
    private final class Late implements Client {
        private final URI url;
        private final boolean standsStill;

        Late(URI url, boolean standsStill) {
            this.url = url;
            this.standsStill = standsStill;
        }

        @Override
        public Outcome perform(Task task) {
            String key = UUID.randomUUID().toString();
            try {
                for (int attempt = 1; ; attempt++) {
                    int status = status(task, key);
                    if (status < 300) {
                        return outcome(task, null, attempt, key);
                    }
                    if (attempt == 4) {
                        return outcome(task, new Failure(status, null, null), attempt, key);
                    }
                    pause(Math.min(800, 100L << attempt));
                }
            } catch (IOException | InterruptedException ended) {
                return outcome(task, new Failure(null, null, ended.toString()), 1, key);
            }
        }

        /** Whoever wakes up while the process stands still goes on at the end of it, with all others. */
        private void pause(long most) throws InterruptedException {
            Thread.sleep(ThreadLocalRandom.current().nextLong(most / 2, most));
            if (standsStill) {
                Thread.sleep(STALL_MS - System.nanoTime() / 1_000_000 % STALL_MS);
            }
        }

        private Outcome outcome(Task task, @Nullable Failure failure, int attempts, String key) {
            return new Outcome(
                    task.id(),
                    failure == null ? JsonNodeFactory.instance.objectNode() : null,
                    failure,
                    attempts,
                    key,
                    failure != null,
                    System.nanoTime());
        }

        private int status(Task task, String key) throws IOException, InterruptedException {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/payments"))
                    .header("Idempotency-Key", key)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(task.payload().toString()))
                    .build();
            return http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
        }
    }
}
