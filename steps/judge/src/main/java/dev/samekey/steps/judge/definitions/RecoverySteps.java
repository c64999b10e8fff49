package dev.samekey.steps.judge.definitions;

import dev.samekey.oracles.wait.Await;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.judge.act.InProgress;
import dev.samekey.steps.judge.act.LockedKeys;
import dev.samekey.steps.judge.act.TargetTime;
import dev.samekey.steps.judge.expect.Reading;
import dev.samekey.steps.judge.expect.Responses;
import dev.samekey.steps.judge.words.Ending;
import dev.samekey.steps.judge.world.Attempt;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/** What failed, or was interrupted, is sent again until it succeeds. */
public final class RecoverySteps {
    private static final int MOST_REQUESTS = 6;
    private static final Duration PAUSE = Duration.ofMillis(500);
    /** A refusal may ask for any time. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    /** So long after it is due what the system does by itself is waited for. */
    private static final Duration OWN_RETRY = Duration.ofSeconds(3);

    private final World world;
    private final InProgress inProgress;
    private final LockedKeys locked;
    private final TargetTime time;
    private final Effects effects;
    private final Checks checks;
    private final Target target;
    private final Contract contract;
    private final Reading reading;
    private final Responses responses;

    public RecoverySteps(
            World world,
            InProgress inProgress,
            LockedKeys locked,
            Target target,
            Contract contract,
            TargetTime time,
            Effects effects,
            Checks checks) {
        this.world = world;
        this.inProgress = inProgress;
        this.locked = locked;
        this.time = time;
        this.effects = effects;
        this.checks = checks;
        this.target = target;
        this.contract = contract;
        this.reading = new Reading(contract);
        this.responses = new Responses(world, contract, checks, effects);
    }

    @Given("the processing timeout has passed")
    public void processingTimeoutHasPassed() {
        time.pass(time.processingTimeout().plusSeconds(1));
    }

    @When("the/each request is sent until it succeeds")
    @Costs(Costs.HANDFUL)
    public void isSentUntilItSucceeds() {
        for (Call call : calls()) {
            // One that never succeeds is a break, and each of them takes a minute or more.
            if (!sendUntilItSucceeds(call)) {
                return;
            }
        }
    }

    @When("the request is sent until it succeeds {ending}")
    @Costs(Costs.HANDFUL)
    public void isSentUntilItSucceeds(Ending ending) {
        switch (ending) {
            // What succeeded after a failure is the outcome of its key.
            case ONCE_MORE -> {
                sendUntilItSucceeds(world.call());
                world.send(world.call());
            }
            // After a crash a retry may come to any replica.
            case OTHER_REPLICA -> {
                URI other = target.replicas().get(1);
                sendUntilItSucceeds(world.call(), call -> world.sendTo(other, call));
            }
            case OWN_RETRY -> {
                Duration due = ownRetry(world.call().operation());
                sendUntilItSucceeds(world.call());
                time.pass(due);
                Await.pause("the system's own retry of a failed run", OWN_RETRY);
            }
        }
    }

    private static Duration ownRetry(Operation job) {
        Operation.Work work = job.work();
        if (work == null || work.retriedAfter() == null) {
            throw Judgement.notChecked("work.retried_after: the target file does not say that " + job.withArticle()
                    + " that has failed is started again by the system itself");
        }
        return work.retriedAfter();
    }

    /** What was interrupted is taken over after the processing timeout at the latest. */
    private boolean sendUntilItSucceeds(Call call) {
        return sendUntilItSucceeds(call, world::send);
    }

    /** Whether it did. */
    private boolean sendUntilItSucceeds(Call call, Function<Call, Attempt> way) {
        for (int sent = 1; sent <= MOST_REQUESTS; sent++) {
            Answer answer = sendUntilItIsNotInProgress(call, way);
            if (answer.isSuccessful() || reading.isRefusedRepeat(answer)) {
                return true;
            }
            if (sent < MOST_REQUESTS && isInProgress(call, answer)) {
                if (contract.processingTimeout() == null && wasAnswered(call)) {
                    locked.await(call, Purpose.DUPLICATE);
                    return true;
                }
                processingTimeoutHasPassed();
            } else if (sent < MOST_REQUESTS) {
                Await.pause("the time that a refusal asked for", asked(answer));
            }
        }
        return false;
    }

    /** A client that retries earlier than the refusal allows shows nothing about the server (RFC 9110, section 10.2.3). */
    private static Duration asked(Answer refusal) {
        Duration asked = refusal.retryAfter().orElse(Duration.ZERO);
        if (asked.compareTo(LONGEST_WAIT) > 0) {
            throw Judgement.inconclusive(
                    "a refusal allows a retry after " + asked.toSeconds() + " s only, and Samekey waits for at most "
                            + LONGEST_WAIT.toSeconds() + " s: let the test aid ask for less",
                    new Fact("actual", refusal.described()));
        }
        return asked;
    }

    /** Whether a request of the call has ended: then nothing is in progress, whatever the contract says of abandoned claims. */
    private boolean wasAnswered(Call call) {
        return !world.interrupted().contains(call)
                && world.attempts().stream()
                        .filter(attempt -> attempt.call().unique().equals(call.unique()))
                        .flatMap(attempt -> attempt.exchange().reply().stream())
                        .anyMatch(answer -> !isInProgress(call, answer));
    }

    /** A retry of what has lost its connection waits until that has ended for certain; any other is sent once. */
    private Answer sendUntilItIsNotInProgress(Call call, Function<Call, Attempt> way) {
        return Await.until(
                        "the end of what has lost its connection",
                        mayRunUnseen(call),
                        PAUSE,
                        () -> way.apply(call).answer(),
                        answer -> !isInProgress(call, answer))
                .value();
    }

    /** What was interrupted or has lost its connection may still hold its key, and a retry meets it. */
    private boolean isInProgress(Call call, Answer answer) {
        boolean mayMeet =
                world.interrupted().contains(call) || !mayRunUnseen(call).isZero();
        return mayMeet ? reading.hasMetInProgress(answer) : reading.isInProgress(answer);
    }

    /** What no crash has ended may still run, also where its response was given up. */
    private Duration mayRunUnseen(Call call) {
        boolean isGivenUp = !world.interrupted().contains(call)
                && world.attempts().stream()
                        .filter(attempt -> attempt.call().unique().equals(call.unique()))
                        .anyMatch(attempt -> attempt.exchange().isGivenUp());
        return isGivenUp ? world.answerLimit() : inProgress.mayRunUnseen();
    }

    @Then("each request has one effect")
    public void eachHasOne() {
        Stream.concat(world.interrupted().stream(), lost().stream()).forEach(this::mustHaveSucceeded);
        for (Call call : calls()) {
            effects.check("effects of " + which(call), call, world.senders(), 1);
        }
    }

    private void mustHaveSucceeded(Call interrupted) {
        Attempt last = last(interrupted);
        checks.that(
                "last response to " + which(interrupted),
                last.answer().isSuccessful() || reading.isRefusedRepeat(last.answer()),
                "a success",
                last.described(),
                last.repeat());
        responses.mustBeWhole(last, last.answer());
    }

    private String which(Call call) {
        String why = !world.interrupted().isEmpty()
                ? " that a crash interrupted"
                : lost().isEmpty() ? " that is sent again" : " whose connection was lost early";
        return call.operation().withArticle() + why;
    }

    /** Those whose connection was closed before their response. */
    private List<Call> lost() {
        return world.attempts(Purpose.FIRST).stream()
                .filter(attempt -> attempt.exchange().isGivenUp())
                .map(Attempt::call)
                .toList();
    }

    private Attempt last(Call call) {
        return world.attempts().stream()
                .filter(attempt -> Objects.equals(call.unique(), attempt.call().unique()))
                .reduce((one, later) -> later)
                .orElseThrow(() -> new IllegalStateException("no step has sent each request again"));
    }

    /** Those that a crash has interrupted; where there was none, those that were sent, or the call under test. */
    private List<Call> calls() {
        if (!world.interrupted().isEmpty()) {
            return world.interrupted();
        }
        List<Attempt> sent = world.attempts(Purpose.FIRST);
        return sent.isEmpty()
                ? List.of(world.call())
                : sent.stream().map(Attempt::call).toList();
    }
}
