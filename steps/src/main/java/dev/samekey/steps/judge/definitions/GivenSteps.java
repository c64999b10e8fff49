package dev.samekey.steps.judge.definitions;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.steps.drive.fault.Fault;
import dev.samekey.steps.drive.fault.FaultProxy;
import dev.samekey.steps.drive.fault.Loss;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.judge.act.Sandbox;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Given;
import java.util.Map;

/** Where a scenario starts. What cannot be brought about ends it without a judgement on the target. */
public final class GivenSteps {
    private final World world;
    private final Target target;
    private final Contract contract;
    private final Calls calls;
    private final FaultProxy proxy;
    private final Sandbox sandbox;
    private final Journal journal;

    public GivenSteps(
            World world,
            Target target,
            Contract contract,
            Calls calls,
            FaultProxy proxy,
            Sandbox sandbox,
            Journal journal) {
        this.world = world;
        this.target = target;
        this.contract = contract;
        this.calls = calls;
        this.proxy = proxy;
        this.sandbox = sandbox;
        this.journal = journal;
    }

    @Given("a new {operation}")
    @Costs(value = 0, prepares = 1)
    public void aNew(Operation operation) {
        world.begin(operation);
    }

    @Given("a completed {operation}")
    @Given("a {operation} that succeeds")
    public void aCompleted(Operation operation) {
        world.begin(operation);
        world.complete();
    }

    @Given("a completed {operation} that was slow")
    public void aSlow(Operation operation) {
        world.test(sandbox.call(operation, "slow"));
        world.complete();
    }

    @Given("a completed {operation} that answered with nothing")
    public void aBare(Operation operation) {
        aCompleted(operation);
        if (!world.first().body().isEmpty()) {
            throw Judgement.notApplicable("the answer to a " + operation.name() + " has a body");
        }
    }

    @Given("a completed {operation} with a condition")
    public void aConditional(Operation operation) {
        Call call = world.begin(operation);
        if (call.etag() == null) {
            throw Judgement.notChecked("ETag: the API tells no version of what a " + operation.name() + " changes");
        }
        world.test(call.with(call.request().with("If-Match", call.etag())));
        world.complete();
    }

    /** Something else happens to the result: what comes after it, or the same operation with another payload. */
    @Given("a completed {operation} whose result moved on")
    public void aResultThatMovedOn(Operation operation) {
        aCompleted(operation);
        Call next = operation.role() == Role.UPDATE
                ? SendingSteps.anotherPayload(calls.again(world.call()))
                : calls.prepareOn(after(operation), world.call(), world.first());
        Answer answer = World.answer(world.aside(next, "what happened to the result since"));
        if (!answer.isSuccessful()) {
            throw Judgement.inconclusive(
                    "the result of the " + operation.name() + " did not move on",
                    new Fact("came", AnswerSteps.describe(answer)));
        }
    }

    @Given("a {operation} that is declined")
    public void aDeclined(Operation operation) {
        Contract.Stored stored = contract.stored();
        if (stored == null || stored.clientErrors() == null) {
            throw Judgement.notChecked("stored.4xx: the contract does not say whether a failure is an outcome");
        }
        if (!stored.clientErrors()) {
            throw Judgement.notApplicable("the contract does not store failures as outcomes");
        }
        world.test(sandbox.call(operation, "declined"));
        Answer answer = World.answer(world.send(world.call()));
        if (answer.status() < 400 || answer.status() >= 500) {
            throw Judgement.inconclusive(
                    "the " + operation.name() + " that should be declined was not",
                    new Fact("expected", "a 4xx answer"),
                    new Fact("came", String.valueOf(answer.status())));
        }
    }

    @Given("a new {operation} that will {fate}")
    public void aNewThatWill(Operation operation, String word) {
        world.test(sandbox.call(operation, word));
    }

    @Given("a new {operation} that will be stale")
    public void aStale(Operation operation) {
        Call call = world.begin(operation);
        Operation.Stale stale = operation.stale();
        if (stale == null) {
            throw Judgement.notChecked(
                    "stale: the target file does not say what makes a " + operation.name() + " stale");
        }
        Request request = call.request();
        for (Map.Entry<String, String> header : stale.headers().entrySet()) {
            request = request.with(header.getKey(), header.getValue());
        }
        world.test(call.with(request));
    }

    @Given("a new {operation} whose {fault}")
    public void whoseWay(Operation operation, Fault fault) {
        Call call = world.begin(operation);
        Loss loss = proxy.send(call.request(), calls.replica(), fault);
        journal.add(Evidence.text("fault", fault.toString(), loss.told()));
        journal.provoke();
        world.add(call, loss.exchange(), "the request whose " + fault);
        if (!loss.fired()) {
            throw Judgement.inconclusive(
                    "the fault did not fire: no " + operation.name() + " whose " + fault,
                    new Fact("came", loss.told()));
        }
    }

    /** A reversal of a part, where there is one: it leaves the result there for more. */
    private Operation after(Operation operation) {
        return target.operations().values().stream()
                .filter(other -> String.valueOf(operation.name()).equals(other.after()))
                .min((one, other) -> Boolean.compare(one.partial() == null, other.partial() == null))
                .orElseThrow(() -> Judgement.notChecked(
                        "operations: the target file describes nothing that comes after a " + operation.name()));
    }
}
