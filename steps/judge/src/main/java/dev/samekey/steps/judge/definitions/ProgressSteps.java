package dev.samekey.steps.judge.definitions;

import dev.samekey.oracles.database.RecordsOracle;
import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.oracles.wait.Await;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.process.OtherReplica;
import dev.samekey.steps.judge.act.InProgress;
import dev.samekey.steps.judge.act.Reports;
import dev.samekey.steps.judge.act.TargetTime;
import dev.samekey.steps.judge.words.Circumstance;
import dev.samekey.steps.judge.world.Attempt;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Clock;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.Polls;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.SandboxWord;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A slow operation is in progress, and others overtake it or take it over. */
public final class ProgressSteps {
    private static final int OTHERS = 3;
    private static final int MOST_TRIES = 3;

    private static final int OVERTAKERS = 4;
    private static final Duration BETWEEN_OVERTAKERS = Duration.ofMillis(250);

    /** A response this much before that of the slow operation has not waited for it. */
    private static final Duration LEAD = Duration.ofMillis(500);

    /** Who has waited for the slow one may get its response a little before the slow one itself. */
    private static final Duration EARLY = Duration.ofMillis(100);

    private static final Duration A_LITTLE = Duration.ofMinutes(1);
    /** Of the processing timeout: longer than a slow operation takes, and as near to its end as that allows. */
    private static final Duration LEFT = Duration.ofSeconds(8);

    private static final Duration CLAIM = Duration.ofSeconds(1);
    private static final Duration LOOK = Duration.ofMillis(50);

    private final World world;
    private final Calls calls;
    private final InProgress inProgress;
    private final Reports reports;
    private final TargetTime time;
    private final Capabilities capabilities;
    private final Checks checks;
    private final Effects effects;
    private final Journal journal;
    private final List<Overtaking> overtakings = new ArrayList<>();

    public ProgressSteps(
            World world,
            Calls calls,
            InProgress inProgress,
            Reports reports,
            TargetTime time,
            Capabilities capabilities,
            Checks checks,
            Effects effects,
            Journal journal) {
        this.world = world;
        this.calls = calls;
        this.inProgress = inProgress;
        this.reports = reports;
        this.time = time;
        this.capabilities = capabilities;
        this.checks = checks;
        this.effects = effects;
        this.journal = journal;
    }

    @Given("a slow {operation} in progress")
    public void aSlow(Operation operation) {
        inProgress.begin(operation);
    }

    @Given("a slow {operation} in progress {circumstance}")
    public void aSlow(Operation operation, Circumstance circumstance) {
        switch (circumstance) {
            case WILL_FAIL -> inProgress.beginFailing(operation);
            case LOST_CONNECTION -> inProgress.beginAndLose(operation);
            case EXPIRED -> expired(operation);
            case NEARLY_ABANDONED -> nearlyAbandoned(operation);
            case OTHER_REPLICA_RESTARTS -> whileAnotherRestarts(operation);
            case OVERTAKEN -> overtaken(operation);
        }
    }

    private void expired(Operation operation) {
        // Asked for first: without them nothing has to be sent.
        Duration lifetime = time.lifetime(operation);
        Clock clock = capabilities.clock();
        inProgress.begin(operation);
        mustBeClaimed(world.call());
        journal.note("move the clock past the lifetime of the key", clock.advance(lifetime.plus(A_LITTLE)));
    }

    private void nearlyAbandoned(Operation operation) {
        Duration timeout = time.processingTimeout();
        Clock clock = capabilities.clock();
        Duration left = timeout.compareTo(LEFT.multipliedBy(2)) < 0 ? timeout.dividedBy(2) : LEFT;
        inProgress.begin(operation, left);
        journal.note("move the clock forward by " + timeout.minus(left), clock.advance(timeout.minus(left)));
    }

    private void whileAnotherRestarts(Operation operation) {
        OtherReplica other = capabilities.otherReplica();
        Duration took = Duration.ZERO;
        // The first restart is the slowest one.
        for (int i = 0; i < MOST_TRIES; i++) {
            inProgress.begin(operation);
            long began = System.nanoTime();
            other.restart();
            took = Duration.ofNanos(System.nanoTime() - began);
            if (!inProgress.isDone()) {
                journal.add(Evidence.text(
                        EvidenceKind.RESTART,
                        "another replica restarted while the slow one was in progress: " + other.url(),
                        "It was ready again after " + took.toMillis() + " ms."));
                return;
            }
        }
        throw Judgement.inconclusive("the slow " + operation.name()
                + " had ended before the other replica was ready again, which took " + took.toMillis()
                + " ms: it should be slower (sandbox.slow)");
    }

    /**
     * By some that were sent later, one after the other for as long as the slow one is in progress: a relay may look back a little,
     * and that shows nothing of it.
     */
    private void overtaken(Operation operation) {
        for (int i = 0; i < MOST_TRIES; i++) {
            // What they need first may take as long as the slow one.
            List<Call> later = Stream.generate(() -> calls.prepare(operation))
                    .limit(OVERTAKERS)
                    .toList();
            inProgress.begin(operation);
            boolean happened = false;
            for (Call call : later) {
                world.aside(call, "a later one");
                reports.requireAttempt(call);
                happened |= !inProgress.isDone();
                if (inProgress.isDoneWithin(BETWEEN_OVERTAKERS)) {
                    break;
                }
            }
            if (happened) {
                return;
            }
        }
        throw Judgement.inconclusive("the slow " + operation.name()
                + " had ended before a later one was reported: it should be slower (sandbox.slow)");
    }

    /** What is not claimed yet cannot be cleaned up. */
    private void mustBeClaimed(Call call) {
        RecordsOracle records = capabilities.records();
        String key = String.valueOf(call.key());
        boolean claimed = Await.until(
                "the record of a slow operation",
                CLAIM,
                LOOK,
                () -> !Capabilities.ask(() -> records.of(key)).value().isEmpty());
        if (!claimed) {
            throw Judgement.inconclusive("no record says that the slow " + call.name() + " is in progress");
        }
    }

    @When("other requests are sent under keys of their own")
    @Costs(value = Costs.HANDFUL, prepares = Costs.HANDFUL)
    public void othersAreSent() {
        Operation operation = world.call().operation();
        // Where all is slow for a moment, the slow one may end first: once that it is overtaken is enough.
        for (int i = 0; i < MOST_TRIES && overtakings.stream().noneMatch(Overtaking::happened); i++) {
            List<Call> others = Stream.generate(() -> calls.prepare(operation))
                    .limit(OTHERS)
                    .toList();
            // What they need first may have waited for the slow one already.
            if (inProgress.isDone()) {
                inProgress.begin(operation);
            }
            List<Exchange> sent = others.stream()
                    .map(other -> world.send(other, Purpose.OTHER).exchange())
                    .toList();
            overtakings.add(new Overtaking(inProgress.end(), sent, Polls.grain(operation)));
        }
    }

    @Then("they succeed without waiting for it")
    public void succeedWithoutWaiting() {
        for (Attempt other : world.attempts(Purpose.OTHER)) {
            checks.that(
                    "response to " + other.call().operation().withArticle() + " under another key than the slow one's",
                    Calls.succeeded(other.call().operation(), other.served()),
                    "a success",
                    other.described(),
                    other.repeat());
        }
        Overtaking shown = overtakings.stream()
                .filter(Overtaking::happened)
                .findFirst()
                .or(this::delayed)
                .orElseThrow(() -> Judgement.inconclusive(
                        "nothing shows whether the others waited for the slow one",
                        new Fact("attempts", overtakings.toString())));
        checks.timed(shown.left())
                .that(
                        "response to " + world.call().operation().withArticle()
                                + " under another key than the slow one's",
                        shown.happened(),
                        "before the slow one's",
                        "after " + shown.first().lasted().toMillis() + " ms, when the slow one had ended",
                        World.repeat(shown.first()));
    }

    /** The plainest of those in which the first other was delayed; nothing where one was not, or where that may be chance. */
    private Optional<Overtaking> delayed() {
        List<Overtaking> possible =
                overtakings.stream().filter(Overtaking::wasPossible).toList();
        Duration spread = spread();
        return possible.stream().allMatch(Overtaking::hasWaited)
                ? possible.stream()
                        .filter(one -> one.left().compareTo(spread) > 0)
                        .max(Comparator.comparing(Overtaking::left))
                : Optional.empty();
    }

    /** By how much those differ that meet nothing slow: the first may be slower by as much without waiting for anything. */
    private Duration spread() {
        LongSummaryStatistics later = overtakings.stream()
                .flatMap(Overtaking::later)
                .mapToLong(Duration::toNanos)
                .summaryStatistics();
        return Duration.ofNanos(later.getMax() - later.getMin());
    }

    @Then("it gets a result of its own while the slow one is in progress")
    public void isNewMeanwhile() {
        Attempt other = world.the(Purpose.OTHER);
        Answer slow = inProgress.requireSuccess();
        Exchange end = inProgress.end();
        if (end.finished() < other.exchange().sent()) {
            throw Judgement.inconclusive(
                    "the slow " + world.call().name() + " had ended before the other one was sent",
                    new Fact("the slow one took", end.lasted().toMillis() + " ms"));
        }
        Operation operation = other.call().operation();
        String subject = "response to another " + operation.name() + " under the key of a slow one in progress";
        checks.that(
                subject, Calls.succeeded(operation, other.served()), "a success", other.described(), other.repeat());
        if (operation.id() != null) {
            checks.that(
                    subject,
                    !Calls.id(operation, slow).equals(Calls.id(operation, other.answer())),
                    "a result of its own",
                    "the result of the slow one",
                    other.repeat());
        }
        boolean isLate = other.exchange().finished() >= end.finished() - EARLY.toNanos();
        // Who waits for a key waits for it each time.
        if (isLate && !inProgress.wasFree().orElse(false)) {
            mustNotHaveWaited(
                    other, Duration.ofNanos(end.finished() - other.exchange().sent()));
        }
    }

    /**
     * Of one that was answered when the slow one ended, or later.
     *
     * @param left how long the slow one went on when it was sent
     */
    private void mustNotHaveWaited(Attempt other, Duration left) {
        Operation operation = other.call().operation();
        Duration longer = inProgress
                .tookBeside()
                .map(unrelated -> other.exchange().lasted().minus(unrelated))
                .orElse(Duration.ZERO);
        // A provider that is slow for the one is slow for the other, which is about the same thing.
        boolean isSlowItself = !operation.can(SandboxWord.SLOW);
        boolean isSeenTwice = inProgress.wasFree().isPresent();
        if (left.compareTo(LEAD) < 0 || !isMostOf(left, longer) || isSlowItself || !isSeenTwice) {
            throw Judgement.inconclusive(
                    "the other " + operation.name()
                            + " was not answered before the slow one, and nothing shows whether it waited for it",
                    new Fact("the other one took", other.exchange().lasted().toMillis() + " ms"),
                    new Fact("the slow one went on for", left.toMillis() + " ms"));
        }
        checks.timed(left)
                .that(
                        "response to another " + operation.name() + " under the key of a slow one in progress",
                        false,
                        "before the slow one's",
                        "after " + other.exchange().lasted().toMillis() + " ms, when the slow one ended",
                        other.repeat());
    }

    /** Whether a time is three quarters of another one, or more. */
    private static boolean isMostOf(Duration whole, Duration part) {
        return part.multipliedBy(4).compareTo(whole.multipliedBy(3)) >= 0;
    }

    @Then("only the takeover has an effect")
    public void onlyTheTakeover() {
        Exchange slow = inProgress.end();
        if (slow.finished() < world.newest().exchange().sent()) {
            throw Judgement.inconclusive(
                    "the slow " + world.call().name() + " had ended before the processing timeout had passed",
                    new Fact("the slow one took", slow.lasted().toMillis() + " ms"),
                    new Fact("processing timeout", time.processingTimeout().toString()));
        }
        if (!world.last().isSuccessful()) {
            throw Judgement.inconclusive(
                    "the slow one was not taken over",
                    new Fact("actual", world.last().described()));
        }
        effects.check(
                "effects of a slow " + world.call().name() + " and its takeover", world.call(), world.senders(), 1);
    }

    /**
     * One attempt to overtake a slow one: it, and those that were sent after it, one after the other. If the first of them waits
     * for the slow one, the later ones meet nothing slow.
     *
     * @param grain by how much later than it came an end may have been seen
     */
    private record Overtaking(Exchange slow, List<Exchange> others, Duration grain) {
        Exchange first() {
            return others.get(0);
        }

        /** How long the later ones took. */
        Stream<Duration> later() {
            return others.stream().skip(1).map(Exchange::took);
        }

        /** Who waited for the slow one may still be answered a moment before it, but took longer by most of its time. */
        boolean happened() {
            return first().finished() < slow.finished()
                    && longer().multipliedBy(4).compareTo(left()) <= 0;
        }

        /** How long the slow one went on when the first other was sent. */
        Duration left() {
            return Duration.ofNanos(slow.finished() - first().sent());
        }

        /** By how much the first took longer than usual. */
        Duration longer() {
            return first().lasted().minus(later().min(Comparator.naturalOrder()).orElseThrow());
        }

        /** Whether there was time to overtake it. */
        boolean wasPossible() {
            return left().compareTo(LEAD.plus(grain.multipliedBy(2))) >= 0;
        }

        /** Whether the first took longer by most of the time that the slow one still had. Who waits for it does so each time. */
        boolean hasWaited() {
            return isMostOf(left(), longer());
        }

        @Override
        public String toString() {
            return "the slow one ended " + left().toMillis()
                    + " ms after the first other was sent, which took "
                    + first().lasted().toMillis() + " ms, and the later ones "
                    + later().map(took -> took.toMillis() + " ms").collect(Collectors.joining(" and "));
        }
    }
}
