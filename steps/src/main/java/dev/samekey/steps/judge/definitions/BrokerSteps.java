package dev.samekey.steps.judge.definitions;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.steps.drive.broker.Broker;
import dev.samekey.steps.drive.broker.Said;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.When;
import java.time.Duration;

/** What only a broker does: it knows the ids of messages, and delivers again what was not acknowledged. */
public final class BrokerSteps {
    /** JetStream waits for an acknowledgement for 30 s where nothing else is said. */
    private static final Duration LIMIT = Duration.ofSeconds(40);

    private final World world;
    private final Capabilities capabilities;
    private final Journal journal;

    public BrokerSteps(World world, Capabilities capabilities, Journal journal) {
        this.world = world;
        this.capabilities = capabilities;
        this.journal = journal;
    }

    @When("it is published twice under one message id and once without")
    @Costs(3)
    public void publishedThrice() {
        Call call = world.call();
        Call named = call.with(call.request().with("Nats-Msg-Id", call.unique()));
        world.send(named);
        world.send(named);
        if (!world.last().at("/duplicate").asBoolean()) {
            throw Judgement.inconclusive(
                    "the broker kept two messages of one id",
                    new Fact("actual", world.last().body()));
        }
        world.send(call);
    }

    @When("it is delivered until it is acknowledged")
    @Costs
    public void deliveredAgain() {
        Call call = world.call();
        Broker broker = capabilities.broker(call.operation());
        if (broker.published(call.unique()) == 0) {
            world.send(call);
        }
        // Refused for good is an end too, and another clause's business.
        Said said = broker.await(call.unique(), word -> word.word() != Said.Word.DECLINED, LIMIT);
        if (said == null) {
            throw Judgement.inconclusive(
                    "the " + call.name() + " was not acknowledged within " + LIMIT.toSeconds() + " s");
        }
        journal.add(Evidence.text("broker", "what the consumer said in the end", said.toString()));
        if (said.deliveries() < 2) {
            throw Judgement.inconclusive(
                    "the " + call.name() + " was not delivered again", new Fact("actual", said.toString()));
        }
    }
}
