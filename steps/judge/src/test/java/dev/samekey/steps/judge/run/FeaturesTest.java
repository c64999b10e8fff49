package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.judge.cucumber.Lookup;
import dev.samekey.steps.judge.definitions.Vocabulary;
import dev.samekey.steps.judge.words.Word;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import io.cucumber.gherkin.GherkinParser;
import io.cucumber.java.ParameterType;
import io.cucumber.java.en.When;
import io.cucumber.messages.types.Examples;
import io.cucumber.messages.types.Feature;
import io.cucumber.messages.types.FeatureChild;
import io.cucumber.messages.types.Scenario;
import io.cucumber.messages.types.Tag;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every feature keeps to, so that they stay the contract and nothing but the contract. */
class FeaturesTest {
    /** The tags that are no clauses: with which others a scenario can share the target, whether it takes long, and its traits. */
    private static final Set<String> NO_CLAUSES =
            Set.of(Sharing.ALONE, Sharing.CRASH, Sharing.PAIRS, "optional", "chance");

    /**
     * What the steps can say, each phrase counted. A new phrase either takes the place of another or raises this number in
     * plain sight.
     */
    private static final int MOST_PHRASES = 109;

    private static final List<Clause> CATALOGUE = Catalogue.shipped().all();

    private static final Set<String> CLAUSES =
            Set.copyOf(CATALOGUE.stream().map(Clause::id).toList());

    private final TargetFile file = Targets.file(Targets.FULL);
    private final Outlines outlines = new Outlines(file.target());
    private final Vocabulary vocabulary = new Vocabulary(file.target());

    @Test
    void every_tag_is_a_clause() {
        assertThat(scenarios())
                .allSatisfy(scenario -> assertThat(tags(scenario)).isSubsetOf(CLAUSES));
    }

    @Test
    void every_scenario_judges_one_clause() {
        assertThat(scenarios()).allSatisfy(scenario -> {
            if (seeded(scenario).isEmpty()) {
                assertThat(tags(scenario)).as(scenario.getName()).hasSize(1);
            } else {
                assertThat(tags(scenario)).as(scenario.getName()).isEmpty();
            }
        });
        assertThat(pickles())
                .allSatisfy(pickle -> assertThat(pickle.tags())
                        .as(pickle.name())
                        .filteredOn(tag -> !NO_CLAUSES.contains(tag.substring(1)))
                        .hasSize(1)
                        .allMatch(tag -> CLAUSES.contains(tag.substring(1))));
    }

    @Test
    void every_covered_clause_is_in_the_catalogue() {
        assertThat(Coverage.clauses()).isSubsetOf(CLAUSES);
    }

    @Test
    void the_clauses_of_shipped_features_are_known_without_parsing_them() {
        for (Features features : List.of(Features.shipped(), Features.clients())) {
            assertThat(features.clauses())
                    .isEqualTo(features.scenarios()
                            .flatMap(scenario -> scenario.clauses().stream())
                            .collect(Collectors.toSet()));
        }
    }

    @Test
    void every_clause_has_a_scenario_or_a_reason_why_not() {
        Set<String> covered = new TreeSet<>(Coverage.clauses());
        covered.addAll(Coverage.clientClauses());

        assertThat(CATALOGUE)
                .allSatisfy(clause -> assertThat(covered.contains(clause.id()))
                        .as("%s has a scenario (not_judged: «%s»)", clause.id(), clause.notJudged())
                        .isEqualTo(clause.isJudged()));
    }

    /** The catalogue has the groups, and the list of features their features, in the same order. */
    @Test
    void every_clause_is_in_the_feature_of_its_group() {
        List<String> groups = CATALOGUE.stream()
                .filter(Clause::isJudged)
                .filter(clause -> !Coverage.clientClauses().contains(clause.id()))
                .map(Clause::group)
                .distinct()
                .toList();
        assertThat(Features.SHIPPED).hasSameSizeAs(groups);
        assertThat(pickles()).isNotEmpty().allSatisfy(scenario -> {
            String feature = scenario.file().replace(".feature", "");
            assertThat(scenario.clause())
                    .as("the clause of «%s» in %s.feature", scenario.name(), feature)
                    .startsWith(groups.get(Features.SHIPPED.indexOf(feature)) + "-");
        });
    }

    @Test
    void every_word_that_a_step_fills_in_is_known() {
        assertThat(wordsUsed())
                .isNotEmpty()
                .allSatisfy((type, words) -> assertThat(words)
                        .allSatisfy(
                                word -> assertThat(parsed(type, word)).as(type).isNotNull()));
    }

    @Test
    void every_word_is_used_by_a_feature() {
        Map<String, Set<String>> used = wordsUsed();

        assertThat(parameterTypes())
                .filteredOn(method -> Word.class.isAssignableFrom(method.getReturnType()))
                .isNotEmpty()
                .allSatisfy(method -> assertThat(used.getOrDefault(method.getName(), Set.of()))
                        .as(method.getName())
                        .containsAll(Stream.of(method.getReturnType().getEnumConstants())
                                .map(word -> ((Word) word).words())
                                .toList()));
    }

    @Test
    void every_scenario_has_its_givens_then_one_when_and_at_most_one_more_then_its_thens() {
        assertThat(scenarios()).allSatisfy(scenario -> {
            assertThat(order(scenario)).as(scenario.getName()).matches("G+WW?T+");
            assertThat(scenario.getSteps())
                    .as(scenario.getName())
                    .filteredOn(step -> step.getKeyword().strip().equals("When"))
                    .hasSize(1);
        });
    }

    @Test
    void every_article_and_number_fits_whatever_an_operation_is_called() {
        String yaml = Targets.FULL
                .replace("payment", "order")
                .replace("refund", "undoing")
                .replace("change:", "update:")
                .replace("removal:", "erasure:")
                .replace("nightly:", "archive:")
                .replace("settled:", "event:");
        Outlines vowels = new Outlines(Targets.file(yaml).target());

        assertThat(pickles(vowels))
                .flatExtracting(scenario -> Stream.concat(
                                Stream.of(scenario.name()),
                                scenario.steps().stream().map(step -> step.text()))
                        .toList())
                .isNotEmpty()
                .allSatisfy(text -> assertThat(text)
                        .doesNotContainPattern("(?i)\\ba (?!unique\\b)[aeiou]")
                        .doesNotContainPattern("(?i)\\ban [^aeiou]")
                        .doesNotContainPattern("\\b1 times\\b"));
    }

    @Test
    void every_feature_is_in_plain_words() {
        assertThat(Features.SHIPPED)
                .allSatisfy(name -> assertThat(Features.text(name))
                        .as(name)
                        .doesNotContainPattern("(?i)\\b(came|told|whom|for want|as it stands)\\b"));
    }

    @Test
    void no_two_scenarios_have_the_same_name() {
        assertThat(scenarios()).extracting(Scenario::getName).doesNotHaveDuplicates();
    }

    @Test
    void no_step_speaks_of_the_wire() {
        assertThat(texts())
                .isNotEmpty()
                .allSatisfy(text -> assertThat(text)
                        .doesNotContainPattern("https?:|/")
                        .doesNotContainPattern("(?i)\\b(header|status code|http|json)\\b")
                        .doesNotContainPattern("\\b(POST|PUT|PATCH|DELETE|GET)\\b")
                        .doesNotContainPattern("\\b[A-Z][a-z]+-[A-Z][a-z]+\\b")
                        .doesNotContainPattern("\\b\\d{3}\\b")
                        .doesNotContainPattern("[{}\\[\\]\"]"));
    }

    @Test
    void every_feature_explains_itself_with_a_sentence() {
        assertThat(features())
                .allSatisfy(feature -> assertThat(feature.getDescription().strip())
                        .as(feature.getName())
                        .matches("(?s)[A-Z].{20,}\\."));
    }

    @Test
    void every_step_means_one_thing() {
        assertThat(troubles(lookUp(outlines))).isEmpty();
    }

    @Test
    void every_step_is_defined_whatever_the_target_lacks() {
        Outlines bare = new Outlines(Targets.file(Targets.BARE).target());

        assertThat(troubles(lookUp(bare))).isEmpty();
    }

    @Test
    void every_step_definition_is_used() {
        Lookup lookup = lookUp(outlines);

        assertThat(steps(lookup).map(Lookup.Found::phrase))
                .isNotEmpty()
                .containsAll(lookup.definitions().keySet());
    }

    @Test
    void the_vocabulary_stays_small() {
        assertThat(lookUp(outlines).definitions()).hasSizeLessThanOrEqualTo(MOST_PHRASES);
    }

    @Test
    void every_when_says_what_it_costs() {
        assertThat(Set.copyOf(lookUp(outlines).definitions().values()))
                .filteredOn(method -> method.getAnnotationsByType(When.class).length > 0)
                .isNotEmpty()
                .allSatisfy(method -> assertThat(method.isAnnotationPresent(Costs.class))
                        .as(method.toString())
                        .isTrue());
    }

    @Test
    void every_shipped_feature_is_listed() {
        assertThat(Features.SHIPPED)
                .doesNotHaveDuplicates()
                .allMatch(name -> !Features.text(name).isBlank());
    }

    private static List<Feature> features() {
        GherkinParser parser = GherkinParser.builder()
                .includeSource(false)
                .includePickles(false)
                .build();
        return Features.SHIPPED.stream()
                .flatMap(name -> parser.parse(name, Features.text(name).getBytes(StandardCharsets.UTF_8)))
                .flatMap(envelope -> envelope.getGherkinDocument().stream())
                .flatMap(document -> document.getFeature().stream())
                .toList();
    }

    private static List<Scenario> scenarios() {
        return features().stream()
                .flatMap(feature -> feature.getChildren().stream())
                .map(FeatureChild::getScenario)
                .flatMap(Optional::stream)
                .toList();
    }

    /** The scenarios as they run, the seeds' rows among them. */
    private List<dev.samekey.steps.judge.cucumber.Scenario> pickles() {
        return pickles(outlines);
    }

    private static List<dev.samekey.steps.judge.cucumber.Scenario> pickles(Outlines outlines) {
        return Features.shipped().filled(outlines).stream()
                .flatMap(feature -> feature.scenarios().stream())
                .toList();
    }

    private Set<String> texts() {
        Set<String> texts = new TreeSet<>();
        pickles().forEach(pickle -> pickle.steps().forEach(step -> texts.add(step.text())));
        scenarios().forEach(scenario -> scenario.getSteps().forEach(step -> texts.add(step.getText())));
        return texts;
    }

    /** By the name of their parameter type, the words that the steps fill in, but for operations and numbers. */
    private Map<String, Set<String>> wordsUsed() {
        Set<String> types = new TreeSet<>();
        parameterTypes().forEach(method -> types.add(method.getName()));
        Map<String, Set<String>> words = new TreeMap<>();
        steps(lookUp(outlines))
                .flatMap(step -> step.arguments().stream())
                .filter(argument -> types.contains(argument.type()))
                .forEach(argument -> words.computeIfAbsent(argument.type(), unused -> new TreeSet<>())
                        .add(argument.value()));
        return words;
    }

    /** The parsers of the words that a step may fill in. An operation is no word: the target file names it. */
    private static List<Method> parameterTypes() {
        return Stream.of(Vocabulary.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(ParameterType.class))
                .filter(method -> method.getReturnType() != Operation.class)
                .toList();
    }

    private Object parsed(String type, String word) throws ReflectiveOperationException {
        return Vocabulary.class.getMethod(type, String.class).invoke(vocabulary, word);
    }

    private static List<String> tags(Scenario scenario) {
        return Stream.concat(
                        scenario.getTags().stream(),
                        scenario.getExamples().stream().flatMap(table -> table.getTags().stream()))
                .map(Tag::getName)
                .map(name -> name.substring(1))
                .filter(name -> !NO_CLAUSES.contains(name))
                .toList();
    }

    private static List<Examples> seeded(Scenario scenario) {
        return scenario.getExamples().stream()
                .filter(table -> table.getName().startsWith("seed "))
                .toList();
    }

    /** A letter for each step: G, W or T; an And counts as the step before it. */
    private static String order(Scenario scenario) {
        StringBuilder order = new StringBuilder();
        scenario.getSteps().forEach(step -> {
            char letter = step.getKeyword().charAt(0);
            boolean more = letter == 'A' || letter == 'B';
            order.append(more && !order.isEmpty() ? order.charAt(order.length() - 1) : letter);
        });
        return order.toString();
    }

    private static Lookup lookUp(Outlines outlines) {
        List<dev.samekey.steps.judge.cucumber.Feature> features =
                Features.shipped().filled(outlines);
        return ScenarioRunner.engine(features, List.of())
                .lookUp(features.stream()
                        .flatMap(feature -> feature.scenarios().stream())
                        .toList());
    }

    private static Stream<Lookup.Found> steps(Lookup lookup) {
        return lookup.steps().values().stream().flatMap(List::stream);
    }

    /** The steps that have not one definition, with what is wrong. */
    private static Map<String, String> troubles(Lookup lookup) {
        Map<String, String> troubles = new TreeMap<>();
        steps(lookup)
                .filter(step -> step.phrase() == null)
                .forEach(step -> troubles.put(step.step().text(), step.status()));
        return troubles;
    }
}
