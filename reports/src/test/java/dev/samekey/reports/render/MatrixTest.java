package dev.samekey.reports.render;

import static dev.samekey.reports.Samples.scenario;
import static dev.samekey.reports.Samples.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.reports.verdict.Baseline;
import dev.samekey.reports.verdict.KnownBreak;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** RPL-3 was listed and holds now, which stops a pipeline; RPL-7 is the only SHOULD clause. */
class MatrixTest {
    private static final ScenarioResult[] SCENARIOS = {
        scenario("RPL-1", "payment", Verdict.HELD),
        scenario("RPL-1", "payment", Verdict.BROKEN),
        scenario("RPL-1", "refund", Verdict.HELD),
        scenario("RPL-2", "payment", Verdict.HELD),
        scenario("RPL-3", "payment", Verdict.HELD),
        scenario("RPL-4", "payment", Verdict.HARNESS_ERROR),
        scenario("RPL-5", "payment", Verdict.BROKEN),
        scenario("RPL-6", "payment", Verdict.INCONCLUSIVE),
        scenario("RPL-7", "payment", Verdict.HELD),
        scenario("RPL-8", "payment", Verdict.NOT_CHECKED),
        scenario("RPL-9", "payment", Verdict.NOT_APPLICABLE),
        scenario("RPL-11", "payment", Verdict.HELD)
    };

    @TempDir
    private Path out = Path.of("");

    private String page = "";

    @BeforeEach
    void write() throws IOException {
        page = written(null);
    }

    private String written(@Nullable String allure) throws IOException {
        Set<String> chosen = new TreeSet<>();
        List.of(SCENARIOS).forEach(scenario -> chosen.addAll(scenario.clauses()));
        Baseline known = new Baseline(List.of(known("RPL-3"), known("RPL-5")));
        new Reports(allure).write(verdict("", known, chosen, SCENARIOS), out);
        return Files.readString(out.resolve("contract-matrix.html"));
    }

    private static KnownBreak known(String clause) {
        return new KnownBreak(clause, null, "it is <old>", LocalDate.of(2026, 1, 2), "known.yaml:2");
    }

    @Test
    void every_link_leads_to_a_place_on_the_page_or_to_a_file_beside_it() {
        Set<String> places = new TreeSet<>(all(" id=\"([^\"]*)\""));
        List<String> links = all("href=\"([^\"]*)\"");

        assertThat(all(" id=\"([^\"]*)\"")).doesNotHaveDuplicates();
        assertThat(places).containsAll(all("aria-labelledby=\"([^\"]*)\""));
        assertThat(links)
                .contains(
                        "#broken",
                        "#RPL-1",
                        "#RPL-3",
                        "junit.xml",
                        "evidence.zip",
                        "evidence/002-RPL-1-payment/02-exchange.txt")
                .allSatisfy(link -> {
                    if (link.startsWith("#")) {
                        assertThat(places).contains(link.substring(1));
                    } else {
                        assertThat(out.resolve(link)).isRegularFile();
                    }
                });
    }

    @Test
    void the_allure_report_is_linked_where_there_will_be_one() throws IOException {
        assertThat(page).doesNotContain("Allure");
        assertThat(written("https://ci.example/allure"))
                .contains("href=\"https://ci.example/allure/index.html\"", "RPL-1 in the Allure report");
    }

    @Test
    void the_sections_come_by_what_matters_first() {
        assertThat(all("<h2 id=\"([^\"]*)\""))
                .containsExactly(
                        "broken",
                        "harness-errors",
                        "broken-and-known",
                        "inconclusive",
                        "not-checked",
                        "held",
                        "not-applicable");
    }

    @Test
    void in_a_section_what_stops_a_pipeline_comes_first_and_must_before_should() {
        assertThat(all("<article id=\"([^\"]*)\""))
                .containsSubsequence("RPL-3", "RPL-2", "RPL-11", "RPL-7")
                .containsSequence("RPL-11", "RPL-7");
    }

    @Test
    void a_cell_shows_the_worst_scenario_of_its_own_operation() {
        assertThat(all("(<tr data-id=\"RPL-1\".*</tr>)"))
                .singleElement()
                .asString()
                .containsSubsequence(
                        "<td class=\"sign broken\" data-op=\"payment\"><span aria-hidden=\"true\">✗</span>",
                        "<td class=\"sign held\" data-op=\"refund\"><span aria-hidden=\"true\">✓</span>");
    }

    @Test
    void the_worst_scenario_comes_first_and_is_open() {
        String clause = all("(?s)<article id=\"RPL-1\"(.*?)</article>").get(0);
        assertThat(clause)
                .containsSubsequence("<details open>", ">broken:<", "<details class=\"quiet\">", "</span> 2 held<");
        assertThat(clause.split("<details open>", -1)).hasSize(2);
    }

    @Test
    void what_did_not_hold_has_its_evidence_on_the_page_and_all_else_a_line_that_prints_it() throws IOException {
        String clause = all("(?s)<article id=\"RPL-1\"(.*?)</article>").get(0);
        assertThat(clause.split("<pre dir=\"auto\">POST /", -1)).hasSize(2);
        assertThat(clause)
                .contains(
                        "href=\"evidence/002-RPL-1",
                        "<code>samekey evidence 1</code>",
                        "<code>samekey evidence 3</code>")
                .doesNotContain("samekey evidence 2<", "001-RPL-1", "003-RPL-1");
        Path broken = out.resolve("broken");
        new Reports(null).write(verdict(Set.of("RPL-1"), SCENARIOS[1]), broken);
        assertThat(broken.resolve("contract-matrix.html")).content().doesNotContain("evidence.zip", "samekey evidence");
        assertThat(broken.resolve("evidence.zip")).doesNotExist();
    }

    @Test
    void the_picture_of_a_break_has_its_words_below_it() {
        assertThat(all("<figcaption>(In order: [^<]*)</figcaption>"))
                .containsExactly(
                        "In order: request 1: POST /payment; effects of the payment.",
                        "In order: request 1: POST /payment; effects of the payment.");
        assertThat(all("(?s)<article id=\"RPL-5\"(.*?)</article>").get(0))
                .containsSubsequence("<svg class=\"race sequence\"", "</svg><figcaption>In order: ");
    }

    @Test
    void the_gate_is_shown_as_passed_or_failed() throws IOException {
        assertThat(page).contains("<div class=\"gate failed\">");
        Path good = out.resolve("good");
        new Reports(null).write(verdict(Set.of("RPL-1"), scenario("RPL-1", "payment", Verdict.HELD)), good);
        assertThat(Files.readString(good.resolve("contract-matrix.html"))).contains("<div class=\"gate passed\">");
    }

    @Test
    void nothing_that_a_target_or_a_team_says_is_markup() {
        assertThat(page).contains("&lt;it&gt;", "&lt;500&gt;", "&lt;old&gt;", "&lt;settled&gt;");
        assertThat(page).doesNotContain("<it>", "<500>", "<old>", "<settled>");
    }

    @Test
    void without_a_script_all_is_shown_and_there_is_no_search() {
        assertThat(all("<form id=\"find\"[^>]*( hidden)>")).hasSize(1);
        assertThat(page.replaceFirst("<form[^>]*>", "").replaceAll("(?s)<(style|script)>.*?</\\1>", ""))
                .doesNotContainPattern("<[^>]* hidden");
    }

    @Test
    void text_has_an_ink_and_a_ground_of_the_scheme_and_nothing_fades() {
        String rules = all("(?s)<style>(.*)</style>").get(0).replaceAll(":root \\{[^}]*}", "");

        assertThat(all(rules, "[ {]color: ([^;]+);"))
                .hasSizeGreaterThan(8)
                .allMatch(colour -> colour.equals("inherit")
                        || (colour.matches("var\\(--[a-z-]+\\)") && !colour.matches(".*(line|paper|soft).*")));
        assertThat(all(rules, "background[a-z-]*: ([^;]+);")).isNotEmpty().isSubsetOf("var(--paper)", "var(--soft)");
        assertThat(rules).doesNotContain("opacity", "filter");
    }

    @Test
    void the_markdown_folds_what_is_quiet_and_only_that() throws IOException {
        String markdown = Files.readString(out.resolve("contract-matrix.md"));
        assertThat(all(markdown, "(?m)^## (.*)$"))
                .containsExactly("Broken", "Harness errors", "Broken and known", "Inconclusive");
        assertThat(all(markdown, "<summary>(.*)</summary>"))
                .containsExactly("1 not checked", "4 held", "1 not applicable");
    }

    @Test
    void the_markdown_shows_entities_as_they_are() throws IOException {
        ScenarioResult odd = scenario("RPL-1", "payment", Verdict.BROKEN, "got &lt;b>");
        new Reports(null).write(verdict(Set.of("RPL-1"), odd), out.resolve("odd"));
        assertThat(Files.readString(out.resolve("odd/contract-matrix.md"))).contains("| Got &amp;lt;b> |");
    }

    private List<String> all(String pattern) {
        return all(page, pattern);
    }

    private static List<String> all(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map((MatchResult result) -> result.group(1))
                .toList();
    }
}
