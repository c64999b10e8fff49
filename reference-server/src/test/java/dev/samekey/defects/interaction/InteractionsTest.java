package dev.samekey.defects.interaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.defects.Defects;
import dev.samekey.defects.common.Defect;
import java.util.List;
import org.junit.jupiter.api.Test;

class InteractionsTest {
    private final List<Interaction> all = Interactions.all();

    @Test
    void each_needs_two_conditions_or_more_and_says_which() {
        assertThat(all).extracting(Defect::name).doesNotHaveDuplicates();
        assertThat(all).allSatisfy(defect -> {
            assertThat(defect.conditions().split(", ")).hasSize(defect.strength());
            assertThat(defect.how()).endsWith(defect.conditions() + ".");
        });
        assertThat(all).filteredOn(defect -> defect.strength() == 2).hasSize(17);
        assertThat(all).filteredOn(defect -> defect.strength() == 3).hasSize(1);
    }

    /** The proof demands of those that they show as usual. */
    @Test
    void they_are_no_defects_of_the_list_and_are_found_by_their_names() {
        assertThat(Defects.all())
                .extracting(Defect::name)
                .doesNotContainAnyElementsOf(all.stream().map(Defect::name).toList());
        assertThat(all)
                .allSatisfy(defect -> assertThat(Defects.named(defect.name()))
                        .map(Defect::clause)
                        .hasValue(defect.clause()));
    }
}
