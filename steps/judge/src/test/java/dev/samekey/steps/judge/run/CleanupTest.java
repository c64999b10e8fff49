package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.judge.world.Cleaned;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import dev.samekey.testing.RawServer.Received;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A target that makes a new thing whenever it is asked for one, and what a run leaves behind in it. */
class CleanupTest {
    /** This target forgets keys: what it makes for a caller who has hung up nobody can know, so RPL-9 hangs up on none. */
    private static final Choice CHOICE = Choice.of(Set.of("RPL-1", "RPL-9", "CON-1", "SCP-1", "REV-2"))
            .named(Set.of("status of", "whose response", "duplicates", "another principal", "One key has one"));

    private final AtomicInteger numbers = new AtomicInteger();
    private final List<String> made = new CopyOnWriteArrayList<>();
    private final List<String> removed = new CopyOnWriteArrayList<>();
    private final AtomicInteger limited = new AtomicInteger();
    private String removal = "204 No Content";

    @Test
    void everything_that_was_made_is_taken_away_once_and_what_came_last_first(@TempDir Path out) throws IOException {
        try (RawServer server = server()) {
            RunResult result = run(file(server, ""), out);

            assertThat(made).hasSizeGreaterThan(50);
            assertThat(removed).containsExactlyInAnyOrderElementsOf(made);
            List<Integer> order = removed.stream()
                    .map(path -> Integer.parseInt(path.replaceAll("\\D", "")))
                    .toList();
            assertThat(order.get(0)).isGreaterThan(numbers.get() - 10);
            assertThat(order.get(order.size() - 1)).isLessThan(10);
            assertThat(result.cleaned()).isEqualTo(new Cleaned(made.size(), 0, 0, ""));
            assertThat(lines(server).lastIndexOf("POST"))
                    .isLessThan(lines(server).indexOf("DELETE"));
            assertThat(result.requests()).isEqualTo(server.requests() - 1);
        }
    }

    @Test
    void each_thing_is_removed_by_its_maker_under_a_key_of_its_own(@TempDir Path out) throws IOException {
        try (RawServer server = server()) {
            run(file(server, ""), out);

            List<Received> removals = server.received().stream()
                    .filter(request -> request.line().startsWith("DELETE"))
                    .toList();
            assertThat(removals)
                    .extracting(request -> request.header("Authorization").get(0))
                    .contains("Bearer alice-secret", "Bearer bob");
            assertThat(removals)
                    .extracting(request -> request.header("Idempotency-Key").get(0))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void what_the_target_refuses_changes_no_verdict(@TempDir Path out) throws IOException {
        try (RawServer server = server()) {
            List<Verdict> before = verdicts(run(file(server, "").replaceAll(",\\s+cleanup: .*", "}"), out));
            assertThat(removed).isEmpty();
            made.clear();
            removal = "409 Conflict";
            RunResult result = run(file(server, ""), out);

            assertThat(verdicts(result)).isEqualTo(before).contains(Verdict.BROKEN);
            assertThat(result.cleaned().done()).isZero();
            assertThat(result.cleaned().refused()).isEqualTo(made.size());
            assertThat(result.cleaned().described())
                    .startsWith("cleaned up 0 of " + made.size())
                    .contains(" refused, the first: DELETE /", " → 409");
        }
    }

    @Test
    void what_is_left_in_a_target_that_does_not_start_again_is_reported(@TempDir Path out) throws IOException {
        removal = "409 Conflict";
        try (RawServer server = server()) {
            ContractRun run = new ContractRun(
                    Targets.file(file(server, "lifecycle: {start: [acme], ready: {path: /}}\n")),
                    CHOICE,
                    out,
                    (lifecycle, urls, folder, output) -> new StartsOnce(() -> !made.isEmpty()));

            assertThatExceptionOfType(CannotRun.class)
                    .isThrownBy(() -> run.run(unused -> {}))
                    .withMessage(StartsOnce.REASON);
            Cleaned cleaned = run.soFar().orElseThrow().cleaned();
            assertThat(made).isNotEmpty();
            assertThat(cleaned.refused()).isEqualTo(made.size());
            assertThat(cleaned.reason()).startsWith("DELETE /").endsWith(" → 409");
        }
    }

    @Test
    void a_rate_limit_is_waited_for_once_for_each_thing(@TempDir Path out) throws IOException {
        limited.set(2);
        try (RawServer server = server()) {
            RunResult result = run(file(server, ""), out);

            assertThat(removed).containsExactlyInAnyOrderElementsOf(made.subList(0, made.size() - 1));
            assertThat(result.cleaned())
                    .isEqualTo(new Cleaned(made.size() - 1, 1, 0, "DELETE " + made.get(made.size() - 1) + " → 429"));
        }
    }

    @Test
    void a_budget_that_is_used_up_leaves_nothing_behind(@TempDir Path out) throws IOException {
        try (RawServer server = server()) {
            RunResult result = run(file(server, "limits: {requests: 20}\n"), out);

            assertThat(result.scenarios())
                    .anyMatch(scenario -> scenario.reason().contains("limits.requests"));
            assertThat(removed).isNotEmpty().containsExactlyInAnyOrderElementsOf(made);
        }
    }

    @Test
    void a_run_that_does_not_come_back_says_what_it_has_seen(@TempDir Path out) throws IOException {
        try (RawServer server = server()) {
            ContractRun run = new ContractRun(Targets.file(file(server, "")), CHOICE, out);
            AtomicBoolean asked = new AtomicBoolean();
            AtomicReference<@Nullable RunResult> seen = new AtomicReference<>();
            RunResult whole = run.run(result -> {
                if (result.verdict() == Verdict.BROKEN && !asked.getAndSet(true)) {
                    run.end();
                    seen.set(run.soFar().orElseThrow());
                }
            });

            RunResult soFar = Objects.requireNonNull(seen.get());
            assertThat(soFar.ended()).isTrue();
            assertThat(soFar.scenarios()).hasSize(run.size()).hasSameSizeAs(whole.scenarios());
            assertThat(verdicts(soFar)).contains(Verdict.BROKEN, Verdict.NOT_CHECKED);
            assertThat(soFar.cleaned().left()).isPositive();
            assertThat(soFar.cleaned().described()).contains("not tried: the run had to end before that");
            assertThat(whole.cleaned().left()).isZero();
        }
    }

    @Test
    void a_run_that_is_ended_leaves_nothing_behind_and_judges_no_more(@TempDir Path out) throws IOException {
        try (RawServer server = server()) {
            ContractRun run = new ContractRun(Targets.file(file(server, "")), CHOICE, out);
            RunResult result = run.run(unused -> run.end());

            assertThat(result.ended()).isTrue();
            assertThat(result.scenarios()).hasSize(run.size());
            assertThat(result.scenarios())
                    .filteredOn(scenario -> scenario.reason().equals("the run was ended before this was judged"))
                    .hasSize(run.size() - 1)
                    .allMatch(scenario -> scenario.verdict() == Verdict.NOT_CHECKED);
            assertThat(removed).isNotEmpty().containsExactlyInAnyOrderElementsOf(made);
        }
    }

    @Test
    void an_error_that_ends_the_run_leaves_nothing_behind(@TempDir Path out) throws IOException {
        try (RawServer server = server()) {
            List<Cleaned> cleanups = new ArrayList<>();
            Progress failing = new Progress() {
                @Override
                public void finished(ScenarioResult result) {
                    if (result.verdict() == Verdict.BROKEN) {
                        throw new IllegalStateException("the disk is full");
                    }
                }

                @Override
                public void cleaned(Cleaned cleaned) {
                    cleanups.add(cleaned);
                }
            };

            assertThatExceptionOfType(RuntimeException.class)
                    .isThrownBy(() -> new ContractRun(Targets.file(file(server, "")), CHOICE, out).run(failing));
            assertThat(removed).isNotEmpty().containsExactlyInAnyOrderElementsOf(made);
            assertThat(cleanups).containsExactly(new Cleaned(made.size(), 0, 0, ""));
        }
    }

    @Test
    void a_target_that_falls_silent_is_not_asked_for_long(@TempDir Path out) throws IOException {
        removal = "";
        try (RawServer server = server()) {
            RunResult result = run(file(server, "limits: {answer: 1}\n"), out);

            assertThat(Collections.frequency(lines(server), "DELETE")).isEqualTo(3);
            assertThat(result.cleaned().refused()).isEqualTo(3);
            // What was made and answered too late is not known.
            assertThat(result.cleaned().left()).isPositive().isLessThanOrEqualTo(made.size() - 3);
        }
    }

    @Test
    void a_cleanup_without_an_id_is_reported() throws IOException {
        try (RawServer server = server()) {
            assertThatExceptionOfType(BadFile.class)
                    .isThrownBy(() -> Targets.file(file(server, "").replaceFirst("id: /id, ", "")))
                    .withMessageContaining("needs «id»: what is to be cleaned up is known by it");
        }
    }

    private static String file(RawServer server, String more) {
        return """
                name: Acme, which repeats itself
                urls: ["%s"]
                writes: allowed
                contract: playbook
                principals:
                  alice: {headers: {Authorization: "Bearer ${env:ALICE_TOKEN}"}}
                  bob: {headers: {Authorization: Bearer bob}}
                operations:
                  payment: {role: create, id: /id, request: {method: POST, path: /payments, body: {amount: 1}},
                    cleanup: {method: DELETE, path: "/payments/${payment.id}"}}
                  refund: {role: reverse, id: /id, after: payment,
                    request: {method: POST, path: "/payments/${payment.id}/refunds", body: {amount: 1}},
                    cleanup: {method: DELETE, path: "/refunds/${refund.id}"}}
                """.formatted(server.uri()) + more;
    }

    private RawServer server() {
        return RawServer.doing(this::answer);
    }

    private void answer(Received request, Socket connection) throws IOException {
        String path = request.line().split(" ", -1)[1];
        if (request.line().startsWith("DELETE") && limited.getAndDecrement() > 0) {
            write(connection, "429 Too Many Requests", "");
        } else if (request.line().startsWith("DELETE")) {
            removed.add(path);
            write(connection, removal.isEmpty() ? "" : removal, "");
        } else if (request.line().startsWith("POST")) {
            int number = numbers.incrementAndGet();
            made.add((path.endsWith("refunds") ? "/refunds/" : "/payments/") + number);
            write(connection, "201 Created", "{\"id\": " + number + "}");
        } else {
            write(connection, "200 OK", "");
        }
    }

    private static void write(Socket connection, String status, String body) throws IOException {
        if (status.isEmpty()) {
            return;
        }
        String length = status.startsWith("204") ? "" : "Content-Length: " + body.length() + "\r\n";
        String answer = "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\n" + length + "\r\n" + body;
        connection.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> lines(RawServer server) {
        return server.received().stream()
                .map(request -> request.line().split(" ", -1)[0])
                .toList();
    }

    private static List<Verdict> verdicts(RunResult result) {
        return result.scenarios().stream().map(ScenarioResult::verdict).toList();
    }

    private static RunResult run(String yaml, Path out) {
        return new ContractRun(Targets.file(yaml), CHOICE, out).run(unused -> {});
    }
}
