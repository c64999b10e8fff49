package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.seeds.Seeds;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.Targets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OutlinesTest {
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
        assertThat(rows(outlines.fill(table("create", "reverse"))))
                .containsExactly("| operation |", "| payment |", "| deposit |", "| refund |", "| void |");
    }

    @Test
    void a_partial_role_takes_only_operations_that_can_be_partial() {
        assertThat(rows(outlines.fill(table("partial reverse")))).containsExactly("| operation |", "| refund |");
    }

    @Test
    void a_followed_role_takes_only_operations_that_another_comes_after() {
        Outlines followed = outlines(TWO_PAYMENTS.replace("void: {", "void: {after: payment, "));

        assertThat(rows(followed.fill(table("followed create")))).containsExactly("| operation |", "| payment |");
    }

    @Test
    void a_brokered_role_takes_only_operations_that_come_over_a_broker() {
        Outlines brokered = outlines(TWO_PAYMENTS + """
              posted: {role: event, request: {method: POST, path: /events, body: {id: 1}}}
              published:
                role: event
                request: {method: POST, path: /, body: {id: 1}}
                delivery: {broker: {url: "nats://a.example", stream: S, subject: s, consumer: c}}
            """);

        assertThat(rows(brokered.fill(table("brokered event")))).containsExactly("| operation |", "| published |");
        assertThat(rows(outlines.fill(table("brokered event")))).containsExactly("| operation |", "| brokered event |");
    }

    @Test
    void a_role_that_nobody_plays_is_left_out() {
        assertThat(rows(outlines.fill(table("create", "update"))))
                .containsExactly("| operation |", "| payment |", "| deposit |");
    }

    @Test
    void roles_that_nobody_plays_stay_where_no_other_is_left() {
        assertThat(rows(outlines.fill(table("update", "delete"))))
                .containsExactly("| operation |", "| update |", "| delete |");
    }

    @Test
    void the_other_cells_of_a_row_are_kept() {
        String feature = "    Examples:\n      | operation | failure |\n      | reverse | a rate limit |\n";

        assertThat(rows(outlines.fill(feature)))
                .containsExactly("| operation | failure |", "| refund | a rate limit |", "| void | a rate limit |");
    }

    @Test
    void a_table_without_operations_stays_as_it_is() {
        String feature = "    Examples:\n      | count |\n      | 5 |\n";

        assertThat(outlines.fill(feature)).isEqualTo(feature);
    }

    @Test
    void a_seed_becomes_tables_tagged_with_their_clauses() {
        String filled = outlines(Targets.FULL)
                .fill("    Examples: seed replay-outcomes\n      | row | operation | effects |\n");

        assertThat(filled.lines().map(String::strip))
                .startsWith(
                        "@RPL-4",
                        "Examples: replay-outcomes",
                        "| row | operation | effects |",
                        "| RO-1 | payment | one |")
                .contains("@RPL-6", "@MIS-1", "@KEY-5", "| RO-9 | refund | two |")
                .filteredOn(line -> line.startsWith("| RO-"))
                .hasSize(Seeds.replayOutcomes().size());
    }

    @Test
    void all_other_text_stays_untouched() {
        String feature = """
                # A comment
                Feature: One
                  Explained | with a bar.

                  @KEY-1
                  Scenario Outline: A <operation>  \t with odd   spaces
                    Given a new <operation>
                    And a table
                      | operation |
                      | create    |
                """;

        assertThat(outlines.fill(feature)).isEqualTo(feature);
    }

    @Test
    void every_shipped_feature_keeps_its_text_outside_of_examples() {
        assertThat(Features.SHIPPED).allSatisfy(name -> {
            String text = Features.text(name);
            assertThat(prose(outlines.fill(text))).containsExactlyElementsOf(prose(text));
        });
    }

    private static List<String> prose(String feature) {
        return feature.lines()
                .filter(line -> !line.strip().startsWith("|"))
                .filter(line -> !line.strip().startsWith("@"))
                .filter(line -> !line.strip().startsWith("Examples:"))
                .toList();
    }

    private static Outlines outlines(String yaml) {
        Target target = Targets.file(yaml).target();
        return new Outlines(target);
    }

    private static String table(String... roles) {
        return "    Examples:\n      | operation |\n"
                + String.join(
                        "",
                        Stream.of(roles).map(role -> "      | " + role + " |\n").toList());
    }

    private static List<String> rows(String filled) {
        return filled.lines()
                .map(String::strip)
                .filter(line -> line.startsWith("|"))
                .toList();
    }
}
