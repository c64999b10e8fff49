package dev.samekey.steps.judge.expect;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What requests came to: on the wire, and in the words of those who watch. */
public final class Outcomes {
    /** What each counter counts, and a log tells apart. */
    public static final List<String> COUNTED = List.of("created", "replayed", "conflict");

    private final Contract contract;
    private final Reading reading;

    public Outcomes(Contract contract) {
        this.contract = contract;
        this.reading = new Reading(contract);
    }

    /** How many of each outcome were on the wire. */
    public Map<String, Long> seen(List<Exchange> exchanges) {
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
        if (reading.is(reading.refusal(Reason.PAYLOAD_MISMATCH), answer)) {
            return "conflict";
        }
        return reading.isInProgress(answer) ? "in_progress" : "failed";
    }

    /** The log's own word for an outcome, which spans use too. */
    public String word(String outcome) {
        Contract.Log form = contract.log();
        return form == null ? outcome : form.outcomes().getOrDefault(outcome, outcome);
    }

    /** What is said of the lines of a log. */
    public Contract.Log log() {
        Contract.Log form = contract.log();
        if (form == null) {
            throw Judgement.notChecked("log: the contract does not say what the log tells");
        }
        return form;
    }

    /** What is said of counters and figures. */
    public Contract.Metrics metrics() {
        Contract.Metrics names = contract.metrics();
        if (names == null) {
            throw Judgement.notChecked("metrics: the contract names no counters");
        }
        return names;
    }

    /** The contract's counters by the outcome that they count. */
    public Map<String, String> counters() {
        Contract.Metrics names = metrics();
        return Map.of("created", names.created(), "replayed", names.replayed(), "conflict", names.conflict());
    }

    /** What is said of spans. */
    public Contract.Traces traces() {
        Contract.Traces form = contract.traces();
        if (form == null) {
            throw Judgement.notChecked("traces: the contract does not say what a span carries");
        }
        return form;
    }
}
