package dev.samekey.steps.definitions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.contract.Contract;
import dev.samekey.steps.http.Answer;
import dev.samekey.steps.http.LostAnswer;
import dev.samekey.steps.target.Operation;
import dev.samekey.steps.verdict.Fact;
import dev.samekey.steps.verdict.Judgement;
import dev.samekey.steps.world.Call;
import dev.samekey.steps.world.Calls;
import dev.samekey.steps.world.Capabilities;
import dev.samekey.steps.world.Payloads;
import dev.samekey.steps.world.World;
import io.cucumber.java.en.Given;
import java.util.Map;

/** Where a scenario starts. What cannot be brought about ends it without a judgement on the target. */
public final class GivenSteps {
    private final World world;
    private final Contract contract;
    private final Calls calls;
    private final LostAnswer lostAnswer;
    private final Capabilities capabilities;

    public GivenSteps(World world, Contract contract, Calls calls, LostAnswer lostAnswer, Capabilities capabilities) {
        this.world = world;
        this.contract = contract;
        this.calls = calls;
        this.lostAnswer = lostAnswer;
        this.capabilities = capabilities;
    }

    @Given("a new {operation}")
    public void aNew(Operation operation) {
        world.begin(operation);
    }

    @Given("a completed {operation}")
    @Given("a {operation} that succeeds")
    public void aCompleted(Operation operation) {
        world.begin(operation);
        world.complete();
    }

    @Given("a {operation} that is declined")
    public void aDeclined(Operation operation) {
        if (contract.failuresStored() == null) {
            throw Judgement.notChecked("failures_stored: the contract does not say whether a failure is an outcome");
        }
        if (!contract.failuresStored()) {
            throw Judgement.notApplicable("the contract does not store failures as outcomes");
        }
        failing(operation, "declined");
        Answer answer = World.answer(world.send(world.call()));
        if (answer.status() < 400 || answer.status() >= 500) {
            throw Judgement.inconclusive(
                    "the " + operation.name() + " that should be declined was not",
                    new Fact("expected", "a 4xx answer"),
                    new Fact("came", String.valueOf(answer.status())));
        }
    }

    @Given("a new {operation} that will meet {refusal}")
    public void aNewThatWillMeet(Operation operation, String refusal) {
        failing(operation, refusal);
    }

    @Given("a new {operation} whose answer is lost on the way")
    public void whoseAnswerIsLost(Operation operation) {
        Call call = world.begin(operation);
        LostAnswer.Loss loss = lostAnswer.send(call.request(), calls.replica());
        world.add(
                loss.exchange(),
                "the request whose answer was lost (the target had said " + loss.upstreamStatus() + ")");
        boolean lost = loss.exchange().answer() == null;
        if (!lost || loss.upstreamStatus() < 200 || loss.upstreamStatus() >= 300) {
            throw Judgement.inconclusive(
                    "the fault did not fire: no success of the " + operation.name() + " was lost on the way",
                    new Fact("the target answered", String.valueOf(loss.upstreamStatus())));
        }
    }

    @Given("a restart of the target")
    public void aRestart() {
        capabilities.restart().run();
    }

    private void failing(Operation operation, String failure) {
        Map<String, JsonNode> members = operation.failures().get(failure);
        if (members == null) {
            throw Judgement.notChecked(
                    "failures: the target file names no way to make a " + operation.name() + " meet «" + failure + "»");
        }
        world.test(Payloads.changed(calls.prepare(operation), members));
    }
}
