package dev.samekey.steps.definitions;

import dev.samekey.steps.broker.Broker;
import dev.samekey.steps.broker.Said;
import dev.samekey.steps.verdict.Fact;
import dev.samekey.steps.verdict.Judgement;
import dev.samekey.steps.world.Call;
import dev.samekey.steps.world.Capabilities;
import dev.samekey.steps.world.World;
import io.cucumber.java.en.When;
import java.time.Duration;

/** What only a broker does: it knows the ids of messages, and delivers again what was not acknowledged. */
public final class BrokerSteps {
    /** JetStream waits for an acknowledgement for 30 s where nothing else is said. */
    private static final Duration LIMIT = Duration.ofSeconds(40);

    private final World world;
    private final Capabilities capabilities;

    public BrokerSteps(World world, Capabilities capabilities) {
        this.world = world;
        this.capabilities = capabilities;
    }

    @When("it is published twice under one message id and once without")
    public void publishedThrice() {
        Call call = world.call();
        Call named = call.with(call.request().with("Nats-Msg-Id", call.unique()));
        world.send(named);
        world.send(named);
        if (!world.last().at("/duplicate").asBoolean()) {
            throw Judgement.inconclusive(
                    "the broker kept two messages of one id",
                    new Fact("came", world.last().body()));
        }
        world.send(call);
    }

    @When("it is delivered until it is acknowledged")
    public void deliveredAgain() {
        Call call = world.call();
        Broker broker = capabilities.broker(call.operation());
        if (broker.published(call.unique()) == 0) {
            world.send(call);
        }
        Said said = broker.await(call.unique(), word -> word.word() == Said.Word.ACKNOWLEDGED, LIMIT);
        if (said == null) {
            throw Judgement.inconclusive(
                    "the " + call.name() + " was not acknowledged within " + LIMIT.toSeconds() + " s");
        }
        if (said.deliveries() < 2) {
            throw Judgement.inconclusive("the " + call.name() + " was acknowledged when it was delivered first");
        }
    }
}
