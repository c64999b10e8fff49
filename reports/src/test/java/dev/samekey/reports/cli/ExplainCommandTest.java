package dev.samekey.reports.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.model.contract.Catalogue;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ExplainCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void a_clause_is_explained_from_what_it_demands_to_how_to_mend_it() {
        assertThat(explain("rpl-4")).isZero();

        assertThat(out.toString())
                .containsSubsequence(
                        "RPL-4 One effect however many replays (MUST)\n",
                        "\nWhy it matters\n  Something is done twice",
                        "\nWhere it is demanded\n  In Harbor Point; the playbook.\n",
                        "\nHow it is judged\n  A repeated operation changes nothing. (replay.feature:",
                        "\nWhat that does not look at\n",
                        "\nDefects that it catches\n  re-executes-on-replay: A replay gives the stored answer",
                        "\nWhich dialects promise it\n  Every contract owes it, whatever it says.\n",
                        "\nHow to mend it\n  Usual cause: ",
                        "\n  Usual mend: ",
                        "    ON CONFLICT (scope, key) DO NOTHING;",
                        "\nOr\n");
    }

    @Test
    void every_clause_fits_into_a_terminal_of_eighty_columns() {
        String[] all = Catalogue.shipped().all().stream()
                .map(clause -> clause.group())
                .distinct()
                .toArray(String[]::new);

        assertThat(explain(all)).isZero();
        assertThat(out.toString().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        Catalogue.shipped()
                .all()
                .forEach(clause -> assertThat(out.toString()).contains(clause.id() + " " + clause.title()));
    }

    @Test
    void dialects_that_exclude_a_clause_or_are_silent_are_named_with_the_reason() {
        assertThat(explain("KEY-1")).isZero();

        assertThat(unwrapped())
                .contains(
                        "NOT_APPLICABLE (key.required: the contract says false): charges,",
                        "NOT_CHECKED (refusals.missing_key: the contract does not say how it is refused): ");
    }

    @Test
    void several_clauses_are_explained_once_each() {
        assertThat(explain("TTL-4", "TTL", "ttl-4")).isZero();

        assertThat(out.toString().lines().filter(line -> line.startsWith("TTL-")))
                .hasSize(8);
    }

    @Test
    void a_wrong_name_is_an_error_with_the_nearest() {
        assertThat(explain("RPL-44")).isEqualTo(2);
        assertThat(err.toString())
                .contains("there is no clause «RPL-44»; did you mean «RPL-4»? «samekey explain» lists all of them");
        assertThat(explain("RPS")).isEqualTo(2);
        assertThat(err.toString()).contains("there is no clause «RPS»; did you mean «RPL»?");
    }

    @Test
    void without_a_name_all_clauses_are_listed() {
        assertThat(explain()).isZero();

        assertThat(out.toString().lines()).hasSameSizeAs(Catalogue.shipped().all());
        assertThat(out.toString()).startsWith("KEY-1   MUST   Key required\n");
    }

    private String unwrapped() {
        return out.toString().replaceAll("\\s+", " ");
    }

    private int explain(String... names) {
        CommandLine main = Main.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        String[] arguments = new String[names.length + 1];
        arguments[0] = "explain";
        System.arraycopy(names, 0, arguments, 1, names.length);
        return main.execute(arguments);
    }
}
