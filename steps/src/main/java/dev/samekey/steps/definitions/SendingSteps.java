package dev.samekey.steps.definitions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.contract.Contract;
import dev.samekey.steps.http.Request;
import dev.samekey.steps.target.Operation;
import dev.samekey.steps.target.Role;
import dev.samekey.steps.target.Target;
import dev.samekey.steps.verdict.Judgement;
import dev.samekey.steps.world.Call;
import dev.samekey.steps.world.Calls;
import dev.samekey.steps.world.Payloads;
import dev.samekey.steps.world.World;
import io.cucumber.java.en.When;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The one action of a scenario: something is sent, for the call under test or in its place. */
public final class SendingSteps {
    private final World world;
    private final Target target;
    private final Contract contract;
    private final Calls calls;

    public SendingSteps(World world, Target target, Contract contract, Calls calls) {
        this.world = world;
        this.target = target;
        this.contract = contract;
        this.calls = calls;
    }

    @When("the (same )request is sent")
    public void theSameRequest() {
        world.send(world.call());
    }

    @When("the (same )request is sent {int} times")
    public void theSameRequestTimes(int times) {
        for (int i = 0; i < times; i++) {
            world.send(world.call());
        }
    }

    @When("the same request is sent to another replica")
    public void toAnotherReplica() {
        if (target.urls().size() < 2) {
            throw Judgement.notChecked("replicas: the target file names one URL");
        }
        world.send(world.call(), target.urls().get(1));
    }

    @When("the request is sent without its key")
    public void withoutItsKey() {
        Request keyless = world.call().request().with(contract.key().name(), null);
        world.send(world.call().with(keyless));
    }

    @When("the same payload is sent under another key")
    public void underAnotherKey() {
        world.send(calls.withKey(world.call(), calls.newKey()));
    }

    @When("the same payload is sent in another order")
    public void inAnotherOrder() {
        world.send(Payloads.reordered(world.call()));
    }

    @When("another payload is sent under its key")
    public void anotherPayload() {
        world.send(anotherPayload(world.call()));
    }

    @When("each intent field is changed in turn and sent under its key")
    public void eachIntentField() {
        for (Map.Entry<String, JsonNode> field : intent(world.call()).entrySet()) {
            world.send(Payloads.changed(world.call(), Map.of(field.getKey(), field.getValue())));
        }
    }

    @When("more than what is left is sent under another key")
    public void moreThanWhatIsLeft() {
        Operation.Partial partial = world.call().operation().partial();
        if (partial == null) {
            throw Judgement.notChecked("partial: the target file does not say what is too much");
        }
        Call another = calls.withKey(world.call(), calls.newKey());
        world.send(Payloads.changed(another, Map.of(partial.amount(), partial.beyond())));
    }

    @When("it is sent, repeated, and repeated with another payload")
    public void sentRepeatedAndMismatched() {
        world.complete();
        world.send(world.call());
        world.send(anotherPayload(world.call()));
    }

    @When("another principal sends it under the same key")
    public void anotherPrincipal() {
        Call mine = world.call();
        String other = target.principals().keySet().stream()
                .filter(name -> !name.equals(mine.principal()))
                .findFirst()
                .orElseThrow(() -> Judgement.notChecked("principals: the target file names one"));
        Call theirs = calls.prepare(mine.operation(), other, mine.unique());
        world.send(calls.withKey(theirs, key(mine)));
    }

    @When("its key is used for another operation")
    public void forAnotherOperation() {
        Call mine = world.call();
        Operation other = target.operations().values().stream()
                .filter(operation -> operation.role() != Role.EVENT)
                .filter(operation -> !isSameRoute(operation, mine.operation()))
                .findFirst()
                .orElseThrow(() -> Judgement.notChecked("operations: the target file describes only one route"));
        world.send(calls.withKey(calls.prepare(other), key(mine)));
    }

    @When("its result is read without a key, and twice with one")
    public void isRead() {
        String read = world.call().operation().read();
        if (read == null) {
            throw Judgement.notChecked("read: the target file does not say where a " + world.operation() + " is read");
        }
        String path =
                read.replace("${" + world.operation() + ".id}", world.firstId().asText());
        Request plain = new Request("GET", path, calls.credentials(world.call().principal()), null);
        Call keyless = world.call().with(plain);
        Call keyed = world.call().with(plain.with(contract.key().name(), calls.newKey()));
        world.send(keyless);
        world.send(keyed);
        world.send(keyed);
    }

    private static Call anotherPayload(Call call) {
        Map.Entry<String, JsonNode> field = intent(call).entrySet().iterator().next();
        return Payloads.changed(call, Map.of(field.getKey(), field.getValue()));
    }

    private static Map<String, JsonNode> intent(Call call) {
        Map<String, JsonNode> intent = call.operation().intent();
        if (intent.isEmpty()) {
            throw Judgement.notChecked("intent: the target file names no intent field of " + call.name());
        }
        return intent;
    }

    private static boolean isSameRoute(Operation one, Operation other) {
        return one.request().method().equals(other.request().method())
                && one.request().path().equals(other.request().path());
    }

    private static String key(Call call) {
        @Nullable String key = call.key();
        if (key == null) {
            throw Judgement.notApplicable("a " + call.name() + " has no key");
        }
        return key;
    }
}
