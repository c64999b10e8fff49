package dev.samekey.reports.render;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.samekey.reports.verdict.Baseline;
import dev.samekey.reports.verdict.ClauseVerdict;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.reports.verdict.Gate;
import dev.samekey.reports.verdict.KnownBreak;
import dev.samekey.steps.judge.world.Cleaned;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.ScenarioResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code verdict.json}: the verdict for machines. Its form is {@code samekey/verdict.schema.json}. */
public final class VerdictJson {
    private final ObjectMapper json = new ObjectMapper()
            .setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL)
            .enable(SerializationFeature.INDENT_OUTPUT);

    public void write(ContractVerdict verdict, EvidenceFiles evidence, Path file) throws IOException {
        json.writeValue(file.toFile(), document(verdict, evidence));
    }

    /** Whether a file is such a verdict; a file that cannot be read is none. */
    public static boolean isVerdict(Path file) {
        try {
            JsonNode document = new ObjectMapper().readTree(file.toFile());
            return document.path("exit_code").isInt()
                    && document.at("/gate/findings").isArray()
                    && document.path("clauses").isArray();
        } catch (IOException unreadable) {
            return false;
        }
    }

    private static Map<String, Object> document(ContractVerdict verdict, EvidenceFiles evidence) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("target", verdict.run().target());
        document.put("contract", verdict.run().contract());
        document.put("verdict", verdict.overall());
        document.put("exit_code", verdict.exitCode());
        document.put("gate", gate(verdict));
        document.put("started", verdict.run().start().toString());
        document.put("duration_ms", verdict.run().took().toMillis());
        document.put("requests", verdict.run().requests());
        document.put("cleanup", cleanup(verdict.run().cleaned()));
        document.put("counts", verdict.counts());
        document.put("consequences", verdict.consequences());
        document.put(
                "clauses",
                verdict.clauses().stream()
                        .map(clause -> clause(clause, verdict.gate().baseline(), evidence))
                        .toList());
        return document;
    }

    private static Map<String, Object> gate(ContractVerdict verdict) {
        return Map.of(
                "passed",
                verdict.exitCode() == 0,
                "findings",
                verdict.gate().findings().stream().map(Gate.Finding::text).toList());
    }

    private static @Nullable Map<String, Object> cleanup(Cleaned cleaned) {
        return cleaned.isNothing()
                ? null
                : Map.of(
                        "done", cleaned.done(),
                        "refused", cleaned.refused(),
                        "left", cleaned.left(),
                        "reason", cleaned.reason());
    }

    private static Map<String, Object> known(KnownBreak known) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("operation", known.operation());
        entry.put("reason", known.reason());
        entry.put("since", known.since().toString());
        return entry;
    }

    private static Map<String, Object> clause(ClauseVerdict verdict, Baseline baseline, EvidenceFiles evidence) {
        Map<String, Object> clause = new LinkedHashMap<>();
        clause.put("id", verdict.clause().id());
        clause.put("level", verdict.clause().level());
        clause.put("title", verdict.clause().title());
        clause.put("verdict", verdict.verdict());
        clause.put("reason", verdict.reason());
        clause.put("in_consequence_of", verdict.cause());
        clause.put("not_checked", verdict.unchecked().isEmpty() ? null : verdict.unchecked());
        clause.put(
                "known_breaks",
                baseline.of(verdict).stream().map(VerdictJson::known).toList());
        clause.put(
                "scenarios",
                verdict.scenarios().stream().map(one -> scenario(one, evidence)).toList());
        return clause;
    }

    private static Map<String, Object> scenario(ScenarioResult result, EvidenceFiles evidence) {
        Map<String, Object> scenario = new LinkedHashMap<>();
        scenario.put("name", result.name());
        scenario.put("feature", result.feature());
        scenario.put("operation", result.operation());
        scenario.put("verdict", result.verdict());
        scenario.put("in_consequence_of", result.cause());
        scenario.put("reason", result.sentence());
        Map<String, String> facts = new LinkedHashMap<>();
        for (Fact fact : result.facts()) {
            facts.put(fact.name(), fact.value());
        }
        scenario.put("facts", facts);
        scenario.put("duration_ms", result.took().toMillis());
        scenario.put("evidence", evidence.references(result));
        return scenario;
    }
}
