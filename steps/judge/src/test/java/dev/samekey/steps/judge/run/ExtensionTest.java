package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.samekey.steps.drive.process.TargetProcess;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExtensionTest {
    private static final String CREATED =
            "HTTP/1.1 201 Created\r\nContent-Type: application/%s\r\nContent-Length: 2\r\n\r\n{}";

    @Test
    void its_scenarios_run_with_its_steps_after_the_shipped_ones(@TempDir Path out) throws IOException {
        List<ScenarioResult> results = run(out, "json");

        assertThat(results)
                .extracting(ScenarioResult::feature, ScenarioResult::verdict)
                .containsExactly(tuple("replay.feature", Verdict.HELD), tuple("media.feature", Verdict.HELD));
        assertThat(results.get(1).operation()).isEqualTo("note");
    }

    @Test
    void its_steps_find_what_is_broken(@TempDir Path out) throws IOException {
        assertThat(run(out, "xml").get(1).verdict()).isEqualTo(Verdict.BROKEN);
    }

    @Test
    void its_clauses_stand_after_the_shipped_ones() {
        List<Clause> all = extension("good").catalogue().all();

        assertThat(all.get(0).id()).isEqualTo("KEY-1");
        assertThat(all.get(all.size() - 1).id()).isEqualTo("ACME-1");
        assertThat(extension("good").clauses(Targets.file(Targets.BARE).target()))
                .containsExactly("ACME-1");
    }

    @Test
    void what_cannot_be_used_is_reported_with_its_place() {
        assertBad("untagged", "untagged/media.feature:4: ", "should have the tag of one clause, and has none");
        assertBad("unjudged", "extensions/unjudged/clauses.csv: no scenario has the tag of ACME-2");
        assertBad("misnamed", "misnamed/media.feature:11: «payout» is neither a role nor an operation");
        assertBad("taken", "extensions/taken/clauses.csv:3: RPL-1 is there already");
        assertBad("empty", "extensions/empty: has no *.feature file");
        assertBad("nowhere", "extensions/nowhere/clauses.csv: there is no such file");
    }

    private static void assertBad(String folder, String... words) {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() ->
                        extension(folder).clauses(Targets.file(Targets.BARE).target()))
                .satisfies(bad -> assertThat(bad.getMessage()).contains(words));
    }

    private static Extension extension(String folder) {
        return new Extension("extensions/" + folder, "dev.samekey.steps.judge.run.own");
    }

    /** Against a server whose second answer has another media type. */
    private static List<ScenarioResult> run(Path out, String later) throws IOException {
        AtomicInteger answers = new AtomicInteger();
        RawServer.Behaviour behaviour = (request, connection) -> {
            boolean first = !request.line().startsWith("POST") || answers.getAndIncrement() % 2 == 0;
            connection
                    .getOutputStream()
                    .write(CREATED.formatted(first ? "json" : later).getBytes(StandardCharsets.UTF_8));
        };
        try (RawServer server = RawServer.doing(behaviour)) {
            String yaml = Targets.BARE.replace(
                            "http://127.0.0.1:1", server.uri().toString()) + "writes: allowed\nlimits: {at_once: 1}\n";
            return new ContractRun(
                            Targets.file(yaml),
                            Choice.of(Set.of("RPL-1", "ACME-1")),
                            out,
                            TargetProcess::new,
                            Features.shipped(),
                            List.of(extension("good")),
                            RunOptions.usual())
                    .run(result -> {})
                    .scenarios();
        }
    }
}
