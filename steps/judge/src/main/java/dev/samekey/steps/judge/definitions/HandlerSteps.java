package dev.samekey.steps.judge.definitions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.judge.act.DeadLetters;
import dev.samekey.steps.judge.act.Retries;
import dev.samekey.steps.judge.act.Sandbox;
import dev.samekey.steps.judge.words.Between;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Payloads;
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

/** What a consumer must do about a handler that fails. */
public final class HandlerSteps {
    private final World world;
    private final Sandbox sandbox;
    private final Retries retries;
    private final DeadLetters deadLetters;
    private final Checks checks;

    public HandlerSteps(World world, Sandbox sandbox, Retries retries, DeadLetters deadLetters, Checks checks) {
        this.world = world;
        this.sandbox = sandbox;
        this.retries = retries;
        this.deadLetters = deadLetters;
        this.checks = checks;
    }

    @Given("a new {operation} that has become a dead letter")
    @Costs(value = 3, prepares = 3)
    public void aDeadLetter(Operation operation) {
        Call call = world.test(sandbox.call(operation, SandboxWord.POISON));
        retries.sendAndRetry();
        Answer listed = deadLetters.listed(call);
        if (deadLetters.count(call, listed) == 0) {
            throw Judgement.inconclusive(
                    "the " + operation.name() + " did not become a dead letter after " + retries.attempts(call)
                            + " attempts",
                    new Fact("actual", listed.described()));
        }
    }

    @When("it is sent and its retries come due {between}")
    @Costs(value = Costs.HANDFUL, prepares = 2)
    public void sentAndRetried(Between between) {
        switch (between) {
            case NOTHING -> retries.sendAndRetry();
            case DUPLICATE -> retries.sendAndRetry(call -> world.send(call));
            case OTHER_PAYLOAD -> retries.sendAndRetry(this::withAnotherPayload);
        }
    }

    /** What was not acknowledged need not have been kept, and then another payload is the first. */
    private void withAnotherPayload(Call call) {
        if (!world.firstAttempt().isSuccessful()) {
            throw Judgement.inconclusive(
                    "the " + call.name()
                            + " whose handler fails was not acknowledged, so nothing shows that it is known",
                    new Fact("actual", world.firstAttempt().described()));
        }
        world.send(Payloads.another(call), Purpose.OTHER_PAYLOAD);
    }

    @When("it is redriven")
    @Costs(2)
    public void isRedriven() {
        deadLetters.redrive(world.call());
        retries.awaitHandled(world.call());
    }

    @Then("the other handlers did not wait for it")
    public void othersDidNotWait() {
        Call call = world.call();
        int handlers = Retries.handlers(call).size();
        if (handlers < 2) {
            throw Judgement.notChecked("delivery.handlers: the target file names one");
        }
        checks.equal(
                "effects of the other handlers of " + call.operation().withArticle() + " while the first one fails",
                handlers - 1L,
                retries.othersAtOnce(),
                world.where());
    }

    @Then("an event that failed only once was retried before it")
    public void youngerWasFirst() {
        Retries.Order order = retries.order();
        if (order == null) {
            throw Judgement.inconclusive("no other event failed meanwhile, so the delays were not compared");
        }
        checks.timed(order.room())
                .that(
                        "order of the retries of an event that failed once and one that failed more often",
                        order.youngerFirst(),
                        "the one that failed once is first",
                        "the other one is first, or both are retried at the same time");
    }

    @Then("other events were not delayed")
    public void othersWereNotDelayed() {
        Retries.Neighbour other = retries.neighbour();
        if (other == null) {
            throw Judgement.inconclusive("no other event was acknowledged meanwhile");
        }
        String another = "another " + world.operation();
        checks.equal("effects of " + another + " while this one fails", 1L, other.handled(), world.where());
        if (other.afterRetry() && other.room().compareTo(Duration.ZERO) <= 0) {
            throw Judgement.inconclusive(
                    "the next attempt came so soon that " + another
                            + " may be handled after it: the delays of «delivery.retries» should be longer than «effects.within»");
        }
        checks.timed(other.room())
                .that(
                        another + " that was sent while this one waits for its next attempt",
                        !other.afterRetry(),
                        "handled before that attempt",
                        "handled after it",
                        world.where());
    }

    @Then("it is a dead letter after its last attempt")
    public void isADeadLetter() {
        Call call = world.call();
        Answer listed = deadLetters.listed(call);
        long attempts = retries.attempts(call);
        String what = call.operation().withArticle();
        Retries.SetBack setBack = retries.setBack();
        if (setBack != null) {
            // Its handler works again after so many attempts as there should be at most, and then there is no dead
            // letter.
            checks.that(
                    "dead letters of " + what + " that is delivered again while its handler fails",
                    deadLetters.count(call, listed) > 0,
                    "one, after " + (retries.delays(call).size() + 1) + " attempts",
                    "none: a delivery has set its attempts back from " + setBack.before() + " to " + setBack.after());
        }
        if (retries.handled(call) > 0) {
            throw Judgement.inconclusive(
                    "the " + call.name() + " was handled after " + attempts + " attempts, though none should work");
        }
        checks.that(
                "dead letters of " + what + " after " + attempts + " attempts",
                deadLetters.count(call, listed) > 0,
                "one",
                "none: " + listed.described());
        checks.equal(
                "attempts at " + what + " that cannot be handled",
                retries.delays(call).size() + 1L,
                attempts);
        JsonNode kept = deadLetters.payload(call, listed);
        if (kept != null) {
            checks.equal(
                    "payload in the dead letter of " + what,
                    DeadLetters.json(call.request().body()),
                    asSent(call, kept));
        }
    }

    /** An event in binary form may be kept in structured form: then its payload is its data (CloudEvents for HTTP, sections 3.1 and 3.2). */
    private static JsonNode asSent(Call call, JsonNode kept) {
        boolean isBinary = call.request().header("ce-specversion").isPresent();
        return isBinary && kept.has("specversion") ? kept.path("data") : kept;
    }
}
