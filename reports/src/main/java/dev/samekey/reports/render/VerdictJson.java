package dev.samekey.reports.render;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.samekey.reports.diagnosis.Candidate;
import dev.samekey.reports.diagnosis.Diagnosis;
import dev.samekey.reports.verdict.Baseline;
import dev.samekey.reports.verdict.ClauseVerdict;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.reports.verdict.Gate;
import dev.samekey.reports.verdict.KnownBreak;
import dev.samekey.reports.verdict.Narrowed;
import dev.samekey.reports.verdict.SinceLastRun;
import dev.samekey.reports.verdict.Unreached;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.judge.run.Coverage;
import dev.samekey.steps.judge.run.MeasuredTimes;
import dev.samekey.steps.judge.world.Cleaned;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.states.KeyPath;
import dev.samekey.steps.model.verdict.ConditionedRun;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.NotReached;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code verdict.json}: the verdict for machines. Its form is {@code samekey/verdict.schema.json}. */
public final class VerdictJson {
    private static final Set<String> UNSETTLED =
            Set.of(Verdict.BROKEN.name(), Verdict.INCONCLUSIVE.name(), Verdict.HARNESS_ERROR.name());

    private static final int MOST_NAMES = 3;

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

    /**
     * The ids of the clauses of the last verdict that were broken or inconclusive, for which there was no time, or at which Samekey
     * failed.
     *
     * @param target the name of what it must be about; nothing where that does not matter
     * @param chosen the ids of the clauses that it must be about
     * @param narrowed what may be missing of them
     * @throws CannotRun when the file is no such verdict, or that of a run that did not judge all that is asked for
     */
    public static List<String> unsettled(Path file, Optional<String> target, Set<String> chosen, Narrowed narrowed) {
        if (!isVerdict(file)) {
            throw unusable(file, "is no verdict of an earlier run");
        }
        JsonNode verdict = read(file);
        String judged = verdict.path("target").asText();
        if (!target.orElse(judged).equals(judged)) {
            throw unusable(file, "is the verdict on «" + judged + "»");
        }
        if (isCutOff(verdict)
                || (verdict.path("verdict").asText().equals(Verdict.NOT_CHECKED.name())
                        && verdict.path("clauses").valueStream().noneMatch(VerdictJson::isUnreached))) {
            throw unusable(file, "is the verdict of a run that did not judge all it was asked to");
        }
        mustHave("operation", narrowed.operations(), strings(verdict.at("/narrowed/operations")), file);
        mustHave("scenario", narrowed.scenarios(), strings(verdict.at("/narrowed/scenarios")), file);
        Set<String> settled = strings(verdict.at("/narrowed/settled"));
        Set<String> unseen = new TreeSet<>(chosen);
        unseen.removeAll(settled);
        // A tag of a feature may look like a clause, and be none.
        unseen.retainAll(Catalogue.shipped().all().stream().map(Clause::id).collect(Collectors.toSet()));
        verdict.path("clauses")
                .forEach(clause -> unseen.remove(clause.path("id").asText()));
        if (!unseen.isEmpty()) {
            throw unusable(file, "is the verdict of a run without " + named(unseen));
        }
        return verdict.path("clauses")
                .valueStream()
                .filter(clause ->
                        isUnsettled(clause.path("verdict").asText(), !settled.isEmpty()) || isUnreached(clause))
                .map(clause -> clause.path("id").asText())
                .toList();
    }

    /** @param again whether it had been broken or inconclusive before: then nothing has settled it */
    private static boolean isUnsettled(String verdict, boolean again) {
        return UNSETTLED.contains(verdict) || (again && verdict.equals(Verdict.NOT_CHECKED.name()));
    }

    /** An earlier version does not say it, and knew no other way to be incomplete. */
    private static boolean isCutOff(JsonNode verdict) {
        return verdict.path("cut_off").asBoolean(!verdict.path("complete").asBoolean(true));
    }

    /** A derived clause is settled by what was seen: to judge it again, all scenarios would run again. */
    private static boolean isUnreached(JsonNode clause) {
        return clause.path("not_reached").asInt() > 0
                && !Coverage.derived().contains(clause.path("id").asText());
    }

    private static void mustHave(String option, Set<String> wanted, Set<String> judged, Path file) {
        if (!judged.isEmpty() && (wanted.isEmpty() || !judged.containsAll(wanted))) {
            throw unusable(
                    file,
                    "is the verdict of a run with --" + option + " " + String.join(", --" + option + " ", judged));
        }
    }

    private static String named(Set<String> clauses) {
        int more = clauses.size() - MOST_NAMES;
        return clauses.stream().limit(MOST_NAMES).collect(Collectors.joining(", "))
                + (more > 0 ? " and " + more + " more clauses" : "");
    }

    private static Set<String> strings(JsonNode list) {
        return list.valueStream().map(JsonNode::asText).collect(Collectors.toCollection(TreeSet::new));
    }

    private static CannotRun unusable(Path file, String why) {
        return new CannotRun("--only-failed needs a report on this target and on all that is chosen now, and " + file
                + " " + why + ": run once without --only-failed, or name another folder with --out. Nothing was sent");
    }

    private static JsonNode read(Path file) {
        try {
            return new ObjectMapper().readTree(file.toFile());
        } catch (IOException failure) {
            throw new CannotRun("cannot read " + file + ": " + failure.getMessage());
        }
    }

    /**
     * A verdict that was written before.
     *
     * @param target the name of what was judged
     * @param contract the name of its contract
     */
    public record Earlier(String target, String contract, List<EarlierScenario> scenarios) {}

    /**
     * A scenario of such a verdict.
     *
     * @param operation null where it was about none
     * @param combinations its runs under conditions; null where an earlier version did not write them
     * @param path the ids of the transitions of the path that broke; empty where it is about no paths
     */
    public record EarlierScenario(
            String clause,
            String name,
            @Nullable String operation,
            Verdict verdict,
            String reason,
            @Nullable List<ConditionedRun> combinations,
            List<String> path) {}

    /**
     * What an earlier run has seen.
     *
     * @throws CannotRun when the file is no such verdict
     */
    public static Earlier earlier(Path file) {
        if (!isVerdict(file)) {
            throw new CannotRun(
                    "the file " + file + " is no verdict.json of «samekey verify»: name one. Nothing was" + " written");
        }
        try {
            JsonNode document = new ObjectMapper().readTree(file.toFile());
            List<EarlierScenario> scenarios = new ArrayList<>();
            for (JsonNode clause : document.path("clauses")) {
                for (JsonNode scenario : clause.path("scenarios")) {
                    scenarios.add(new EarlierScenario(
                            clause.path("id").asText(),
                            scenario.path("name").asText(),
                            scenario.path("operation").textValue(),
                            Verdict.valueOf(scenario.path("verdict").asText()),
                            scenario.path("reason").asText(),
                            combinations(scenario.path("combinations")),
                            path(scenario.path("facts").path(KeyPath.TRANSITIONS))));
                }
            }
            return new Earlier(
                    document.path("target").asText(), document.path("contract").asText(), scenarios);
        } catch (IOException | IllegalArgumentException failure) {
            throw new CannotRun("cannot read " + file + ": " + failure.getMessage());
        }
    }

    private static List<String> path(JsonNode ids) {
        return ids.isTextual() ? List.of(ids.textValue().split(", ")) : List.of();
    }

    private static @Nullable List<ConditionedRun> combinations(JsonNode runs) {
        if (!runs.isArray()) {
            return null;
        }
        List<ConditionedRun> combinations = new ArrayList<>();
        for (JsonNode run : runs) {
            Map<String, String> conditions = new LinkedHashMap<>();
            run.path("conditions")
                    .properties()
                    .forEach(value ->
                            conditions.put(value.getKey(), value.getValue().asText()));
            combinations.add(new ConditionedRun(
                    conditions,
                    Verdict.valueOf(run.path("verdict").asText()),
                    run.path("reason").asText()));
        }
        return combinations;
    }

    /**
     * What an earlier run noted in a scenario. A clause without a scenario has one without a name.
     *
     * @param id what a user may call it; empty where nothing was noted, or by an earlier version
     * @param archived its entry of the archive; empty where it has none
     * @param pieces those that are in files
     */
    record Noted(
            String clause, String id, String name, String verdict, String reason, String archived, List<Piece> pieces) {
        /** The number that its id begins with, without zeros. */
        String number() {
            return id.replaceFirst("^0*(\\d+)-.*|^.*", "$1");
        }
    }

    /** @param file from the folder of the report */
    record Piece(String kind, String title, String file) {}

    /**
     * What an earlier run noted.
     *
     * @throws CannotRun when the file is no such verdict
     */
    static List<Noted> noted(Path file) {
        if (!isVerdict(file)) {
            throw new CannotRun("the file " + file + " is no verdict of a run, or is damaged");
        }
        List<Noted> all = new ArrayList<>();
        for (JsonNode clause : read(file).path("clauses")) {
            String id = clause.path("id").asText();
            if (clause.path("scenarios").isEmpty()) {
                all.add(noted(id, clause));
            }
            clause.path("scenarios").forEach(scenario -> all.add(noted(id, scenario)));
        }
        return all;
    }

    private static Noted noted(String clause, JsonNode scenario) {
        return new Noted(
                clause,
                scenario.path("feature").isTextual() ? scenario.path("id").asText() : "",
                scenario.path("name").asText(),
                scenario.path("verdict").asText(),
                scenario.path("reason").asText(),
                scenario.path("archived").asText(),
                scenario.path("evidence")
                        .valueStream()
                        .map(piece -> new Piece(
                                piece.path("kind").asText(),
                                piece.path("title").asText(),
                                piece.path("file").asText()))
                        .toList());
    }

    /**
     * The same verdict after the one in that file, where it is on the same target by the same contract; a file that is none changes
     * nothing.
     */
    public static ContractVerdict after(Path file, ContractVerdict verdict) {
        if (!isVerdict(file)) {
            return verdict;
        }
        try {
            Earlier before = earlier(file);
            if (!before.target().equals(verdict.run().target())
                    || !before.contract().equals(verdict.run().contract())) {
                return verdict;
            }
            Map<String, Map<String, Verdict>> scenarios = new HashMap<>();
            before.scenarios()
                    .forEach(one -> scenarios
                            .computeIfAbsent(one.clause(), unused -> new HashMap<>())
                            .merge(one.name(), one.verdict(), (a, b) -> a == Verdict.BROKEN ? a : b));
            return verdict.after(Instant.parse(read(file).path("started").asText()), scenarios);
        } catch (CannotRun | DateTimeParseException ofAnotherVersion) {
            return verdict;
        }
    }

    private static @Nullable Map<String, Object> since(ContractVerdict verdict) {
        SinceLastRun since = verdict.since();
        return since == null
                ? null
                : Map.of(
                        "started", since.started().toString(),
                        "broken", since.broken(),
                        "held_again", since.mended());
    }

    /**
     * How long each scenario of an earlier run took.
     *
     * @throws CannotRun when the file is no such verdict
     */
    public static List<MeasuredTimes.Measured> durations(Path file) {
        if (!isVerdict(file)) {
            throw new CannotRun("the file " + file + " is no verdict.json of an earlier run. Nothing was sent");
        }
        List<MeasuredTimes.Measured> measured = new ArrayList<>();
        for (JsonNode clause : read(file).path("clauses")) {
            for (JsonNode scenario : clause.path("scenarios")) {
                // Of what did not begin nothing was measured.
                if (scenario.path("facts").has(NotReached.FACT)) {
                    continue;
                }
                measured.add(new MeasuredTimes.Measured(
                        clause.path("id").asText(),
                        scenario.path("operation").textValue(),
                        scenario.path("duration_ms").asLong()));
            }
        }
        return measured;
    }

    private static Map<String, Object> document(ContractVerdict verdict, EvidenceFiles evidence) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("target", verdict.run().target());
        document.put("contract", verdict.run().contract());
        document.put("verdict", verdict.overall());
        document.put("complete", !verdict.isIncomplete());
        document.put("cut_off", verdict.isIncomplete() ? verdict.isCutOff() : null);
        document.put("exit_code", verdict.exitCode());
        document.put("gate", gate(verdict));
        document.put("started", verdict.run().start().toString());
        document.put("duration_ms", verdict.run().took().toMillis());
        document.put("since", since(verdict));
        document.put("seed", verdict.run().seed());
        document.put("narrowed", narrowed(verdict));
        document.put("requests", verdict.run().requests());
        document.put("cleanup", cleanup(verdict.run().cleaned()));
        document.put("counts", verdict.counts());
        document.put("consequences", verdict.consequences());
        List<Candidate> causes = Diagnosis.of(verdict).candidates();
        document.put(
                "causes",
                causes.isEmpty()
                        ? null
                        : causes.stream().map(VerdictJson::cause).toList());
        document.put(
                "clauses",
                verdict.clauses().stream()
                        .map(clause -> clause(clause, verdict.gate().baseline(), evidence))
                        // Each is made when the one before it is written.
                        .iterator());
        return document;
    }

    private static Map<String, Object> cause(Candidate candidate) {
        Map<String, Object> cause = new LinkedHashMap<>();
        cause.put("id", candidate.mend().id());
        cause.put("sureness", candidate.sureness().word());
        cause.put("cause", candidate.mend().cause());
        cause.put("clauses", candidate.clauses());
        cause.put("alike", candidate.alike().isEmpty() ? null : candidate.alike());
        cause.put("mend", "samekey explain " + candidate.explainedBy());
        return cause;
    }

    private static Map<String, Object> gate(ContractVerdict verdict) {
        return Map.of(
                "passed",
                verdict.exitCode() == 0,
                "findings",
                verdict.gate().findings().stream().map(Gate.Finding::text).toList(),
                "excused",
                verdict.gate().excused(verdict.clauses()));
    }

    private static @Nullable Map<String, Object> narrowed(ContractVerdict verdict) {
        Narrowed narrowed = verdict.gate().baseline().narrowed();
        Set<String> settled = new TreeSet<>(narrowed.settled());
        verdict.clauses().forEach(clause -> settled.remove(clause.clause().id()));
        Map<String, Object> left = new LinkedHashMap<>();
        left.put("operations", narrowed.operations());
        left.put("scenarios", narrowed.scenarios());
        left.put("settled", settled);
        left.values().removeIf(value -> value instanceof Set<?> set && set.isEmpty());
        return left.isEmpty() ? null : left;
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
        Unreached rest = verdict.unreached();
        clause.put("not_reached", rest == null ? null : rest.scenarios());
        clause.put(
                "known_breaks",
                baseline.of(verdict).stream().map(VerdictJson::known).toList());
        clause.put(
                "scenarios",
                verdict.scenarios().stream().map(one -> scenario(one, evidence)).iterator());
        return clause;
    }

    private static Map<String, Object> scenario(ScenarioResult result, EvidenceFiles evidence) {
        Map<String, Object> scenario = new LinkedHashMap<>();
        scenario.put("id", evidence.id(result).orElse(null));
        scenario.put("name", result.name());
        scenario.put("feature", result.feature());
        scenario.put("operation", result.operation());
        scenario.put("verdict", result.verdict());
        scenario.put("in_consequence_of", result.cause());
        scenario.put("reason", result.sentence());
        Map<String, String> facts = new LinkedHashMap<>();
        for (Fact fact : evidence.facts(result)) {
            facts.put(fact.name(), fact.value());
        }
        scenario.put("facts", facts);
        scenario.put("combinations", result.combinations());
        scenario.put("duration_ms", result.took().toMillis());
        scenario.put("evidence", evidence.references(result));
        scenario.put(
                "archived",
                evidence.archivedId(result).map(EvidenceFiles::entry).orElse(null));
        return scenario;
    }
}
