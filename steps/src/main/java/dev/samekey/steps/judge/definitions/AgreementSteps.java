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
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Whether all who tell of an operation tell the same (OBS-8). */
public final class AgreementSteps {
    private static final String WIRE = "wire";
    private static final String EFFECTS = "effects";
    private static final String STATE = "state";
    private static final String STATUS = "status";

    private final World world;
    private final Target target;
    private final Contract contract;
    private final Capabilities capabilities;
    private final Effects effects;
    private final Journal journal;
    private final Checks checks;
    private final Outcomes outcomes;
    private final Accounts accounts = new Accounts();
    private final List<String> lacking = new ArrayList<>();
    private Map<String, Double> before = Map.of();

    public AgreementSteps(
            World world,
            Target target,
            Contract contract,
            Capabilities capabilities,
            Effects effects,
            Journal journal,
            Checks checks) {
        this.world = world;
        this.target = target;
        this.contract = contract;
        this.capabilities = capabilities;
        this.effects = effects;
        this.journal = journal;
        this.checks = checks;
        this.outcomes = new Outcomes(contract);
    }

    @Given("all that tells of it as it stands")
    public void allAsItStands() {
        // Of the rest nothing is told yet: nothing else than the operation has its key.
        if (target.oracles().metrics() != null && contract.metrics() != null) {
            before = counters().read();
        }
    }

    @Then("all that tells of it tells the same")
    public void tellTheSame() {
        Map<String, Long> seen = outcomes.seen(world.exchanges());
        accounts.add(WIRE, wire(seen));
        need(this::counted);
        need(() -> accounts.add("log", logged()));
        need(() -> accounts.add("metrics", strings(counters().moved(before, counted(seen)))));
        may(() -> accounts.add("record", recorded()));
        may(() -> accounts.add("spans", traced()));
        journal.add(accounts.evidence(String.valueOf(world.operation())));
        List<String> differences = accounts.differences();
        checks.that(
                "all who tell of a " + world.operation() + " tell the same",
                differences.isEmpty(),
                "the same of each",
                String.join("; ", differences),
                new Fact("side by side", accounts.table()),
                World.repeat(world.exchanges().get(0)));
        if (!lacking.isEmpty()) {
            throw Judgement.notChecked(String.join("; ", lacking));
        }
    }

    /** One that the clause asks for; what the target file lacks is told in the end, for the others may differ. */
    private void need(Runnable account) {
        try {
            account.run();
        } catch (Judgement judgement) {
            if (judgement.verdict() != Verdict.NOT_CHECKED) {
                throw judgement;
            }
            lacking.add(judgement.reason());
        }
    }

    /** One that is heard where it is there. */
    private void may(Runnable account) {
        int before = lacking.size();
        need(account);
        lacking.subList(before, lacking.size()).clear();
    }

    private Map<String, String> wire(Map<String, Long> seen) {
        Map<String, String> told = strings(counted(seen));
        told.put(EFFECTS, String.valueOf(seen.getOrDefault("created", 0L)));
        told.put(STATE, "completed");
        told.put(STATUS, String.valueOf(world.first().status()));
        return told;
    }

    private void counted() {
        effects.count(world.call(), world.principals())
                .forEach((oracle, count) -> accounts.add(oracle, Map.of(EFFECTS, String.valueOf(count))));
    }

    private Map<String, String> logged() {
        Contract.Log form = outcomes.log();
        String key = key();
        List<Exchange> sent = world.exchanges();
        List<JsonNode> lines = journal.note(Capabilities.ask(() -> capabilities
                .log()
                .lines(form.key(), key, sent.size(), sent.get(0).at())));
        return words(lines, line -> line.path(form.outcome()).asText());
    }

    private Map<String, String> recorded() {
        String key = key();
        List<StoredRecord> records =
                journal.note(Capabilities.ask(() -> capabilities.records().of(key)));
        Map<String, String> told = new LinkedHashMap<>();
        for (StoredRecord record : records) {
            put(told, STATE, record.state());
            put(told, STATUS, record.status() == null ? null : record.status().toString());
        }
        if (records.isEmpty()) {
            told.put(STATE, "none");
        }
        return told;
    }

    private Map<String, String> traced() {
        Contract.Traces form = outcomes.traces();
        String named = form.outcome();
        if (named == null) {
            throw Judgement.notChecked("traces.outcome: the contract does not say which attribute names the outcome");
        }
        String key = key();
        List<Exchange> sent = world.exchanges();
        List<Span> spans = journal.note(Capabilities.ask(() -> capabilities
                .traces()
                .spans(
                        form.key(),
                        key,
                        found -> found.size() >= sent.size(),
                        sent.get(0).at())));
        List<Span> telling = spans.stream()
                .filter(span -> span.attributes().containsKey(named))
                .toList();
        return words(telling, span -> String.valueOf(span.attributes().get(named)));
    }

    /** How many of them say each outcome. */
    private <T> Map<String, String> words(List<T> telling, Function<T, String> word) {
        Map<String, Long> said = new TreeMap<>();
        telling.forEach(one -> said.merge(word.apply(one), 1L, Long::sum));
        Map<String, Long> counted = new LinkedHashMap<>();
        Outcomes.COUNTED.forEach(outcome -> counted.put(outcome, said.getOrDefault(outcomes.word(outcome), 0L)));
        return strings(counted);
    }

    private static Map<String, Long> counted(Map<String, Long> seen) {
        Map<String, Long> counted = new TreeMap<>();
        Outcomes.COUNTED.forEach(outcome -> counted.put(outcome, seen.getOrDefault(outcome, 0L)));
        return counted;
    }

    /** In the order in which they come to pass. */
    private static Map<String, String> strings(Map<String, Long> counted) {
        Map<String, String> told = new LinkedHashMap<>();
        Outcomes.COUNTED.forEach(outcome -> told.put(outcome, String.valueOf(counted.get(outcome))));
        return told;
    }

    private static void put(Map<String, String> told, String what, @Nullable String value) {
        if (value != null) {
            told.merge(what, value, (one, other) -> one + " and " + other);
        }
    }

    private Counters counters() {
        return new Counters(capabilities, journal, target.oracles().metrics(), outcomes.counters());
    }

    private String key() {
        return String.valueOf(world.call().key());
    }
}
