package dev.samekey.steps.model.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MendTest {
    /** A terminal has 80 columns, and code stands four further in. */
    private static final int WIDEST = 76;

    private static final Set<String> LANGUAGES = Set.of("http", "java", "javascript", "sql", "text", "yaml");

    @Test
    void each_clause_has_a_mend_and_each_mend_names_clauses_that_there_are() {
        Set<String> clauses = Catalogue.shipped().all().stream().map(Clause::id).collect(Collectors.toSet());

        assertThat(Mend.shipped().stream()
                        .flatMap(mend -> mend.clauses().stream())
                        .collect(Collectors.toSet()))
                .isEqualTo(clauses);
        assertThat(Mend.shipped())
                .allSatisfy(mend ->
                        assertThat(mend.clauses()).as(mend.id()).isNotEmpty().doesNotHaveDuplicates());
    }

    @Test
    void no_two_mends_have_one_id() {
        assertThat(Mend.shipped()).extracting(Mend::id).doesNotHaveDuplicates();
    }

    @Test
    void each_shipped_defect_has_one_cause() {
        assertThat(Mend.shipped().stream().flatMap(mend -> mend.defects().stream()))
                .containsExactlyInAnyOrderElementsOf(Catalogue.shipped().all().stream()
                        .flatMap(clause -> KnownDefect.of(clause.id()).stream())
                        .map(KnownDefect::name)
                        .toList());
    }

    @Test
    void each_mend_is_sentences_and_a_code_that_fits_into_a_terminal() {
        assertThat(Mend.shipped()).allSatisfy(mend -> {
            assertThat(mend.id()).matches("[a-z]+(-[a-z]+)*");
            assertThat(mend.cause()).as(mend.id()).endsWith(".").doesNotContain("\n");
            assertThat(mend.mend()).as(mend.id()).endsWith(".").doesNotContain("\n");
            assertThat(LANGUAGES).as(mend.id()).contains(mend.language());
            assertThat(mend.code().lines().toList())
                    .as(mend.id())
                    .isNotEmpty()
                    .allSatisfy(line ->
                            assertThat(line).hasSizeLessThanOrEqualTo(WIDEST).doesNotContain("\t"));
        });
    }

    @Test
    void the_likeliest_mend_comes_first_and_its_first_sentence_stands_alone() {
        assertThat(Mend.of("RPL-4"))
                .extracting(Mend::id)
                .containsExactly("one-transaction", "look-up-before-work", "insert-decides");
        assertThat(Mend.of("RPL-4").get(0).briefly())
                .isEqualTo("Claim, effect and outcome in one transaction, committed before the response is sent.");
        assertThat(Mend.of("ACME-1")).isEmpty();
    }
}
