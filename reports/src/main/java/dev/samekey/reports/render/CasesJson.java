package dev.samekey.reports.render;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.samekey.steps.author.design.DesignCoverage;
import dev.samekey.steps.author.design.TestDesign;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** {@code cases.json}: the design for machines. Its form is {@code samekey/contract/cases.schema.json}. */
final class CasesJson {
    private final ObjectMapper json = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .defaultPropertyInclusion(JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, null))
            .enable(SerializationFeature.INDENT_OUTPUT, SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
            .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
            .build();

    String of(TestDesign design, @Nullable DesignCoverage coverage) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("target", design.target());
        document.put("contract", design.contract());
        document.put("cases", design.cases());
        Map<String, String> states = new LinkedHashMap<>();
        design.states().states().forEach((name, state) -> states.put(name, state.is()));
        document.put("states", states);
        document.put("events", design.states().events());
        document.put("transitions", design.transitions());
        document.put("transition_pairs", design.transitionPairs());
        document.put("bounds", design.bounds());
        document.put("classes", design.classes());
        document.put("decisions", design.decisions());
        document.put("factors", design.factors());
        document.put("not_under_conditions", design.notUnderConditions());
        document.put("notes", design.notes());
        document.put("left_out", design.leftOut());
        if (coverage != null) {
            document.put("results", new TreeMap<>(coverage.results()));
            document.put("coverage", coverage.groups());
            document.put("interactions", coverage.interactions());
        }
        try {
            return json.writeValueAsString(document) + "\n";
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("cannot write JSON", impossible);
        }
    }
}
