package dev.samekey.reports.cli;

import static dev.samekey.reports.Samples.scenario;
import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.reports.Samples;
import dev.samekey.reports.render.Reports;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvidenceCommandTest {
    private static final String PAYMENT = """
               1  RPL-1   HELD           RPL-1 of a payment

            --- note: before all steps
            a note

            --- exchange: request 1: POST /payment
            POST /payment

            --- rows: effects of the payment
            19

            """;

    @TempDir
    private Path out = Path.of("");

    private String said = "";

    @BeforeEach
    void write() throws IOException {
        new Reports(null)
                .write(
                        Samples.verdict(
                                Set.of("RPL-1", "RPL-2", "RPL-11", "CON-1"),
                                scenario("RPL-1", "payment", Verdict.HELD),
                                scenario("RPL-1", "refund", Verdict.HELD),
                                scenario("RPL-2", "payment", Verdict.BROKEN),
                                scenario("RPL-11", "refund", Verdict.NOT_CHECKED)),
                        out);
    }

    @Test
    void what_held_is_printed_by_its_number_its_id_and_its_name() {
        for (String name : Stream.of("1", "001-rpl-1-payment", "rpl-1 of a PAY").toList()) {
            assertThat(evidence(out.toString(), name)).isZero();
            assertThat(said).isEqualTo(PAYMENT);
        }
    }

    @Test
    void a_clause_has_all_of_its_scenarios_and_no_others() {
        assertThat(evidence(out.toString(), "rpl-1")).isZero();
        assertThat(said).startsWith(PAYMENT).contains("POST /refund").doesNotContain("RPL-2", "RPL-11");
        assertThat(evidence(out.toString(), "RPL")).isZero();
        assertThat(said).contains("RPL-1 of a refund", "RPL-2 of a payment", "RPL-11 of a refund");
    }

    @Test
    void what_is_broken_is_printed_out_of_its_files_with_its_reason() {
        assertThat(evidence(out.toString(), "RPL-2")).isZero();
        assertThat(said).startsWith("""
                   3  RPL-2   BROKEN         RPL-2 of a payment
                Why <it> is BROKEN

                --- note: before all steps
                a note
                """);
    }

    @Test
    void a_clause_that_no_scenario_judged_says_why() {
        assertThat(evidence(out.toString(), "CON-1")).isZero();
        assertThat(said).contains("CON-1   NOT_CHECKED", "Nothing was noted.");
    }

    @Test
    void without_a_scenario_all_of_the_run_are_listed() {
        assertThat(evidence(out.toString())).isZero();
        assertThat(said.lines())
                .hasSize(4)
                .contains(
                        "   1  RPL-1   HELD           RPL-1 of a payment",
                        "   4  RPL-11  NOT_CHECKED    RPL-11 of a refund");
    }

    @Test
    void a_wrong_name_is_an_error_with_the_nearest_right_one() {
        assertThat(evidence(out.toString(), "RPL-12")).isEqualTo(2);
        assertThat(said)
                .contains("«RPL-12»; did you mean «RPL-1»?", "«samekey evidence " + out + "» lists all of them");
        assertThat(evidence(out.toString(), "RPL-1 of a paymnt")).isEqualTo(2);
        assertThat(said).contains("did you mean «RPL-1 of a payment»?");
        assertThat(evidence(out.toString(), "99")).isEqualTo(2);
        assertThat(evidence(out.resolve("none").toString(), "1")).isEqualTo(2);
        assertThat(said).contains("there is no report in the folder " + out.resolve("none"));
        assertThat(evidence(out.toString(), "1", "2")).isEqualTo(2);
        assertThat(said).contains("Unmatched argument", "'2'");
    }

    @Test
    void half_an_archive_or_none_is_said_and_not_taken_for_a_whole_one() throws IOException {
        Path archive = out.resolve("evidence.zip");
        byte[] whole = Files.readAllBytes(archive);
        Files.write(archive, Arrays.copyOf(whole, whole.length / 2));
        assertThat(evidence(out.toString(), "1")).isEqualTo(2);
        assertThat(said).contains("cannot read the evidence of RPL-1 in " + out).doesNotContain("POST /payment");
        Files.delete(archive);
        assertThat(evidence(out.toString(), "1")).isEqualTo(2);
        assertThat(said).contains("there is no file ", "evidence.zip");
    }

    private int evidence(String... words) {
        StringWriter printed = new StringWriter();
        PrintWriter writer = new PrintWriter(printed, true);
        int code = Main.commandLine()
                .setOut(writer)
                .setErr(writer)
                .execute(Stream.concat(Stream.of("evidence"), Stream.of(words)).toArray(String[]::new));
        said = printed.toString();
        return code;
    }
}
