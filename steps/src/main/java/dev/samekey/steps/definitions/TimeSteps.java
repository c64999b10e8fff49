package dev.samekey.steps.definitions;

import dev.samekey.oracles.database.RecordsOracle;
import dev.samekey.steps.contract.Contract;
import dev.samekey.steps.target.Operation;
import dev.samekey.steps.verdict.Judgement;
import dev.samekey.steps.world.Call;
import dev.samekey.steps.world.Capabilities;
import dev.samekey.steps.world.UnderWay;
import dev.samekey.steps.world.World;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.When;
import java.time.Duration;

/** Moves the target's clock to where the contract says that something changes. */
public final class TimeSteps {
    private static final Duration A_LITTLE = Duration.ofMinutes(1);
    /** Where no clock can be moved, a short time can be waited for. */
    private static final Duration PATIENCE = Duration.ofSeconds(45);

    private static final int MOST_LOOKS = 20;
    private static final Duration LOOK = Duration.ofMillis(50);

    private final World world;
    private final Contract contract;
    private final Capabilities capabilities;
    private final ProgressSteps progress;

    public TimeSteps(World world, Contract contract, Capabilities capabilities, ProgressSteps progress) {
        this.world = world;
        this.contract = contract;
        this.capabilities = capabilities;
        this.progress = progress;
    }

    @Given("a completed {operation} that is almost as old as its lifetime")
    public void almostExpired(Operation operation) {
        completedBefore(operation, lifetime(operation).minus(A_LITTLE));
    }

    @Given("a completed {operation} that is older than its lifetime")
    public void expired(Operation operation) {
        completedBefore(operation, lifetime(operation).plus(A_LITTLE));
    }

    @Given("a completed {operation} that is older than the lifetime of low stakes")
    public void olderThanLowStakes(Operation operation) {
        Contract.Lifetime lifetime = lifetimes();
        if (lifetime.highStakes() == null) {
            throw Judgement.notApplicable("the contract has one lifetime for all");
        }
        completedBefore(operation, lifetime.normal().plus(A_LITTLE));
    }

    @Given("a slow {operation} in progress that is older than its lifetime")
    public void expiredInProgress(Operation operation) {
        Duration lifetime = lifetime(operation);
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
        pass(processingTimeout().plusSeconds(1));
    }

    @When("the cleanup runs")
    public void cleanup() {
        capabilities.cleanup().send();
    }

    /** Lets a time pass on the target's clock, or on the real one where that is short enough. */
    void pass(Duration time) {
        if (capabilities.hasClock()) {
            capabilities.clock().advance(time);
        } else if (time.compareTo(PATIENCE) <= 0) {
            UnderWay.pause(time);
        } else {
            throw Judgement.notChecked("clock: the target file has no «clock», and " + time + " is too long to wait");
        }
    }

    Duration processingTimeout() {
        Duration timeout = contract.processingTimeout();
        if (timeout == null) {
            throw Judgement.notChecked(
                    "processing_timeout: the contract does not say when a claim counts as abandoned");
        }
        return timeout;
    }

    /** How long the key of an operation lives. */
    Duration lifetime(Operation operation) {
        Contract.Lifetime lifetime = lifetimes();
        return operation.stakes() == Operation.Stakes.HIGH && lifetime.highStakes() != null
                ? lifetime.highStakes()
                : lifetime.normal();
    }

    private Contract.Lifetime lifetimes() {
        Contract.Lifetime lifetime = contract.lifetime();
        if (lifetime == null) {
            throw Judgement.notChecked("lifetime: the contract does not say how long a key lives");
        }
        return lifetime;
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
