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
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A schedule with delays of up to 30 s is judged in seconds where the client lets its clock be set. */
class FastClockTest {
    /** The longest delays are 8 s, 16 s and 30 s. */
    private static final String LONG = "exponential: {initial: 8s, factor: 2, max: 30s}, total: 5m, budget: null";

    /** By the real clock, whatever that of the client is. */
    private static final Duration LOOK_FOR_LATE_RETRIES = Duration.ofSeconds(1);

    private final Path folder;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    FastClockTest(@TempDir Path folder) {
        this.folder = folder;
    }

    /** How long a client waits before a retry, in milliseconds by its own clock. */
    private interface Schedule {
        long before(int retry);
    }

    /** By the contract. */
    private static long right(int retry) {
        return between(Math.min(30_000, 4_000L << retry));
    }

    private static long between(long most) {
        return ThreadLocalRandom.current().nextLong(most / 2, most);
    }

    @Test
    void a_client_that_follows_the_clock_holds_in_seconds() {
        ScenarioResult result = judged("CLI-8", LONG, 25, 25, FastClockTest::right);

        assertThat(result.verdict()).as(result.reason()).isEqualTo(Verdict.HELD);
    }

    @Test
    void the_plan_of_a_run_divides_what_the_client_waits_by_the_speed_of_its_clock() {
        Duration waits = waits(1);

        assertThat(waits).as("six groups of ten wait for 54 s each").isGreaterThan(Duration.ofMinutes(5));
        assertThat(waits(25)).isEqualTo(waits.dividedBy(25));
    }

    /** What the client waits for by the plan; each scenario also looks for a moment whether a late retry comes. */
    private Duration waits(int clockSpeed) {
        ClientRun run = run("CLI-8", LONG, clockSpeed, session -> task -> Outcome.unknown(task.id()));
        return run.plan().sideBySide(1).minus(LOOK_FOR_LATE_RETRIES.multipliedBy(run.size()));
    }

    @Test
    void the_outage_of_a_budget_of_tokens_is_fast_and_that_of_a_window_is_real() {
        String tokens = "budget: {tokens: 300, cost: 1, refund: 0.5}";
        String window = "budget: {tokens: null, cost: null, refund: null, share: 0.2, window: 60s}";

        assertThat(outage(tokens, 25)).isLessThan(outage(tokens, 1).dividedBy(10));
        assertThat(outage(window, 25)).isEqualTo(outage(window, 1));
    }

    /** How long BUD-3 takes by its plan. */
    private Duration outage(String budget, int speed) {
        String retry = "exponential: {initial: 8s, factor: 2, max: 30s}, total: 5m, " + budget;
        return run("BUD-3", retry, speed, session -> task -> Outcome.unknown(task.id()))
                .plan()
                .sideBySide(1);
    }

    @Test
    void delays_that_do_not_grow_are_broken_at_any_clock() {
        ScenarioResult result = judged("CLI-8", LONG, 25, 25, retry -> right(1));

        assertThat(result.verdict()).as(result.reason()).isEqualTo(Verdict.BROKEN);
    }

    @Test
    void a_client_with_another_clock_than_it_was_given_is_broken() {
        ScenarioResult result = judged("CLI-8", LONG, 25, 50, FastClockTest::right);

        assertThat(result.verdict()).as(result.reason()).isEqualTo(Verdict.BROKEN);
    }

    @Test
    void a_client_that_keeps_the_real_time_is_named_and_not_judged() {
        ScenarioResult result = judged(
                "CLI-12",
                "exponential: {initial: 400ms, factor: 2, max: 800ms}, total: 10s",
                8,
                1,
                retry -> right(retry) / 20);

        assertThat(result.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(result.reason())
                .contains(
                        "does not follow SAMEKEY_CLOCK_SPEED, which was 8",
                        "waits between attempts took their real time");
    }

    @Test
    void a_clock_that_is_too_fast_for_the_shortest_delay_leaves_it_open() {
        ScenarioResult result = judged(
                "CLI-8",
                "exponential: {initial: 500ms, factor: 8, max: 8s}, total: 5m, budget: null",
                20,
                20,
                retry -> between(Math.min(8_000, 500L << (3 * (retry - 1)))));

        assertThat(result.verdict()).as(result.reason()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(result.reason()).contains("a delay of 250 to 500 ms cannot be judged at a clock 20 times as fast");
    }

    /** The first scenario of a clause. */
    private ScenarioResult judged(String clause, String retry, int given, int kept, Schedule schedule) {
        Clients clients = session -> new Patient(session, schedule, session.clockSpeed() == 1 ? 1 : kept);
        return run(clause, retry, given, clients)
                .run(scenario -> {})
                .scenarios()
                .get(0);
    }

    private ClientRun run(String clause, String retry, int given, Clients clients) {
        YamlFile yaml = YamlFile.of(
                "client.yaml",
                "{name: small, contract: {extends: retry-safe, retry: {" + retry
                        + "}}, client: {command: [in-this-process], clock_speed: " + given + "}}");
        TargetFile file = TargetFile.of(yaml, folder, Map.of());
        return new ClientRun(file, clients, Choice.of(Set.of(clause)), folder);
    }

    /** Retries what fails by 5xx, four attempts in all. */
    private final class Patient implements Client {
        private final URI url;
        private final Schedule schedule;
        private final int clockSpeed;

        Patient(Clients.Session session, Schedule schedule, int clockSpeed) {
            this.url = session.url();
            this.schedule = schedule;
            this.clockSpeed = clockSpeed;
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
                    if (status < 500 || attempt == 4) {
                        return outcome(task, new Failure(status, null, null), attempt, key);
                    }
                    Thread.sleep(schedule.before(attempt) / clockSpeed);
                }
            } catch (IOException | InterruptedException ended) {
                return outcome(task, new Failure(null, null, ended.toString()), 1, key);
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
