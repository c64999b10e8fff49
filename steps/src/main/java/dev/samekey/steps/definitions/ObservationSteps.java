package dev.samekey.steps.definitions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.oracles.log.LogOracle;
import dev.samekey.oracles.metrics.MetricsOracle;
import dev.samekey.steps.contract.Contract;
import dev.samekey.steps.http.Answer;
import dev.samekey.steps.http.Exchange;
import dev.samekey.steps.verdict.Fact;
import dev.samekey.steps.verdict.Judgement;
import dev.samekey.steps.world.Capabilities;
import dev.samekey.steps.world.Checks;
import dev.samekey.steps.world.Heats;
import dev.samekey.steps.world.Journal;
import dev.samekey.steps.world.World;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** What log and metrics must say of what was on the wire. */
public final class ObservationSteps {
    /** What each counter counts, and a log tells apart. */
    private static final List<String> OUTCOMES = List.of("created", "replayed", "conflict");

    private final World world;
    private final Contract contract;
    private final Capabilities capabilities;
    private final Journal journal;
    private final Checks checks;
    private final Reading reading;
    private final Heats heats;
    private Map<String, Double> before = Map.of();

    public ObservationSteps(
            World world, Contract contract, Capabilities capabilities, Journal journal, Checks checks, Heats heats) {
        this.world = world;
        this.contract = contract;
        this.capabilities = capabilities;
        this.journal = journal;
        this.checks = checks;
        this.reading = new Reading(contract);
        this.heats = heats;
    }

    @Given("the counters as they stand")
    public void theCounters() {
        before = counters();
    }

    @Then("the counters moved by what the callers saw")
    public void theCountersMoved() {
        Map<String, Long> seen = seen(world.exchanges());
        Map<String, Double> after = counters();
        names().forEach((outcome, name) -> checks.equal(
                "the counter " + name + " moved by what was on the wire",
                (double) seen.getOrDefault(outcome, 0L),
                after.getOrDefault(name, 0.0) - before.getOrDefault(name, 0.0),
                new Fact("before", String.valueOf(before.get(name))),
                new Fact("after", String.valueOf(after.get(name)))));
        sawAll(seen);
    }

    @Then("the log has one complete line for each request")
    public void hasOneCompleteLine() {
        List<JsonNode> lines = lines(world.exchanges().size());
        for (int i = 0; i < lines.size(); i++) {
            complete(lines.get(i), world.exchanges().get(i), i + 1);
        }
    }

    @Then("the log names the outcomes that the callers saw")
    public void namesWhatTheCallersSaw() {
        boolean raced = !heats.all().isEmpty();
        List<Exchange> exchanges = raced ? heats.all().get(0).round().exchanges() : world.exchanges();
        Contract.Log form = form();
        Map<String, Long> seen = seen(exchanges);
        Map<String, Long> expected = new TreeMap<>();
        seen.forEach((outcome, count) -> expected.put(form.outcomes().getOrDefault(outcome, outcome), count));
        Map<String, Long> logged = new TreeMap<>();
        lines(exchanges.size())
                .forEach(line -> logged.merge(line.path(form.outcome()).asText(), 1L, Long::sum));
        checks.equal("the log's outcomes agree with the wire", expected, logged, world.where());
        if (!raced) {
            sawAll(seen);
        }
    }

    /** How many of each outcome were on the wire. */
    private Map<String, Long> seen(List<Exchange> exchanges) {
        Map<String, Long> seen = new TreeMap<>();
        exchanges.forEach(exchange -> seen.merge(outcome(World.answer(exchange)), 1L, Long::sum));
        return seen;
    }

    private String outcome(Answer answer) {
        reading.marker();
        if (reading.isReplay(answer)) {
            return "replayed";
        }
        if (answer.isSuccessful()) {
            return "created";
        }
        if (reading.is(reading.refusal("payload_mismatch"), answer)) {
            return "conflict";
        }
        return reading.isInProgress(answer) ? "in_progress" : "failed";
    }

    /** What was not on the wire has not been compared. */
    private static void sawAll(Map<String, Long> seen) {
        for (String outcome : OUTCOMES) {
            if (!seen.containsKey(outcome)) {
                throw Judgement.inconclusive("no request came out as " + outcome + ", so it was not compared");
            }
        }
    }

    private void complete(JsonNode line, Exchange exchange, int attempt) {
        for (String member : form().members()) {
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

    private List<JsonNode> lines(int expected) {
        Contract.Log form = form();
        LogOracle oracle = capabilities.log();
        String key = String.valueOf(world.call().key());
        List<JsonNode> lines = ask(() -> oracle.lines(form.key(), key, expected));
        checks.equal("the log has one line for each request of the key", expected, lines.size(), new Fact("key", key));
        return lines;
    }

    private Map<String, Double> counters() {
        MetricsOracle oracle = capabilities.metrics();
        return ask(() -> oracle.read(names().values()));
    }

    /** The contract's counters by the outcome that they count. */
    private Map<String, String> names() {
        Contract.Metrics names = contract.metrics();
        if (names == null) {
            throw Judgement.notChecked("metrics: the contract names no counters");
        }
        return Map.of("created", names.created(), "replayed", names.replayed(), "conflict", names.conflict());
    }

    private Contract.Log form() {
        Contract.Log form = contract.log();
        if (form == null) {
            throw Judgement.notChecked("log: the contract does not say what the log tells");
        }
        return form;
    }

    private <T> T ask(Supplier<Seen<T>> oracle) {
        return journal.note(Capabilities.ask(oracle));
    }
}
