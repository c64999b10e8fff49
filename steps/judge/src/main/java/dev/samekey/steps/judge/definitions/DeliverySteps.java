package dev.samekey.steps.judge.definitions;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.steps.drive.broker.Broker;
import dev.samekey.steps.drive.broker.ConsumerReply;
import dev.samekey.steps.drive.event.Producer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.targets.Delivery;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.time.Duration;
import java.util.List;

/** How events are delivered: in which order, and by a broker that knows message ids and redelivers. */
public final class DeliverySteps {
    /** JetStream waits for an acknowledgement for 30 s where nothing else is said. */
    private static final Duration LIMIT = Duration.ofSeconds(40);

    private final World world;
    private final Calls calls;
    private final Producer producer;
    private final Capabilities capabilities;
    private final Journal journal;
    private final Checks checks;
    private final Effects effects;
    /** What the API says of the subject of two events, delivered in their order and in the other one. */
    private List<State> states = List.of();

    public DeliverySteps(
            World world,
            Calls calls,
            Producer producer,
            Capabilities capabilities,
            Journal journal,
            Checks checks,
            Effects effects) {
        this.world = world;
        this.calls = calls;
        this.producer = producer;
        this.capabilities = capabilities;
        this.journal = journal;
        this.checks = checks;
        this.effects = effects;
    }

    @When("it is published three times, twice under one message id")
    @Costs(3)
    public void publishedThrice() {
        Call call = world.call();
        Call named = call.with(call.request().with("Nats-Msg-Id", call.unique()));
        world.send(named);
        world.send(named);
        if (!world.last().at("/duplicate").asBoolean()) {
            throw Judgement.inconclusive(
                    "the broker kept two messages under one message id",
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
        // Refused for good is an end too, and another clause judges it.
        ConsumerReply reply = broker.await(call.unique(), word -> word.word() != ConsumerReply.Word.DECLINED, LIMIT);
        if (reply == null) {
            throw Judgement.inconclusive(
                    "the " + call.name() + " was not acknowledged within " + LIMIT.toSeconds() + " s");
        }
        journal.add(Evidence.text(EvidenceKind.BROKER, "the last reply of the consumer", reply.toString()));
        if (reply.deliveries() < 2) {
            throw Judgement.inconclusive(
                    "the " + call.name() + " was not delivered again", new Fact("actual", reply.toString()));
        }
    }

    @When("it and an earlier one are delivered in both orders")
    @Costs(value = 7, prepares = 1)
    public void inBothOrders() {
        Call first = world.call();
        world.send(earlier(first), Purpose.OTHER);
        State between = state(first);
        world.send(first);
        State ordered = state(first);
        if (between.seen().equals(ordered.seen())) {
            throw Judgement.inconclusive(
                    "the " + first.name() + " did not change the state that the earlier one had left",
                    new Fact("actual", ordered.seen()));
        }
        Call second = world.test(calls.prepare(first.operation()));
        world.send(second);
        world.send(earlier(second), Purpose.OTHER);
        states = List.of(ordered, state(second));
    }

    @Then("both orders end in the same state")
    public void endInTheSameState() {
        State ordered = states.get(0);
        State reversed = states.get(1);
        String subject =
                "state after " + world.call().operation().withArticle() + " that arrived before an earlier one";
        if (!ordered.seen().equals(reversed.seen())) {
            effects.requireNotLate(
                    world.call(), "the " + subject, () -> look(ordered).equals(look(reversed)));
        }
        checks.equal(subject, ordered.seen(), reversed.seen(), world.where());
    }

    /**
     * The state of a subject.
     *
     * @param reading shows it
     * @param seen what it has shown when both events were due to be handled
     */
    private record State(Call reading, String seen) {}

    private Call earlier(Call call) {
        return call.with(producer.earlier(call.delivery(), call.request()));
    }

    private State state(Call call) {
        Delivery.State where = where(call);
        // A consumer may acknowledge an event first, and handle it later.
        effects.rest(call);
        Call reading = call.with(new Request(
                "GET", calls.path(where.path(), call, world.last()), calls.credentials(call.principal()), null));
        return new State(reading, shown(reading, world.aside(reading, "the state of its subject")));
    }

    private String look(State state) {
        return shown(state.reading(), world.look(calls.signed(state.reading())));
    }

    private static String shown(Call reading, Exchange exchange) {
        return World.answer(exchange).at(where(reading).at()).toString();
    }

    private static Delivery.State where(Call call) {
        Delivery.State state = call.delivery().state();
        if (state == null) {
            throw Judgement.notChecked("delivery.state: the target file does not say where the state is read");
        }
        return state;
    }
}
