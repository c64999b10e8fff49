package dev.samekey.steps.judge.definitions;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.steps.drive.downstream.Arrival;
import dev.samekey.steps.drive.downstream.Counterpart;
import dev.samekey.steps.judge.expect.OperationTrace;
import dev.samekey.steps.judge.expect.OperationTrace.Entry;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.Target.Place;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects what one operation leaves at each place that the target file names in its story (EXT-7). */
public final class TraceSteps {
    /** So long after its response an operation is found at each place at the latest. */
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final Duration PAUSE = Duration.ofMillis(50);

    private final World world;
    private final Target target;
    private final Capabilities capabilities;
    private final Journal journal;
    private final Checks checks;
    private OperationTrace story = new OperationTrace(List.of());

    public TraceSteps(World world, Target target, Capabilities capabilities, Journal journal, Checks checks) {
        this.world = world;
        this.target = target;
        this.capabilities = capabilities;
        this.journal = journal;
        this.checks = checks;
    }

    @When("its traces are collected")
    @Costs(0)
    public void areCollected() {
        Call call = world.call();
        Map<String, Place> places = places(call);
        if (places.size() < 2) {
            throw Judgement.notChecked("story: the target file names " + places.size() + " places where the id of a "
                    + call.name() + " is found; it takes two to compare them");
        }
        List<Entry> entries = new ArrayList<>();
        places.forEach((name, place) -> {
            List<Entry> found = found(name, place, call);
            if (found.isEmpty()) {
                throw Judgement.inconclusive(
                        "nothing of " + call.operation().withArticle() + " was found at «story." + name + "» within "
                                + LIMIT.toSeconds() + " s",
                        new Fact("about", call.unique()));
            }
            entries.addAll(found);
        });
        story = new OperationTrace(entries);
        journal.add(story.evidence(call.name()));
    }

    @Then("all of them carry one operation id")
    public void carryOneId() {
        checks.that(
                "operation ids in the traces of " + world.call().operation().withArticle(),
                story.hasOneId(),
                "the same id at each place",
                story.ids(),
                new Fact("about", world.call().unique()));
    }

    /** What an operation does not reach is not in its story. */
    private Map<String, Place> places(Call call) {
        Map<String, Place> places = new LinkedHashMap<>(target.story());
        places.values()
                .removeIf(place -> place.counterpart() != null
                        && !call.operation().reaches().contains(place.counterpart()));
        return places;
    }

    private List<Entry> found(String name, Place place, Call call) {
        if (place.sql() != null) {
            return rows(name, place.sql(), call);
        }
        if (place.log() != null) {
            return lines(name, place, place.log(), call);
        }
        return arrivals(name, place, String.valueOf(place.counterpart()), call);
    }

    private List<Entry> rows(String name, String query, Call call) {
        Seen<List<List<String>>> rows = checks.machine()
                .until(
                        "a row at «story." + name + "»",
                        LIMIT,
                        PAUSE,
                        () -> rows(query, call),
                        seen -> !seen.value().isEmpty())
                .value();
        // A row has the target's time, which may have been put forward.
        Duration ahead =
                Duration.between(Instant.now(), capabilities.time().instant()).truncatedTo(ChronoUnit.MILLIS);
        return journal.note(rows).stream()
                .map(row -> new Entry(name, minus(OperationTrace.time(cell(row, 1)), ahead), cell(row, 0), rest(row)))
                .toList();
    }

    private Seen<List<List<String>>> rows(String query, Call call) {
        Map<String, String> parameters = Map.of("unique", call.unique(), "key", String.valueOf(call.key()));
        return Capabilities.ask(() -> capabilities.database().rows(query, parameters));
    }

    private List<Entry> lines(String name, Place place, String member, Call call) {
        Instant since = world.firstAttempt().exchange().at();
        List<JsonNode> lines = journal.note(
                Capabilities.ask(() -> capabilities.log().lines(member, String.valueOf(call.key()), 1, since)));
        return lines.stream()
                .map(line -> new Entry(
                        name,
                        OperationTrace.time(at(line, place.when())),
                        at(line, place.id()),
                        word(at(line, place.what()))))
                .toList();
    }

    private List<Entry> arrivals(String name, Place place, String counterpart, Call call) {
        Counterpart called = capabilities.counterparts().named(counterpart);
        return journal.note(called.await(call.unique(), 1, LIMIT)).stream()
                .map(arrival -> entry(name, place, arrival))
                .toList();
    }

    private Entry entry(String name, Place place, Arrival arrival) {
        JsonNode body = read(arrival.body());
        String id = place.id() == null ? arrival.key() : at(body, place.id());
        return new Entry(name, arrival.at(), id, word(at(body, place.what())));
    }

    private JsonNode read(String body) {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException noJson) {
            return JSON.missingNode();
        }
    }

    private static @Nullable String at(JsonNode node, @Nullable String pointer) {
        return pointer == null ? null : node.at(pointer).asText(null);
    }

    private static @Nullable String cell(List<String> row, int column) {
        return row.size() <= column || row.get(column).equals("null") ? null : row.get(column);
    }

    private static String rest(List<String> row) {
        return row.size() < 3 ? "" : String.join(", ", row.subList(2, row.size()));
    }

    private static String word(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static @Nullable Instant minus(@Nullable Instant time, Duration ahead) {
        return time == null ? null : time.minus(ahead);
    }
}
