package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.samekey.steps.drive.client.Client;
import dev.samekey.steps.drive.client.ClientFault;
import dev.samekey.steps.drive.client.Clients;
import dev.samekey.steps.drive.client.Outcome;
import dev.samekey.steps.drive.client.Outcome.Failure;
import dev.samekey.steps.drive.client.Task;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client in this process is judged, and one that cannot be judged is named. */
class ClientRunTest {
    private static final Set<String> QUICK = Set.of("CLI-1", "CLI-3", "CLI-11");

    private static final Duration LATER = Duration.ofMillis(300);

    private final Path folder;

    ClientRunTest(@TempDir Path folder) {
        this.folder = folder;
    }

    /** Sends again after each failure that may pass, up to five times. */
    private record Small(URI url, boolean newKeys) implements Client {
        @Override
        public Outcome perform(Task task) {
            HttpClient http =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
            String key = UUID.randomUUID().toString();
            Integer status = null;
            for (int attempt = 1; attempt <= 5; attempt++) {
                status = status(http, task, newKeys ? UUID.randomUUID().toString() : key);
                if (status != null && status < 300) {
                    return new Outcome(
                            task.id(),
                            JsonNodeFactory.instance.objectNode(),
                            null,
                            attempt,
                            key,
                            false,
                            System.nanoTime());
                }
                if (status != null && status < 500 && status != 429 && status != 409) {
                    return failed(task, status, attempt);
                }
                pause(attempt);
            }
            return failed(task, status, 5);
        }

        private static Outcome failed(Task task, @Nullable Integer status, int attempts) {
            return new Outcome(
                    task.id(), null, new Failure(status, null, null), attempts, null, false, System.nanoTime());
        }

        private @Nullable Integer status(HttpClient http, Task task, String key) {
            try {
                HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/payments"))
                        .header("Idempotency-Key", key)
                        .header("Content-Type", "application/json")
                        .timeout(Duration.ofSeconds(1))
                        .POST(HttpRequest.BodyPublishers.ofString(task.payload().toString()))
                        .build();
                return http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
            } catch (IOException lost) {
                return null;
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
                return null;
            }
        }

        private static void pause(int attempt) {
            try {
                Thread.sleep((50L << attempt) + ThreadLocalRandom.current().nextLong(50L << attempt));
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Test
    void a_client_that_keeps_its_key_holds() {
        RunResult result = run(session -> new Small(session.url(), false), QUICK);

        assertThat(result.scenarios())
                .isNotEmpty()
                .allSatisfy(scenario -> assertThat(scenario.verdict())
                        .as(scenario.name() + ": " + scenario.reason())
                        .isIn(Verdict.HELD, Verdict.INCONCLUSIVE));
        assertThat(result.scenarios()).extracting(ScenarioResult::verdict).contains(Verdict.HELD);
    }

    @Test
    void a_client_that_makes_a_key_for_each_attempt_breaks_one_clause() {
        RunResult result = run(session -> new Small(session.url(), true), Set.of("CLI-1", "CLI-3"));

        assertThat(broken(result)).containsOnly("CLI-1");
    }

    @Test
    void a_client_that_does_nothing_any_more_is_no_pass() {
        AtomicInteger done = new AtomicInteger();
        RunResult result = run(
                session -> {
                    Small small = new Small(session.url(), false);
                    return task -> done.incrementAndGet() > 3 ? Small.failed(task, null, 0) : small.perform(task);
                },
                QUICK);

        assertThat(result.obstacle())
                .matches(
                        "the client stopped doing operations after it had sent [0-9]+ requests: the last scenario in which it"
                                + " did one ended [0-9]+ s into the run, at .*Z, and (CLI-1|CLI-3|CLI-11).* could not be judged: the client .*");
    }

    @Test
    void what_was_seen_of_a_client_is_there_before_its_run_is_over() {
        ClientRun run = prepared(session -> new Small(session.url(), false), QUICK);
        AtomicReference<RunResult> seen = new AtomicReference<>();
        assertThat(run.soFar()).as("before it has begun").isEmpty();

        var unused = run.run(new Progress() {
            private boolean asked;

            @Override
            public void finished(ScenarioResult result) {
                if (!asked) {
                    asked = true;
                    seen.set(run.soFar().orElseThrow());
                }
            }
        });

        RunResult soFar = Objects.requireNonNull(seen.get());
        assertThat(soFar.requests()).isPositive();
        assertThat(soFar.scenarios())
                .hasSize(run.size())
                .anyMatch(scenario -> scenario.verdict().isJudged())
                .anyMatch(scenario -> scenario.reason().equals("the run was ended before this was judged"));
    }

    @Test
    void a_client_that_sends_nothing_is_named_and_nothing_is_judged() {
        RunResult result = run(session -> task -> Outcome.unknown(task.id()), QUICK);

        assertThat(result.whyNothingWorked())
                .get()
                .asString()
                .contains("sent nothing to http://127.0.0.1", "(client.protocol: http) within 11 s");
        assertThat(result.scenarios()).allMatch(scenario -> scenario.verdict() == Verdict.NOT_CHECKED);
    }

    @Test
    void a_client_that_starts_slowly_is_waited_for() {
        Duration start = Duration.ofSeconds(12);
        Clients slow = session -> new Client() {
            private final long ready = System.nanoTime() + start.toNanos();

            @Override
            public Outcome perform(Task task) {
                LockSupport.parkNanos(ready - System.nanoTime());
                return new Small(session.url(), false).perform(task);
            }
        };

        assertThat(run(slow, Set.of("CLI-3")).scenarios())
                .isNotEmpty()
                .allSatisfy(scenario ->
                        assertThat(scenario.verdict()).as(scenario.reason()).isIn(Verdict.HELD, Verdict.INCONCLUSIVE))
                .allSatisfy(scenario -> assertThat(scenario.reason()).doesNotContain("arrived"));
    }

    @Test
    void an_application_may_send_after_its_trigger_has_ended() {
        Clients later = session -> task -> {
            Thread sending = new Thread(() -> {
                LockSupport.parkNanos(LATER.toNanos());
                new Small(session.url(), false).perform(task);
            });
            sending.start();
            return Outcome.unknown(task.id());
        };

        assertThat(run(later, Set.of("CLI-3")).whyNothingWorked()).isEmpty();
    }

    @Test
    void a_client_that_breaks_the_protocol_after_its_report_is_not_judged() {
        Clients careless = session -> new Client() {
            @Override
            public Outcome perform(Task task) {
                return new Small(session.url(), false).perform(task);
            }

            @Override
            public void check() {
                throw new ClientFault("a line of the client is no JSON");
            }
        };

        assertThat(run(careless, Set.of("CLI-3")).scenarios()).allSatisfy(scenario -> {
            assertThat(scenario.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
            assertThat(scenario.reason()).contains("a line of the client is no JSON");
        });
    }

    @Test
    void a_client_that_fails_while_the_service_works_is_not_judged() {
        Clients failing = session -> task -> {
            new Small(session.url(), false).perform(task);
            return new Outcome(task.id(), null, new Failure(null, null, "no idea"), 1, null, false, System.nanoTime());
        };

        assertThat(run(failing, QUICK).whyNothingWorked())
                .get()
                .asString()
                .endsWith("answered with a success: no idea");
    }

    /** Reports one attempt too few, as long as it is told to. */
    private Clients forgetful(IntPredicate session) {
        AtomicInteger sessions = new AtomicInteger();
        return opened -> {
            boolean forgets = session.test(sessions.getAndIncrement());
            return task -> {
                Outcome told = new Small(opened.url(), false).perform(task);
                Integer attempts = told.attempts();
                return forgets && attempts != null && attempts > 1
                        ? new Outcome(
                                told.task(),
                                told.result(),
                                told.failure(),
                                attempts - 1,
                                told.key(),
                                told.parked(),
                                told.endedNanos())
                        : told;
            };
        };
    }

    @Test
    void what_time_may_have_broken_is_judged_again_alone() {
        RunResult result = run(forgetful(session -> true), Set.of("CLI-11"));

        assertThat(result.scenarios())
                .hasSize(6)
                .allSatisfy(scenario -> assertThat(scenario.verdict())
                        .as(scenario.reason())
                        .isIn(Verdict.BROKEN, Verdict.INCONCLUSIVE));
        assertThat(result.scenarios())
                .flatMap(ScenarioResult::facts)
                .filteredOn(fact -> fact.name().equals("judged again, alone"))
                .extracting(Fact::value)
                .filteredOn(value -> value.startsWith("BROKEN: attempts that the client reports"))
                .as("one of the clause is enough")
                .hasSize(1);
    }

    @Test
    void what_time_may_have_broken_and_does_not_break_again_is_not_broken() {
        int control = 1;
        int firstLooks = 6;
        RunResult result = run(forgetful(session -> session < control + firstLooks), Set.of("CLI-11"));

        // On a busy machine a first look may see nothing.
        assertThat(result.scenarios())
                .hasSize(6)
                .allSatisfy(scenario -> assertThat(scenario.verdict())
                        .as(scenario.name() + ": " + scenario.reason())
                        .isIn(Verdict.HELD, Verdict.INCONCLUSIVE));
    }

    @Test
    void a_break_that_neither_time_nor_chance_can_make_needs_no_second_look() {
        AtomicInteger sessions = new AtomicInteger();
        RunResult result = run(
                session -> {
                    sessions.incrementAndGet();
                    return new Small(session.url(), true);
                },
                Set.of("CLI-1"));

        assertThat(broken(result)).containsOnly("CLI-1");
        assertThat(sessions).hasValue(1 + result.scenarios().size());
    }

    @Test
    void an_unclear_scenario_of_a_broken_clause_runs_once() {
        int control = 1;
        int controlAtTheEnd = 1;
        AtomicInteger sessions = new AtomicInteger();
        RunResult result = run(
                session -> {
                    if (sessions.getAndIncrement() == control) {
                        throw new ClientFault("the client cannot be started");
                    }
                    return new Small(session.url(), true);
                },
                Set.of("CLI-1"));

        assertThat(broken(result)).containsOnly("CLI-1");
        assertThat(result.scenarios()).extracting(ScenarioResult::reason).contains("the client cannot be started");
        assertThat(sessions).hasValue(control + result.scenarios().size() + controlAtTheEnd);
    }

    @Test
    void a_client_that_goes_on_after_its_report_holds_nothing() {
        Clients late = session -> new Client() {
            private final List<Thread> sending = new CopyOnWriteArrayList<>();

            @Override
            public Outcome perform(Task task) {
                Outcome outcome = new Small(session.url(), false).perform(task);
                Thread again = new Thread(() -> {
                    LockSupport.parkNanos(LATER.multipliedBy(5).toNanos());
                    new Small(session.url(), false).perform(task);
                });
                sending.add(again);
                again.start();
                return outcome;
            }

            @Override
            public void close() {
                sending.forEach(ClientRunTest::join);
            }
        };

        assertThat(run(late, Set.of("CLI-3")).scenarios()).isNotEmpty().allSatisfy(scenario -> {
            assertThat(scenario.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
            assertThat(scenario.reason()).contains("after it had reported its operations");
        });
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void a_client_that_floods_is_broken_where_it_goes_too_far_and_holds_nothing() {
        RunResult result = run(session -> new Flood(session.url()), Set.of("CLI-1", "CLI-10"));

        assertThat(broken(result)).containsOnly("CLI-10");
        assertThat(result.scenarios())
                .extracting(ScenarioResult::reason)
                .anySatisfy(reason -> assertThat(reason).contains("at most 4, got 2000, and was cut off"));
        assertThat(result.scenarios())
                .filteredOn(scenario ->
                        scenario.clauses().contains("CLI-1") && scenario.name().contains("unavailable"))
                .allSatisfy(scenario -> assertThat(scenario.verdict()).isEqualTo(Verdict.HELD));
    }

    /** Sends again at once, without an end. */
    private record Flood(URI url) implements Client {
        @Override
        public Outcome perform(Task task) {
            Small small = new Small(url, false);
            HttpClient http =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
            String key = UUID.randomUUID().toString();
            int attempts = 0;
            Integer status = null;
            while (!Thread.currentThread().isInterrupted() && (status == null || status >= 300)) {
                attempts++;
                status = small.status(http, task, key);
            }
            return new Outcome(
                    task.id(), JsonNodeFactory.instance.objectNode(), null, attempts, key, false, System.nanoTime());
        }
    }

    private static List<String> broken(RunResult result) {
        return result.scenarios().stream()
                .filter(scenario -> scenario.verdict() == Verdict.BROKEN)
                .flatMap(scenario -> scenario.clauses().stream())
                .distinct()
                .toList();
    }

    private RunResult run(Clients clients, Set<String> clauses) {
        return prepared(clients, clauses).run(scenario -> {});
    }

    private ClientRun prepared(Clients clients, Set<String> clauses) {
        YamlFile yaml =
                YamlFile.of("client.yaml", "{name: small, contract: retry-safe, client: {command: [in-this-process]}}");
        TargetFile file = TargetFile.of(yaml, folder, Map.of());
        return new ClientRun(file, clients, Choice.of(clauses), folder);
    }
}
