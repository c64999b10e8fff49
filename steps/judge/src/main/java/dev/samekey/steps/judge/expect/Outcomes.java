package dev.samekey.steps.judge.expect;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

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

    /** How many requests for an operation under one key had each outcome on the wire, whatever came first. */
    public Map<String, Long> seen(Operation operation, List<Exchange> exchanges) {
        if (operation.id() == null) {
            reading.marker();
        }
        Map<String, Long> seen = new TreeMap<>();
        List<Answer> results = new ArrayList<>();
        exchanges.stream()
                .map(World::answer)
                // Of two answers with one result the one without the mark of a replay was the first.
                .sorted(Comparator.comparing(reading::isMarked))
                .forEach(answer -> seen.merge(outcome(operation, answer, results), 1L, Long::sum));
        return seen;
    }

    /** The same of each outcome that counters count, in the order in which they happen. */
    public static Map<String, Long> counted(Map<String, Long> seen) {
        Map<String, Long> counted = new LinkedHashMap<>();
        COUNTED.forEach(outcome -> counted.put(outcome, seen.getOrDefault(outcome, 0L)));
        return counted;
    }

    /** @param results the answers that had a result of their own, to which this one is added if it has */
    private String outcome(Operation operation, Answer answer, List<Answer> results) {
        if (results.stream().anyMatch(result -> reading.isReplay(operation, result, answer))) {
            return "replayed";
        }
        if (answer.isSuccessful()) {
            results.add(answer);
            return "created";
        }
        if (reading.isRefusedRepeat(answer)) {
            throw Judgement.notChecked(
                    "replay.mode: the contract refuses repeats, and does not say what log and metrics" + " call that");
        }
        if (reading.is(reading.refusal(Reason.PAYLOAD_MISMATCH), answer)) {
            return "conflict";
        }
        reading.requireTold(answer, Reason.IN_PROGRESS);
        return reading.isInProgress(answer) ? "in_progress" : "failed";
    }

    /** The log's own word for an outcome, which spans use too; null where the contract names none. */
    public @Nullable String word(String outcome) {
        Contract.Log form = contract.log();
        return form == null ? null : form.outcomes().get(outcome);
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
