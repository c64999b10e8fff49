package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.drive.process.Starter;
import dev.samekey.steps.drive.process.TargetProcess;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Isolation;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.SharedAssertion;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecondLookTest {
    private static final String CREATED = answer("201 Created", "{\"id\":\"1\"}");
    private static final String OK = answer("200 OK", "{\"id\":\"1\"}");
    private static final String OTHER = answer("200 OK", "{\"id\":\"2\"}");
    private static final String WRONG = answer("201 Created", "{\"id\":\"wrong\"}");

    private static final String MEMO = """
              memo:
                role: create
                request: {method: POST, path: /memos, body: {text: "${unique}"}}
            """;

    private final Path out;
    private RunOptions runOptions = RunOptions.usual();
    private String operations = "";
    private String limits = "";
    private boolean ended;
    private Starter starter = TargetProcess::new;
    private Function<RawServer.Received, String> unkeyed = request -> CREATED;
    private @Nullable ContractRun run;
    private volatile boolean dead;
    private final Map<String, Integer> seen = new ConcurrentHashMap<>();
    private final AtomicInteger inProgress = new AtomicInteger();
    private final AtomicInteger again = new AtomicInteger();

    SecondLookTest(@TempDir Path out) {
        this.out = out;
    }

    @Test
    void what_breaks_on_the_point_of_a_broken_clause_is_judged_without_it() throws IOException {
        List<ScenarioResult> results =
                judged(Set.of("RPL-1", "SCP-5"), (number, request) -> number == 1 ? CREATED : OK);

        assertThat(result(results, "SCP-5")).satisfies(result -> {
            assertThat(result.verdict()).isEqualTo(Verdict.BROKEN);
            assertThat(result.point()).isEqualTo(SharedAssertion.STATUS);
            assertThat(result.facts()).extracting(Fact::name).contains("without RPL-1");
        });
    }

    @Test
    void a_break_that_another_one_hides_is_found_without_it() throws IOException {
        List<ScenarioResult> results = judged(
                Set.of("RPL-1", "SCP-5"),
                (number, request) -> number == 1
                        ? CREATED
                        : request.header("X-Forwarded-For").isEmpty() ? OK : OTHER);

        assertThat(result(results, "SCP-5")).satisfies(result -> {
            assertThat(result.verdict()).isEqualTo(Verdict.BROKEN);
            assertThat(result.point()).isEqualTo(SharedAssertion.BODY);
            assertThat(result.facts()).extracting(Fact::name).contains("broken as well");
        });
    }

    @Test
    void what_holds_alone_was_disturbed_by_others() throws IOException {
        List<ScenarioResult> results =
                judged(Set.of("RPL-2", "RPL-11", "SCP-5", "MIS-3", "RPL-13"), (number, request) -> {
                    boolean alone = inProgress.incrementAndGet() == 1;
                    try {
                        TimeUnit.MILLISECONDS.sleep(60);
                        return number == 1 || (alone && inProgress.get() == 1) ? CREATED : WRONG;
                    } finally {
                        inProgress.decrementAndGet();
                    }
                });

        assertThat(result(results, "RPL-2")).satisfies(result -> {
            assertThat(result.verdict()).as(result.reason()).isEqualTo(Verdict.HELD);
            assertThat(result.isolation()).isEqualTo(Isolation.DISTURBED);
            assertThat(result.facts()).extracting(Fact::name).containsExactly("beside other scenarios");
        });
    }

    @Test
    void what_breaks_by_chance_is_not_put_down_to_others() throws IOException {
        AtomicInteger duplicates = new AtomicInteger();
        // RPL-2 sends one and RPL-13 four, at the same time.
        List<ScenarioResult> results = judged(
                Set.of("RPL-2", "RPL-13"),
                (number, request) -> number == 1 || duplicates.incrementAndGet() > 5 ? CREATED : WRONG);

        assertThat(result(results, "RPL-2")).satisfies(result -> {
            assertThat(result.verdict()).isEqualTo(Verdict.BROKEN);
            assertThat(result.isolation()).isEqualTo(Isolation.UNCLEAR);
            assertThat(result.facts()).contains(new Fact("judged again", "intermittent: broken in 1 of 16"));
        });
        assertThat(again).as("who watches is told").hasPositiveValue();
    }

    @Test
    void what_the_target_is_built_to_break_is_looked_at_once() throws IOException {
        runOptions = RunOptions.usual().breaking(Set.of("RPL-2"));
        List<ScenarioResult> results =
                judged(Set.of("RPL-2", "RPL-13"), (number, request) -> number == 1 ? CREATED : WRONG);

        assertThat(result(results, "RPL-2").verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(result(results, "RPL-2").facts()).extracting(Fact::name).doesNotContain("judged again, alone");
        assertThat(again).hasValue(0);
    }

    @Test
    void what_held_and_breaks_beside_another_one_that_is_judged_again_is_held_no_more() throws IOException {
        List<ScenarioResult> results = judgedBeside(WRONG);

        assertThat(results).element(1).satisfies(memo -> {
            assertThat(memo.operation()).isEqualTo("memo");
            assertThat(memo.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
            assertThat(memo.isolation()).isEqualTo(Isolation.UNCLEAR);
            assertThat(memo.reason()).startsWith("held at first, then broken beside others: Body of the replay");
        });
    }

    @Test
    void a_break_that_is_not_kept_does_not_end_a_run() throws IOException {
        runOptions = runOptions.until(
                result -> result.verdict() == Verdict.BROKEN && Objects.equals(result.operation(), "memo"));

        assertThat(judgedBeside(WRONG))
                .element(1)
                .satisfies(memo -> assertThat(memo.verdict()).isEqualTo(Verdict.INCONCLUSIVE));
        assertThat(ended).isFalse();
    }

    @Test
    void what_holds_beside_another_one_that_is_judged_again_is_held() throws IOException {
        assertThat(judgedBeside(CREATED)).element(1).satisfies(memo -> {
            assertThat(memo.operation()).isEqualTo("memo");
            assertThat(memo.verdict()).isEqualTo(Verdict.HELD);
            assertThat(memo.isolation()).isEqualTo(Isolation.BESIDE_OTHERS);
        });
    }

    /** A note whose first replay is wrong, and beside it a memo that has this replay in each run but the first. */
    private List<ScenarioResult> judgedBeside(String later) throws IOException {
        operations = MEMO;
        AtomicInteger notes = new AtomicInteger();
        AtomicInteger memos = new AtomicInteger();
        List<ScenarioResult> results = judged(Set.of("RPL-2"), (number, request) -> {
            TimeUnit.MILLISECONDS.sleep(60);
            if (number == 1) {
                return CREATED;
            }
            return request.line().contains("/memos")
                    ? memos.incrementAndGet() == 1 ? CREATED : later
                    : notes.incrementAndGet() == 1 ? WRONG : CREATED;
        });
        assertThat(results).first().satisfies(note -> {
            assertThat(note.operation()).isEqualTo("note");
            assertThat(note.verdict()).isEqualTo(Verdict.BROKEN);
        });
        return results;
    }

    @Test
    void a_race_that_breaks_once_beside_others_does_not_show_whether_they_were_why() throws IOException {
        String replayed = CREATED.replace("Content-Type", "Idempotency-Status: replayed\r\nContent-Type");
        Map<String, String> raced = new ConcurrentHashMap<>();
        List<ScenarioResult> results = judged(Set.of("CON-2", "RPL-13"), (number, request) -> {
            String key = request.header("Idempotency-Key").get(0);
            if (number == 10) {
                raced.putIfAbsent("first", key);
            }
            return number == 1 || raced.containsValue(key) ? CREATED : replayed;
        });

        assertThat(result(results, "CON-2")).satisfies(result -> {
            assertThat(result.verdict()).isEqualTo(Verdict.BROKEN);
            assertThat(result.isolation()).isEqualTo(Isolation.UNCLEAR);
            assertThat(result.facts()).contains(new Fact("judged again", "intermittent: broken in 1 of 2"));
        });
    }

    @Test
    void what_a_restart_breaks_for_those_that_share_it_holds_alone() throws IOException {
        Shop shop = new Shop();
        operations = Shop.NOTES + MEMO + Shop.MEMOS;
        limits = "lifecycle: {start: [notes], ready: {path: /}}\n";
        starter = (lifecycle, urls, folder, output) -> shop;
        unkeyed = shop::listed;
        List<ScenarioResult> results = judged(Set.of("STO-4"), (number, request) -> shop.answer(request));

        assertThat(results)
                .filteredOn(result -> result.verdict() != Verdict.NOT_CHECKED)
                .extracting(ScenarioResult::operation, ScenarioResult::verdict, ScenarioResult::isolation)
                .containsExactly(
                        tuple("note", Verdict.HELD, Isolation.DISTURBED),
                        tuple("memo", Verdict.HELD, Isolation.DISTURBED));
    }

    /** One that forgets its keys when it restarts, if more than one is new since it started. */
    private static final class Shop implements Starter.Started {
        private static final String NOTES =
                "    effects: {list: {path: \"/notes?text=${unique}\", count: /items}}\n    id: /id\n";
        private static final String MEMOS = NOTES.replace("notes", "memos");
        private final Map<String, String> answers = new HashMap<>();
        private final Set<String> known = new HashSet<>();
        private int fresh;
        private final List<String> texts = new ArrayList<>();
        private boolean dead = true;

        synchronized String answer(RawServer.Received request) {
            String key = request.header("Idempotency-Key").get(0);
            fresh += known.add(key) ? 1 : 0;
            return answers.computeIfAbsent(key, unused -> {
                texts.add(request.body());
                return SecondLookTest.answer("201 Created", "{\"id\":\"" + texts.size() + "\"}");
            });
        }

        synchronized String listed(RawServer.Received request) {
            String text = request.line().replaceAll(".*text=(\\S+) .*", "$1");
            String items = texts.stream()
                    .filter(body -> body.contains(text))
                    .map(body -> "1")
                    .collect(Collectors.joining(","));
            return SecondLookTest.answer("200 OK", "{\"items\":[" + items + "]}");
        }

        @Override
        public synchronized void kill() {
            dead = true;
            if (fresh > 1) {
                answers.clear();
            }
            fresh = 0;
        }

        @Override
        public synchronized void start() {
            dead = false;
        }

        @Override
        public synchronized boolean isRunning() {
            return !dead;
        }

        @Override
        public void close() {}
    }

    @Test
    void what_breaks_alone_as_well_says_so() throws IOException {
        List<ScenarioResult> results =
                judged(Set.of("RPL-2", "RPL-13"), (number, request) -> number == 1 ? CREATED : WRONG);

        assertThat(result(results, "RPL-2")).satisfies(result -> {
            assertThat(result.verdict()).isEqualTo(Verdict.BROKEN);
            assertThat(result.isolation()).isEqualTo(Isolation.BESIDE_OTHERS);
            assertThat(result.facts()).contains(new Fact("judged again, alone", "broken again"));
        });
    }

    @Test
    void what_is_broken_stays_so_where_the_target_does_not_start_again_after_it_held_alone() throws IOException {
        AtomicInteger duplicates = new AtomicInteger();
        List<ScenarioResult> results = unlessItDies(Set.of("RPL-2", "RPL-13"), (number, request) -> {
            if (number == 1) {
                return CREATED;
            }
            dead = duplicates.incrementAndGet() > 5;
            return dead ? CREATED : WRONG;
        });

        assertThat(dead).isTrue();
        assertThat(result(results, "RPL-2")).satisfies(result -> {
            assertThat(result.verdict()).as(result.reason()).isEqualTo(Verdict.BROKEN);
            assertThat(result.isolation()).isEqualTo(Isolation.BESIDE_OTHERS);
        });
    }

    @Test
    void what_is_broken_stays_so_where_the_target_does_not_start_again_after_it_held_beside_others()
            throws IOException {
        operations = MEMO;
        AtomicInteger notes = new AtomicInteger();
        AtomicInteger memos = new AtomicInteger();
        List<ScenarioResult> results = unlessItDies(Set.of("RPL-2"), (number, request) -> {
            TimeUnit.MILLISECONDS.sleep(60);
            if (number == 1) {
                return CREATED;
            }
            if (request.line().contains("/notes")) {
                return notes.incrementAndGet() == 1 ? WRONG : CREATED;
            }
            dead = memos.incrementAndGet() == 2;
            return dead ? WRONG : CREATED;
        });

        assertThat(dead).isTrue();
        assertThat(results).extracting(ScenarioResult::operation).containsExactly("note", "memo");
        assertThat(results).extracting(ScenarioResult::verdict).containsExactly(Verdict.BROKEN, Verdict.INCONCLUSIVE);
    }

    @Test
    void what_is_broken_stays_so_where_the_target_does_not_start_again_after_its_point_was_left_out()
            throws IOException {
        AtomicInteger duplicates = new AtomicInteger();
        List<ScenarioResult> results = unlessItDies(Set.of("RPL-1", "SCP-5"), (number, request) -> {
            if (number == 1) {
                return CREATED;
            }
            boolean isOther = !request.header("X-Forwarded-For").isEmpty();
            dead |= isOther && duplicates.incrementAndGet() > 1;
            return OK;
        });

        assertThat(dead).isTrue();
        assertThat(result(results, "SCP-5").verdict()).isEqualTo(Verdict.BROKEN);
    }

    @Test
    void a_report_in_the_middle_of_the_second_look_shows_what_was_decided_before() throws IOException {
        AtomicInteger duplicates = new AtomicInteger();
        List<ScenarioResult> middle = new ArrayList<>();
        List<ScenarioResult> results = judged(Set.of("RPL-2", "RPL-13"), (number, request) -> {
            if (number == 1) {
                return CREATED;
            }
            int duplicate = duplicates.incrementAndGet();
            // Then it has held alone once.
            if (duplicate == 7) {
                middle.addAll(Objects.requireNonNull(run).soFar().orElseThrow().scenarios());
            }
            return duplicate > 5 ? CREATED : WRONG;
        });

        assertThat(result(results, "RPL-2").verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(result(middle, "RPL-2").verdict()).isEqualTo(Verdict.BROKEN);
    }

    @Test
    void nothing_more_begins_after_the_result_that_ends_a_run() throws IOException {
        limits = "limits: {at_once: 1}\n";
        runOptions = runOptions.until(result -> result.verdict() == Verdict.BROKEN);
        List<ScenarioResult> results = judged(
                Set.of("RPL-1", "RPL-2", "RPL-4", "MIS-1", "MIS-3"), (number, request) -> number == 1 ? CREATED : OK);

        assertThat(ended).isTrue();
        assertThat(results)
                .filteredOn(result -> result.verdict() == Verdict.BROKEN)
                .singleElement()
                .satisfies(result ->
                        assertThat(result.facts()).extracting(Fact::name).contains("expected"));
        assertThat(results)
                .filteredOn(result -> result.verdict() != Verdict.BROKEN)
                .isNotEmpty()
                .allSatisfy(result -> {
                    assertThat(result.verdict()).isEqualTo(Verdict.NOT_CHECKED);
                    assertThat(result.reason())
                            .startsWith(
                                    "the run was ended at its first new break (--fail-fast), which is of RPL-1: A repeated");
                    assertThat(result.evidence()).isEmpty();
                });
    }

    private static ScenarioResult result(List<ScenarioResult> results, String clause) {
        return results.stream()
                .filter(result -> result.clauses().contains(clause))
                .findFirst()
                .orElseThrow();
    }

    /** By a server that answers so to the first, the second and each further request under a key. */
    private List<ScenarioResult> judged(Set<String> clauses, Script script) throws IOException {
        try (RawServer server = RawServer.doing((request, connection) -> {
            List<String> key = request.header("Idempotency-Key");
            send(
                    connection,
                    key.isEmpty()
                            ? unkeyed.apply(request)
                            : script.answer(seen.merge(key.get(0), 1, Integer::sum), request));
        })) {
            String target =
                    Targets.BARE.replace("http://127.0.0.1:1", server.uri().toString());
            run = new ContractRun(
                    Targets.file(target + operations + "writes: allowed\n" + limits),
                    Choice.of(clauses),
                    out,
                    starter,
                    Features.shipped(),
                    List.of(),
                    runOptions);
            RunResult result = run.run(new Progress() {
                @Override
                public void finished(ScenarioResult unused) {}

                @Override
                public void judgedAgain() {
                    again.incrementAndGet();
                }
            });
            ended = result.ended();
            return result.scenarios();
        }
    }

    /** What was seen of a target until it was dead; it starts once. */
    private List<ScenarioResult> unlessItDies(Set<String> clauses, Script script) {
        limits = "lifecycle: {start: [notes], ready: {path: /}}\n";
        starter = (lifecycle, urls, folder, output) -> new StartsOnce(() -> dead);
        assertThatExceptionOfType(CannotRun.class)
                .isThrownBy(() -> judged(clauses, script))
                .withMessage(StartsOnce.REASON);
        return Objects.requireNonNull(run).soFar().orElseThrow().scenarios();
    }

    private interface Script {
        String answer(int number, RawServer.Received request) throws InterruptedException;
    }

    private static void send(Socket connection, String answer) throws IOException {
        connection.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
        connection.getOutputStream().flush();
    }

    private static String answer(String status, String body) {
        return "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body;
    }
}
