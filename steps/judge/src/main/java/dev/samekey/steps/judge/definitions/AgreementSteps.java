package dev.samekey.steps.judge.definitions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.oracles.database.StoredRecord;
import dev.samekey.oracles.traces.Span;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.judge.act.Counters;
import dev.samekey.steps.judge.expect.Accounts;
import dev.samekey.steps.judge.expect.Outcomes;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import io.cucumber.java.en.Then;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Whether all sources say the same of an operation (OBS-8). */
public final class AgreementSteps {
    private static final String WIRE = "wire";
    private static final String EFFECTS = "effects";
    private static final String STATE = "state";
    private static final String STATUS = "status";

    private final World world;
    private final Capabilities capabilities;
    private final Counters counters;
    private final Effects effects;
    private final Journal journal;
    private final Checks checks;
    private final Outcomes outcomes;
    private final Accounts accounts = new Accounts();
    private final List<String> lacking = new ArrayList<>();

    public AgreementSteps(
            World world,
            Contract contract,
            Capabilities capabilities,
            Counters counters,
            Effects effects,
            Journal journal,
            Checks checks) {
        this.world = world;
        this.capabilities = capabilities;
        this.counters = counters;
        this.effects = effects;
        this.journal = journal;
        this.checks = checks;
        this.outcomes = new Outcomes(contract);
    }

    @Then("all sources agree")
    public void allSourcesAgree() {
        Map<String, Long> seen = outcomes.seen(world.call().operation(), world.exchanges());
        Map<String, Long> counted = Outcomes.counted(seen);
        accounts.add(WIRE, wire(seen));
        need(() -> addEffects(seen.getOrDefault("created", 0L)));
        need(() -> accounts.add("log", logged()));
        need(() -> accounts.add("metrics", strings(counters.moved(counted))));
        addIfPresent(() -> accounts.add("record", recorded()));
        addIfPresent(() -> accounts.add("spans", traced()));
        String operation = world.call().operation().withArticle();
        journal.add(accounts.evidence(operation));
        List<String> differences = accounts.differences();
        checks.that(
                "sources about " + operation + ", requested "
                        + world.exchanges().size() + " times",
                differences.isEmpty(),
                "the same values",
                String.join("; ", differences),
                new Fact("side by side", accounts.table()),
                world.firstAttempt().repeat());
        if (!lacking.isEmpty()) {
            throw Judgement.notChecked(String.join("; ", lacking));
        }
    }

    /** A source that the clause asks for. What the target file lacks is said in the end, since the others may differ. */
    private void need(Runnable source) {
        try {
            source.run();
        } catch (Judgement judgement) {
            if (judgement.verdict() != Verdict.NOT_CHECKED) {
                throw judgement;
            }
            lacking.add(judgement.reason());
        }
    }

    private void addIfPresent(Runnable source) {
        int before = lacking.size();
        need(source);
        lacking.subList(before, lacking.size()).clear();
    }

    private Map<String, String> wire(Map<String, Long> seen) {
        Map<String, String> values = strings(Outcomes.counted(seen));
        values.put(EFFECTS, String.valueOf(seen.getOrDefault("created", 0L)));
        values.put(STATE, "completed");
        values.put(STATUS, String.valueOf(world.first().status()));
        return values;
    }

    private void addEffects(long created) {
        effects.count(world.call(), world.senders(), created)
                .forEach((oracle, count) -> accounts.add(oracle, Map.of(EFFECTS, String.valueOf(count))));
    }

    private Map<String, String> logged() {
        Contract.Log form = outcomes.log();
        String key = key();
        List<Exchange> sent = world.exchanges();
        List<JsonNode> lines = journal.note(checks.machine()
                .see(
                        "lines of the log",
                        () -> Capabilities.ask(() -> capabilities
                                .log()
                                .lines(form.key(), key, sent.size(), sent.get(0).at())),
                        seen -> seen.value().size() >= sent.size()));
        return counted(lines, line -> line.path(form.outcome()).asText());
    }

    private Map<String, String> recorded() {
        String key = key();
        List<StoredRecord> records =
                journal.note(Capabilities.ask(() -> capabilities.records().of(key)));
        Map<String, String> values = new LinkedHashMap<>();
        for (StoredRecord record : records) {
            put(values, STATE, record.state());
            put(values, STATUS, record.status() == null ? null : record.status().toString());
        }
        if (records.isEmpty()) {
            values.put(STATE, "none");
        }
        return values;
    }

    private Map<String, String> traced() {
        Contract.Traces form = outcomes.traces();
        String attribute = form.outcome();
        if (attribute == null) {
            throw Judgement.notChecked("traces.outcome: the contract does not say which attribute names the outcome");
        }
        String key = key();
        List<Exchange> sent = world.exchanges();
        List<Span> spans = journal.note(checks.machine()
                .see(
                        "spans",
                        () -> Capabilities.ask(() -> capabilities
                                .traces()
                                .spans(
                                        form.key(),
                                        key,
                                        found -> found.size() >= sent.size(),
                                        sent.get(0).at())),
                        seen -> seen.value().size() >= sent.size()));
        List<Span> withOutcome = spans.stream()
                .filter(span -> span.attributes().containsKey(attribute))
                .toList();
        return counted(withOutcome, span -> String.valueOf(span.attributes().get(attribute)));
    }

    /** How many of them name each outcome. */
    private <T> Map<String, String> counted(List<T> all, Function<T, String> word) {
        Map<String, Long> byWord = new TreeMap<>();
        all.forEach(one -> byWord.merge(word.apply(one), 1L, Long::sum));
        Map<String, Long> byOutcome = new LinkedHashMap<>();
        Outcomes.COUNTED.forEach(outcome -> {
            String named = outcomes.word(outcome);
            if (named != null) {
                byOutcome.put(outcome, byWord.getOrDefault(named, 0L));
            }
        });
        return strings(byOutcome);
    }

    /** In the order in which the outcomes happen. */
    private static Map<String, String> strings(Map<String, Long> counted) {
        Map<String, String> values = new LinkedHashMap<>();
        counted.forEach((outcome, count) -> values.put(outcome, String.valueOf(count)));
        return values;
    }

    private static void put(Map<String, String> values, String column, @Nullable String value) {
        if (value != null) {
            values.merge(column, value, (one, other) -> one + " and " + other);
        }
    }

    private String key() {
        return String.valueOf(world.call().key());
    }
}
