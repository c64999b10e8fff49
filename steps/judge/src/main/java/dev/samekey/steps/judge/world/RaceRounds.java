package dev.samekey.steps.judge.world;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Round;
import dev.samekey.steps.model.targets.Confidence;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The rounds of the races of one scenario, and whether they were races at all. */
public final class RaceRounds {
    private final Confidence confidence;
    private final Journal journal;
    private final CurrentPhase phase;
    private final List<Heat> raceRounds = new ArrayList<>();
    private int wanted = 1;

    public RaceRounds(Target target, Journal journal, CurrentPhase phase) {
        this.confidence = target.limits().races();
        this.journal = journal;
        this.phase = phase;
    }

    /**
     * One round of a race.
     *
     * @param call what it is about
     * @param racers what raced, in the order of the exchanges of the round; each that was sent, or nothing where all are the call
     * @param effectsAtFirstSuccess what each oracle counted when the first success was there; nothing for a call with a key
     */
    public record Heat(Call call, Round round, List<Call> racers, Map<String, Long> effectsAtFirstSuccess) {
        public Heat(Call call, Round round) {
            this(call, round, List.of(), Map.of());
        }

        /** Ends the scenario where a request failed: a later one may rightly have been executed in its place. */
        public void mustNotHaveFailed() {
            round.failure().ifPresent(failed -> {
                throw Judgement.inconclusive(
                        "a request of the race failed, and one that came later may have been executed in its place",
                        new Fact("actual", Calls.describe(failed)),
                        new Fact("responses", round.table()),
                        World.repeat(failed));
            });
        }

        /** Such as {@code 20 simultaneous requests for a payment under one key}. */
        public String described() {
            return round.exchanges().size() + " simultaneous requests for "
                    + call.operation().withArticle() + (call.key() == null ? "" : " under one key");
        }
    }

    public void add(Heat heat) {
        phase.requireActing();
        raceRounds.add(heat);
        Round round = heat.round();
        round.exchanges().forEach(journal::see);
        for (int i = 0; i < round.exchanges().size(); i++) {
            Call racer = heat.racers().isEmpty() ? heat.call() : heat.racers().get(i);
            journal.did(new Move.Sent(
                    round.exchanges().size() + " " + Move.SIMULTANEOUS,
                    round.exchanges().get(i),
                    racer,
                    Purpose.DUPLICATE,
                    false));
        }
        journal.add(Evidence.text(
                EvidenceKind.RACE,
                "round " + raceRounds.size() + ": " + round.overlap() + " overlapped",
                round.table()));
        for (Request request : round.requests()) {
            // Duplicates look alike: one of each is enough.
            round.exchanges().stream()
                    .filter(exchange -> exchange.request().equals(request))
                    .findFirst()
                    .ifPresent(one -> journal.show("one of the round", one));
        }
    }

    public List<Heat> all() {
        return List.copyOf(raceRounds);
    }

    public Heat newest() {
        return raceRounds.get(raceRounds.size() - 1);
    }

    /** Runs rounds, each of which adds its heat, until as many of them were contended as the confidence asks for. */
    public void untilConfident(Runnable round) {
        wanted = confidence.rounds();
        while (contended() < wanted && raceRounds.size() < confidence.mostRounds() && !isSilent()) {
            round.run();
        }
        int contended = contended();
        if (contended > 0) {
            journal.add(Evidence.text(EvidenceKind.RACE, "confidence", confidence.said(contended)));
        }
    }

    /** A race in which too little overlapped has shown nothing; a scenario asks this when it has found no break. */
    public void mustBeContended() {
        if (contended() < wanted) {
            throw Judgement.inconclusive(
                    "too few rounds of the race were contended: the duplicates hardly overlapped in time",
                    new Fact("wanted", wanted + " contended rounds"),
                    new Fact("actual", contended() + " of " + raceRounds.size()));
        }
    }

    /** Whether there was no response in the newest round: another one would only take as long. */
    private boolean isSilent() {
        return !raceRounds.isEmpty()
                && newest().round().exchanges().stream().allMatch(exchange -> exchange.answer() == null);
    }

    /** A race that nobody won because of missing responses, because the winner failed, or because all are refused, has shown nothing. */
    public void mustBeWon() {
        for (Heat heat : raceRounds) {
            for (Exchange exchange : heat.round().exchanges()) {
                exchange.reply()
                        .filter(Answer::isSuccessful)
                        .ifPresent(answer -> Calls.mustBeUsable(heat.call().operation(), answer, exchange));
            }
            if (heat.round().isUnheard()) {
                Exchange first = heat.round().exchanges().stream()
                        .filter(exchange -> exchange.answer() == null)
                        .findFirst()
                        .or(heat.round()::failure)
                        .orElse(heat.round().exchanges().get(0));
                throw Judgement.inconclusive(
                        "no request won the race",
                        new Fact("actual", Calls.describe(first)),
                        new Fact("responses", heat.round().table()),
                        World.repeat(first));
            }
        }
    }

    /** A response that is missing may have been any. */
    public void mustBeAnswered() {
        for (Heat heat : raceRounds) {
            List<Exchange> unanswered = heat.round().exchanges().stream()
                    .filter(exchange -> exchange.answer() == null)
                    .toList();
            if (!unanswered.isEmpty()) {
                throw Judgement.inconclusive(
                        unanswered.size() + " of " + heat.round().exchanges().size() + " got no response",
                        new Fact("actual", String.valueOf(unanswered.get(0).failure())),
                        new Fact("responses", heat.round().table()));
            }
        }
    }

    private int contended() {
        return (int)
                raceRounds.stream().filter(heat -> heat.round().isContended()).count();
    }
}
