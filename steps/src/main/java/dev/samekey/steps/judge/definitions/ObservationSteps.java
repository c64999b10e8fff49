package dev.samekey.steps.judge.definitions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.oracles.log.LogOracle;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.judge.act.Counters;
import dev.samekey.steps.judge.expect.Outcomes;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Heats;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What log and metrics must say of what was on the wire. */
public final class ObservationSteps {
    private final World world;
    private final Contract contract;
    private final Capabilities capabilities;
    private final Journal journal;
    private final Checks checks;
    private final Target target;
    private final Outcomes outcomes;
    private final Heats heats;
    private Map<String, Double> before = Map.of();

    public ObservationSteps(
            World world,
            Contract contract,
            Target target,
            Capabilities capabilities,
            Journal journal,
            Checks checks,
            Heats heats) {
        this.world = world;
        this.contract = contract;
        this.capabilities = capabilities;
        this.journal = journal;
        this.checks = checks;
        this.target = target;
        this.outcomes = new Outcomes(contract);
        this.heats = heats;
    }

    @Given("the counters as they stand")
    public void theCounters() {
        before = counters().read();
    }

    @Then("the counters moved by what the callers saw")
    public void theCountersMoved() {
        Map<String, Long> seen = outcomes.seen(world.exchanges());
        Map<String, Long> wanted = new TreeMap<>();
        Outcomes.COUNTED.forEach(outcome -> wanted.put(outcome, seen.getOrDefault(outcome, 0L)));
        Map<String, Long> moved = counters().moved(before, wanted);
        outcomes.counters()
                .forEach((outcome, name) -> checks.equal(
                        "the counter " + name + " moved by what was on the wire",
                        wanted.getOrDefault(outcome, 0L),
                        moved.getOrDefault(outcome, 0L),
                        new Fact("before", String.valueOf(before.get(name)))));
        sawAll(seen);
    }

    @Then("the figures of health can be read")
    public void theFiguresCanBeRead() {
        Contract.Metrics names = outcomes.metrics();
        List<String> own = Stream.of(names.processingTimeouts(), names.replayAgeMedian(), names.replayAgeP95())
                .filter(Objects::nonNull)
                .toList();
        if (own.size() < 3) {
            throw Judgement.notChecked("metrics: the contract does not name processing_timeouts, replay_age_median"
                    + " and replay_age_p95");
        }
        // How often keys are replayed and mismatched is a share of these.
        List<String> figures = Stream.concat(outcomes.counters().values().stream(), own.stream())
                .toList();
        Map<String, Double> there =
                journal.note(Capabilities.ask(() -> capabilities.metrics().present(figures)));
        figures.forEach(figure -> checks.that(
                "the metrics have " + figure,
                there.containsKey(figure),
                "a number",
                "none",
                new Fact("there is", String.valueOf(there))));
    }

    @Then("the log has one complete line for each request")
    public void hasOneCompleteLine() {
        List<JsonNode> lines = lines(world.exchanges());
        for (int i = 0; i < lines.size(); i++) {
            complete(lines.get(i), world.exchanges().get(i), i + 1);
        }
    }

    @Then("the log names the outcomes that the callers saw")
    public void namesWhatTheCallersSaw() {
        boolean raced = !heats.all().isEmpty();
        List<Exchange> exchanges = raced ? heats.all().get(0).round().exchanges() : world.exchanges();
        Contract.Log form = outcomes.log();
        Map<String, Long> seen = outcomes.seen(exchanges);
        Map<String, Long> expected = new TreeMap<>();
        seen.forEach((outcome, count) -> expected.put(outcomes.word(outcome), count));
        Map<String, Long> logged = new TreeMap<>();
        lines(exchanges).forEach(line -> logged.merge(line.path(form.outcome()).asText(), 1L, Long::sum));
        checks.equal("the log's outcomes agree with the wire", expected, logged, world.where());
        if (!raced) {
            sawAll(seen);
        }
    }

    /** What was not on the wire has not been compared. */
    private static void sawAll(Map<String, Long> seen) {
        for (String outcome : Outcomes.COUNTED) {
            if (!seen.containsKey(outcome)) {
                throw Judgement.inconclusive("no request came out as " + outcome + ", so it was not compared");
            }
        }
    }

    private void complete(JsonNode line, Exchange exchange, int attempt) {
        for (String member : outcomes.log().members()) {
            checks.that("each line has " + member, line.has(member), member, line.toString());
        }
        int status = World.answer(exchange).status();
        checks.equal(
                "the line has the status of the wire",
                status,
                line.path("status").asInt(),
                line(line));
        if (contract.attemptHeader() != null) {
            checks.equal(
                    "the line has the attempt", attempt, line.path("attempt").asInt(), line(line));
        }
    }

    private static Fact line(JsonNode line) {
        return new Fact("line", line.toString());
    }

    private List<JsonNode> lines(List<Exchange> exchanges) {
        Contract.Log form = outcomes.log();
        LogOracle oracle = capabilities.log();
        String key = String.valueOf(world.call().key());
        int expected = exchanges.size();
        Instant since = exchanges.get(0).at();
        List<JsonNode> lines = journal.note(Capabilities.ask(() -> oracle.lines(form.key(), key, expected, since)));
        checks.equal("the log has one line for each request of the key", expected, lines.size(), new Fact("key", key));
        return lines;
    }

    private Counters counters() {
        return new Counters(capabilities, journal, target.oracles().metrics(), outcomes.counters());
    }
}
