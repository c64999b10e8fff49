package dev.samekey.steps.model.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StancesTest {
    @Test
    void each_dialect_has_one_stance_to_each_clause() {
        assertThat(Catalogue.shipped().all()).allSatisfy(clause -> {
            Stances stances = Stances.to(clause);
            List<String> all = Stream.of(
                            Stream.of(stances.promise()),
                            stances.exclude().values().stream(),
                            stances.silent().values().stream())
                    .flatMap(lists -> lists)
                    .flatMap(Collection::stream)
                    .toList();
            assertThat(all).as(clause.id()).containsExactlyInAnyOrderElementsOf(Dialects.SHIPPED);
        });
    }

    @Test
    void what_a_dialect_says_otherwise_and_what_it_does_not_say_are_told_apart() {
        Stances stances = Stances.to(Catalogue.shipped().find("KEY-1").orElseThrow());

        assertThat(stances.promise()).contains("playbook", "ietf-07").doesNotContain("charges", "stripe-v1");
        assertThat(stances.exclude().get("key.required: the contract says false"))
                .contains("charges", "stripe-v1");
        assertThat(stances.silent().get("refusals.missing_key: the contract does not say how it is refused"))
                .contains("square-payments");
    }

    @Test
    void every_source_of_a_clause_has_a_name() {
        assertThat(Catalogue.shipped().all())
                .allSatisfy(clause -> assertThat(Sources.of(clause))
                        .as(clause.id())
                        .isNotEmpty()
                        .noneMatch(name -> name.matches("[A-Z]+|[A-Z]+\\d+.*")));
        assertThat(Sources.of(Catalogue.shipped().find("CLI-13").orElseThrow()))
                .containsExactly("RFC 9110, section 15.4");
    }
}
