package dev.samekey.steps.judge.run;

import static java.util.Comparator.comparing;

import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.judge.run.Recorder.Recorded;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Judges once more, with nothing beside it, what a client has broken by time or chance. A clause stays broken only if one of its
 * scenarios breaks again: the two looks share no attempt, so a machine that was late, or bad luck, must come twice.
 */
final class ClientSecondLook {
    private static final String FIRST = "the first look";
    private static final String SECOND = "judged again, alone";

    /** Evidence with the numbers of a test. */
    private static final EvidenceKind NUMBERS = EvidenceKind.DELAYS;

    /** A busy machine may leave a look open. */
    private static final int MOST_TRIES = 3;

    private final Recorder recorder;
    private final Consumer<Scenario> alone;

    /** @param alone runs one scenario */
    ClientSecondLook(Recorder recorder, Consumer<Scenario> alone) {
        this.recorder = recorder;
        this.alone = alone;
    }

    /** @param broken those of one clause. The quickest comes first; after one that breaks again no other is needed. */
    void at(List<Scenario> broken) {
        List<Scenario> quickest = broken.stream()
                .sorted(comparing(scenario -> newest(scenario).result().took()))
                .toList();
        Optional<Scenario> again = quickest.stream().filter(this::breaksAgain).findFirst();
        again.ifPresent(known -> quickest.stream()
                .skip(quickest.indexOf(known) + 1L)
                .map(this::newest)
                .forEach(first -> recorder.keep(first.with(first.result()
                        .with(
                                new Fact(SECOND, "no, for «" + known.name() + "» was, and is broken again"),
                                List.of())))));
    }

    private boolean breaksAgain(Scenario scenario) {
        Recorded first = newest(scenario);
        recorder.tellThatItIsJudgedAgain();
        alone.accept(scenario);
        for (int tries = 1; recorder.isUnclear(scenario) && tries < MOST_TRIES; tries++) {
            alone.accept(scenario);
        }
        Recorded joined = joined(first, newest(scenario));
        recorder.keep(joined);
        boolean isBroken = joined.result().verdict() == Verdict.BROKEN;
        if (!isBroken) {
            recorder.tell(joined.result());
        }
        return isBroken;
    }

    private Recorded newest(Scenario scenario) {
        return Objects.requireNonNull(recorder.newest(scenario));
    }

    private Recorded joined(Recorded first, Recorded second) {
        String before = described(first.result());
        String after = described(second.result());
        Recorded both = first.with(
                first.result().with(new Fact(SECOND, after), second.result().evidence()));
        return second.result().verdict() == Verdict.BROKEN
                ? both
                : recorder.turned(
                        both,
                        "Then it breaks again when it is judged alone",
                        Judgement.inconclusive(
                                "broken once only; at first " + before + "; " + SECOND + ": " + after,
                                new Fact(FIRST, before),
                                new Fact(SECOND, after)));
    }

    /** A verdict with its numbers. */
    private static String described(ScenarioResult result) {
        Stream<String> numbers = result.verdict() == Verdict.HELD
                ? result.evidence().stream()
                        .filter(seen -> seen.kind() == NUMBERS)
                        .map(seen -> seen.text().lines().findFirst().orElse(""))
                : Stream.of(result.reason());
        return Stream.concat(Stream.of(result.verdict().name()), numbers)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(": "));
    }
}
