package dev.samekey.steps.judge.client.definitions;

import dev.samekey.steps.drive.client.Outcome;
import dev.samekey.steps.drive.client.Outcome.Failure;
import dev.samekey.steps.drive.service.Received;
import dev.samekey.steps.judge.client.Performed;
import dev.samekey.steps.judge.client.Scene;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Then;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/** What a client must report of its operations, and when it must end them. */
public final class OutcomeSteps {
    private final Scene scene;
    private final Checks checks;

    public OutcomeSteps(Scene scene, Checks checks) {
        this.scene = scene;
        this.checks = checks;
    }

    @Then("every operation succeeds")
    public void succeeds() {
        scene.performed().forEach(one -> {
            Outcome outcome = ended(one);
            // A client that does not say how it ends has seen what it was sent last.
            boolean success = outcome.succeeded()
                    .orElseGet(() -> one.last()
                            .flatMap(last -> Optional.ofNullable(last.status()))
                            .filter(status -> status / 100 == 2)
                            .isPresent());
            timed().that(
                            "the outcome of " + one,
                            success,
                            "success",
                            outcome.failure() == null
                                    ? "no success"
                                    : "failure " + outcome.failure().words());
        });
    }

    @Then("the client reports the last failure")
    public void reportsLastFailure() {
        Performed one = scene.only();
        Outcome outcome = ended(one);
        if (outcome.succeeded().isEmpty()) {
            throw Judgement.notChecked("the client does not report how an operation ends");
        }
        timed().that("the outcome of " + one, outcome.failure() != null, "a failure", "success");
        Failure failure = Objects.requireNonNull(outcome.failure());
        Integer last = one.last().map(Received::status).orElse(null);
        if (failure.status() != null || scene.reportsStatus()) {
            timed().equal(
                            "status in the report of " + one,
                            last == null ? "none" : String.valueOf(last),
                            failure.status() == null ? "none" : String.valueOf(failure.status()));
        }
    }

    @Then("the client stops within its attempts")
    public void stopsWithinAttempts() {
        Performed one = scene.only();
        int most = scene.bench()
                .retry()
                .mostAttempts()
                .orElseThrow(() ->
                        Judgement.notChecked("retry.attempts: the contract does not say how many attempts there are"));
        timed().that(
                        "attempts of " + one,
                        one.attempts().size() <= most,
                        "at most " + most,
                        one.attempts().size() + (scene.isCutOff() ? ", and was cut off" : ""));
        timed().that(
                        one + ", " + scene.bench().longestWait().toSeconds() + " s after it was asked for",
                        one.outcome() != null,
                        "ended",
                        "not ended, after " + one.attempts().size() + " attempts");
    }

    @Then("the client stops within its time")
    public void stopsWithinTime() {
        Duration total = scene.bench().retry().total();
        Performed one = scene.only();
        if (total == null) {
            return;
        }
        timed().that(
                        "time from the first attempt of " + one + " to its last",
                        one.took().compareTo(total) <= 0,
                        "at most " + total.toMillis() + " ms",
                        one.took().toMillis() + " ms");
    }

    @Then("the client reports as many attempts as arrived")
    public void reportsAttempts() {
        Performed one = scene.only();
        Integer reported = ended(one).attempts();
        if (reported == null) {
            throw Judgement.notChecked("the client does not report how many attempts it made");
        }
        if (one.attempts().size() < reported) {
            throw Judgement.inconclusive("the client reports " + reported + " attempts, and "
                    + one.attempts().size() + " arrived: one may have been lost on its way");
        }
        timed().equal(
                        "attempts that the client reports of " + one,
                        one.attempts().size(),
                        reported);
    }

    @Then("the operation is parked")
    public void parked() {
        Performed one = scene.only();
        Outcome outcome = ended(one);
        if (outcome.succeeded().isEmpty()) {
            throw Judgement.notChecked("the client does not report how an operation ends");
        }
        checks.that("the operation that was given up", outcome.parked(), "parked", "not parked");
    }

    /** What hangs on whether a response came in time. */
    private Checks.Assertions timed() {
        return checks.timed(scene.room());
    }

    private Outcome ended(Performed one) {
        if (one.outcome() == null) {
            throw Judgement.inconclusive(
                    one + " had not ended " + scene.bench().longestWait().toSeconds() + " s after it was asked for");
        }
        return one.outcome();
    }
}
