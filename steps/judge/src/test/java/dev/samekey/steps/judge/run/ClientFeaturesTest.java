package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.judge.client.definitions.ClientVocabulary;
import dev.samekey.steps.judge.cucumber.Engine;
import dev.samekey.steps.judge.cucumber.Feature;
import dev.samekey.steps.judge.cucumber.Lookup;
import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.judge.words.Word;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Clause;
import io.cucumber.java.ParameterType;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the features about clients keep to. */
class ClientFeaturesTest {
    /** A new phrase either takes the place of another or raises this number in plain sight. */
    private static final int MOST_PHRASES = 48;

    private final List<Feature> features = Features.clients().filled(List::of);
    private final List<Scenario> scenarios =
            features.stream().flatMap(feature -> feature.scenarios().stream()).toList();
    private final Lookup lookup =
            new Engine(features, List.of(ClientVocabulary.class.getPackageName())).lookUp(scenarios);

    @Test
    void every_scenario_judges_one_clause_of_its_feature() {
        assertThat(scenarios).isNotEmpty().allSatisfy(scenario -> {
            assertThat(scenario.clauses()).as(scenario.name()).hasSize(1);
            assertThat(scenario.clause()).startsWith(scenario.file().equals("client.feature") ? "CLI-" : "BUD-");
        });
    }

    @Test
    void every_clause_about_clients_has_a_scenario() {
        Set<String> aboutClients = Catalogue.shipped().all().stream()
                .filter(clause -> "client".equals(clause.side()))
                .map(Clause::id)
                .collect(Collectors.toSet());

        assertThat(Coverage.clientClauses()).containsExactlyInAnyOrderElementsOf(aboutClients);
    }

    @Test
    void every_step_has_one_definition() {
        assertThat(found())
                .isNotEmpty()
                .allSatisfy(
                        step -> assertThat(step.phrase()).as(step.step().text()).isNotNull());
    }

    @Test
    void every_definition_is_used_and_there_are_few() {
        assertThat(found().map(Lookup.Found::phrase))
                .containsAll(lookup.definitions().keySet());
        assertThat(lookup.definitions()).hasSizeLessThanOrEqualTo(MOST_PHRASES);
    }

    @Test
    void every_word_that_a_step_fills_in_is_known() {
        ClientVocabulary vocabulary = new ClientVocabulary();

        assertThat(parameterTypes())
                .isNotEmpty()
                .allSatisfy(type -> assertThat(words(type.getName()))
                        .isNotEmpty()
                        .allSatisfy(word ->
                                assertThat(type.invoke(vocabulary, word)).isNotNull()));
    }

    @Test
    void every_word_is_used_by_a_scenario_or_is_a_part_of_one_that_is() {
        assertThat(parameterTypes())
                .filteredOn(type -> Word.class.isAssignableFrom(type.getReturnType()))
                .allSatisfy(type -> assertThat(String.join("\n", words(type.getName())))
                        .contains(Stream.of(type.getReturnType().getEnumConstants())
                                .map(word -> ((Word) word).words())
                                .toList()));
    }

    @Test
    void every_feature_is_in_plain_words() {
        assertThat(Features.CLIENTS)
                .allSatisfy(name -> assertThat(Features.text(name))
                        .doesNotContainPattern(
                                "(?i)\\b(came|told|whom|for want|as it stands|header|status code|http|json)\\b")
                        .doesNotContainPattern("(?i)\\ba (?!unique\\b)[aeiou]")
                        .doesNotContainPattern("(?i)\\ban [^aeiouh]")
                        .doesNotContainPattern("\\b\\d{3}\\b"));
    }

    private Stream<Lookup.Found> found() {
        return lookup.steps().values().stream().flatMap(List::stream);
    }

    private Set<String> words(String type) {
        return found().flatMap(step -> step.arguments().stream())
                .filter(argument -> argument.type().equals(type))
                .map(Lookup.Argument::value)
                .collect(Collectors.toSet());
    }

    private static List<Method> parameterTypes() {
        return Stream.of(ClientVocabulary.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(ParameterType.class))
                .toList();
    }
}
