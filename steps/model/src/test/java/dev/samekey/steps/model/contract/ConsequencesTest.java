package dev.samekey.steps.model.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ConsequencesTest {
    private final Consequences consequences = Consequences.shipped();

    @Test
    void a_break_has_its_causes_with_the_most_basic_first() {
        assertThat(consequences.causes("CON-10")).containsExactly("CON-1", "CON-2");
        assertThat(consequences.causes("RPL-4")).isEmpty();
    }

    @Test
    void every_clause_is_in_the_catalogue() {
        Catalogue catalogue = Catalogue.shipped();

        assertThat(consequences.clauses()).allSatisfy(clause -> {
            assertThat(catalogue.find(clause)).as(clause).isPresent();
            assertThat(consequences.causes(clause))
                    .allSatisfy(
                            cause -> assertThat(catalogue.find(cause)).as(cause).isPresent());
        });
    }

    @Test
    void no_clause_is_its_own_cause_by_any_way() {
        assertThat(consequences.clauses())
                .allSatisfy(clause -> assertThat(causesOfAll(clause)).doesNotContain(clause));
    }

    private Set<String> causesOfAll(String clause) {
        Set<String> all = new HashSet<>();
        Deque<List<String>> open = new ArrayDeque<>(List.of(consequences.causes(clause)));
        while (!open.isEmpty()) {
            for (String cause : open.pop()) {
                if (all.add(cause)) {
                    open.push(consequences.causes(cause));
                }
            }
        }
        return all;
    }
}
