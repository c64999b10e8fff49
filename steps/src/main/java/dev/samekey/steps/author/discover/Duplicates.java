package dev.samekey.steps.author.discover;

import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Round;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.UnderWay;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.targets.SandboxWord;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What does a duplicate meet while the original runs? Asked of a slow original, or else of a small race. */
final class Duplicates implements Question {
    private static final String IN_PROGRESS = "in_progress";
    private static final int EACH = 2;
    private static final int RUNNERS = 4;
    private static final int ROUNDS = 3;
    /** Who is refused at once is refused in far less, also where all is slow for a moment. */
    private static final Duration WAIT = Duration.ofMillis(200);

    @Override
    public List<String> members() {
        return List.of(IN_PROGRESS);
    }

    @Override
    public void ask(Probe probe, Findings findings) {
        Optional<Call> slow = slow(probe);
        if (slow.isPresent()) {
            ofSlow(probe, slow.get(), findings);
        } else {
            ofRace(probe, findings);
        }
    }

    private static Optional<Call> slow(Probe probe) {
        return probe.operation(one -> one.sandbox().containsKey(SandboxWord.SLOW))
                .map(one -> probe.sandbox().call(one, SandboxWord.SLOW))
                .or(() -> {
                    try {
                        // A provider that takes its time does it too.
                        return Optional.of(probe.sandbox().slowAtFirst(probe.operation()));
                    } catch (Judgement lacking) {
                        if (lacking.verdict() == Verdict.NOT_CHECKED) {
                            return Optional.empty();
                        }
                        throw lacking;
                    }
                });
    }

    private static void ofSlow(Probe probe, Call call, Findings findings) {
        UnderWay underWay = probe.underWay();
        List<Probed> duplicates = new ArrayList<>();
        Exchange end;
        try {
            underWay.begin(call);
            for (int i = 0; i < EACH && !underWay.isDone(); i++) {
                duplicates.add(probe.send("while the first one is in progress", call));
            }
        } finally {
            end = underWay.end();
        }
        Probed original = probe.reply("slowly", call, end);
        if (!original.isSuccess()) {
            throw probe.neither(original);
        }
        // Measured when nothing is under way.
        Duration usual = probe.send("when it is done", call).exchange().took();
        duplicates.removeIf(one -> one.exchange().sent() >= end.answered());
        Probed quickest = duplicates.stream()
                .min(Comparator.comparing(one -> one.exchange().took()))
                .orElseThrow(() -> Judgement.inconclusive("the slow one was done before a duplicate could be sent"));
        Optional<Probed> refusal = duplicates.stream().filter(Probed::isRefusal).findFirst();
        boolean got = duplicates.stream().anyMatch(one -> one.isSuccess() && one.isOfTheSameResult(original));
        boolean waited = quickest.exchange().took().compareTo(WAIT.plus(usual.multipliedBy(3))) > 0;
        if (refusal.isEmpty() && !got) {
            throw probe.neither(quickest);
        }
        findings.saw(
                IN_PROGRESS,
                refusal.isEmpty() ? "wait" : got || waited ? "either" : "refuse",
                refusal.orElse(quickest));
        refusal.ifPresent(one -> findings.refused(Reason.IN_PROGRESS, one));
    }

    private static void ofRace(Probe probe, Findings findings) {
        for (int i = 0; i < ROUNDS; i++) {
            Call call = probe.prepare(probe.operation());
            Round round = probe.race(call, RUNNERS);
            List<Probed> replies = round.exchanges().stream()
                    .map(exchange -> probe.reply("in a race of " + RUNNERS, call, exchange))
                    .toList();
            List<Probed> winners = replies.stream().filter(Probed::isSuccess).toList();
            if (winners.stream().anyMatch(one -> !one.isOfTheSameResult(winners.get(0)))) {
                throw Judgement.notChecked("duplicates that raced took effect each (CON-1): "
                        + winners.get(0).described());
            }
            Optional<Probed> refusal =
                    replies.stream().filter(Probed::isRefusal).findFirst();
            if (round.isContended() && refusal.isPresent()) {
                findings.saw(IN_PROGRESS, "refuse", refusal.get());
                findings.refused(Reason.IN_PROGRESS, refusal.get());
                return;
            }
        }
        throw Judgement.notChecked("no operation has «slow» in its sandbox, and in " + ROUNDS + " races of " + RUNNERS
                + " no duplicate was refused: they waited, or arrived after the first was done");
    }
}
