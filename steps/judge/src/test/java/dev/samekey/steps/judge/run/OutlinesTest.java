package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.seeds.Seeds;
import dev.samekey.steps.judge.cucumber.ExamplesTable;
import dev.samekey.steps.judge.cucumber.ExamplesTable.Row;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.Targets;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutlinesTest {
    private static final URI FEATURE = URI.create("classpath:tiny.feature");

    private static final String TWO_PAYMENTS = """
            name: Acme
            urls: [http://a.example]
            contract: playbook
            operations:
              payment: {role: create, request: {method: POST, path: /payments, body: {amount: 1}}}
              deposit: {role: create, request: {method: POST, path: /deposits, body: {amount: 1}}}
              refund:
                role: reverse
                request: {method: POST, path: /refunds, body: {amount: 1}}
                partial: {amount: /amount, beyond: 2, refusal: {status: 422}}
              void: {role: reverse, request: {method: POST, path: /voids}}
            """;

    private final Outlines outlines = outlines(TWO_PAYMENTS);

    @Test
    void a_role_becomes_a_row_for_each_of_its_operations() {
        assertThat(operations(outlines, "create", "reverse")).containsExactly("payment", "deposit", "refund", "void");
    }

    @Test
    void an_operation_may_be_named_itself() {
        assertThat(operations(outlines, "void", "payment")).containsExactly("void", "payment");
    }

    @Test
    void a_role_that_nobody_plays_is_left_out() {
        assertThat(operations(outlines, "create", "update")).containsExactly("payment", "deposit");
    }

    @Test
    void roles_that_nobody_plays_stay_where_no_other_is_left() {
        assertThat(operations(outlines, "update", "delete")).containsExactly("update", "delete");
    }

    @Test
    void the_other_cells_of_a_row_are_kept_and_so_is_its_line() {
        ExamplesTable table = table(List.of("operation", "failure"), List.of("reverse", "a rate limit"));

        assertThat(outlines.fill(table))
                .containsExactly(table.with(List.of(
                        new Row(2, List.of("refund", "a rate limit")), new Row(2, List.of("void", "a rate limit")))));
    }

    @Test
    void a_table_without_operations_stays_as_it_is() {
        ExamplesTable table = table(List.of("count"), List.of("5"));

        assertThat(outlines.fill(table)).containsExactly(table);
    }

    @Test
    void what_is_no_selector_is_reported_with_its_place_and_the_nearest_name() {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> operations(outlines, "create", "partial revers"))
                .withMessageStartingWith(
                        "classpath:tiny.feature:3: «partial revers» is neither a role nor an operation")
                .withMessageContaining("did you mean «partial reverse»?");
    }

    @Test
    void a_seed_becomes_tables_tagged_with_their_clauses() {
        ExamplesTable table = new ExamplesTable(
                FEATURE, 7, List.of("@alone"), "seed replay-outcomes", List.of("row", "operation", "times"), List.of());

        List<ExamplesTable> filled = outlines(Targets.FULL).fill(table);

        assertThat(filled)
                .extracting(ExamplesTable::tags)
                .isNotEmpty()
                .allSatisfy(tags -> assertThat(tags).isEqualTo(List.of("@alone", "@RPL-6")));
        assertThat(filled).allSatisfy(one -> assertThat(one.line()).isEqualTo(7));
        assertThat(filled.get(0).rows().get(0)).isEqualTo(new Row(7, List.of("RO-1", "payment", "2")));
        assertThat(filled)
                .flatExtracting(ExamplesTable::rows)
                .hasSize(Seeds.replayOutcomes().size());
    }

    @Test
    void a_seed_that_there_is_not_is_reported_with_its_place() {
        ExamplesTable table = new ExamplesTable(FEATURE, 7, List.of(), "seed nothing", List.of("row"), List.of());

        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> outlines.fill(table))
                .withMessage("classpath:tiny.feature:7: there is no seed nothing");
    }

    private static Outlines outlines(String yaml) {
        Target target = Targets.file(yaml).target();
        return new Outlines(target);
    }

    /** The first row stands on the line after the header, which is the first. */
    @SafeVarargs
    private static ExamplesTable table(List<String> header, List<String>... rows) {
        List<Row> all = new ArrayList<>();
        for (List<String> row : rows) {
            all.add(new Row(2 + all.size(), row));
        }
        return new ExamplesTable(FEATURE, 1, List.of(), "", header, all);
    }

    private static List<String> operations(Outlines outlines, String... words) {
        List<Row> rows = new ArrayList<>();
        for (String word : words) {
            rows.add(new Row(2 + rows.size(), List.of(word)));
        }
        return outlines.fill(table(List.of("operation")).with(rows)).stream()
                .flatMap(table -> table.rows().stream())
                .map(row -> row.cells().get(0))
                .toList();
    }
}
