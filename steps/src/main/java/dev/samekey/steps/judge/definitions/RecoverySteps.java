package dev.samekey.steps.judge.definitions;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.judge.act.TargetTime;
import dev.samekey.steps.judge.expect.Reading;
import dev.samekey.steps.judge.world.Attempt;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.List;
import java.util.Objects;

/** What failed, or was interrupted, is sent again until it succeeds. */
public final class RecoverySteps {
    private static final int MOST_REQUESTS = 6;

    private final World world;
    private final TargetTime time;
    private final Effects effects;
    private final Checks checks;
    private final Reading reading;

    public RecoverySteps(World world, Contract contract, TargetTime time, Effects effects, Checks checks) {
        this.world = world;
        this.time = time;
        this.effects = effects;
        this.checks = checks;
        this.reading = new Reading(contract);
    }

    @Given("the processing timeout has passed")
    public void processingTimeoutHasPassed() {
        time.pass(time.processingTimeout().plusSeconds(1));
    }

    @When("the/each request is sent until it succeeds")
    @Costs(Costs.HANDFUL)
    public void isSentUntilItSucceeds() {
        calls().forEach(this::sendUntilItSucceeds);
    }

    /** What succeeded after a failure is the outcome of its key. */
    @When("the request is sent until it succeeds, and once more")
    @Costs(Costs.HANDFUL)
    public void isSentUntilItSucceedsAndOnceMore() {
        sendUntilItSucceeds(world.call());
        world.send(world.call());
    }

    /** What was interrupted is taken over after the processing timeout at the latest. */
    private void sendUntilItSucceeds(Call call) {
        for (int sent = 1; sent <= MOST_REQUESTS; sent++) {
            Answer answer = world.send(call).answer();
            if (answer.isSuccessful() || reading.isRefusedRepeat(answer)) {
                return;
            }
            if (sent < MOST_REQUESTS && reading.isInProgress(answer)) {
                processingTimeoutHasPassed();
            }
        }
    }

    @Then("each request has one effect")
    public void eachHasOne() {
        for (Call call : calls()) {
            String which = call.operation().withArticle() + " that a crash interrupted";
            Attempt last = last(call);
            checks.that(
                    "last response to " + which,
                    last.answer().isSuccessful() || reading.isRefusedRepeat(last.answer()),
                    "a success",
                    last.described(),
                    last.repeat());
            effects.check("effects of " + which, call, world.principals(), 1);
        }
    }

    private Attempt last(Call call) {
        return world.attempts().stream()
                .filter(attempt -> Objects.equals(call.unique(), attempt.call().unique()))
                .reduce((one, later) -> later)
                .orElseThrow(() -> new IllegalStateException("no step has sent each request again"));
    }

    /** Those that a crash has interrupted; where there was none, the call under test. */
    private List<Call> calls() {
        return world.interrupted().isEmpty() ? List.of(world.call()) : world.interrupted();
    }
}
