package dev.samekey.steps.judge.definitions;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.steps.drive.fault.Fault;
import dev.samekey.steps.drive.fault.FaultProxy;
import dev.samekey.steps.drive.fault.Loss;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.judge.act.HalfDoneJob;
import dev.samekey.steps.judge.act.Sandbox;
import dev.samekey.steps.judge.act.TargetTime;
import dev.samekey.steps.judge.act.Variations;
import dev.samekey.steps.judge.expect.Reading;
import dev.samekey.steps.judge.words.Fate;
import dev.samekey.steps.judge.words.History;
import dev.samekey.steps.judge.world.Attempt;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.Keys;
import dev.samekey.steps.judge.world.Payloads;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.SandboxWord;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Given;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Where a scenario starts. What cannot be brought about ends it without a judgement on the target. */
public final class GivenSteps {
    private final World world;
    private final Target target;
    private final Contract contract;
    private final Calls calls;
    private final Keys keys;
    private final FaultProxy proxy;
    private final Sandbox sandbox;
    private final TargetTime time;
    private final Journal journal;
    private final Variations variations;
    private final Effects effects;
    private final HalfDoneJob halfDone;

    public GivenSteps(
            World world,
            Target target,
            Contract contract,
            Calls calls,
            Keys keys,
            FaultProxy proxy,
            Sandbox sandbox,
            TargetTime time,
            Journal journal,
            Variations variations,
            Effects effects,
            HalfDoneJob halfDone) {
        this.world = world;
        this.target = target;
        this.contract = contract;
        this.calls = calls;
        this.keys = keys;
        this.proxy = proxy;
        this.sandbox = sandbox;
        this.time = time;
        this.journal = journal;
        this.variations = variations;
        this.effects = effects;
        this.halfDone = halfDone;
    }

    @Given("a new {operation}")
    @Costs(value = 0, prepares = 1)
    public void aNew(Operation operation) {
        world.begin(operation);
    }

    @Given("a completed {operation}")
    public void aCompleted(Operation operation) {
        world.begin(operation);
        world.complete();
    }

    @Given("a completed {operation} {history}")
    public void aCompleted(Operation operation, History history) {
        switch (history) {
            case WAS_SLOW -> {
                world.test(sandbox.call(operation, SandboxWord.SLOW));
                world.complete();
            }
            case FAILED_AT_FIRST -> failedAtFirst(operation);
            case HAD_NO_BODY -> withAnEmptyResponse(operation);
            case WAS_LONG -> withALongPayload(operation);
            case WAS_CONDITIONAL -> conditional(operation);
            case HAS_CHANGED -> whoseResultHasChanged(operation);
            case WAS_READ -> readBeforeItChanged(operation);
            case FOLLOWED_BY_ANOTHER -> followed(operation);
            case FOLLOWED_BY_ITS_NEXT_RUN -> withItsNextRun(operation);
            case USED_BY_ANOTHER_PRINCIPAL -> {
                aCompleted(operation);
                Call mine = world.call();
                use(keyOf(mine), calls.prepare(operation, variations.anotherPrincipal(mine), calls.uniqueBeside(mine)));
            }
            case USED_BY_ANOTHER_TENANT -> {
                aCompleted(operation);
                Call mine = world.call();
                use(keyOf(mine), calls.prepareElsewhere(operation, calls.uniqueBeside(mine)));
            }
            case ALMOST_EXPIRED -> almostExpired(() -> aCompleted(operation), time.lifetime(operation));
            case EXPIRED -> expired(() -> aCompleted(operation), time.lifetime(operation));
            case REPEATED_AND_EXPIRED ->
                repeatedAndExpired(
                        operation, () -> World.answer(world.aside(world.call(), "a repeat within the lifetime")));
            case REPLAYED_AND_EXPIRED -> repeatedAndExpired(operation, this::mustBeReplayed);
            case OLDER_THAN_LOW_STAKES ->
                expired(() -> aCompleted(operation), time.lifetimes().normal());
        }
    }

    private void withItsNextRun(Operation operation) {
        aCompleted(operation);
        Call call = world.call();
        calls.layOut(call, 1);
        Answer next = World.answer(world.aside(keys.put(call, keys.fresh()), "the next run"));
        if (!next.isSuccessful()) {
            throw Judgement.inconclusive(
                    "the next run of the " + operation.name() + " did not succeed",
                    new Fact("expected", "a success"),
                    new Fact("actual", next.described()));
        }
    }

    /** What succeeded is the first request: the contract asks nothing of what comes after an attempt that leaves nothing. */
    private void failedAtFirst(Operation operation) {
        Contract.Stored stored = contract.stored();
        if (stored != null && Boolean.TRUE.equals(stored.serverErrors())) {
            throw Judgement.notApplicable("the contract stores the failures of the server as outcomes");
        }
        world.test(sandbox.call(operation, SandboxWord.UNAVAILABLE_ONCE));
        Answer failed = World.answer(world.aside(world.call(), "the attempt that fails"));
        if (failed.isSuccessful()) {
            throw Judgement.inconclusive(
                    "the first attempt did not fail",
                    new Fact("expected", "no success"),
                    new Fact("actual", failed.described()));
        }
        world.complete();
    }

    private void repeatedAndExpired(Operation operation, Runnable repeat) {
        Duration lifetime = time.lifetime(operation);
        Duration margin = time.margin(lifetime);
        Duration half = lifetime.dividedBy(2);
        long began = System.nanoTime();
        aCompleted(operation);
        time.pass(half);
        repeat.run();
        if (System.nanoTime() > time.lastMoment(began, half, half)) {
            throw Judgement.inconclusive("the repeat of the " + operation.name()
                    + " took so long that the lifetime of its key may have been over");
        }
        time.pass(half.plus(margin));
    }

    /** If no mark tells a replay from a first response, none tells it later. */
    private void mustBeReplayed() {
        Reading reading = new Reading(contract);
        if (!reading.marks()) {
            throw Judgement.notChecked("replay.marker: by the contract nothing tells a replay from a first response");
        }
        Answer repeated = World.answer(world.aside(world.call(), "a repeat within the lifetime"));
        if (!reading.isMarkedUnlike(world.first(), repeated)) {
            throw Judgement.inconclusive(
                    "the repeat within the lifetime was not marked as a replay",
                    new Fact(
                            "expected",
                            reading.marker().place() + ": " + reading.marker().replay()),
                    new Fact("actual", repeated.described()));
        }
    }

    private static String keyOf(Call call) {
        String key = call.key();
        if (key == null) {
            throw Judgement.notApplicable(call.operation().withArticle() + " has no key");
        }
        return key;
    }

    /** Somebody else makes a result of their own under a key. */
    private void use(String key, Call theirs) {
        Attempt attempt = world.send(keys.put(theirs, key), Purpose.OTHER);
        if (!attempt.isSuccessful()) {
            throw Judgement.inconclusive(
                    "somebody else could not use the key of the " + theirs.name(),
                    new Fact("expected", "a success"),
                    new Fact("actual", attempt.described()),
                    attempt.repeat());
        }
    }

    private void withAnEmptyResponse(Operation operation) {
        aCompleted(operation);
        if (!world.first().body().isEmpty()) {
            throw Judgement.notApplicable("the response to " + operation.withArticle() + " has a body");
        }
    }

    /** The longest that is accepted, so that the response is long where it has what was sent. */
    private void withALongPayload(Operation operation) {
        List<UnaryOperator<Call>> forms = Payloads.longer(operation);
        if (forms.isEmpty()) {
            throw Judgement.notChecked(
                    "intent: the target file names no text and no item of a list that could be longer in "
                            + operation.withArticle());
        }
        for (UnaryOperator<Call> longer : forms) {
            Answer answer = World.answer(world.aside(longer.apply(calls.prepare(operation)), "a long payload"));
            if (answer.isSuccessful()) {
                world.test(longer.apply(world.begin(operation)));
                world.complete();
                return;
            }
        }
        throw Judgement.notChecked(
                "intent: no text and no list of " + operation.withArticle() + " may be longer: each was refused");
    }

    private void conditional(Operation operation) {
        requireCondition(operation);
        Call call = world.begin(operation);
        if (call.etag() == null) {
            throw Judgement.notChecked(
                    "ETag: the API gives no version of what " + operation.withArticle() + " changes");
        }
        world.test(call.with(call.request().with("If-Match", call.etag())));
        world.complete();
    }

    /** A version in a response does not say that an update looks at it. */
    private static void requireCondition(Operation operation) {
        Map<String, String> headers = operation.request().headers();
        boolean isConditional = headers != null && headers.keySet().stream().anyMatch("If-Match"::equalsIgnoreCase);
        if (operation.stale() == null && !isConditional) {
            throw Judgement.notChecked(
                    "stale: the target file does not say that " + operation.withArticle() + " depends on a version");
        }
    }

    /** Something else happens to the result: what comes after it, or the same operation with another payload. */
    private void whoseResultHasChanged(Operation operation) {
        aCompleted(operation);
        change(operation, other -> true);
        effects.settleReplaced(world.call());
    }

    private void followed(Operation operation) {
        aCompleted(operation);
        effects.requireApart(world.call());
        Answer next = World.answer(
                world.aside(calls.again(world.call()), "another " + operation.name() + " about the same thing"));
        if (!next.isSuccessful()) {
            throw Judgement.inconclusive(
                    "no other " + operation.name() + " about the same thing was accepted",
                    new Fact("actual", next.described()));
        }
        effects.settle(world.call());
    }

    /** What a server may have kept of the reading is not true any more. */
    private void readBeforeItChanged(Operation operation) {
        aCompleted(operation);
        world.send(calls.reading(world.call(), world.first(), true), Purpose.EARLIER_READING);
        change(operation, other -> other.role() != Role.DELETE && other.role() != Role.JOB);
    }

    private void change(Operation operation, Predicate<Operation> isSuch) {
        Call next = operation.role() == Role.UPDATE
                ? Payloads.another(calls.againAfter(world.call(), world.first()))
                : operation.partial() != null
                        ? anotherPart(operation)
                        : calls.prepareOn(after(operation, isSuch), world.call(), world.first());
        Answer answer = World.answer(world.aside(next, "what has changed the result since"));
        if (!answer.isSuccessful()) {
            throw Judgement.inconclusive(
                    "the result of the " + operation.name() + " did not change",
                    new Fact("actual", answer.described()));
        }
    }

    /** What is left changes with each part. */
    private Call anotherPart(Operation operation) {
        if (Calls.isOnlyOne(operation)) {
            throw Judgement.notApplicable("only one " + operation.name() + " fits into what is left");
        }
        return calls.again(world.call());
    }

    /** A reversal of a part, where there is one: it leaves the result there for more. */
    private Operation after(Operation operation, Predicate<Operation> isSuch) {
        return target.operations().values().stream()
                .filter(isSuch)
                .filter(other -> String.valueOf(operation.name()).equals(other.after()))
                .min((one, other) -> Boolean.compare(one.partial() == null, other.partial() == null))
                .orElseThrow(() -> Judgement.notChecked(
                        "operations: the target file describes nothing that comes after " + operation.withArticle()));
    }

    /** The margin is asked for first: where that age cannot be met nothing has to be sent. */
    private void almostExpired(Runnable begin, Duration lifetime) {
        Duration margin = time.margin(lifetime);
        Duration age = lifetime.minus(margin);
        long began = System.nanoTime();
        begin.run();
        time.pass(age);
        world.countUntil(time.lastMoment(began, age, margin));
    }

    private void expired(Runnable begin, Duration lifetime) {
        Duration margin = time.margin(lifetime);
        begin.run();
        time.pass(lifetime.plus(margin));
    }

    @Given("a declined {operation}")
    public void aDeclined(Operation operation) {
        Contract.Stored stored = contract.stored();
        if (stored == null || stored.clientErrors() == null) {
            throw Judgement.notChecked("stored.4xx: the contract does not say whether a failure is an outcome");
        }
        if (!stored.clientErrors()) {
            throw Judgement.notApplicable("the contract does not store failures as outcomes");
        }
        world.test(sandbox.call(operation, SandboxWord.DECLINED));
        Answer answer = world.send(world.call()).answer();
        if (!answer.isRefusal()) {
            throw Judgement.inconclusive(
                    "the " + operation.name() + " that should be declined was not",
                    new Fact("expected", "a 4xx response"),
                    new Fact("actual", answer.described()));
        }
    }

    @Given("a declined {operation} {history}")
    public void aDeclined(Operation operation, History history) {
        Duration lifetime = time.lifetimeOfARefusal(operation);
        Runnable begin = () -> {
            aDeclined(operation);
            // What declined it is long over, too.
            sandbox.leave();
        };
        switch (history) {
            case ALMOST_EXPIRED -> almostExpired(begin, lifetime);
            case EXPIRED -> expired(begin, lifetime);
            default -> throw new IllegalStateException("no declined operation can be one " + history.words());
        }
    }

    @Given("a new {operation} that will {fate}")
    @Costs(value = 0, prepares = 1)
    public void aNewThatWill(Operation operation, Fate fate) {
        SandboxWord word = fate.sandbox();
        if (word == SandboxWord.FAILS_HALFWAY_ONCE) {
            halfDone.fail(operation);
            if (fate == Fate.FAIL_BEFORE_NEXT_RUN) {
                halfDone.completeTheNext();
            }
        } else if (word != null) {
            world.test(sandbox.call(operation, word));
            if (fate == Fate.REFUSED_ONCE) {
                refuse();
            }
        } else if (fate == Fate.LACK_KEY) {
            withoutKey(operation);
        } else if (fate == Fate.TOO_LARGE) {
            beyondTheLargest(operation, 1);
        } else if (fate == Fate.ALMOST_TOO_LARGE) {
            beyondTheLargest(operation, -1);
        } else {
            stale(operation);
        }
    }

    /** Who acknowledges what cannot be handled yet handles it later on its own, and a broker tells its producer nothing. */
    private void refuse() {
        Call call = world.call();
        if (call.request().isPublished() || world.send(call).isSuccessful()) {
            throw Judgement.notApplicable(call.operation().withArticle()
                    + " is acknowledged also when it cannot be handled yet, or nothing failed");
        }
    }

    private void withoutKey(Operation operation) {
        if (Boolean.FALSE.equals(contract.key().required())) {
            throw Judgement.notApplicable("the contract lets a request go without a key");
        }
        if (contract.refusal(Reason.MISSING_KEY) == null) {
            throw Judgement.notChecked("refusals.missing_key: the contract does not say how a missing key is refused");
        }
        calls.provoke();
        world.test(keys.remove(calls.prepare(operation)));
    }

    /** @param more bytes than the largest body has; fewer where it is negative */
    private void beyondTheLargest(Operation operation, int more) {
        Integer largest = target.largestBody();
        if (largest == null) {
            throw Judgement.notChecked(
                    "largest_body: the target file does not say how many bytes the body of a request may have");
        }
        if (!operation.request().hasPlainJson()) {
            throw Judgement.notApplicable(
                    "the body of " + operation.withArticle() + " is no JSON, which may have" + " white space");
        }
        Call call = calls.prepare(operation);
        if (Payloads.size(call) >= largest) {
            throw Judgement.notChecked("largest_body: the body of " + operation.withArticle()
                    + " in the target file has " + Payloads.size(call) + " bytes already");
        }
        if (more > 0) {
            calls.provoke();
        }
        world.test(Payloads.padded(call, largest + more));
    }

    private void stale(Operation operation) {
        Call call = world.begin(operation);
        Operation.Stale stale = operation.stale();
        if (stale == null) {
            throw Judgement.notChecked(
                    "stale: the target file does not say what makes " + operation.withArticle() + " stale");
        }
        Request request = call.request();
        for (Map.Entry<String, String> header : stale.headers().entrySet()) {
            request = request.with(header.getKey(), header.getValue());
        }
        world.test(call.with(request));
    }

    @Given("a new {operation} whose {fault}")
    public void aNewWhose(Operation operation, Fault fault) {
        Call call = world.begin(operation);
        Loss loss = proxy.send(call.request(), calls.replica(), fault);
        journal.add(Evidence.text(EvidenceKind.FAULT, fault.toString(), loss.described()));
        journal.provoke();
        world.add(call, loss.exchange(), Purpose.FIRST, "the request whose " + fault);
        if (!loss.fired()) {
            throw Judgement.inconclusive(
                    "the fault did not fire: no " + operation.name() + " whose " + fault,
                    new Fact("actual", loss.described()));
        }
    }
}
