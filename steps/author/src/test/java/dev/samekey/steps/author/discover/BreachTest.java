package dev.samekey.steps.author.discover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Level;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BreachTest {
    @ParameterizedTest
    @EnumSource
    void a_breach_is_of_a_must_and_says_nothing_that_its_clause_demands(Breach breach) {
        assertThat(Catalogue.shipped().all())
                .filteredOn(clause -> clause.id().equals(breach.clause()))
                .singleElement()
                .matches(clause -> clause.level() == Level.MUST);
        breach.excuse()
                .properties()
                .forEach(one -> assertThat(breach.demand().path(one.getKey())).isNotEqualTo(one.getValue()));
    }
}
