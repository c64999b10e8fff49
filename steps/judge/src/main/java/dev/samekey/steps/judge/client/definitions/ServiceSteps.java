package dev.samekey.steps.judge.client.definitions;

import dev.samekey.steps.drive.client.Outcome;
import dev.samekey.steps.drive.service.Behaviour;
import dev.samekey.steps.drive.service.Script;
import dev.samekey.steps.judge.client.Mishap;
import dev.samekey.steps.judge.client.Often;
import dev.samekey.steps.judge.client.Performed;
import dev.samekey.steps.judge.client.Plays;
import dev.samekey.steps.judge.client.Scene;
import dev.samekey.steps.judge.client.Wait;
import dev.samekey.steps.model.contract.Envelope;
import dev.samekey.steps.model.contract.RetryBudget;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Given;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** What the service does, and what has happened before. */
public final class ServiceSteps {
    /** More failed operations than any budget lets be retried. */
    private static final int MOST_FAILURES = 300;

    private static final int GROUP = 10;
    private static final int MANY = 50;
    private static final int MOST_SUCCESSES = 1_000;

    private final Scene scene;
    private final Plays plays;

    public ServiceSteps(Scene scene) {
        this.scene = scene;
        this.plays = new Plays(scene.bench());
    }

    @Given("a service that answers every operation")
    public void answers() {
        scene.play((unique, number) -> new Behaviour.Succeed());
    }

    /** As slowly as leaves the machine the same time again. */
    @Given("a service that answers every operation slowly")
    public void answersSlowly() {
        Duration half = scene.bench().client().timeout().dividedBy(2);
        scene.play((unique, number) -> new Behaviour.Delay(half, new Behaviour.Succeed()));
    }

    @Given("a service that fails every operation {often} with {mishap}")
    public void fails(Often often, Mishap mishap) {
        plays.mustBeOwed(mishap, often);
        scene.play(plays.failing(mishap, often));
    }

    @Given("a service that asks every operation {often} to wait {wait}")
    public void asksToWait(Often often, Wait wait) {
        asksToWait(often, wait, Mishap.UNAVAILABLE);
    }

    @Given("a service that asks every operation {often} to wait {wait}, with {mishap}")
    public void asksToWait(Often often, Wait wait, Mishap mishap) {
        plays.mustBeOwed(mishap, often);
        scene.play(plays.asking(mishap, often, wait, scene.clockSpeed()));
    }

    @Given("a service that fails every operation always, each in a way of its own")
    public void failsInTurn() {
        scene.play(plays.failingInTurn(List.of(Mishap.UNAVAILABLE, Mishap.NO_RESPONSE, Mishap.RESET)));
    }

    @Given("a service that redirects every operation once, each in a way of its own")
    public void redirects() {
        scene.play(plays.redirecting());
    }

    @Given("a client that has done operations before")
    public void hasDoneOperations() {
        warmUp();
    }

    private Duration warmUp() {
        return scene.warmUp(Math.min(MANY, scene.bench().client().atOnce()), 1);
    }

    /**
     * It lasts half as long as the retries that the client makes take at least, so that the last of them comes after its end. A
     * client may make fewer than the contract allows.
     */
    @Given("a service that refuses connections for a time")
    public void refusesConnections() {
        plays.mustBeOwed(Mishap.RESET, Often.ONCE);
        scene.play(plays.failing(Mishap.RESET, Often.ALWAYS));
        scene.performAtOnce(1, 1);
        scene.rest();
        int retries = scene.only().retries().size();
        scene.forget();
        if (retries == 0) {
            throw Judgement.notApplicable("the client does not retry after " + Mishap.RESET.words());
        }
        answers();
        Duration least = scene.bench().bounds().stream()
                .limit(retries)
                .map(Envelope::least)
                .reduce(Duration.ZERO, Duration::plus);
        if (least.isZero()) {
            throw Judgement.notApplicable("retry: the contract lets all retries come at once, before any outage ends");
        }
        Duration outage = least.dividedBy(2);
        Duration lag = warmUp();
        if (lag.compareTo(outage) >= 0) {
            throw Judgement.inconclusive("the client takes " + lag.toMillis()
                    + " ms until it sends a request, and the outage lasts " + outage.toMillis() + " ms");
        }
        scene.refuseConnections(outage, outage.minus(lag));
    }

    @Given("a client that retries after {mishap}")
    public void retries(Mishap mishap) {
        plays.mustBeOwed(mishap, Often.ONCE);
        scene.play(plays.failing(mishap, Often.ONCE));
        scene.performAtOnce(1, 1);
        scene.rest();
        if (scene.only().attempts().size() == 1) {
            throw Judgement.notApplicable(
                    "the client does not retry after " + mishap.words() + ", which CLI-4 is about");
        }
        scene.forget();
    }

    @Given("a client that reports the status of a failure")
    public void reportsStatus() {
        scene.play(plays.failing(Mishap.INVALID, Often.ALWAYS));
        scene.performAtOnce(1, 1);
        Outcome outcome = scene.only().outcome();
        if (outcome == null || outcome.failure() == null || outcome.failure().status() == null) {
            throw Judgement.notChecked("the client does not report the status of a failure");
        }
        scene.forget();
    }

    @Given("an operation that the client has given up")
    public void givenUp() {
        plays.mustBeOwed(Mishap.UNAVAILABLE, Often.ALWAYS);
        scene.play(plays.failing(Mishap.UNAVAILABLE, Often.ALWAYS));
        scene.performAtOnce(1, 1);
        Performed one = scene.performed().get(0);
        if (one.outcome() == null || !one.outcome().parked()) {
            throw Judgement.notApplicable("the client has not parked the operation that it gave up");
        }
    }

    @Given("an outage that has used up the budget of the client")
    public void outage() {
        scene.play(plays.failing(Mishap.UNAVAILABLE, Often.ALWAYS));
        // Many at once spend the budget soon. Where it is nearly spent few are enough, and earn few retries.
        int many = Math.max(GROUP, Math.min(MANY, scene.bench().client().atOnce()));
        int group = many;
        int failed = 0;
        while (failed < MOST_FAILURES) {
            scene.performAtOnce(group, 1);
            List<Performed> performed = scene.performed();
            failed = performed.size();
            long retried = performed.subList(failed - group, failed).stream()
                    .filter(one -> one.attempts().size() > 1)
                    .count();
            if (retried == 0) {
                scene.forget();
                return;
            }
            group = retried == group ? many : GROUP;
        }
        throw Judgement.inconclusive(
                "the client still retried after " + failed + " failed operations, so its budget was never used up");
    }

    @Given("a service that has answered enough operations to fill the budget")
    public void refilled() {
        fill((unique, number) -> new Behaviour.Succeed());
    }

    @Given("a service that has refused as many operations as would fill the budget")
    public void refused() {
        if (budget().isShare()) {
            throw Judgement.notApplicable(
                    "retry.budget: a refused operation is a request, of which retries are a share");
        }
        plays.mustBeOwed(Mishap.INVALID, Often.ALWAYS);
        fill(plays.failing(Mishap.INVALID, Often.ALWAYS));
    }

    private RetryBudget budget() {
        return Objects.requireNonNull(scene.bench().retry().budget());
    }

    private void fill(Script script) {
        scene.play(script);
        int left = plays.successesToRefill(budget(), scene.sent());
        if (left > MOST_SUCCESSES) {
            throw Judgement.notChecked("retry.budget: it takes " + left
                    + " successes to fill it, and a scenario has at most " + MOST_SUCCESSES);
        }
        while (left > 0) {
            int group = Math.min(left, scene.bench().client().atOnce());
            scene.performAtOnce(group, 1);
            left -= group;
        }
        scene.forget();
    }
}
