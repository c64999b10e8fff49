package dev.samekey.steps.model.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.model.file.BadFile;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class CatalogueTest {
    private final Catalogue shipped = Catalogue.shipped();

    @Test
    void every_row_says_what_its_clause_demands() {
        assertThat(shipped.all()).isNotEmpty().allSatisfy(clause -> {
            assertThat(clause.id()).matches("[A-Z]{3}-[1-9]\\d*");
            assertThat(clause.level()).isNotNull();
            assertThat(clause.harm()).as("harm of %s", clause.id()).isNotNull();
            assertThat(clause.title()).isNotBlank();
            assertThat(clause.statement()).isNotBlank();
            assertThat(clause.side()).isNotBlank();
            assertThat(clause.needs()).isNotBlank();
            assertThat(clause.sources()).isNotBlank();
        });
        assertThat(shipped.find("RPL-2")).map(Clause::level).contains(Level.MUST);
        assertThat(shipped.find("RPL-200")).isEmpty();
    }

    @Test
    void every_clause_has_one_row() throws Exception {
        List<Clause> rows = Catalogue.rows();

        assertThat(rows).extracting(Clause::id).doesNotHaveDuplicates();
    }

    @Test
    void the_clauses_of_a_group_stand_together() {
        List<String> groups = shipped.all().stream().map(Clause::group).toList();

        assertThat(groups).isSortedAccordingTo((one, other) -> groups.indexOf(one) - groups.indexOf(other));
    }

    @Test
    void every_clause_names_a_defect_unless_no_server_can_break_it() {
        assertThat(shipped.all())
                .allSatisfy(clause -> assertThat(
                                clause.defect() == null || clause.defect().isBlank())
                        .as(clause.id())
                        .isEqualTo(clause.isOfTheContract()));
    }

    @Test
    void each_defect_that_a_clause_names_has_a_sentence() {
        assertThat(shipped.all())
                .filteredOn(clause -> !clause.isOfTheContract())
                .allSatisfy(clause -> assertThat(KnownDefect.of(clause.id()))
                        .as(clause.id())
                        .extracting(KnownDefect::name)
                        .contains(String.valueOf(clause.defect()).split("; ", -1)));
    }

    @Test
    void another_file_needs_fewer_columns_and_may_say_why_a_clause_is_not_judged() {
        Catalogue all = with("id,level,title,statement\nACME-1,MUST,One,The first\n");
        assertThat(all.find("ACME-1")).get().satisfies(clause -> {
            assertThat(clause.isJudged()).isTrue();
            assertThat(clause.isDerived()).isFalse();
            assertThat(clause.isOfTheContract()).isFalse();
        });

        Catalogue later = with("id,level,title,statement,not_judged\nACME-1,MUST,One,The first,not yet\n");
        assertThat(later.find("ACME-1")).get().matches(clause -> !clause.isJudged());
    }

    @Test
    void only_a_shipped_clause_is_derived() {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> with("id,level,needs,title,statement\nACME-1,MUST,verdicts,One,The first\n"))
                .withMessageContaining("acme.csv:2: ACME-1 ");
    }

    private Catalogue with(String csv) {
        return shipped.with("acme.csv", new ByteArrayInputStream(csv.getBytes(StandardCharsets.UTF_8)));
    }
}
