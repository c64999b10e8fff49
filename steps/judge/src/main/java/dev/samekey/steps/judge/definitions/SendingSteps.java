package dev.samekey.steps.judge.definitions;

import dev.samekey.oracles.wait.Await;
import dev.samekey.steps.drive.event.Producer;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.judge.act.Crashes;
import dev.samekey.steps.judge.act.InProgress;
import dev.samekey.steps.judge.act.StoreOutage;
import dev.samekey.steps.judge.act.Variations;
import dev.samekey.steps.judge.act.Variations.Variant;
import dev.samekey.steps.judge.expect.Reading;
import dev.samekey.steps.judge.words.Novelty;
import dev.samekey.steps.judge.words.Variation;
import dev.samekey.steps.judge.world.Attempt;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.Keys;
import dev.samekey.steps.judge.world.Payloads;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.Unique;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.When;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Requests are sent one after the other: the one under test, a variation of it, or a new one beside it. */
public final class SendingSteps {
    /** What a principal gets who may not do something (RFC 9110, 15.5.2, 15.5.4 and 15.5.5). */
    private static final Set<Integer> NOT_ALLOWED = Set.of(401, 403, 404);

    /** Of each length; so many others of it may have been used before. */
    private static final int MOST_SHORT_KEYS = 10;

    private final World world;
    private final Target target;
    private final Contract contract;
    private final Calls calls;
    private final Keys keys;
    private final Variations variations;
    private final Producer producer;
    private final StoreOutage outage;
    private final Crashes crashes;
    private final Effects effects;
    private final InProgress inProgress;
    private final Reading reading;

    public SendingSteps(
            World world,
            Target target,
            Contract contract,
            Calls calls,
            Keys keys,
            Variations variations,
            Producer producer,
            StoreOutage outage,
            Crashes crashes,
            Effects effects,
            InProgress inProgress) {
        this.world = world;
        this.target = target;
        this.contract = contract;
        this.calls = calls;
        this.keys = keys;
        this.variations = variations;
        this.producer = producer;
        this.outage = outage;
        this.crashes = crashes;
        this.effects = effects;
        this.inProgress = inProgress;
        this.reading = new Reading(contract);
    }

    @When("the request is sent( again)")
    @Costs
    public void isSent() {
        world.send(world.call());
    }

    @When("the request is sent( again) {int} times")
    @Costs(perNumber = true)
    public void isSent(int times) {
        for (int i = 0; i < times; i++) {
            world.send(world.call());
        }
    }

    @When("the request is sent( again) {variation}")
    @Costs(2)
    public void isSent(Variation variation) {
        Call call = world.call();
        switch (variation) {
            case OTHER_REPLICA ->
                world.send(call, Purpose.DUPLICATE, target.replicas().get(1));
            case EACH_REPLICA -> target.urls().forEach(replica -> world.send(call, Purpose.DUPLICATE, replica));
            case THREE_TIMES -> {
                world.complete();
                variations.of(call, variation).stream().skip(1).forEach(this::send);
            }
            case FORGED_MARKS -> {
                mustSucceedUsually("without the marks of a replay");
                variations.of(call, variation).forEach(this::send);
            }
            case WRONG_SIGNATURES, NEARLY_STALE, OTHERWISE_WRITTEN -> {
                mustSucceedUsually("that is signed as it should be");
                variations.of(call, variation).forEach(one -> world.sendAsItIs(one.call(), one.purpose()));
            }
            case AROUND_RESTART -> {
                world.send(call);
                crashes.restart();
                world.send(call);
            }
            case OTHER_NOTATIONS -> inOtherNotations(call);
            case OTHER_PRINCIPAL -> {
                readByAnother(call);
                variations.of(call, variation).forEach(this::send);
                sendUnderAnUnknownKey();
            }
            case OTHER_TENANT -> {
                variations.of(call, variation).forEach(this::send);
                sendUnderAnUnknownKey();
            }
            case TWICE_UNDER_EMPTY_KEY ->
                variations.of(call, variation).forEach(one -> mustBeTaken(world.send(one.call(), one.purpose())));
            case COLLEAGUE ->
                variations.of(call, variation).forEach(one -> mustBeAllowed(world.send(one.call(), one.purpose())));
            case WITHOUT_STORE -> outage.during(() -> world.send(call));
            case CORRECTED ->
                variations.of(call, variation).forEach(one -> {
                    world.test(one.call());
                    send(one);
                });
            case ILLEGAL_KEYS -> {
                List<Variant> illegal = variations.of(call, variation);
                if (illegal.isEmpty()) {
                    throw Judgement.notApplicable("the contract has no key that would be illegal");
                }
                illegal.forEach(this::send);
            }
            case NOT_DECLINED -> {
                mustSucceedUsually("that nothing declines");
                variations.of(call, variation).forEach(this::send);
            }
            default -> variations.of(call, variation).forEach(this::send);
        }
    }

    private void send(Variant variant) {
        world.send(variant.call(), variant.purpose());
    }

    /** What a variation is compared with: if the usual request fails too, the variation has shown nothing. */
    private void mustSucceedUsually(String how) {
        Answer usual = World.answer(world.aside(calls.prepare(world.call().operation()), "one " + how));
        if (!usual.isSuccessful()) {
            throw Judgement.inconclusive(
                    world.call().operation().withArticle() + " " + how + " did not succeed",
                    new Fact("actual", usual.described()));
        }
    }

    @When("a new request is sent {novelty}")
    @Costs(value = 12, prepares = 5)
    public void aNewOneIsSent(Novelty novelty) {
        Call mine = world.call();
        Operation operation = mine.operation();
        switch (novelty) {
            case LEGAL_KEYS -> keys.legal().forEach(key -> underLegal(calls.prepare(operation), key));
            case ALIKE_KEYS ->
                keys.alike().stream()
                        .flatMap(List::stream)
                        .forEach(key -> world.send(keys.put(calls.prepare(operation), key), Purpose.OTHER));
            case OTHER_PRINCIPAL -> {
                byAnotherPrincipal(mine, UnaryOperator.identity());
                inProgress.compareWith(
                        () -> calls.prepare(operation, variations.anotherPrincipal(mine), unrelated()),
                        this::underKeyOf);
            }
            case OTHER_PRINCIPAL_AND_PAYLOAD -> byAnotherPrincipal(mine, Payloads::another);
            case OTHER_TENANT -> {
                world.send(
                        keys.put(calls.prepareElsewhere(operation, calls.uniqueBeside(mine)), key(mine)),
                        Purpose.OTHER);
                inProgress.compareWith(() -> calls.prepareElsewhere(operation, unrelated()), this::underKeyOf);
            }
            case OTHER_OPERATION -> {
                Call theirs = keys.put(calls.prepare(another(operation)), key(mine));
                world.send(mine, Purpose.DUPLICATE);
                world.send(theirs, Purpose.OTHER);
            }
            case SAME_PAYLOAD -> withTheSamePayloadElsewhere(mine);
            case OTHER_PARENT -> forAnotherParent(mine);
            case OTHER_SOURCE -> {
                Request request = producer.fromAnotherSource(mine.delivery(), mine.request());
                world.send(mine.with(request), Purpose.OTHER);
            }
            case SAME_THING -> aboutTheSameThing(mine);
        }
    }

    /** The business may refuse a second one. */
    private void aboutTheSameThing(Call mine) {
        effects.requireApart(mine);
        Attempt other = world.send(calls.again(mine), Purpose.OTHER);
        if (!other.isSuccessful()) {
            throw Judgement.inconclusive(
                    "no other " + mine.name() + " about the same thing was accepted",
                    new Fact("actual", other.described()));
        }
    }

    private Call underKeyOf(Call one, Call other) {
        return keys.put(other, key(one));
    }

    /** The unique value of a request that is counted with no other. */
    private static String unrelated() {
        return Unique.text();
    }

    /**
     * A short key may have been used before, and another one of its length is tried then.
     */
    private void underLegal(Call call, String key) {
        String next = key;
        for (int tries = 0; tries < MOST_SHORT_KEYS && Keys.mayBeUsed(key); tries++) {
            Call keyed = keys.put(call, next);
            Exchange exchange = world.look(keyed);
            if (!exchange.reply().map(reading::mayBeOfAUsedKey).orElse(false)) {
                repeat(world.add(keyed, exchange, Purpose.OTHER, "request under a short key"));
                return;
            }
            world.add(keyed, exchange, Purpose.CONTROL, "request under a short key that was used before");
            next = keys.asLongAs(key);
        }
        if (!Keys.mayBeUsed(key)) {
            repeat(world.send(keys.put(call, key), Purpose.OTHER));
        }
    }

    /** Only a repeat shows whether a key that is accepted counts; where the contract says what a repeat gets. */
    private void repeat(Attempt sent) {
        if (sent.isSuccessful() && contract.replay() != null) {
            world.send(sent.call(), Purpose.DUPLICATE);
        }
    }

    /** What the other principal may read is no secret. */
    private void readByAnother(Call call) {
        if (call.operation().read() != null && world.first().isSuccessful()) {
            Call reading = calls.reading(call, world.first(), false);
            world.send(variations.fromAnotherPrincipal(reading), Purpose.CONTROL);
        }
    }

    /** Whether the key is why a stranger was refused shows without it. What was executed would change what comes after it. */
    private void sendUnderAnUnknownKey() {
        Attempt stranger = world.the(Purpose.OTHER);
        if (stranger.call().key() != null && stranger.answer().isRefusal()) {
            world.send(keys.put(stranger.call(), keys.fresh()), Purpose.UNKNOWN_KEY);
        }
    }

    /** Only in those that the API takes at all: some want their integers written as such. */
    private void inOtherNotations(Call call) {
        List<Call> controls = Payloads.inOtherNotations(calls.prepare(call.operation()));
        List<Variant> all = variations.of(call, Variation.OTHER_NOTATIONS);
        int taken = 0;
        for (int i = 0; i < all.size(); i++) {
            Answer control =
                    World.answer(world.aside(controls.get(i), "one in another notation, under a key of its own"));
            if (Calls.succeeded(call.operation(), control)) {
                send(all.get(i));
                taken++;
            }
        }
        if (taken == 0) {
            throw Judgement.notApplicable("the API takes " + call.operation().withArticle() + " in no other notation");
        }
    }

    /**
     * On the same parent, where the other principal may use it: to a server that has forgotten whose key it is, a key of
     * another path is another key. Otherwise on a parent of their own.
     */
    private void byAnotherPrincipal(Call mine, UnaryOperator<Call> changed) {
        String key = key(mine);
        boolean shares = mayShareItsParent(mine);
        Call theirs = shares
                ? variations.fromAnotherPrincipal(calls.beside(mine))
                : calls.prepare(mine.operation(), variations.anotherPrincipal(mine), calls.uniqueBeside(mine));
        Attempt sent = world.send(changed.apply(keys.put(theirs, key)), Purpose.OTHER);
        if (shares) {
            mustBeAllowed(sent);
        }
    }

    private static void mustBeTaken(Attempt sent) {
        if (sent.served().isRefusal()) {
            throw Judgement.notApplicable("an empty key is refused, so that nothing shares it");
        }
    }

    /** Of the other principal nothing is known but that the contract concerns it. */
    private static void mustBeAllowed(Attempt sent) {
        if (NOT_ALLOWED.contains(sent.served().status())) {
            throw Judgement.notChecked("principals: the other one may not make "
                    + sent.call().operation().withArticle() + ": " + sent.described());
        }
    }

    /** There is room for more than one, and the other principal may read the first one's. */
    private boolean mayShareItsParent(Call mine) {
        Operation operation = mine.operation();
        boolean hasRoom =
                (operation.role() == Role.CREATE || operation.partial() != null) && !Calls.isOnlyOne(operation);
        if (operation.after() == null || operation.read() == null || !hasRoom || world.isInProgress()) {
            return false;
        }
        Call reading = calls.reading(mine, world.first(), false);
        return World.answer(world.aside(variations.fromAnotherPrincipal(reading), "another principal reads the result"))
                .isSuccessful();
    }

    private Operation another(Operation operation) {
        return another(operation, other -> true);
    }

    private Operation another(Operation operation, Predicate<Operation> suitable) {
        return target.operations().values().stream()
                .filter(other -> other.role() != Role.EVENT && other.role() != Role.JOB)
                .filter(other -> !isSameRoute(operation, other))
                .filter(suitable)
                .findFirst()
                .orElseThrow(() -> Judgement.notChecked("operations: the target file describes only one such route"));
    }

    /**
     * A payload with the members of both operations, which both find valid. An API that refuses members which it does not
     * know gets the payload of the first one.
     */
    private void withTheSamePayloadElsewhere(Call mine) {
        Operation operation = mine.operation();
        Operation other = another(operation, one -> one.request().body() != null);
        Call base = calls.prepare(operation);
        Call theirs = calls.prepare(other, base.principal(), base.unique());
        Call joined = Payloads.joined(base, theirs);
        if (world.send(world.test(joined)).isSuccessful()) {
            sendAsTheSame(joined, theirs);
        } else {
            sendAsTheSame(world.test(mine), calls.prepare(other, mine.principal(), mine.unique()));
        }
    }

    private void forAnotherParent(Call mine) {
        Operation operation = mine.operation();
        if (operation.after() == null) {
            throw Judgement.notApplicable(mine.operation().withArticle() + " comes after nothing");
        }
        if (contract.mismatch() == Contract.Mismatch.REPLAY) {
            throw Judgement.notApplicable("the contract replays the original to another payload");
        }
        if (contract.mismatch() == null) {
            throw Judgement.notChecked("mismatch: the contract does not say what another request under a key gets");
        }
        Call theirs = calls.prepare(operation, mine.principal(), mine.unique());
        if (theirs.request().path().equals(mine.request().path())) {
            throw Judgement.notApplicable(
                    "the path of " + mine.operation().withArticle() + " does not name what it comes after");
        }
        sendAsTheSame(mine, theirs);
    }

    private void sendAsTheSame(Call mine, Call theirs) {
        Call same = keys.put(Payloads.ofAnother(theirs, mine), key(mine));
        world.send(mine, Purpose.DUPLICATE);
        effects.countBefore(same, world.senders());
        world.send(same, Purpose.OTHER);
    }

    private static boolean isSameRoute(Operation one, Operation other) {
        return one.request().method().equals(other.request().method())
                && one.request().path().equals(other.request().path());
    }

    private static String key(Call call) {
        @Nullable String key = call.key();
        if (key == null) {
            throw Judgement.notApplicable(call.operation().withArticle() + " has no key");
        }
        return key;
    }

    @Costs(5)
    @When("its result is read without a key, twice with one, once with its own, and again without one")
    public void itsResultIsRead() {
        awaitLateEffects();
        Call withoutKey = calls.reading(world.call(), world.first(), false);
        // The key of the earlier reading: its response may have been kept.
        Call withKey = world.the(Purpose.EARLIER_READING).call();
        world.send(withoutKey, Purpose.READING);
        world.send(withKey, Purpose.READING);
        world.send(withKey, Purpose.READING);
        world.send(keys.put(withoutKey, key(world.call())), Purpose.READING);
        // A time to the second may be another one only now.
        world.send(withoutKey, Purpose.READING);
    }

    /** What is accepted first may read as accepted until it has taken effect. */
    private void awaitLateEffects() {
        target.operations().values().stream()
                .flatMap(operation -> Stream.ofNullable(operation.effectsWithin()))
                .max(Comparator.naturalOrder())
                .ifPresent(within -> Await.pause("the effects that a result may show", within));
    }
}
