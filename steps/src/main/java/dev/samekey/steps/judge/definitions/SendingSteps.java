package dev.samekey.steps.judge.definitions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.judge.act.Variations;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Keys;
import dev.samekey.steps.judge.world.Payloads;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Key;
import dev.samekey.steps.model.contract.Marker;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.When;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The one action of a scenario: something is sent, for the call under test or in its place. */
public final class SendingSteps {
    /** Neighbours beyond 2^53, where a binary64 number cannot tell them apart (RFC 8785, section 3.2.2.3). */
    private static final List<String> LARGE = List.of("9007199254740992", "9007199254740993");

    /** One letter and the same letter as two characters (Unicode, normal forms C and D). */
    private static final List<String> COMPOSED = List.of("caf\u00e9", "cafe\u0301");

    /** What servers and libraries mark a replay by, in an answer or among themselves. */
    private static final List<String> FORGED = List.of(
            "Idempotency-Status",
            "Idempotent-Replayed",
            "Idempotency-Replayed",
            "X-Idempotent-Replay",
            "X-Replay",
            "X-Hit");

    private final World world;
    private final Target target;
    private final Contract contract;
    private final Calls calls;
    private final Keys keys;
    private final Variations variations;

    public SendingSteps(World world, Target target, Contract contract, Calls calls, Keys keys, Variations variations) {
        this.world = world;
        this.target = target;
        this.contract = contract;
        this.calls = calls;
        this.keys = keys;
        this.variations = variations;
    }

    @When("the (same )request is sent")
    @Costs
    public void theSameRequest() {
        world.send(world.call());
    }

    @When("the (same )request is sent {int} times")
    @Costs(perNumber = true)
    public void theSameRequestTimes(int times) {
        for (int i = 0; i < times; i++) {
            world.send(world.call());
        }
    }

    @When("it is sent {variation}")
    @When("the (same )request is sent {variation}")
    @When("the same payload is sent {variation}")
    @Costs
    public void varied(String words) {
        variations.of(world.call(), words).forEach(world::send);
    }

    @When("the same request is sent to another replica")
    @Costs
    public void toAnotherReplica() {
        if (target.urls().size() < 2) {
            throw Judgement.notChecked("replicas: the target file names one URL");
        }
        world.send(world.call(), target.urls().get(1));
    }

    @When("one is sent under each kind of legal key")
    @Costs(value = Costs.HANDFUL, prepares = Costs.HANDFUL)
    public void underEachLegalKey() {
        for (String key : keys.legal()) {
            world.send(keys.put(calls.prepare(world.call().operation()), key));
        }
    }

    @When("others are sent under keys that differ only in case and only at their end")
    @Costs(value = Costs.HANDFUL, prepares = Costs.HANDFUL)
    public void underAlikeKeys() {
        for (List<String> pair : keys.alike()) {
            pair.forEach(key -> world.send(keys.put(calls.prepare(world.call().operation()), key)));
        }
    }

    @When("another payload is sent under its key")
    @Costs
    public void anotherPayload() {
        world.send(anotherPayload(world.call()));
    }

    @When("each intent field is changed in turn and sent under its key")
    @Costs(Costs.HANDFUL)
    public void eachIntentField() {
        for (Map.Entry<String, JsonNode> field : intent(world.call()).entrySet()) {
            world.send(Payloads.changed(world.call(), Map.of(field.getKey(), field.getValue())));
        }
    }

    @When("payloads that only look alike are sent under one key")
    @Costs(value = 4, prepares = 1)
    public void lookAlikes() {
        Call call = world.call();
        Map<String, JsonNode> intent = intent(call);
        Optional<String> number = pointer(intent, JsonNode::isIntegralNumber);
        Optional<String> text = pointer(intent, JsonNode::isTextual);
        number.ifPresent(pointer ->
                LARGE.forEach(value -> world.send(with(call, pointer, DecimalNode.valueOf(new BigDecimal(value))))));
        Call other = calls.prepare(call.operation());
        text.ifPresent(pointer -> COMPOSED.forEach(value -> world.send(with(other, pointer, TextNode.valueOf(value)))));
    }

    @When("more than what is left is sent under another key")
    @Costs
    public void moreThanWhatIsLeft() {
        Operation.Partial partial = world.call().operation().partial();
        String amount = partial == null ? null : partial.amount();
        JsonNode beyond = partial == null ? null : partial.beyond();
        if (amount == null || beyond == null) {
            throw Judgement.notChecked("partial.beyond: the target file does not say what is too much");
        }
        Call another = keys.put(world.call(), keys.fresh());
        world.send(Payloads.changed(another, Map.of(amount, beyond)));
    }

    @When("it is sent, repeated, and repeated with another payload")
    @Costs(3)
    public void sentRepeatedAndMismatched() {
        world.complete();
        world.send(world.call());
        world.send(anotherPayload(world.call()));
    }

    @When("it is sent and repeated with the marks of a replay in the request")
    @Costs(value = 3, prepares = 1)
    public void withForgedMarks() {
        // Without the marks it must go through: what is then told of those with them is told of the marks.
        if (!World.answer(world.aside(calls.prepare(world.call().operation()), "one without the marks"))
                .isSuccessful()) {
            throw Judgement.inconclusive("a " + world.operation() + " without the marks did not go through");
        }
        Marker marker = contract.marker();
        Request forged = world.call().request();
        for (String name : FORGED) {
            forged = forged.with(name, "true");
        }
        if (marker != null && marker.header() != null) {
            forged = forged.with(marker.header(), marker.replay());
        }
        Call call = world.call().with(forged.with("Cache-Control", "no-cache"));
        world.send(call);
        world.send(call);
    }

    @When("the request is sent, corrected and sent again")
    @Costs(value = 2, prepares = 1)
    public void corrected() {
        world.send(world.call());
        Call right = calls.prepare(
                world.call().operation(), world.call().principal(), world.call().unique());
        boolean consumed = contract.stored() != null
                && Boolean.TRUE.equals(contract.stored().validation());
        String key = world.call().key();
        world.test(consumed || key == null ? right : keys.put(right, key));
        world.send(world.call());
    }

    @When("the request is sent until it succeeds")
    @Costs(Costs.HANDFUL)
    public void untilItSucceeds() {
        int most = 5;
        for (int i = 0; i < most; i++) {
            boolean success = World.answer(world.send(world.call())).isSuccessful();
            if (i == 0 && success) {
                throw Judgement.inconclusive("the first attempt did not fail, so nothing was seen");
            }
            if (success) {
                return;
            }
        }
    }

    @When("another principal sends one under the same key")
    @Costs(value = 1, prepares = 1)
    public void anotherPrincipal() {
        Call mine = world.call();
        Call theirs = calls.prepare(mine.operation(), variations.anotherPrincipal(mine), mine.unique());
        world.send(keys.put(theirs, key(mine)));
    }

    @When("another principal sends the very same request")
    @Costs
    public void anotherPrincipalTheVerySame() {
        Call mine = world.call();
        String other = variations.anotherPrincipal(mine);
        Request request = mine.request();
        for (var header : calls.principal(mine.principal())) {
            request = request.with(header.name(), null);
        }
        for (var header : calls.principal(other)) {
            request = request.with(header.name(), header.value());
        }
        world.send(new Call(mine.operation(), other, mine.unique(), mine.key(), request, mine.values()));
    }

    @When("one is sent in another tenant under the same key")
    @Costs(value = 1, prepares = 1)
    public void inAnotherTenant() {
        Call mine = world.call();
        List<Contract.Scope> scope = contract.scope();
        if (scope != null && !scope.contains(Contract.Scope.TENANT)) {
            throw Judgement.notApplicable("the contract does not scope keys by tenant");
        }
        world.send(keys.put(calls.prepareElsewhere(mine.operation(), mine.unique()), key(mine)));
    }

    @When("its key is used for another operation")
    @Costs(value = 1, prepares = 1)
    public void forAnotherOperation() {
        Call mine = world.call();
        Operation other = target.operations().values().stream()
                .filter(operation -> operation.role() != Role.EVENT && operation.role() != Role.JOB)
                .filter(operation -> !isSameRoute(operation, mine.operation()))
                .findFirst()
                .orElseThrow(() -> Judgement.notChecked("operations: the target file describes only one route"));
        world.send(keys.put(calls.prepare(other), key(mine)));
    }

    @When("its result is read without a key, and twice with one")
    @Costs(3)
    public void isRead() {
        String read = world.call().operation().read();
        if (read == null) {
            throw Judgement.notChecked("read: the target file does not say where a " + world.operation() + " is read");
        }
        if (contract.key().in() != Key.Place.HEADER) {
            throw Judgement.notApplicable("a reading has no body that could carry a key");
        }
        Request plain = new Request(
                "GET",
                calls.path(read, world.call(), world.first()),
                calls.credentials(world.call().principal()),
                null);
        Call keyless = world.call().with(plain);
        Call keyed = keys.put(keyless, keys.fresh());
        world.send(keyless);
        world.send(keyed);
        world.send(keyed);
    }

    static Call anotherPayload(Call call) {
        Map.Entry<String, JsonNode> field = intent(call).entrySet().iterator().next();
        return Payloads.changed(call, Map.of(field.getKey(), field.getValue()));
    }

    private static Call with(Call call, String pointer, JsonNode value) {
        return Payloads.changed(call, new LinkedHashMap<>(Map.of(pointer, value)));
    }

    private static Optional<String> pointer(Map<String, JsonNode> intent, java.util.function.Predicate<JsonNode> kind) {
        return intent.entrySet().stream()
                .filter(field -> kind.test(field.getValue()))
                .map(Map.Entry::getKey)
                .findFirst();
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
