package dev.samekey.steps.judge.client.definitions;

import dev.samekey.steps.drive.service.Behaviour;
import dev.samekey.steps.judge.client.Mishap;
import dev.samekey.steps.judge.client.Often;
import dev.samekey.steps.judge.client.Performed;
import dev.samekey.steps.judge.client.Plays;
import dev.samekey.steps.judge.client.Scene;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.When;

/** What the clients are asked to do. */
public final class PerformSteps {
    private static final int GROUP = 10;

    private final Scene scene;
    private final Plays plays;

    public PerformSteps(Scene scene) {
        this.scene = scene;
        this.plays = new Plays(scene.bench());
    }

    @When("the client performs one operation")
    public void performsOne() {
        scene.performAtOnce(1, 1);
        scene.settle();
    }

    @When("the client performs {number} operations at once")
    public void performs(Integer number) {
        scene.performAtOnce(number, 1);
        scene.settle();
    }

    @When("the client performs {number} operations in groups of ten")
    public void performsInGroups(Integer number) {
        for (int done = 0; done < number; done += GROUP) {
            scene.performAtOnce(GROUP, 1);
        }
        scene.settle();
    }

    /** As many of them at once as the client can. */
    @When("the client performs {number} operations")
    public void performsAsItCan(Integer number) {
        int group = Math.min(number, scene.bench().client().atOnce());
        for (int left = number; left > 0; left -= group) {
            scene.performAtOnce(Math.min(left, group), 1);
        }
        scene.settle();
    }

    @When("the client performs {number} operations with the same payload")
    public void performsAlike(Integer number) {
        scene.performAlike(number);
        scene.settle();
    }

    @When("two clients perform {number} operations each at once")
    public void perform(Integer number) {
        scene.performAtOnce(number, 2);
        scene.settle();
    }

    @When("two clients perform {number} operations each, one after another")
    public void performInTurn(Integer number) {
        scene.warmUp(GROUP, 2);
        // What one of two clients has chosen before puts it out of step with the other.
        if (scene.sent().retries() > 0) {
            throw Judgement.inconclusive(
                    "a client retried while the service worked: it was too late to get a response in"
                            + " time, so the choices of the two clients cannot be compared");
        }
        for (int done = 0; done < number; done++) {
            scene.performAtOnce(1, 2);
        }
        scene.settle();
    }

    @When("the client performs one operation that fails once")
    public void performsOneThatFails() {
        scene.play(plays.failing(Mishap.UNAVAILABLE, Often.ONCE));
        performsOne();
    }

    @When("the service works again and the client resumes the operation")
    public void resumes() {
        resume(false);
    }

    @When("the service works again and another process of the client resumes the operation")
    public void resumesAnew() {
        resume(true);
    }

    private void resume(boolean anew) {
        Performed parked = scene.performed().get(0);
        scene.play((unique, number) -> new Behaviour.Succeed());
        scene.resume(parked, anew);
        scene.settle();
    }
}
