package dev.samekey.steps.author.discover;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.oracles.wait.Await;
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
    private static final Duration BETWEEN = Duration.ofMillis(300);

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
            ofRace(probe, findings, findings);
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
                // A claim that lives too short is gone by the second one.
                Await.pause("the next duplicate", i == 0 ? Duration.ZERO : BETWEEN);
                duplicates.add(probe.send("while the first one is in progress", call));
            }
        } finally {
            end = underWay.end();
        }
        Probed original = probe.reply("slowly", call, end);
        if (!original.isSuccess()) {
            // An original that is refused is told that another attempt has its key. Who waited for one that fails comes
            // after it.
            Probed overtaker = duplicates.stream()
                    .filter(one -> one.isSuccess()
                            && (original.isRefusal() || one.exchange().answered() < end.answered())
                            && one.exchange().sent() < end.answered())
                    .findFirst()
                    .orElseThrow(() -> probe.neither(original));
            overtaken(probe, overtaker, findings);
            return;
        }
        boolean twice = probe.counters(call.operation()).sawTwice(call);
        // Measured when nothing is under way.
        Probed done = probe.send("when it is done", call);
        duplicates.removeIf(one -> one.exchange().sent() >= end.answered());
        Probed quickest = duplicates.stream()
                .min(Comparator.comparing(one -> one.exchange().took()))
                .orElseThrow(() -> Judgement.inconclusive("the slow one was done before a duplicate could be sent"));
        Optional<Probed> failed =
                duplicates.stream().filter(Probed::isServerError).findFirst();
        failed.ifPresent(one -> findings.warn(Breach.DUPLICATE_FAILS, one));
        Optional<Probed> second = duplicates.stream()
                .filter(one -> one.isSuccess() && one.isOfAnotherResult(original))
                .findFirst();
        if (second.isPresent() || twice) {
            overtaken(probe, second.orElse(quickest), findings);
            return;
        }
        Optional<Probed> refusal = duplicates.stream().filter(Probed::isRefusal).findFirst();
        boolean got = duplicates.stream().anyMatch(one -> one.isSuccess() && one.isOfTheSameResult(original));
        if (refusal.isPresent()) {
            refused(refusal.get(), got, done, quickest, findings);
        } else if (got) {
            findings.saw(IN_PROGRESS, "wait", quickest);
        } else if (failed.isEmpty()) {
            findings.open(IN_PROGRESS, quickest, "nothing shows whether it took effect");
        }
    }

    private static void overtaken(Probe probe, Probed overtaker, Findings findings) {
        findings.warn(Breach.DUPLICATE_TAKES_EFFECT, overtaker);
        // Does that take a slow original? What else a race shows is not asked here.
        ofRace(probe, new Findings(), findings);
    }

    private static void refused(Probed refusal, boolean got, Probed done, Probed quickest, Findings findings) {
        boolean waited = quickest.exchange()
                        .took()
                        .compareTo(WAIT.plus(done.exchange().took().multipliedBy(3)))
                > 0;
        String word = got || waited ? "either" : "refuse";
        if (done.isRefusal() && ErrorForm.isAlike(done, refusal)) {
            findings.hint(
                    IN_PROGRESS, TextNode.valueOf(word), refusal, "it is refused alike when the original is done");
        } else {
            findings.saw(IN_PROGRESS, word, refusal);
        }
        findings.refused(Reason.IN_PROGRESS, refusal);
    }

    /** @param warnings where what contradicts a MUST is noted; the rest may be known already */
    private static void ofRace(Probe probe, Findings findings, Findings warnings) {
        List<Probed> waited = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            Call call = probe.prepare(probe.operation());
            Round round = probe.race(call, RUNNERS);
            List<Probed> replies = round.exchanges().stream()
                    .map(exchange -> probe.reply("in a race of " + RUNNERS, call, exchange))
                    .toList();
            List<Probed> winners = replies.stream().filter(Probed::isSuccess).toList();
            Optional<Probed> second = winners.stream()
                    .filter(one -> one.isOfAnotherResult(winners.get(0)))
                    .findFirst();
            if (second.isPresent() || probe.counters(call.operation()).sawTwice(call)) {
                warnings.warn(Breach.RACERS_TAKE_EFFECT, second.orElse(replies.get(0)));
                return;
            }
            replies.stream()
                    .filter(Probed::isServerError)
                    .findFirst()
                    .ifPresent(one -> warnings.warn(Breach.DUPLICATE_FAILS, one));
            Optional<Probed> refusal =
                    replies.stream().filter(Probed::isRefusal).findFirst();
            if (round.isContended() && refusal.isPresent()) {
                refused(refusal.get(), false, probe.send("when it is done", call), refusal.get(), findings);
                return;
            }
            if (round.isContended() && winners.size() == RUNNERS) {
                waited.add(winners.get(0));
            }
        }
        if (waited.isEmpty()) {
            throw Judgement.notChecked("no operation has «slow» in its sandbox, and in " + ROUNDS + " races of "
                    + RUNNERS + " no duplicates overlapped");
        }
        findings.open(
                IN_PROGRESS,
                waited.get(0),
                "no duplicate was refused: they waited, or arrived after the original had ended");
    }
}
