package dev.samekey.steps.judge.client.definitions;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.steps.drive.service.Behaviour.Refuse;
import dev.samekey.steps.drive.service.Received;
import dev.samekey.steps.judge.client.Performed;
import dev.samekey.steps.judge.client.Scene;
import dev.samekey.steps.judge.statistics.BudgetReview;
import dev.samekey.steps.judge.statistics.BudgetReview.Outcome;
import dev.samekey.steps.judge.statistics.BudgetReview.Sent;
import dev.samekey.steps.judge.statistics.DelaySeen;
import dev.samekey.steps.judge.statistics.Envelopes;
import dev.samekey.steps.judge.statistics.ErrorRate;
import dev.samekey.steps.judge.statistics.KeyReview;
import dev.samekey.steps.judge.statistics.Lockstep;
import dev.samekey.steps.judge.statistics.Noise;
import dev.samekey.steps.judge.statistics.Result;
import dev.samekey.steps.judge.statistics.ShortDelays;
import dev.samekey.steps.judge.statistics.Tested;
import dev.samekey.steps.judge.statistics.Uniformity;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.model.contract.Envelope;
import dev.samekey.steps.model.contract.Retry;
import dev.samekey.steps.model.contract.RetryBudget;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import io.cucumber.java.en.Then;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** What must be true of many operations together: their keys, their delays, their retries. */
public final class DelaySteps {
    /** How long after its only attempt a client that does not retry may take to say so. */
    private static final Duration AT_ONCE = Duration.ofMillis(50);

    /** No machine can be so late. */
    private static final Duration NOT_TIMED = Duration.ofDays(1);

    private final Scene scene;
    private final Checks checks;
    private final Journal journal;

    public DelaySteps(Scene scene, Checks checks, Journal journal) {
        this.scene = scene;
        this.checks = checks;
        this.journal = journal;
    }

    @Then("the keys are random")
    public void random() {
        List<String> keys = scene.performed().stream()
                .filter(one -> !one.attempts().isEmpty())
                .map(one -> String.valueOf(one.attempts().get(0).key()))
                .toList();
        KeyReview review = KeyReview.of(keys);
        if (!review.areEnough()) {
            throw Judgement.inconclusive("there are " + keys.size() + " keys, and it takes " + KeyReview.LEAST_KEYS);
        }
        checks.byChance()
                .that(
                        "the randomness of " + keys.size() + " keys such as " + keys.get(0),
                        review.areMadeWithTime() || !review.haveTooFewBits(),
                        String.format(Locale.ROOT, "%.0f bits", review.leastBits()),
                        String.format(Locale.ROOT, "at most %.0f bits", review.mostBits()),
                        new Fact("form", String.valueOf(review.form())),
                        new Fact("each greater than the one before", String.valueOf(review.areOrdered())));
    }

    @Then("every delay is within its bounds")
    public void withinBounds() {
        List<DelaySeen> delays = delays(scene.performed());
        Result result = Envelopes.check(delays, scene.noise());
        List<DelaySeen> outliers = Envelopes.outliers(delays, scene.noise());
        judge(
                delays.size() + " delays",
                result,
                "each within its bounds",
                room(outliers),
                outliers.isEmpty()
                        ? ""
                        : outliers.size() + " of them outside; the farthest is before retry "
                                + outliers.get(0).retry() + ": "
                                + outliers.get(0).seen().toMillis() + " ms instead of "
                                + outliers.get(0).envelope());
        requireMargin(delays);
    }

    /** What hides a part of the delays, above all a fast clock, is no reason to say that they hold. */
    private void requireMargin(List<DelaySeen> delays) {
        Noise noise = scene.noise();
        Optional<DelaySeen> hidden = Envelopes.hidden(delays, noise);
        if (hidden.isPresent()) {
            boolean isFast = scene.clockSpeed() > 1;
            throw Judgement.inconclusive((isFast ? "client.clock_speed: " : "") + "a delay of "
                    + hidden.get().envelope() + " cannot be judged "
                    + (isFast ? "at a clock " + scene.clockSpeed() + " times as fast, " : "") + "where the " + noise
                    + " is more than half of what it varies by: "
                    + (isFast ? "a lower speed leaves more room" : "a quiet machine leaves more room"));
        }
    }

    /** A time that cannot be read asks for nothing: the client goes by its own schedule. */
    @Then("no retry is earlier than the contract says")
    public void notBeforeSchedule() {
        Map<String, List<DelaySeen>> delays = afterEachHeader();
        // On a quiet machine, and by a real clock.
        if (!ShortDelays.canTell(delays, Noise.ofLog(Noise.COARSE_TIMER))) {
            throw Judgement.notApplicable("the client retries too seldom, or the contract lets its delays be too short,"
                    + " to tell one that a Retry-After has shortened");
        }
        judge(
                "delays after a Retry-After that asks for no time or cannot be read",
                ShortDelays.check(delays, scene.noise()),
                "as long as the contract says",
                // A client that was too late to get the response goes by its own timeout.
                scene.room().multipliedBy(scene.clockSpeed()),
                ShortDelays.worst(delays, scene.noise()).orElse(""));
    }

    /** By the value of the header. Where the contract promises no jitter, a delay may be as short as the client likes. */
    private Map<String, List<DelaySeen>> afterEachHeader() {
        Retry retry = scene.bench().retry();
        Map<String, List<DelaySeen>> delays = new TreeMap<>();
        for (Performed one : scene.performed()) {
            Duration previous = null;
            for (int i = 0; i < one.retries().size(); i++) {
                Duration delay = one.delays().get(i).orElse(null);
                Envelope bounds = retry.envelope(i + 1, previous).orElse(null);
                previous = delay;
                if (delay != null
                        && bounds != null
                        && one.attempts().get(i).behaviour() instanceof Refuse refuse
                        && refuse.retryAfter() != null
                        && (retry.jitter() != null || !bounds.least().isZero())) {
                    Envelope asked = RetryAfterHeader.lowered(bounds, refuse.retryAfter());
                    delays.computeIfAbsent(refuse.retryAfter(), unused -> new ArrayList<>())
                            .add(new DelaySeen(i + 1, delay, asked));
                }
            }
        }
        return delays;
    }

    @Then("the delays fill their bounds")
    public void fill() {
        List<DelaySeen> delays = delays(scene.performed());
        judge(
                delays.size() + " delays",
                Uniformity.check(delays, scene.noise()),
                "spread evenly over their bounds",
                width(delays),
                "");
        judge(
                delays.size() + " delays",
                Lockstep.ofOperations(delays, scene.noise()),
                "different ones",
                width(delays),
                "");
    }

    @Then("the two clients do not retry together")
    public void apart() {
        if (attempts(0) != attempts(1)) {
            throw Judgement.inconclusive("one client made " + attempts(0) + " attempts and the other " + attempts(1)
                    + ", so what they chose cannot be compared");
        }
        List<DelaySeen> first = delays(of(0));
        List<DelaySeen> second = delays(of(1));
        judge(
                first.size() + " delays of one client and " + second.size() + " of the other",
                Lockstep.ofProcesses(first, second, scene.noise()),
                "different ones",
                NOT_TIMED,
                "");
    }

    private int attempts(int client) {
        return of(client).stream().mapToInt(one -> one.attempts().size()).sum();
    }

    private List<Performed> of(int client) {
        return scene.performed().stream().filter(one -> one.client() == client).toList();
    }

    @Then("the retries stay within the budget")
    public void withinBudget() {
        List<Received> received = scene.received();
        long start = received.stream().mapToLong(Received::arrivedNanos).min().orElse(0);
        BudgetReview review = BudgetReview.of(
                budget(),
                received.stream()
                        .map(attempt -> new Sent(
                                Duration.ofNanos(attempt.arrivedNanos() - start),
                                attempt.number() > 1,
                                outcome(attempt)))
                        .toList(),
                scene.noise());
        if (review.verdict() == Verdict.INCONCLUSIVE) {
            throw Judgement.inconclusive("the client did not retry once, so nothing of its budget was seen");
        }
        BudgetReview.Moment worst = review.worst();
        // Whether a retry is in a window, some milliseconds decide.
        (budget().isShare() ? checks.byChance() : checks.on(null))
                .that(
                        review.retries() + " retries among " + review.requests() + " requests",
                        review.verdict() == Verdict.HELD,
                        worst.allowed(budget()),
                        worst.actual());
    }

    private static Outcome outcome(Received attempt) {
        Integer status = attempt.status();
        if (status == null) {
            return Outcome.FAILURE;
        }
        return status / 100 == 2
                ? Outcome.SUCCESS
                : status / 100 == 5 || status == 429 ? Outcome.FAILURE : Outcome.OTHER;
    }

    @Then("every operation without a retry fails at once")
    public void atOnce() {
        List<Performed> single = scene.performed().stream()
                .filter(one -> one.attempts().size() == 1)
                .toList();
        if (single.isEmpty()) {
            throw Judgement.inconclusive("the client retried each operation, so its budget was not used up");
        }
        Duration limit =
                AT_ONCE.plus(scene.usualReport()).plus(scene.noise().tolerance().multipliedBy(2));
        for (Performed one : single) {
            long end = one.outcome() == null
                    ? one.askedNanos() + scene.bench().longestWait().toNanos()
                    : one.outcome().endedNanos();
            Duration took = Duration.ofNanos(end - one.attempts().get(0).endedNanos());
            checks.faster(
                    "the report of " + one + " after its only response",
                    limit,
                    took,
                    "within " + limit.toMillis() + " ms",
                    (one.outcome() == null ? "none within " : "") + took.toMillis() + " ms");
        }
        requireShorterThanDelays(limit);
    }

    /** Where the noise allows as much as all delays together, a client that waits them out would pass. */
    private void requireShorterThanDelays(Duration limit) {
        Duration delays = scene.bench().bounds().stream()
                .map(bounds -> bounds.least().plus(bounds.most()).dividedBy(2))
                .reduce(Duration.ZERO, Duration::plus);
        if (!delays.isZero() && limit.compareTo(delays) >= 0) {
            throw Judgement.inconclusive("the machine is too noisy: a report within " + limit.toMillis()
                    + " ms counts as one at once, and all delays of the contract together take about "
                    + delays.toMillis() + " ms");
        }
    }

    private RetryBudget budget() {
        return Objects.requireNonNull(scene.bench().retry().budget());
    }

    /** The delays for which the contract has bounds. */
    private List<DelaySeen> delays(List<Performed> performed) {
        List<DelaySeen> seen = new ArrayList<>();
        for (Performed one : performed) {
            Duration previous = null;
            for (int i = 0; i < one.delays().size(); i++) {
                Duration delay = one.delays().get(i).orElse(null);
                Envelope envelope =
                        scene.bench().retry().envelope(i + 1, previous).orElse(null);
                if (delay != null && envelope != null) {
                    seen.add(new DelaySeen(i + 1, delay, envelope));
                }
                previous = delay;
            }
        }
        if (seen.isEmpty()) {
            throw Judgement.inconclusive("there is no delay between two attempts for which the contract has bounds");
        }
        return seen;
    }

    /** By how much the machine must have been late to put half of the outliers where they are: it makes no delay shorter. */
    private static Duration room(List<DelaySeen> outliers) {
        long early = outliers.stream()
                .filter(one -> one.seen().compareTo(one.envelope().least()) < 0)
                .count();
        return outliers.isEmpty() || early > outliers.size() / 2
                ? NOT_TIMED
                : outliers.get(outliers.size() / 2).outside();
    }

    /** A machine that is later than a delay may vary hides how it varies. */
    private static Duration width(List<DelaySeen> delays) {
        return delays.get(0).envelope().width();
    }

    private void judge(String subject, Result result, String expected, Duration room, String actual) {
        String tests = result.tests().stream().map(Tested::toString).toList().toString();
        journal.add(Evidence.text(
                EvidenceKind.DELAYS,
                "the test of " + subject,
                String.join("\n", result.sentence(), tests, result.tolerance().toString())));
        if (result.verdict() == Verdict.INCONCLUSIVE) {
            throw Judgement.inconclusive(result.sentence()
                    + (scene.clockSpeed() == 1
                            ? ""
                            : ". With client.clock_speed the noise counts " + scene.clockSpeed() + " times"));
        }
        // The room is by the client's clock, and the machine is late by a real one.
        checks.timed(room.dividedBy(scene.clockSpeed()))
                .that(
                        subject,
                        result.verdict() == Verdict.HELD,
                        expected,
                        actual.isEmpty() ? result.sentence() : actual,
                        new Fact("test", result.sentence()),
                        new Fact("tests", tests),
                        new Fact("error rate", ErrorRate.WORDS),
                        new Fact("tolerance", result.tolerance().toString()),
                        new Fact("speed of the client's clock", String.valueOf(scene.clockSpeed())));
    }
}
