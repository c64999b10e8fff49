package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.model.contract.Harm;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class UrgencyTest {
    private static final Map<String, Harm> HARMS =
            Map.of("CON-1", Harm.EFFECT, "RPL-4", Harm.EFFECT, "RPL-1", Harm.OUTCOME, "MIS-3", Harm.FORM);

    @Test
    void what_harms_most_comes_first() {
        assertThat(waves("MIS-3 payment 1", "RPL-1 payment 1", "CON-1 payment 1"))
                .containsExactly(List.of("CON-1 payment 1"), List.of("RPL-1 payment 1"), List.of("MIS-3 payment 1"));
    }

    @Test
    void each_clause_is_judged_for_one_operation_before_the_others() {
        assertThat(waves("RPL-4 payment 1", "RPL-4 refund 1", "CON-1 payment 1", "CON-1 refund 1"))
                .containsExactly(
                        List.of("RPL-4 payment 1", "CON-1 payment 1"), List.of("RPL-4 refund 1", "CON-1 refund 1"));
    }

    @Test
    void all_of_an_outline_is_judged_for_its_first_operation_and_one_row_of_it_for_the_others() {
        assertThat(waves("CON-1 payment 1", "CON-1 payment 2", "CON-1 refund 1", "CON-1 refund 2"))
                .containsExactly(
                        List.of("CON-1 payment 1", "CON-1 payment 2"),
                        List.of("CON-1 refund 1"),
                        List.of("CON-1 refund 2"));
    }

    @Test
    void each_clause_begins_before_one_goes_on() {
        assertThat(waves("CON-1 payment 1", "CON-1 payment 2", "CON-1 payment 3", "RPL-4 payment 1", "RPL-4 payment 2"))
                .containsExactly(List.of(
                        "CON-1 payment 1", "RPL-4 payment 1", "CON-1 payment 2", "RPL-4 payment 2", "CON-1 payment 3"));
    }

    @Test
    void what_teaches_least_comes_after_all_else() {
        assertThat(waves("CON-1 payment 1", "CON-1 refund 1", "CON-1 refund 2", "MIS-3 payment 1", "MIS-3 refund 1"))
                .containsExactly(
                        List.of("CON-1 payment 1"),
                        List.of("CON-1 refund 1"),
                        List.of("MIS-3 payment 1"),
                        List.of("MIS-3 refund 1"),
                        List.of("CON-1 refund 2"));
    }

    /** Each is named by its clause, its operation and its row. */
    private static List<List<String>> waves(String... names) {
        List<Scenario> all = List.of(names).stream().map(UrgencyTest::scenario).toList();
        return Urgency.waves(
                        all, one -> one.name().split(" ", 3)[1], clause -> Objects.requireNonNull(HARMS.get(clause)))
                .stream()
                .map(wave -> wave.stream().map(Scenario::name).toList())
                .toList();
    }

    private static Scenario scenario(String name) {
        String clause = name.split(" ", 2)[0];
        return new Scenario(
                name,
                name,
                URI.create("file:own.feature"),
                "own.feature",
                1,
                7,
                1,
                List.of(clause),
                List.of("@" + clause),
                List.of());
    }
}
