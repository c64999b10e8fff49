package dev.samekey.steps.judge.definitions;

import dev.samekey.oracles.database.RecordsOracle;
import dev.samekey.steps.judge.act.TargetTime;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.UnderWay;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.When;
import java.time.Duration;

/** Moves the target's clock to where the contract says that something changes. */
public final class TimeSteps {
    private static final Duration A_LITTLE = Duration.ofMinutes(1);
    private static final int MOST_LOOKS = 20;
    private static final Duration LOOK = Duration.ofMillis(50);

    private final World world;
    private final TargetTime time;
    private final Capabilities capabilities;
    private final ProgressSteps progress;

    public TimeSteps(World world, TargetTime time, Capabilities capabilities, ProgressSteps progress) {
        this.world = world;
        this.time = time;
        this.capabilities = capabilities;
        this.progress = progress;
    }

    @Given("a completed {operation} that is almost as old as its lifetime")
    public void almostExpired(Operation operation) {
        completedBefore(operation, time.lifetime(operation).minus(A_LITTLE));
    }

    @Given("a completed {operation} that is older than its lifetime")
    public void expired(Operation operation) {
        completedBefore(operation, time.lifetime(operation).plus(A_LITTLE));
    }

    @Given("a completed {operation} that is older than the lifetime of low stakes")
    public void olderThanLowStakes(Operation operation) {
        Contract.Lifetime lifetime = time.lifetimes();
        if (lifetime.highStakes() == null) {
            throw Judgement.notApplicable("the contract has one lifetime for all");
        }
        completedBefore(operation, lifetime.normal().plus(A_LITTLE));
    }

    @Given("a slow {operation} in progress that is older than its lifetime")
    public void expiredInProgress(Operation operation) {
        Duration lifetime = time.lifetime(operation);
        var clock = capabilities.clock();
        progress.slow(operation);
        mustBeClaimed(world.call());
        clock.advance(lifetime.plus(A_LITTLE));
    }

    /** What is not claimed yet cannot be purged. */
    private void mustBeClaimed(Call call) {
        RecordsOracle records = capabilities.records();
        String key = String.valueOf(call.key());
        for (int look = 1; look <= MOST_LOOKS; look++) {
            if (!Capabilities.ask(() -> records.of(key)).value().isEmpty()) {
                return;
            }
            UnderWay.pause(LOOK);
        }
        throw Judgement.inconclusive("no record says that the slow " + call.name() + " is in progress");
    }

    @Given("the time after which it counts as abandoned")
    public void abandoned() {
        time.pass(time.processingTimeout().plusSeconds(1));
    }

    @When("the cleanup runs")
    @Costs
    public void cleanup() {
        capabilities.cleanup().send();
    }

    private void completedBefore(Operation operation, Duration age) {
        // Asked for first: without a clock nothing has to be sent.
        var clock = capabilities.clock();
        Call call = world.begin(operation);
        world.complete();
        world.test(call);
        clock.advance(age);
    }
}
