package dev.samekey.steps.judge.definitions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.oracles.log.LogOracle;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.judge.act.Counters;
import dev.samekey.steps.judge.expect.DeliveryLog;
import dev.samekey.steps.judge.expect.LogSecrecy;
import dev.samekey.steps.judge.expect.Outcomes;
import dev.samekey.steps.judge.words.LogProperty;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.MachineWatch;
import dev.samekey.steps.judge.world.RaceRounds;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What log and metrics must say of the requests that were sent. */
public final class ObservationSteps {
    private final World world;
    private final Contract contract;
    private final Capabilities capabilities;
    private final Counters counters;
    private final DeliveryLog deliveryLog;
    private final LogSecrecy logSecrecy;
    private final Journal journal;
    private final Checks checks;
    private final RaceRounds raceRounds;
    private final MachineWatch machine;
    private final Outcomes outcomes;

    public ObservationSteps(
            World world,
            Contract contract,
            Capabilities capabilities,
            Counters counters,
            DeliveryLog deliveryLog,
            LogSecrecy logSecrecy,
            Journal journal,
            Checks checks,
            RaceRounds raceRounds,
            MachineWatch machine) {
        this.world = world;
        this.contract = contract;
        this.capabilities = capabilities;
        this.counters = counters;
        this.deliveryLog = deliveryLog;
        this.logSecrecy = logSecrecy;
        this.journal = journal;
        this.checks = checks;
        this.raceRounds = raceRounds;
        this.machine = machine;
        this.outcomes = new Outcomes(contract);
    }

    @Given("the counters are read")
    public void areRead() {
        counters.read();
    }

    @Then("the counters moved with the outcomes")
    public void movedWithTheOutcomes() {
        Map<String, Long> seen = outcomes.seen(world.call().operation(), world.exchanges());
        Map<String, Long> expected = Outcomes.counted(seen);
        Map<String, Long> moved = counters.moved(expected);
        counters.names()
                .forEach((outcome, name) -> checks.equal(
                        "increase of the counter " + name + " after " + requests(world.exchanges()),
                        expected.getOrDefault(outcome, 0L),
                        moved.getOrDefault(outcome, 0L),
                        new Fact("before", counters.atFirst(name))));
        requireAllOutcomes(seen, counters.names().keySet());
    }

    @Then("the health figures exist")
    public void healthFiguresExist() {
        Contract.Metrics metrics = contract.metrics();
        List<String> own = metrics == null
                ? List.of()
                : Stream.of(metrics.processingTimeouts(), metrics.replayAgeMedian(), metrics.replayAgeP95())
                        .filter(Objects::nonNull)
                        .toList();
        // How often keys are replayed and mismatched is a share of the counters.
        List<String> figures =
                Stream.concat(counters.names().values().stream(), own.stream()).toList();
        if (own.size() < 3) {
            throw Judgement.notChecked("metrics: the contract does not name processing_timeouts, replay_age_median"
                    + " and replay_age_p95");
        }
        Map<String, Double> present = journal.note(machine.see(
                "the health figures",
                () -> Capabilities.ask(() -> capabilities.metrics().present(figures)),
                seen -> seen.value().keySet().containsAll(figures)));
        figures.forEach(figure -> checks.that(
                "health figure " + figure,
                present.containsKey(figure),
                "a number",
                "none",
                new Fact("metrics", String.valueOf(present))));
    }

    @Then("the log {logProperty}")
    public void theLog(LogProperty property) {
        switch (property) {
            case LINE_PER_REQUEST -> mustHaveALineForEachRequest();
            case LINE_PER_DELIVERY -> deliveryLog.check();
            case OUTCOMES -> mustNameTheOutcomes();
            case NO_SECRET -> logSecrecy.check();
        }
    }

    private void mustHaveALineForEachRequest() {
        if (outcomes.log().members().isEmpty()) {
            throw Judgement.notChecked("log.members: the contract names no members that a log line has");
        }
        List<Exchange> exchanges = world.exchanges();
        List<JsonNode> lines = lines(exchanges);
        lines.forEach(this::mustBeComplete);
        mustTell("status", exchanges.stream().map(one -> World.answer(one).status()), lines);
        if (contract.attemptHeader() != null) {
            mustTell("attempt", IntStream.rangeClosed(1, exchanges.size()).boxed(), lines);
        }
    }

    /** Of a race the first round is enough. */
    private void mustNameTheOutcomes() {
        boolean raced = !raceRounds.all().isEmpty();
        List<Exchange> exchanges = raced ? raceRounds.all().get(0).round().exchanges() : world.exchanges();
        Contract.Log form = outcomes.log();
        Map<String, Long> seen = outcomes.seen(world.call().operation(), exchanges);
        Map<String, Long> expected = new TreeMap<>();
        seen.forEach((outcome, count) -> {
            String word = outcomes.word(outcome);
            if (word != null) {
                expected.merge(word, count, Long::sum);
            }
        });
        long open = exchanges.size()
                - expected.values().stream().mapToLong(Long::longValue).sum();
        Map<String, Long> logged = new TreeMap<>();
        lines(exchanges).forEach(line -> logged.merge(line.path(form.outcome()).asText(), 1L, Long::sum));
        // What the log calls an outcome that the contract has no word for is its own affair.
        boolean holds = open == 0
                ? expected.equals(logged)
                : expected.entrySet().stream().allMatch(one -> logged.getOrDefault(one.getKey(), 0L) >= one.getValue());
        checks.that(
                "outcomes in the log of " + requests(exchanges),
                holds,
                expected + (open == 0 ? "" : " and " + open + " that the contract has no word for"),
                logged.toString(),
                world.where());
        if (!raced) {
            requireAllOutcomes(seen, form.outcomes().keySet());
        }
    }

    /** An outcome that no request had has not been compared. */
    private static void requireAllOutcomes(Map<String, Long> seen, Set<String> named) {
        for (String outcome : Outcomes.COUNTED) {
            if (named.contains(outcome) && !seen.containsKey(outcome)) {
                throw Judgement.inconclusive("no request had the outcome " + outcome + ", so it was not compared");
            }
        }
    }

    private void mustBeComplete(JsonNode line) {
        for (String member : outcomes.log().members()) {
            checks.that(
                    "log line of a request for " + world.call().operation().withArticle(),
                    line.has(member),
                    "the member " + member,
                    line.toString());
        }
    }

    /**
     * A line may be written after the response, and so after the line of the next request: their order says nothing. What a log
     * calls otherwise may mean something else, such as the status at a provider.
     */
    private void mustTell(String member, Stream<Integer> expected, List<JsonNode> lines) {
        if (outcomes.log().members().contains(member)) {
            checks.equal(
                    member + " in the log lines of the requests for "
                            + world.call().operation().withArticle(),
                    expected.sorted().toList(),
                    lines.stream()
                            .map(line -> line.path(member).asInt())
                            .sorted()
                            .toList(),
                    new Fact("lines", lines.toString()));
        }
    }

    private List<JsonNode> lines(List<Exchange> exchanges) {
        Contract.Log form = outcomes.log();
        LogOracle oracle = capabilities.log();
        String key = String.valueOf(world.call().key());
        int expected = exchanges.size();
        Instant since = exchanges.get(0).at();
        List<JsonNode> lines = journal.note(machine.see(
                "log lines",
                () -> Capabilities.ask(() -> oracle.lines(form.key(), key, expected, since)),
                seen -> seen.value().size() >= expected));
        checks.equal("log lines for " + requests(exchanges), expected, lines.size(), new Fact("key", key));
        return lines;
    }

    /** Such as {@code 3 requests under the key of a payment}. */
    private String requests(List<Exchange> exchanges) {
        return exchanges.size() + " requests under the key of "
                + world.call().operation().withArticle();
    }
}
