package dev.samekey.reports.render;

import static dev.samekey.reports.Samples.scenario;
import static dev.samekey.reports.Samples.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.model.contract.Mend;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** OBS-1 is a matter of form, KEY-4 of a wrong outcome, RPL-4 of a second effect; CON-1 breaks in consequence of RPL-4. */
class FirstScreenTest {
    private static final Set<String> CLAUSES = Set.of("RPL-4", "KEY-4", "OBS-1", "CON-1");

    private static final ScenarioResult FORM =
            scenario("OBS-1", "payment", Verdict.BROKEN, "log lines: expected 1, got 0");
    private static final ScenarioResult OUTCOME =
            scenario("KEY-4", "payment", Verdict.BROKEN, "status: expected 201, got 400");
    private static final ScenarioResult EFFECT =
            scenario("RPL-4", "payment", Verdict.BROKEN, "effects of a payment: expected 1, got 2");
    private static final ScenarioResult FOLLOWING =
            scenario("CON-1", "payment", Verdict.BROKEN, "effects of 20 requests: expected 1, got 19");

    @TempDir
    private Path out = Path.of("");

    @Test
    void what_harms_most_comes_first_and_what_follows_from_it_stands_with_it() {
        FirstScreen first = FirstScreen.of(verdict(CLAUSES, FORM, OUTCOME, FOLLOWING, EFFECT));

        assertThat(first.answer()).isEqualTo("Not safe to retry: something can be done twice, or be lost.");
        assertThat(first.findings()).extracting(FirstScreen.Finding::id).containsExactly("RPL-4", "KEY-4", "OBS-1");
        assertThat(first.findings().get(0).sentence()).isEqualTo("Effects of a payment: expected 1, got 2");
        assertThat(first.findings().get(0).following()).isEqualTo("1 clause broken in consequence: CON-1");
        assertThat(first.next()).startsWith("Repair RPL-4 first. Then run again: ");
        assertThat(first.others()).isEmpty();
    }

    @Test
    void the_answer_says_what_the_worst_break_does() {
        assertThat(FirstScreen.of(verdict(CLAUSES, FORM, OUTCOME)).answer())
                .isEqualTo("Not safe to retry: a caller can get a wrong outcome, or that of another.");
        assertThat(FirstScreen.of(verdict(CLAUSES, FORM)).answer())
                .isEqualTo("No retry did harm, but the contract is broken: what was done is right, and is said badly.");
    }

    @Test
    void what_holds_is_safe_as_far_as_it_was_judged_and_all_else_is_not_known() {
        assertThat(FirstScreen.of(verdict(
                                Set.of("RPL-1", "RPL-2"),
                                scenario("RPL-1", "payment", Verdict.HELD),
                                scenario("RPL-2", "payment", Verdict.NOT_CHECKED)))
                        .answer())
                .isEqualTo(
                        "Safe to retry, as far as this run has judged: 1 clause holds, and 1 clause was not checked.");
        assertThat(FirstScreen.of(verdict(Set.of("RPL-1"), scenario("RPL-1", "payment", Verdict.INCONCLUSIVE)))
                        .answer())
                .isEqualTo("Nobody knows whether it is safe to retry: 1 clause is inconclusive.");
        assertThat(FirstScreen.of(verdict(Set.of("CLI-1"), scenario("CLI-1", "buy", Verdict.HELD)))
                        .answer())
                .isEqualTo("The client retries safely, as far as this run has judged: 1 clause holds.");
    }

    @Test
    void the_terminal_says_what_broke_and_what_to_do_before_the_gate() {
        assertThat(said(verdict(CLAUSES, FORM, OUTCOME, FOLLOWING, EFFECT)))
                .containsSubsequence(
                        "\nAcme: BROKEN (clauses: 4 broken (1 in consequence); ",
                        "\nNot safe to retry: ",
                        "\n  RPL-4 Effects of a payment: expected 1, got 2\n",
                        "    for payment\n",
                        "    1 clause broken in consequence: CON-1",
                        "\n  KEY-4 Status: expected 201, got 400",
                        "\n  OBS-1 Log lines: expected 1, got 0",
                        "\nRepair RPL-4 first. ",
                        "\ngate: failed");
    }

    @Test
    void the_page_and_the_markdown_say_it_in_the_same_order() throws IOException {
        new Reports(null).write(verdict(CLAUSES, FORM, OUTCOME, FOLLOWING, EFFECT), out);

        for (String name : List.of("contract-matrix.html", "contract-matrix.md")) {
            assertThat(Files.readString(out.resolve(name)))
                    .as(name)
                    .containsSubsequence(
                            "Not safe to retry: ",
                            "Effects of a payment: expected 1, got 2",
                            "1 broken in consequence: ",
                            "Status: expected 201, got 400",
                            "Log lines: expected 1, got 0",
                            "Repair RPL-4 first. ",
                            "gate: failed");
        }
        assertThat(Files.readString(out.resolve("contract-matrix.html")))
                .containsSubsequence("<article id=\"RPL-4\"", "<article id=\"KEY-4\"", "<article id=\"OBS-1\"");
    }

    @Test
    void a_break_says_where_its_mend_is_found_and_the_markdown_has_the_mend_in_a_line() throws IOException {
        ContractVerdict verdict = verdict(CLAUSES, FORM, OUTCOME, FOLLOWING, EFFECT);
        new Reports(null).write(verdict, out);

        assertThat(said(verdict))
                .containsSubsequence(
                        "\nRPL-4 Effects of a payment: expected 1, got 2\n",
                        "\n  how to mend it: samekey explain RPL-4\n",
                        "\n  how to mend it: samekey explain KEY-4\n")
                .doesNotContain("samekey explain CON-1");
        assertThat(Files.readString(out.resolve("contract-matrix.md")))
                .contains("\n  - `samekey explain RPL-4`: Claim, effect and outcome in one transaction, ");
    }

    @Test
    void only_what_is_broken_has_its_mend_on_the_page() throws IOException {
        new Reports(null).write(verdict(CLAUSES, EFFECT, FOLLOWING, scenario("KEY-4", "payment", Verdict.HELD)), out);

        String page = Files.readString(out.resolve("contract-matrix.html"));
        assertThat(page.split("<a href=\"#mend-look-up-before-work\">Cause, and how to mend it</a>", -1))
                .hasSize(2);
        assertThat(page)
                .contains("ON CONFLICT (scope, key) DO NOTHING")
                .doesNotContain(Mend.of("KEY-4").get(0).briefly());
    }

    @Test
    void the_likeliest_cause_stands_in_the_last_lines_with_its_clauses_and_its_mend() {
        assertThat(said(verdict(CLAUSES, FORM, OUTCOME)))
                .containsSubsequence("Not safe to retry: ", """

                        likely cause: The key is changed or cut before it is compared: by a column that
                          is too short, a collation that ignores case, trim(), toLowerCase(), or a
                          parser of UUIDs. By KEY-4: samekey explain KEY-4
                        """, "\nRepair KEY-4 first.");
        assertThat(said(verdict(CLAUSES, scenario("KEY-4", "payment", Verdict.HELD))))
                .doesNotContain("cause");
    }

    @Test
    void a_cause_and_its_mend_stand_on_the_page_once() throws IOException {
        new Reports(null)
                .write(verdict(Set.of("KEY-2", "KEY-4"), OUTCOME, scenario("KEY-2", "payment", Verdict.BROKEN)), out);

        assertThat(Files.readString(out.resolve("contract-matrix.html")))
                .containsOnlyOnce(Mend.of("KEY-4").get(0).mend())
                .containsSubsequence(
                        "<li id=\"mend-key-unchanged\">Likely cause: ",
                        "<article id=\"KEY-4\"",
                        "<a href=\"#mend-key-unchanged\">");
        JsonNode cause = new ObjectMapper()
                .readTree(out.resolve("verdict.json").toFile())
                .at("/causes/0");
        assertThat(cause.path("id").asText()).isEqualTo("key-unchanged");
        assertThat(cause.path("sureness").asText()).isEqualTo("likely");
        assertThat(cause.path("mend").asText()).isEqualTo("samekey explain KEY-2");
    }

    @Test
    void the_names_of_many_operations_are_counted_and_folded() throws IOException {
        ContractVerdict verdict = verdict(
                Set.of("RPL-4"),
                IntStream.rangeClosed(1, 37)
                        .mapToObj(i -> scenario("RPL-4", "payment-" + i, Verdict.BROKEN))
                        .toArray(ScenarioResult[]::new));
        new Reports(null).write(verdict, out);

        assertThat(said(verdict)).contains("\n    for 37 operations\n").doesNotContain("payment-2");
        assertThat(Files.readString(out.resolve("contract-matrix.html")))
                .contains("<summary>for 37 operations</summary>payment-1, payment-2, ");
        assertThat(verdict.gate().findings().get(0).text())
                .isEqualTo("RPL-4 One effect however many replays is broken for 37 operations");
    }

    @Test
    void a_screen_has_room_for_a_few_breaks_and_names_the_others() {
        List<String> clauses =
                IntStream.rangeClosed(1, 8).mapToObj(i -> "KEY-" + i).toList();
        ContractVerdict verdict = verdict(
                new TreeSet<>(clauses),
                clauses.stream()
                        .map(clause -> scenario(clause, "payment", Verdict.BROKEN))
                        .toArray(ScenarioResult[]::new));

        Stream<String> listed = said(verdict).lines().filter(line -> line.startsWith("  KEY-"));
        assertThat(listed).hasSize(5);
        assertThat(said(verdict)).containsPattern("\n  broken too: KEY-\\d, KEY-\\d\n");
    }

    private static String said(ContractVerdict verdict) {
        StringWriter console = new StringWriter();
        new Console(new PrintWriter(console)).result(verdict);
        return console.toString().replace(System.lineSeparator(), "\n");
    }
}
