package dev.samekey.steps.model.states;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Dialects;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.YamlFile;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The life of a key, as {@code features/contract/key-states.yaml} has it. */
class KeyStatesTest {
    private static final String SMALL = """
            states:
              absent: {is: "Not known.", begins: true}
              done: {is: "Kept."}
            events: {request: "It arrives."}
            transitions:
              - id: first
                from: absent
                event: request
                to: done
                response: "It is executed."
                judged_by: [RPL-1]
            """;

    private final KeyStates model = KeyStates.shipped();

    @Test
    void each_state_is_reached_and_each_event_happens() {
        assertThat(model.reached(model.transitions()).keySet())
                .isEqualTo(model.states().keySet());
        assertThat(model.transitions())
                .extracting(Transition::event)
                .containsAll(model.events().keySet());
    }

    @Test
    void the_clauses_of_a_transition_are_judged() {
        Catalogue catalogue = Catalogue.shipped();
        assertThat(model.transitions())
                .allSatisfy(transition -> assertThat(transition.judgedBy())
                        .allSatisfy(judged -> assertThat(catalogue.find(judged.clause()))
                                .hasValueSatisfying(
                                        clause -> assertThat(clause.isJudged()).isTrue())));
    }

    @Test
    void a_contract_has_the_transitions_that_it_says() {
        assertThat(ids(Dialects.shipped("playbook")))
                .contains("duplicate-refused", "mismatch-refused", "failure-kept", "expired-executes", "replay")
                .doesNotContain("duplicate-waits", "mismatch-replayed", "repeat-refused", "expired-rejected");
    }

    @Test
    void each_shipped_dialect_can_complete_an_operation() {
        assertThat(Dialects.SHIPPED).allSatisfy(name -> {
            List<Transition> there = model.in(Dialects.shipped(name));
            assertThat(model.reached(there)).containsKeys("absent", "in_progress", "completed");
        });
    }

    @Test
    void a_path_leads_from_the_first_state_to_its_transition() {
        List<Transition> there = model.in(Dialects.shipped("playbook"));
        model.paths(there).forEach((transition, path) -> {
            assertThat(path.get(0).from()).isEqualTo(model.start());
            assertThat(path.get(path.size() - 1)).isEqualTo(transition);
            for (int i = 1; i < path.size(); i++) {
                assertThat(path.get(i).from()).isEqualTo(path.get(i - 1).to());
            }
        });
        assertThat(model.paths(there)).hasSameSizeAs(there);
    }

    @Test
    void a_broken_model_is_an_error_with_its_line() {
        assertBad(SMALL.replace("to: done", "to: dome"), ":9:", "there is no state «dome»", "done");
        assertBad(SMALL.replace("event: request", "event: requests"), ":8:", "there is no event «requests»", "request");
        assertBad(SMALL.replace("RPL-1", "RPL-99"), ":11:", "there is no clause «RPL-99»");
        assertBad(SMALL.replace(", begins: true", ""), "begins: true");
        assertBad(SMALL.replace("    judged_by: [RPL-1]\n", ""), "either «judged_by» or «not_judged»");
        assertBad(SMALL.replace("events:", "  lost: {is: \"Nowhere.\"}\nevents:"), ":4:", "no transitions lead to it");
        assertBad(SMALL.replace("response:", "when: mismatch_=refuse\n    response:"), "mismatch_");
        assertBad(SMALL.replace("judged_by", "judgedby"), "judgedby");
    }

    @Test
    void a_small_model_is_enough() {
        assertThat(KeyStates.of(YamlFile.of("own.yaml", SMALL), Catalogue.shipped())
                        .states())
                .containsOnlyKeys("absent", "done");
    }

    private static void assertBad(String text, String... says) {
        assertThatThrownBy(() -> KeyStates.of(YamlFile.of("own.yaml", text), Catalogue.shipped()))
                .isInstanceOf(BadFile.class)
                .hasMessageContainingAll(says);
    }

    private Set<String> ids(Contract contract) {
        return model.in(contract).stream().map(Transition::id).collect(Collectors.toSet());
    }
}
