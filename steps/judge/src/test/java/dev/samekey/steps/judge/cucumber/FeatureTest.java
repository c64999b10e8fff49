package dev.samekey.steps.judge.cucumber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.samekey.steps.judge.cucumber.ExamplesTable.Row;
import dev.samekey.steps.judge.cucumber.Scenario.Step;
import dev.samekey.steps.judge.world.Phase;
import dev.samekey.steps.model.file.BadFile;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FeatureTest {
    private static final URI TINY = URI.create("classpath:some/tiny.feature");

    @Test
    void a_row_that_becomes_several_keeps_its_line() {
        assertThat(filled("""
                Feature: Tiny

                  Scenario Outline: A <operation>
                    Given a new <operation>

                    Examples:
                      | operation |
                      | both      |
                      | one       |

                  @KEY-1
                  Scenario: Last
                    Given a new one
                """))
                .extracting(Scenario::name, Scenario::line, Scenario::outline)
                .containsExactly(
                        tuple("A first", 8, 3), tuple("A second", 8, 3), tuple("A one", 9, 3), tuple("Last", 12, 12));
    }

    @Test
    void a_bar_and_a_backslash_in_a_cell_stay_what_they_are() {
        assertThat(filled("""
                Feature: Tiny
                  Scenario Outline: <operation> of <what>
                    Given a new <operation>

                    Examples:
                      | operation | what       |
                      | both      | a \\| b \\\\ c |
                """))
                .extracting(Scenario::name)
                .containsExactly("first of a | b \\ c", "second of a | b \\ c");
    }

    @Test
    void comments_and_blank_lines_may_stand_in_a_table() {
        assertThat(filled("""
                Feature: Tiny
                  Scenario Outline: A <operation>
                    Given a new <operation>

                    Examples: of all kinds

                      # The usual ones
                      | operation |

                      # and
                      | both      |

                      | one       |
                      # the end
                """))
                .extracting(Scenario::name, Scenario::line)
                .containsExactly(tuple("A first", 11), tuple("A second", 11), tuple("A one", 13));
    }

    @Test
    void a_doc_string_that_looks_like_examples_is_left_alone() {
        List<String> seen = new ArrayList<>();
        Feature.of(text("""
                Feature: Tiny
                  Scenario: One
                    Given a text
                      \"""
                      Examples:
                        | operation |
                        | both      |
                      \"""
                    And a table
                      | operation |
                      | both      |
                """), table -> {
            seen.add(table.name());
            return List.of(table);
        });

        assertThat(seen).isEmpty();
    }

    @Test
    void the_outlines_of_a_rule_are_filled_too() {
        assertThat(filled("""
                @alone
                Feature: Tiny
                  Background:
                    Given a beginning

                  @ACME-1
                  Rule: A rule
                    Scenario Outline: A <operation>
                      When it is <operation>

                      @more
                      Examples:
                        | operation |
                        | both      |
                """))
                .extracting(
                        Scenario::name,
                        Scenario::line,
                        Scenario::tags,
                        scenario -> scenario.steps().size())
                .containsExactly(
                        tuple("A first", 14, List.of("@alone", "@ACME-1", "@more"), 2),
                        tuple("A second", 14, List.of("@alone", "@ACME-1", "@more"), 2));
    }

    @Test
    void a_table_may_become_several_with_tags_of_their_own() {
        Feature feature = Feature.of(
                text("""
                Feature: Tiny
                  Scenario Outline: A <operation>
                    Given a new <operation>

                    @kept
                    Examples: anything
                      | operation |

                    Examples:
                      | operation |
                      | one       |
                """),
                table -> table.rows().isEmpty()
                        ? List.of(tagged(table, "@KEY-1", "first"), tagged(table, "@KEY-2", "second"))
                        : List.of(table));

        assertThat(feature.scenarios())
                .extracting(Scenario::name, Scenario::line, Scenario::tags)
                .containsExactly(
                        tuple("A first", 6, List.of("@kept", "@KEY-1")),
                        tuple("A second", 6, List.of("@kept", "@KEY-2")),
                        tuple("A one", 11, List.of()));
    }

    @Test
    void other_languages_have_their_own_words() {
        assertThat(filled("""
                # language: de
                Funktionalität: Winzig
                  Szenariogrundriss: Ein <operation>
                    Angenommen ein <operation>
                    Und noch einer
                    Wenn etwas geschieht
                    Dann ist es gut
                    Aber nicht immer

                    Beispiele:
                      | operation |
                      | one       |
                """).get(0).steps())
                .extracting(Step::keyword, Step::phase)
                .containsExactly(
                        tuple("Angenommen", Phase.GIVEN),
                        tuple("Und", Phase.GIVEN),
                        tuple("Wenn", Phase.WHEN),
                        tuple("Dann", Phase.THEN),
                        tuple("Aber", Phase.THEN));
    }

    @Test
    void what_is_no_gherkin_is_reported_with_its_place() {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> filled("Feature: Tiny\n  Scenario: One\n    Given rain\n    Sometimes sun\n"))
                .withMessageStartingWith("classpath:some/tiny.feature:4: is no Gherkin: ");
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> filled("# nothing\n"))
                .withMessageStartingWith("classpath:some/tiny.feature: has no feature");
    }

    /** Where a cell says both, there is a row for the first and the second. */
    private static List<Scenario> filled(String text) {
        return Feature.of(text(text), table -> {
                    List<Row> rows = new ArrayList<>();
                    for (Row row : table.rows()) {
                        for (String word : row.cells().get(0).equals("both")
                                ? List.of("first", "second")
                                : row.cells().subList(0, 1)) {
                            List<String> cells = new ArrayList<>(row.cells());
                            cells.set(0, word);
                            rows.add(new Row(row.line(), cells));
                        }
                    }
                    return List.of(table.with(rows));
                })
                .scenarios();
    }

    private static ExamplesTable tagged(ExamplesTable table, String tag, String word) {
        List<String> tags = new ArrayList<>(table.tags());
        tags.add(tag);
        return new ExamplesTable(
                table.feature(),
                table.line(),
                tags,
                "one",
                table.header(),
                List.of(new Row(table.line(), List.of(word))));
    }

    private static FeatureText text(String text) {
        return new FeatureText(TINY, text);
    }
}
