package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.drive.process.Starter;
import dev.samekey.steps.model.states.KeyPath;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Paths through the life of a key (STO-8), sent to a small server that keeps the contract but for one thing. */
class PathsTest {
    private static final String TARGET = """
            name: Acme notes
            urls: ["%s"]
            writes: allowed
            contract: playbook
            limits: {late: 0}
            operations:
              note:
                role: create
                request: {method: POST, path: /notes, body: {text: "${unique}", kind: usual}}
                success: 201
                id: /id
                intent: {/kind: other}
                sandbox:
                  invalid: {/kind: invalid}
                  declined: {/kind: declined}
            lifecycle: {start: [notes], ready: {path: /}}
            """;

    private final Path out;
    private int crashes;

    PathsTest(@TempDir Path out) {
        this.out = out;
    }

    @Test
    void a_server_that_keeps_the_contract_holds_on_every_path() throws IOException {
        ScenarioResult result = judged(Wrong.NOTHING);

        assertThat(result.verdict()).as(result.reason()).isEqualTo(Verdict.HELD);
    }

    @Test
    void what_two_transitions_break_is_shown_by_the_shortest_path() throws IOException {
        ScenarioResult result = judged(Wrong.MISMATCH_AFTER_REPLAY_IS_REPLAYED);

        assertThat(result.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(fact(result, "path")).isEqualTo("a request, its success, a duplicate, another payload");
        assertThat(fact(result, "transitions")).isEqualTo("first-request, success, replay, mismatch-refused");
        assertThat(fact(result, "expected")).isEqualTo("refused as a mismatch");
        assertThat(fact(result, "actual")).startsWith("replayed: 201");
        assertThat(result.facts()).extracting(Fact::name).doesNotContain(KeyPath.ALONE);
    }

    @Test
    void what_one_transition_breaks_names_the_clauses_that_judge_it_alone() throws IOException {
        ScenarioResult result = judged(Wrong.FAILURE_IS_TRIED_AGAIN);

        assertThat(result.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(fact(result, "path")).isEqualTo("a request, its failure, a duplicate");
        assertThat(fact(result, KeyPath.ALONE)).isEqualTo("RPL-6");
    }

    @Test
    void what_a_crash_and_another_transition_break_is_shown_by_the_shortest_path() throws IOException {
        ScenarioResult result = judged(Wrong.PAYLOAD_IS_FORGOTTEN_AT_A_CRASH);

        assertThat(result.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(fact(result, "path")).isEqualTo("a request, its success, a crash, another payload");
        assertThat(fact(result, "transitions"))
                .isEqualTo("first-request, success, crash-after-completion, mismatch-refused");
        assertThat(fact(result, "actual")).startsWith("replayed: 201");
    }

    @Test
    void the_paths_with_a_crash_share_two_of_them() throws IOException {
        ScenarioResult result = judged(Wrong.NOTHING);

        assertThat(result.verdict()).as(result.reason()).isEqualTo(Verdict.HELD);
        assertThat(crashes).isEqualTo(2);
    }

    @Test
    void a_key_that_stays_locked_is_broken_and_no_refusal_for_another_reason() throws IOException {
        ScenarioResult result = judged(Wrong.KEY_OF_AN_INVALID_REQUEST_STAYS_LOCKED);

        assertThat(result.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(fact(result, "actual")).startsWith("refused as in progress: 409");
    }

    @Test
    void a_refusal_for_another_reason_than_the_key_judges_nothing() throws IOException {
        ScenarioResult result = judged(Wrong.ALL_IS_SOLD_OUT_AFTER_A_FAILURE);

        assertThat(result.verdict()).isEqualTo(Verdict.NOT_CHECKED);
        assertThat(result.reason()).contains("for a reason that the life of its key does not explain");
    }

    private ScenarioResult judged(Wrong wrong) throws IOException {
        Notes notes = new Notes(wrong);
        try (RawServer server = RawServer.doing(notes::meet)) {
            Starter starter = (lifecycle, urls, folder, output) -> new NotesProcess(notes);
            return new ContractRun(
                            Targets.file(TARGET.formatted(server.uri())), Choice.of(Set.of("STO-8")), out, starter)
                    .ofStrength(2).run(unused -> {}).scenarios().stream()
                            .filter(scenario -> scenario.name().contains("the way to it"))
                            .findFirst()
                            .orElseThrow();
        }
    }

    /** What runs the notes, and starts and ends at once. */
    private final class NotesProcess implements Starter.Started {
        private final Notes notes;
        private boolean isRunning;

        NotesProcess(Notes notes) {
            this.notes = notes;
        }

        @Override
        public void start() {
            isRunning = true;
        }

        @Override
        public void kill() {
            isRunning = false;
            crashes++;
            notes.crash();
        }

        @Override
        public boolean isRunning() {
            return isRunning;
        }

        @Override
        public void close() {
            isRunning = false;
        }
    }

    private static String fact(ScenarioResult result, String name) {
        return result.facts().stream()
                .filter(fact -> fact.name().equals(name))
                .map(Fact::value)
                .findFirst()
                .orElse("");
    }

    /** What the server does otherwise than it should. */
    private enum Wrong {
        NOTHING,
        MISMATCH_AFTER_REPLAY_IS_REPLAYED,
        FAILURE_IS_TRIED_AGAIN,
        KEY_OF_AN_INVALID_REQUEST_STAYS_LOCKED,
        ALL_IS_SOLD_OUT_AFTER_A_FAILURE,
        PAYLOAD_IS_FORGOTTEN_AT_A_CRASH
    }

    /** Notes that are written once for each key. */
    private static final class Notes {
        private static final String MISMATCH = refusal(409, "CONFLICT.idempotency.payload_mismatch");
        private static final String IN_PROGRESS = refusal(409, "CONFLICT.idempotency.in_progress");

        private final Wrong wrong;
        private final Map<String, Kept> kept = new HashMap<>();
        private int written;
        private boolean hasFailed;

        Notes(Wrong wrong) {
            this.wrong = wrong;
        }

        private record Kept(String body, String answer, boolean isReplayed) {}

        synchronized void crash() {
            if (wrong == Wrong.PAYLOAD_IS_FORGOTTEN_AT_A_CRASH) {
                kept.replaceAll((key, one) -> new Kept("", one.answer(), one.isReplayed()));
            }
        }

        synchronized void meet(RawServer.Received request, Socket connection) throws IOException {
            String answer = answer(String.join("", request.header("Idempotency-Key")), request.body());
            connection.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
            connection.getOutputStream().flush();
        }

        private String answer(String key, String body) {
            if (body.contains("invalid")) {
                if (wrong == Wrong.KEY_OF_AN_INVALID_REQUEST_STAYS_LOCKED) {
                    kept.put(key, new Kept(body, IN_PROGRESS, false));
                }
                return refusal(400, "VALIDATION.member");
            }
            Kept known = kept.get(key);
            if (known != null && known.answer().equals(IN_PROGRESS)) {
                return IN_PROGRESS;
            }
            boolean isAgain = wrong == Wrong.FAILURE_IS_TRIED_AGAIN && body.contains("declined");
            if (known == null || isAgain) {
                return executed(key, body);
            }
            boolean isTaken = wrong == Wrong.MISMATCH_AFTER_REPLAY_IS_REPLAYED && known.isReplayed();
            boolean isForgotten = known.body().isEmpty();
            if (!known.body().equals(body) && !isTaken && !isForgotten) {
                return MISMATCH;
            }
            kept.put(key, new Kept(known.body(), known.answer(), true));
            return known.answer();
        }

        private String executed(String key, String body) {
            written++;
            boolean isSoldOut = wrong == Wrong.ALL_IS_SOLD_OUT_AFTER_A_FAILURE && hasFailed;
            hasFailed |= body.contains("declined");
            String answer = isSoldOut
                    ? refusal(409, "CONFLICT.sold_out")
                    : body.contains("declined")
                            ? refusal(
                                    wrong == Wrong.FAILURE_IS_TRIED_AGAIN && written % 2 == 0 ? 403 : 422,
                                    "VALIDATION.insufficient_funds")
                            : http(201, "application/json", "{\"id\":\"%d\"}".formatted(written));
            kept.put(key, new Kept(body, answer, false));
            return answer;
        }

        private static String refusal(int status, String code) {
            return http(status, "application/problem+json", "{\"status\":%d,\"code\":\"%s\"}".formatted(status, code));
        }

        private static String http(int status, String type, String body) {
            return "HTTP/1.1 %d x\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
                    .formatted(status, type, body.length(), body);
        }
    }
}
