package dev.samekey.reports.shard;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceStore;
import dev.samekey.oracles.evidence.Text;
import dev.samekey.reports.verdict.Api;
import dev.samekey.reports.verdict.Baseline;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.judge.run.RunResult;
import dev.samekey.steps.judge.run.Shard;
import dev.samekey.steps.judge.run.Split;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.StepResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one shard leaves behind: all that a report of the whole run is made of. It holds no secret, as no report does.
 *
 * @param version of Samekey
 * @param run what the pipeline calls the run; empty where nobody said
 * @param clauses that the whole run is to report
 * @param result without what is in {@code noted}
 * @param noted for each scenario of the result and each of its steps, which pieces of the evidence were noted in it
 */
public record ShardReport(
        String version,
        String run,
        Shard shard,
        Split split,
        SortedSet<String> clauses,
        Api api,
        Baseline baseline,
        RunResult result,
        List<List<List<Integer>>> noted) {
    /** Its name in the folder of the shard. */
    public static final String NAME = "shard.json";

    private static final String NO_REPORT =
            ": is no whole report of a shard, or one of another version of Samekey: run that shard again";

    /** What it reads goes to a store of its own. */
    private static ObjectMapper json() {
        return new ObjectMapper()
                .registerModule(new JavaTimeModule())
                .registerModule(texts(new EvidenceStore()))
                .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                // What these answer is no part of a record.
                .setVisibility(PropertyAccessor.IS_GETTER, Visibility.NONE);
    }

    private static Module texts(EvidenceStore store) {
        return new SimpleModule()
                .addSerializer(Text.class, new StdSerializer<>(Text.class) {
                    @Override
                    public void serialize(Text text, JsonGenerator json, SerializerProvider unused) throws IOException {
                        json.writeString(text.read());
                    }
                })
                .addDeserializer(Text.class, new StdDeserializer<>(Text.class) {
                    @Override
                    public Text deserialize(JsonParser json, DeserializationContext context) throws IOException {
                        return store.keep(_parseString(json, context, this));
                    }
                });
    }

    /** That of a shard that has run. */
    public static ShardReport of(
            String version,
            String run,
            Shard shard,
            Split split,
            Set<String> clauses,
            Api api,
            Baseline baseline,
            RunResult result) {
        List<ScenarioResult> bare = new ArrayList<>();
        List<List<List<Integer>>> noted = new ArrayList<>();
        for (ScenarioResult scenario : result.scenarios()) {
            noted.add(scenario.steps().stream()
                    .map(step -> places(step.evidence(), scenario.evidence()))
                    .toList());
            bare.add(scenario.with(scenario.steps().stream()
                    .map(step -> step.with(step.status(), List.of()))
                    .toList()));
        }
        return new ShardReport(
                version, run, shard, split, new TreeSet<>(clauses), api, baseline, result.with(bare), noted);
    }

    /** Equal pieces may be noted twice, so each is found by itself. */
    private static List<Integer> places(List<Evidence> some, List<Evidence> all) {
        IdentityHashMap<Evidence, Integer> places = new IdentityHashMap<>();
        for (int i = 0; i < all.size(); i++) {
            places.put(all.get(i), i);
        }
        return some.stream()
                .flatMap(piece -> Stream.ofNullable(places.get(piece)))
                .toList();
    }

    /** What the shard saw, with the evidence of each step. */
    RunResult seen() {
        List<ScenarioResult> whole = new ArrayList<>();
        for (int i = 0; i < result.scenarios().size(); i++) {
            ScenarioResult scenario = result.scenarios().get(i);
            List<StepResult> steps = new ArrayList<>();
            for (int j = 0; j < scenario.steps().size(); j++) {
                StepResult step = scenario.steps().get(j);
                steps.add(step.with(
                        step.status(),
                        noted.get(i).get(j).stream()
                                .map(scenario.evidence()::get)
                                .toList()));
            }
            whole.add(scenario.with(steps));
        }
        return result.with(whole);
    }

    public void write(Path folder) throws IOException {
        json().writeValue(folder.resolve(NAME).toFile(), this);
    }

    /** @throws CannotRun when the file is no report of a shard, or is damaged */
    static ShardReport read(Path file) {
        try {
            ShardReport report = json().readValue(file.toFile(), ShardReport.class);
            if (report == null || report.hasGaps()) {
                throw new CannotRun(file + NO_REPORT);
            }
            return report;
        } catch (JsonProcessingException wrong) {
            throw new CannotRun(file + ", line " + wrong.getLocation().getLineNr() + NO_REPORT);
        } catch (IOException failure) {
            throw new CannotRun("cannot read " + file + ": " + failure.getMessage());
        }
    }

    /** A member that a damaged file lacks is null, whatever its type says. */
    private boolean hasGaps() {
        return Stream.<@Nullable Object>of(version, run, shard, split, clauses, api, baseline, result, noted)
                .anyMatch(Objects::isNull);
    }
}
