package dev.samekey.steps.judge.expect;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The outcomes of requests: on the wire, and in the words of log and spans. */
public final class Outcomes {
    /** The outcomes that counters count and a log distinguishes. */
    public static final List<String> COUNTED = List.of("created", "replayed", "conflict");

    private final Contract contract;
    private final Reading reading;

    public Outcomes(Contract contract) {
        this.contract = contract;
        this.reading = new Reading(contract);
    }

    /** How many requests had each outcome on the wire. */
    public Map<String, Long> seen(List<Exchange> exchanges) {
        Map<String, Long> seen = new TreeMap<>();
        exchanges.forEach(exchange -> seen.merge(outcome(World.answer(exchange)), 1L, Long::sum));
        return seen;
    }

    /** The same of each outcome that counters count, in the order in which they happen. */
    public static Map<String, Long> counted(Map<String, Long> seen) {
        Map<String, Long> counted = new LinkedHashMap<>();
        COUNTED.forEach(outcome -> counted.put(outcome, seen.getOrDefault(outcome, 0L)));
        return counted;
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

    /** What the contract says of the lines of a log. */
    public Contract.Log log() {
        Contract.Log form = contract.log();
        if (form == null) {
            throw Judgement.notChecked("log: the contract does not say what the log has of a request");
        }
        return form;
    }

    /** What the contract says of spans. */
    public Contract.Traces traces() {
        Contract.Traces form = contract.traces();
        if (form == null) {
            throw Judgement.notChecked("traces: the contract does not say which attributes a span has");
        }
        return form;
    }
}
