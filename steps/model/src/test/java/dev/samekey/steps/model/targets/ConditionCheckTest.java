package dev.samekey.steps.model.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.model.file.BadFile;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConditionCheckTest {
    private static final String VERSIONS =
            "conditions: {api_version: {v1: {}, v2: {headers: {Api-Version: \"2\"}, query: {v: \"2\"}, body: {/v: 2}}}}\n";

    @Test
    void factors_of_the_user_are_read_in_their_order() {
        Target target = Targets.file(Targets.BARE + VERSIONS + "not_together: [{api_version: v2, key: long}]\n")
                .target();

        Map<String, OwnCondition> values =
                Objects.requireNonNull(target.conditions().get("api_version"));
        assertThat(values.keySet()).containsExactly("v1", "v2");
        assertThat(Objects.requireNonNull(values.get("v2")).headers()).containsEntry("Api-Version", "2");
        assertThat(target.notTogether()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "conditions: {api_version: {}} | acme.yaml:8: conditions.api_version: needs two values or more, and has 0",
                "conditions: {api_version: {v1: {}}} | acme.yaml:8: conditions.api_version: needs two values or more",
                "conditions: {api_version: } | acme.yaml:8: conditions.api_version: has no value",
                "conditions: {Api: {a: {}, b: {}}} | acme.yaml:8: conditions.Api: a factor's name is a word",
                "conditions: {key: {a: {}, b: {}}} | acme.yaml:8: conditions.key: «key» is a factor that Samekey has already",
                "conditions: {v: {a: {}, b: {body: {x: 1}}}} | conditions.v.b.body.x: «x» is no JSON pointer such as /x",
                "conditions: {v: {a: {}, b: {header: {}}}} | conditions.v.b.header: is not known; did you mean «headers»",
                "not_together: [{kye: long}] | acme.yaml:8: not_together.0.kye: the factor «kye» is not known; did you mean «key»",
                "not_together: [{key: lang}] | acme.yaml:8: not_together.0.key: «key» has no value «lang»; did you mean «long»",
                "not_together: [{coding: none}, {coding: gzip}] | acme.yaml:8: not_together: excludes everything",
                "stronger: [{factors: [key, replicas], strength: 2}] | acme.yaml:8: stronger.0.factors.1: the factor «replicas» is not known; did you mean «replica»",
                "stronger: [{factors: [key, key], strength: 2}] | acme.yaml:8: stronger.0.factors.1: names «key» twice",
                "stronger: [{factors: [key, coding], strength: 3}] | acme.yaml:8: stronger.0.strength: is 3, and 2 factors are named",
                "stronger: [{factors: [key, coding], strength: 1}] | acme.yaml:8: stronger.0.strength: is 1, and 2 factors are named: it is at least 2",
                "stronger: [{factors: [], strength: 2}] | acme.yaml:8: stronger.0.strength: is 2, and 0 factors are named",
                "stronger: [{factors: [key, coding]}] | strength",
                "conditions: {scenario: {a: {}, b: {}}} | acme.yaml:8: conditions.scenario: «scenario» is a factor that Samekey has already",
                "not_together: [{}] | acme.yaml:8: not_together.0: names no factor"
            })
    void what_cannot_be_used_is_refused_at_its_place(String member, String reason) {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> Targets.file(Targets.BARE + member + "\n"))
                .withMessageContaining(reason);
    }
}
