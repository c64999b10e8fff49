package dev.samekey.reports.render;

import static dev.samekey.reports.Samples.controlled;
import static dev.samekey.reports.Samples.scenario;
import static dev.samekey.reports.Samples.verdict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.reports.Samples;
import dev.samekey.reports.verdict.Baseline;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.reports.verdict.KnownBreak;
import dev.samekey.reports.verdict.Narrowed;
import dev.samekey.steps.judge.world.Controlled;
import dev.samekey.steps.model.verdict.ConditionedRun;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Isolation;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class ReportsTest {
    private final ContractVerdict verdict = verdict(
            "",
            new Baseline(List.of(
                    new KnownBreak("RPL-5", null, "PAY-1: it is <old>", LocalDate.of(2026, 1, 2), "known.yaml:2"))),
            Set.of("RPL-1", "RPL-2", "RPL-3", "RPL-4", "RPL-5"),
            scenario("RPL-5", "payment", Verdict.BROKEN),
            scenario("RPL-1", "payment", Verdict.HELD)
                    .under(List.of(new ConditionedRun(Map.of("key", "long"), Verdict.NOT_CHECKED, "no <time>"))),
            scenario("RPL-1", "refund", Verdict.BROKEN),
            scenario("RPL-2", "payment", Verdict.NOT_CHECKED),
            scenario("RPL-3", "payment", Verdict.INCONCLUSIVE),
            scenario("RPL-4", "payment", Verdict.HARNESS_ERROR));

    @TempDir
    private Path out = Path.of("");

    @BeforeEach
    void write() throws IOException {
        new Reports(null).write(verdict, out);
        new Reports("allure-report").write(verdict, linked());
    }

    /** A report of what Allure was asked for. */
    private Path linked() {
        return out.resolve("linked");
    }

    @Test
    void what_was_cleaned_up_is_shown() throws IOException {
        assertThat(Files.readString(out.resolve("contract-matrix.html")))
                .contains("cleaned up 3 of 4 that the run has created; 1 refused, the first: DELETE /payments/7 → 409"
                        + " &lt;settled&gt;");
        assertThat(Files.readString(out.resolve("contract-matrix.md"))).contains("cleaned up 3 of 4");
        assertThat(json(out.resolve("verdict.json")).at("/cleanup/refused").asInt())
                .isEqualTo(1);
    }

    @Test
    void a_scenario_that_is_about_no_operation_names_none() throws IOException {
        ScenarioResult broken = Samples.ofTheContract(scenario("KEY-8", "payment", Verdict.BROKEN));
        Path folder = out.resolve("contract");
        new Reports(null).write(verdict(Set.of("KEY-8"), broken, broken.in(Isolation.DISTURBED)), folder);

        assertThat(folder.resolve("evidence")).isDirectoryContaining("glob:**/001-KEY-8");
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.toList()) {
                assertThat(String.valueOf(file.getFileName())).doesNotContain("null");
                if (Files.isRegularFile(file)) {
                    assertThat(file).content().doesNotContain("\"null\"", "(null)", "null:", "-null");
                }
            }
        }
    }

    @Test
    void each_report_names_the_script_of_a_break_and_it_can_be_started() throws IOException {
        ScenarioResult broken = scenario("RPL-1", "payment", Verdict.BROKEN)
                .with(
                        new Fact("judged again", "broken again"),
                        List.of(
                                new Evidence(EvidenceKind.REPEAT, "a script", Evidence.SCRIPT, "#!/bin/sh\nexit 1\n"),
                                new Evidence(EvidenceKind.REPEAT, "the next", Evidence.SCRIPT, "#!/bin/sh\nexit 2\n")));
        ContractVerdict verdict = verdict(Set.of("RPL-1"), broken);
        new Reports("allure-report").write(verdict, out.resolve("script"));
        StringWriter printed = new StringWriter();
        new Console(new PrintWriter(printed)).result(verdict);

        String path = "evidence/001-RPL-1-payment/repeat.sh";
        assertThat(out.resolve("script").resolve(path)).isExecutable().content().isEqualTo("#!/bin/sh\nexit 1\n");
        assertThat(printed.toString()).contains("  repeat: " + path);
        assertThat(json(out.resolve("script/verdict.json"))
                        .at("/clauses/0/scenarios/0/facts/repeat")
                        .asText())
                .isEqualTo(path);
        assertThat(out.resolve("script/contract-matrix.html")).content().contains(path);
        assertThat(out.resolve("script/junit.xml")).content().contains("repeat: " + path);
        try (Stream<Path> results = Files.list(out.resolve("script/allure-results"))) {
            assertThat(results.filter(file -> file.toString().endsWith("-result.json")))
                    .anySatisfy(file -> assertThat(file).content().contains("repeat: " + path));
        }
    }

    @Test
    void the_verdict_for_machines_keeps_its_schema() throws IOException {
        var schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(ReportsTest.class.getResourceAsStream("/samekey/verdict.schema.json"));
        assertThat(schema.validate(json(out.resolve("verdict.json")))).isEmpty();
    }

    @Test
    void the_verdict_for_machines_says_what_the_run_left_out() throws IOException {
        new Reports(null)
                .write(
                        verdict(
                                "",
                                Baseline.NONE.narrowed(new Narrowed(
                                        Set.of("refund", "payment"), Set.of("a body"), Set.of("RPL-1", "RPL-2"))),
                                Set.of("RPL-1"),
                                scenario("RPL-1", "payment", Verdict.HELD)),
                        out);

        JsonNode written = json(out.resolve("verdict.json"));
        assertThat(written.path("narrowed").toString())
                .isEqualTo("{\"operations\":[\"payment\",\"refund\"],\"scenarios\":[\"a body\"],"
                        + "\"settled\":[\"RPL-2\"]}");
        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(ReportsTest.class.getResourceAsStream("/samekey/verdict.schema.json"))
                        .validate(written))
                .isEmpty();
    }

    @Test
    void the_schema_of_the_verdict_knows_each_kind_of_evidence() throws IOException {
        List<String> known = new ArrayList<>();
        new ObjectMapper()
                .readTree(ReportsTest.class.getResourceAsStream("/samekey/verdict.schema.json"))
                .findValue("kind")
                .path("enum")
                .forEach(kind -> known.add(kind.asText()));

        assertThat(known)
                .containsExactlyElementsOf(Stream.of(EvidenceKind.values())
                        .map(EvidenceKind::toString)
                        .toList());
    }

    @Test
    void the_runs_under_conditions_are_read_again_as_they_were_written() {
        assertThat(VerdictJson.earlier(out.resolve("verdict.json")).scenarios())
                .filteredOn(scenario -> scenario.clause().equals("RPL-1"))
                .extracting(VerdictJson.EarlierScenario::combinations)
                .containsExactlyInAnyOrder(
                        List.of(new ConditionedRun(Map.of("key", "long"), Verdict.NOT_CHECKED, "no <time>")),
                        List.of());
    }

    @Test
    void what_is_broken_or_unclear_is_in_files_and_all_else_in_the_archive() throws IOException {
        JsonNode written = json(out.resolve("verdict.json"));
        assertThat(written.findValues("file")).hasSize(4 * 3);
        for (JsonNode file : written.findValues("file")) {
            assertThat(out.resolve(file.asText())).isRegularFile();
        }
        assertThat(out.resolve("evidence/003-RPL-1-refund/02-exchange.txt")).hasContent("POST /refund");
        assertThat(written.findValues("archived"))
                .extracting(JsonNode::asText)
                .containsExactly("002-RPL-1-payment.txt", "004-RPL-2-payment.txt");
        try (ZipFile archive = new ZipFile(out.resolve("evidence.zip").toFile())) {
            assertThat(archive.stream().map(ZipEntry::getName))
                    .containsExactly("002-RPL-1-payment.txt", "004-RPL-2-payment.txt");
            try (InputStream held = archive.getInputStream(archive.getEntry("002-RPL-1-payment.txt"))) {
                assertThat(held).hasContent("""
                        --- note: before all steps
                        a note

                        --- exchange: request 1: POST /payment
                        POST /payment

                        --- rows: effects of the payment
                        19

                        """);
            }
        }
    }

    @Test
    void a_run_in_which_all_held_leaves_few_files_however_much_it_noted() throws IOException {
        String text = "HTTP 201 Created, key 4711, state completed\n".repeat(25);
        List<Evidence> noted = Stream.generate(() -> Evidence.text(EvidenceKind.EXCHANGE, "POST /payments → 201", text))
                .limit(20)
                .toList();
        ScenarioResult[] held = IntStream.range(0, 100)
                .mapToObj(unused -> scenario("RPL-1", "payment", Verdict.HELD).with(new Fact("n", ""), noted))
                .toArray(ScenarioResult[]::new);
        Path folder = out.resolve("clean");
        new Reports(null).write(verdict(Set.of("RPL-1"), held), folder);

        try (Stream<Path> walk = Files.walk(folder)) {
            List<Path> files = walk.filter(Files::isRegularFile).toList();
            assertThat(files)
                    .extracting(file -> folder.relativize(file).toString())
                    .containsExactlyInAnyOrder(
                            "contract-matrix.html", "contract-matrix.md", "evidence.zip", "junit.xml", "verdict.json");
            long bytes = 0;
            for (Path file : files) {
                bytes += Files.size(file);
            }
            assertThat(bytes).isLessThan(100 * 20 * text.length() / 10);
        }
    }

    @Test
    void the_matrix_shows_clauses_by_operations_the_worst_first() throws IOException {
        String page = Files.readString(out.resolve("contract-matrix.html"));
        assertThat(page)
                .contains("class=\"op\" dir=\"auto\">payment</th>", "class=\"op\" dir=\"auto\">refund</th>")
                .containsSubsequence("id=\"RPL-1\"", "id=\"RPL-4\"", "id=\"RPL-5\"", "id=\"RPL-3\"", "id=\"RPL-2\"");
    }

    @Test
    void what_a_target_says_is_text_and_never_markup() throws IOException {
        assertThat(Files.readString(out.resolve("contract-matrix.html")))
                .contains("&lt;500&gt; &amp;")
                .doesNotContain("<500>");
    }

    @Test
    void the_matrix_needs_no_other_file_to_be_shown() throws IOException {
        assertThat(Files.readString(out.resolve("contract-matrix.html")))
                .doesNotContain("<script ", "src=", "@import", "<link");
    }

    @Test
    void the_markdown_has_one_row_for_each_clause() throws IOException {
        assertThat(Files.readAllLines(out.resolve("contract-matrix.md")).stream()
                        .filter(line -> line.startsWith("| RPL-")))
                .hasSize(5);
    }

    @Test
    void junit_xml_distinguishes_failures_errors_and_skips() throws Exception {
        Document xml = junit(out);
        assertThat(xml.getElementsByTagName("testcase").getLength()).isEqualTo(7);
        assertThat(xml.getElementsByTagName("failure").getLength()).isEqualTo(1);
        assertThat(xml.getElementsByTagName("error").getLength())
                .as("one failure of Samekey, one inconclusive clause")
                .isEqualTo(2);
        assertThat(xml.getElementsByTagName("skipped").getLength()).isEqualTo(3);
    }

    @Test
    void junit_xml_says_how_many_cases_there_are_and_how_long_they_took() throws Exception {
        Document xml = junit(out);
        Element all = xml.getDocumentElement();
        for (String count : List.of("tests", "failures", "errors", "skipped")) {
            assertThat(elements(xml, "testsuite").stream()
                            .mapToInt(suite -> Integer.parseInt(suite.getAttribute(count)))
                            .sum())
                    .as(count)
                    .isEqualTo(Integer.parseInt(all.getAttribute(count)));
        }
        assertThat(all.getAttribute("tests")).isEqualTo("7");
        assertThat(Double.parseDouble(all.getAttribute("time"))).isPositive();
        assertThat(elements(xml, "testsuite").get(0).getAttribute("time"))
                .as("two cases of 12 ms")
                .isEqualTo("0.024");
    }

    private static List<Element> elements(Document xml, String name) {
        NodeList found = xml.getElementsByTagName(name);
        return IntStream.range(0, found.getLength())
                .mapToObj(found::item)
                .map(Element.class::cast)
                .toList();
    }

    @Test
    void allure_gets_one_result_for_each_scenario_where_it_is_asked_for() throws IOException {
        assertThat(allure()).hasSize(6);
        assertThat(out.resolve("allure-results")).doesNotExist();
    }

    @Test
    void allure_says_of_what_held_how_to_see_its_evidence() throws IOException {
        assertThat(allure())
                .filteredOn(result -> result.path("status").asText().equals("passed"))
                .singleElement()
                .satisfies(result -> {
                    assertThat(result.findValues("attachments"))
                            .allSatisfy(attached -> assertThat(attached).isEmpty());
                    assertThat(result.path("description").asText()).endsWith("The evidence: `samekey evidence 2`");
                });
    }

    @Test
    void allure_gets_each_piece_of_what_is_broken_or_unclear_under_its_title() throws IOException {
        Map<String, String> attached = new HashMap<>();
        for (JsonNode result : allure()) {
            for (JsonNode attachments : result.findValues("attachments")) {
                for (JsonNode attachment : attachments) {
                    Path file = linked().resolve("allure-results")
                            .resolve(attachment.path("source").asText());
                    attached.put(attachment.path("name").asText(), Files.readString(file));
                }
            }
        }
        assertThat(attached)
                .containsEntry("request 1: POST /payment", "POST /payment")
                .containsEntry("request 1: POST /refund", "POST /refund")
                .containsOnlyKeys(
                        "before all steps",
                        "request 1: POST /payment",
                        "effects of the payment",
                        "request 1: POST /refund",
                        "effects of the refund");
    }

    @Test
    void a_failed_result_of_allure_has_a_failed_step_with_its_time_its_reason_and_its_evidence() throws IOException {
        JsonNode failed = allure().stream()
                .filter(result -> result.path("status").asText().equals("failed"))
                .filter(result -> !result.at("/statusDetails/known").asBoolean())
                .findFirst()
                .orElseThrow();

        assertThat(failed.at("/statusDetails/message").asText()).isEqualTo("Why <it> is BROKEN");
        assertThat(failed.path("attachments")).hasSize(1);
        assertThat(failed.at("/steps/0/status").asText()).isEqualTo("passed");
        assertThat(failed.at("/steps/0/attachments/0/name").asText()).isEqualTo("request 1: POST /refund");
        JsonNode step = failed.at("/steps/1");
        assertThat(step.path("status").asText()).isEqualTo("failed");
        assertThat(step.path("stop").asLong() - step.path("start").asLong()).isEqualTo(5);
        assertThat(step.at("/statusDetails/message").asText()).isEqualTo("Why <it> is BROKEN");
        assertThat(step.at("/statusDetails/trace").asText()).startsWith("expected: 201\nactual: <500>");
        assertThat(step.at("/attachments/0/name").asText()).isEqualTo("effects of the refund");
    }

    @Test
    void every_report_begins_a_failure_with_the_same_sentence() throws IOException {
        String sentence = "20 simultaneous payments under one key: expected 1 effect, got 19";
        ContractVerdict broken = verdict(Set.of("CON-1"), scenario("CON-1", "payment", Verdict.BROKEN, sentence));
        Path folder = out.resolve("sentence");
        new Reports(null).write(broken, folder);
        StringWriter console = new StringWriter();
        new Console(new PrintWriter(console)).table(broken);

        assertThat(console.toString()).contains("CON-1 " + sentence, "  expected: 201");
        assertThat(Files.readString(folder.resolve("contract-matrix.html"))).contains(">" + sentence + "</p>");
        assertThat(Files.readString(folder.resolve("contract-matrix.md"))).contains("| " + sentence + " |");
        assertThat(Files.readString(folder.resolve("junit.xml")))
                .contains("<failure message=\"" + sentence + "\" type=\"BROKEN\">expected: 201\nactual: ");
        assertThat(json(folder.resolve("verdict.json")).at("/clauses/0/reason").asText())
                .isEqualTo(sentence);
    }

    @Test
    void a_known_break_is_shown_as_such_by_each_report() throws IOException {
        assertThat(Files.readString(out.resolve("contract-matrix.html")))
                .contains("broken, known", "known since 2026-01-02: PAY-1: it is &lt;old&gt;");
        assertThat(Files.readString(out.resolve("contract-matrix.md")))
                .contains("## Broken and known", "known since 2026-01-02: PAY-1: it is &lt;old>");
        assertThat(Files.readString(out.resolve("junit.xml")))
                .contains("<skipped message=\"known since 2026-01-02: PAY-1: it is &lt;old&gt;; BROKEN: ");
        assertThat(json(out.resolve("verdict.json"))
                        .at("/clauses/4/known_breaks/0/reason")
                        .asText())
                .isEqualTo("PAY-1: it is <old>");
        assertThat(allure()).anySatisfy(result -> {
            assertThat(result.at("/statusDetails/known").asBoolean()).isTrue();
            assertThat(result.at("/statusDetails/message").asText()).startsWith("KNOWN since 2026-01-02: ");
        });
    }

    @Test
    void what_stops_a_pipeline_and_is_no_break_is_a_failure_of_the_gate() throws Exception {
        new Reports(null)
                .write(
                        verdict(
                                "gate: {inconclusive: fails}",
                                Baseline.NONE,
                                Set.of("RPL-3"),
                                scenario("RPL-3", "payment", Verdict.INCONCLUSIVE)),
                        out.resolve("gated"));
        assertThat(Files.readString(out.resolve("gated/junit.xml")))
                .contains("<testcase classname=\"gate\" name=\"RPL-3\"><failure message=\"RPL-3 ");
    }

    @Test
    void what_breaks_beside_other_requests_alone_is_a_failure_for_each_reader() throws Exception {
        ScenarioResult disturbed = scenario("RPL-1", "refund", Verdict.HELD).in(Isolation.DISTURBED);
        Path folder = out.resolve("disturbed");
        new Reports("allure-report").write(verdict(Set.of("RPL-1"), disturbed), folder);

        Document xml = junit(folder);
        assertThat(xml.getElementsByTagName("failure").getLength()).isEqualTo(1);
        assertThat(Files.readString(folder.resolve("junit.xml")))
                .contains("<testcase classname=\"RPL-1\"", "<testcase classname=\"CON-12\"")
                .contains("<failure message=\"Held alone, broken beside other requests: RPL-1 (refund)\"");
        assertThat(allure(folder))
                .extracting(
                        result -> result.path("name").asText(),
                        result -> result.path("status").asText())
                .containsExactlyInAnyOrder(
                        tuple("RPL-1 RPL-1 of a refund", "passed"), tuple("CON-12 RPL-1 of a refund", "failed"));
        assertThat(json(folder.resolve("verdict.json"))
                        .at("/clauses/1/scenarios/0/evidence/0/file")
                        .asText())
                .isEqualTo(json(folder.resolve("verdict.json"))
                        .at("/clauses/0/scenarios/0/evidence/0/file")
                        .asText());
    }

    @Test
    void a_run_that_judged_nothing_is_an_error_of_junit_xml_that_says_why() throws Exception {
        ScenarioResult unseen = scenario("RPL-1", "payment", Verdict.NOT_CHECKED);
        Controlled failed = new Controlled("payment", false, "the control request for a payment got 404");
        new Reports(null).write(controlled(List.of(failed), Set.of("RPL-1"), unseen), out.resolve("failed"));
        new Reports(null).write(verdict(Set.of("RPL-1"), unseen), out.resolve("unseen"));

        assertThat(Files.readString(out.resolve("failed/junit.xml")))
                .contains("<error message=\"the control request for a payment got 404\">");
        assertThat(junit(out.resolve("unseen")).getElementsByTagName("error").getLength())
                .isEqualTo(1);
    }

    @Test
    void a_run_that_judged_something_has_no_error_in_junit_xml() throws Exception {
        ContractVerdict judged = verdict(
                Set.of("RPL-1", "RPL-2"),
                scenario("RPL-1", "payment", Verdict.HELD),
                scenario("RPL-2", "payment", Verdict.NOT_CHECKED));
        new Reports(null).write(judged, out.resolve("judged"));

        assertThat(junit(out.resolve("judged")).getElementsByTagName("error").getLength())
                .isZero();
    }

    @Test
    void the_markdown_keeps_its_table_whatever_a_target_says() throws IOException {
        ScenarioResult odd = scenario("RPL-1", "payment", Verdict.BROKEN, "a | b\nc <d>");
        new Reports(null).write(verdict(Set.of("RPL-1"), odd), out.resolve("odd"));
        assertThat(Files.readString(out.resolve("odd/contract-matrix.md"))).contains("| A \\| b c &lt;d> |");
    }

    /** The group's name was read off a report that Allure 2.34.0 made. */
    @Test
    void a_clause_leads_to_its_group_in_the_allure_report_that_is_said_to_come() throws IOException {
        assertThat(Files.readString(linked().resolve("contract-matrix.html")))
                .contains("href=\"allure-report/index.html#suites/a0777c1fac19868a9cdfd80934bf3bd0\"");
        assertThat(Files.readString(out.resolve("contract-matrix.html"))).doesNotContain("allure-report");
    }

    @Test
    void the_history_of_the_report_before_goes_into_the_next_one() throws IOException {
        Path later = Files.createDirectories(out.resolve("later"));
        Files.createDirectories(later.resolve("allure-report/history"));
        Files.writeString(later.resolve("allure-report/history/history-trend.json"), "[1]");
        new Reports("allure-report").write(verdict, later);
        assertThat(later.resolve("allure-results/history/history-trend.json")).hasContent("[1]");
        assertThat(linked().resolve("allure-results/history")).doesNotExist();
    }

    /** The line was read off a page that Allure 2.34.0 made with {@code --single-file}. */
    @Test
    void the_history_of_a_report_of_one_file_goes_into_the_next_one() throws IOException {
        Path later = out.resolve("later");
        Files.createDirectories(later.resolve("allure-report"));
        Files.writeString(
                later.resolve("allure-report/index.html"),
                "<script>d('widgets/launch.json','W10=')\nd('history/history-trend.json','WzFd')\n</script>");
        new Reports("allure-report").write(verdict, later);
        assertThat(later.resolve("allure-results/history"))
                .isDirectoryContaining(file -> file.endsWith("history-trend.json"));
        assertThat(later.resolve("allure-results/history/history-trend.json")).hasContent("[1]");
    }

    @Test
    void every_colour_of_the_matrix_can_be_read_on_its_ground() throws IOException {
        String page = Files.readString(out.resolve("contract-matrix.html"));
        List<Map<String, String>> schemes = Pattern.compile(":root \\{([^}]*)}")
                .matcher(page)
                .results()
                .map(scheme -> colours(scheme.group(1)))
                .toList();
        assertThat(schemes).as("light, dark and print").hasSize(3);
        for (Map<String, String> colours : schemes) {
            Set<String> inks = new TreeSet<>(colours.keySet());
            inks.removeAll(Set.of("line", "paper", "soft"));
            assertThat(inks).hasSize(9).allSatisfy(ink -> {
                assertThat(contrast(colours.get(ink), colours.get("paper"))).isGreaterThan(4.5);
                assertThat(contrast(colours.get(ink), colours.get("soft"))).isGreaterThan(4.5);
            });
        }
    }

    private static Map<String, String> colours(String css) {
        Map<String, String> colours = new TreeMap<>();
        Pattern.compile("--([a-z-]+): #([0-9a-f]+)").matcher(css).results().forEach(colour -> {
            String hex = colour.group(2);
            colours.put(colour.group(1), hex.length() == 3 ? hex.replaceAll("(.)", "$1$1") : hex);
        });
        return colours;
    }

    /** As WCAG 2 reckons it; 4.5 is what its level AA asks for. */
    private static double contrast(@Nullable String one, @Nullable String other) {
        double a = luminance(String.valueOf(one));
        double b = luminance(String.valueOf(other));
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }

    private static double luminance(String hex) {
        double[] weights = {0.2126, 0.7152, 0.0722};
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            double part = Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16) / 255.0;
            sum += weights[i] * (part <= 0.03928 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4));
        }
        return sum;
    }

    private static Document junit(Path folder) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(folder.resolve("junit.xml").toFile());
    }

    private List<JsonNode> allure() throws IOException {
        return allure(linked());
    }

    private static List<JsonNode> allure(Path folder) throws IOException {
        List<JsonNode> results = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder.resolve("allure-results"))) {
            for (Path file :
                    files.filter(one -> one.toString().endsWith("-result.json")).toList()) {
                results.add(json(file));
            }
        }
        return results;
    }

    private static JsonNode json(Path file) throws IOException {
        return new ObjectMapper().readTree(file.toFile());
    }
}
