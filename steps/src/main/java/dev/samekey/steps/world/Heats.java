package dev.samekey.steps.world;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.steps.http.Request;
import dev.samekey.steps.http.Round;
import dev.samekey.steps.target.Confidence;
import dev.samekey.steps.target.Target;
import dev.samekey.steps.verdict.Fact;
import dev.samekey.steps.verdict.Judgement;
import java.util.ArrayList;
import java.util.List;

/** The rounds of the races of one scenario, and whether they were races at all. */
public final class Heats {
    private final Confidence confidence;
    private final Journal journal;
    private final List<Heat> heats = new ArrayList<>();
    private int wanted = 1;

    public Heats(Target target, Journal journal) {
        this.confidence = target.limits().races();
        this.journal = journal;
    }

    /** One round of a race, with the call that it raced for. */
    public record Heat(Call call, Round round) {}

    public void add(Heat heat) {
        heats.add(heat);
        Round round = heat.round();
        journal.add(
                Evidence.text("race", "round " + heats.size() + ": " + round.overlap() + " overlapped", round.table()));
        for (Request request : round.requests()) {
            // Duplicates look alike: one of each is enough.
            round.exchanges().stream()
                    .filter(exchange -> exchange.request().equals(request))
                    .findFirst()
                    .ifPresent(one -> journal.note("one of the round", one));
        }
    }

    public List<Heat> all() {
        return List.copyOf(heats);
    }

    public Heat newest() {
        return heats.get(heats.size() - 1);
    }

    /** Runs rounds, each of which adds its heat, until as many of them were contended as the confidence asks for. */
    public void untilConfident(Runnable round) {
        wanted = confidence.rounds();
        while (contended() < wanted && heats.size() < confidence.mostRounds()) {
            round.run();
        }
        int contended = contended();
        if (contended > 0) {
            journal.add(Evidence.text("race", "confidence", confidence.said(contended)));
        }
    }

    /** A race in which too little overlapped has shown nothing; a scenario asks this when it has found no break. */
    public void mustBeContended() {
        if (contended() < wanted) {
            throw Judgement.inconclusive(
                    "too few rounds of the race were contended: the duplicates hardly overlapped in time",
                    new Fact("wanted", wanted + " contended rounds"),
                    new Fact("came", contended() + " of " + heats.size()));
        }
    }

    private int contended() {
        return (int) heats.stream().filter(heat -> heat.round().isContended()).count();
    }
}
