package dev.samekey.steps.model.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** limits.csv says of each clause that is judged what is not looked at. */
class LimitTest {
    @Test
    void every_judged_clause_has_a_row_in_the_order_of_the_catalogue() {
        List<String> judged = Catalogue.shipped().all().stream()
                .filter(Clause::isJudged)
                .map(Clause::id)
                .toList();

        assertThat(Limit.shipped()).extracting(Limit::clause).isEqualTo(judged);
    }

    @Test
    void each_row_has_whole_sentences() {
        assertThat(Limit.shipped()).allSatisfy(limit -> {
            assertThat(limit.looksAt()).as(limit.clause()).endsWith(".");
            assertThat(limit.looksNotAt()).as(limit.clause()).endsWith(".");
        });
    }
}
