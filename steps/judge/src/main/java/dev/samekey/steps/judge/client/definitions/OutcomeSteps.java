package dev.samekey.steps.judge.client.definitions;

import dev.samekey.steps.drive.client.Outcome;
import dev.samekey.steps.drive.client.Outcome.Failure;
import dev.samekey.steps.drive.service.Behaviour.Refuse;
import dev.samekey.steps.drive.service.Received;
import dev.samekey.steps.judge.client.Performed;
import dev.samekey.steps.judge.client.Scene;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Then;
import java.time.Duration;
import java.util.List;
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
        reportsLastFailure(scene.only());
    }

    private void reportsLastFailure(Performed one) {
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

    @Then("the client reports no success of what was not done under its key")
    public void onlyWhatWasDone() {
        scene.arrived().forEach(this::onlyWhatWasDone);
    }

    private void onlyWhatWasDone(Performed one) {
        Outcome outcome = ended(one);
        boolean succeeded = outcome.succeeded()
                .orElseThrow(() -> Judgement.notChecked("the client does not report how an operation ends"));
        Received first = one.attempts().get(0);
        boolean isDone = one.attempts().stream()
                .anyMatch(attempt -> attempt.acted()
                        && Objects.equals(attempt.key(), first.key())
                        && attempt.body().equals(first.body()));
        List<String> seen = one.attempts().stream()
                .map(attempt -> attempt.method() + (attempt.key() == null ? " without a key" : " with a key") + " → "
                        + attempt.status())
                .toList();
        checks.that(
                "the outcome of " + one,
                isDone || !succeeded,
                "a failure, or what was done by the same payload under the same key",
                "success, of " + String.join(", then ", seen));
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

    /** Elsewhere it may wait, and what it then does is not judged here. */
    @Then("the client gives up where the contract lets it wait no longer")
    public void givesUp() {
        scene.arrived().forEach(this::givesUp);
    }

    private void givesUp(Performed one) {
        if (!(one.attempts().get(0).behaviour() instanceof Refuse refuse)
                || !scene.bench().retry().givesUp(RetryAfterHeader.asked(refuse))) {
            return;
        }
        String asked = one + " after «Retry-After: " + refuse.retryAfter() + "»";
        String after = one.delays().stream()
                .flatMap(Optional::stream)
                .findFirst()
                .map(delay -> "a retry after " + delay.toMillis() + " ms")
                .orElse("no retry");
        timed().that(asked, one.retries().isEmpty(), "given up without a retry", after);
        // It has its response, or it would have retried: a machine must be late by much more than its timeout to
        // explain the rest.
        checks.timed(scene.bench().longestOperation().dividedBy(2))
                .that(
                        asked,
                        one.outcome() != null,
                        "given up",
                        "not ended " + scene.bench().longestWait().toSeconds() + " s after it was asked for");
        reportsLastFailure(one);
    }

    @Then("the client reports as many attempts as arrived")
    public void reportsAttempts() {
        Performed one = scene.only();
        Integer reported = ended(one).attempts();
        if (reported == null) {
            throw Judgement.notChecked("the client does not report how many attempts it made");
        }
        // On the loopback interface an attempt is lost on its way by chance only.
        timed().equal(
                        "attempts that the client reports of " + one,
                        one.attempts().size(),
                        reported);
    }

    @Then("every operation is parked")
    public void parked() {
        scene.arrived().forEach(one -> {
            Outcome outcome = ended(one);
            if (outcome.succeeded().isEmpty()) {
                throw Judgement.notChecked("the client does not report how an operation ends");
            }
            Integer last = one.last().map(Received::status).orElse(null);
            checks.that(
                    "the operation that was given up after " + (last == null ? "no whole response" : "status " + last),
                    outcome.parked(),
                    "parked",
                    "not parked");
        });
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
