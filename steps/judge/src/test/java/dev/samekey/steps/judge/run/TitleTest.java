package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.model.contract.Catalogue;
import org.junit.jupiter.api.Test;

class TitleTest {
    @Test
    void each_clause_that_is_judged_by_scenarios_has_their_titles_without_a_hole() {
        assertThat(Catalogue.shipped().all())
                .filteredOn(clause -> clause.isJudged() && !clause.isDerived())
                .allSatisfy(clause -> assertThat(Title.of(clause.id()))
                        .as(clause.id())
                        .isNotEmpty()
                        .doesNotHaveDuplicates()
                        .noneMatch(title -> title.sentence().contains("<")));
    }

    @Test
    void a_title_names_all_that_its_examples_and_its_seed_have() {
        assertThat(Title.of("MIS-3"))
                .extracting(Title::sentence)
                .containsExactly("Member order and white space of a completed create, reverse or update do not count");
        assertThat(Title.of("EVT-1"))
                .extracting(Title::sentence)
                .contains("A new event that is delivered 2, 3 or 5 times is handled once");
    }

    @Test
    void a_title_says_where_its_outline_stands() {
        Title title = Title.of("RPL-4").get(0);

        assertThat(title.sentence()).isEqualTo("A repeated operation changes nothing");
        assertThat(title.feature()).isEqualTo("replay.feature");
        assertThat(Features.text("replay").lines().toList().get(title.line() - 1))
                .endsWith("A repeated <operation> changes nothing");
    }
}
