package dev.samekey.steps.judge.definitions;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.judge.act.Sandbox;
import dev.samekey.steps.judge.act.TargetTime;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.UnderWay;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.Delivery;
import dev.samekey.steps.model.targets.Delivery.Handler;
import dev.samekey.steps.model.targets.SandboxWord;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a consumer must do about a handler that fails. Time is the target's: it is moved to where the next attempt is due,
 * and only how soon the target then notices is waited for.
 */
public final class RetrySteps {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LIMIT = Duration.ofSeconds(15);
    private static final Duration LOOK = Duration.ofMillis(50);
    /** So much later than it is due an attempt is looked for. */
    private static final Duration SLACK = Duration.ofMillis(200);

    private final World world;
    private final Calls calls;
    private final Contract contract;
    private final Sandbox sandbox;
    private final TargetTime time;
    private final Effects effects;
    private final Checks checks;
    private long othersAtOnce = -1;
    private long neighbour = -1;
    private @Nullable Boolean youngerFirst;

    public RetrySteps(
            World world,
            Calls calls,
            Contract contract,
            Sandbox sandbox,
            TargetTime time,
            Effects effects,
            Checks checks) {
        this.world = world;
        this.calls = calls;
        this.contract = contract;
        this.sandbox = sandbox;
        this.time = time;
        this.effects = effects;
        this.checks = checks;
    }

    @When("it is sent and its retries come due")
    @Costs(value = Costs.HANDFUL, prepares = 2)
    public void sentAndRetried() {
        Call call = world.call();
        deliver(call);
        othersAtOnce = others(call);
        List<Duration> delays = delays(call);
        for (int failures = 1; failures <= delays.size() && goesOn(call, failures); failures++) {
            if (failures == delays.size() - 1) {
                meanwhile(call, delays, failures);
            }
            time.pass(delays.get(failures - 1).plus(SLACK));
            if (!world.last().isSuccessful()) {
                // What was not acknowledged its producer delivers again.
                world.send(call);
            }
        }
        // What comes of the last attempt: the effect, or the end of all attempts.
        await(() -> acted(call) > 0 || isDead(call));
        mustHaveFailed(call);
        var unused = effects.number(attemptsOf(call), call);
    }

    @Then("the other handlers did not wait for it")
    public void othersDidNotWait() {
        Call call = world.call();
        if (handlers(call).size() < 2) {
            throw Judgement.notChecked("delivery.handlers: the target file names one");
        }
        checks.equal(
                "each other handler acts while one fails", handlers(call).size() - 1L, othersAtOnce, world.where());
    }

    @Then("whoever failed once was tried before it")
    public void youngerWasFirst() {
        if (youngerFirst == null) {
            throw Judgement.inconclusive("no other event failed meanwhile, so the delays were not compared");
        }
        checks.that(
                "the delay grows with each failure",
                youngerFirst,
                "the event that failed once, and only then the one that has failed longer",
                "the one that has failed longer at the same time or before");
    }

    @Then("others were not held up")
    public void othersWereNotHeldUp() {
        if (neighbour < 0) {
            throw Judgement.inconclusive("no other event was sent meanwhile");
        }
        checks.equal("another event is handled while this one fails", 1L, neighbour);
    }

    @Then("it is a dead letter after its last attempt, kept whole")
    public void isADeadLetter() {
        Call call = world.call();
        Delivery.DeadLetters letters = deadLetters(call);
        if (acted(call) > 0) {
            throw Judgement.inconclusive("the " + call.name() + " was handled after " + attempts(call)
                    + " attempts, though none should work");
        }
        Answer listed = listed(call, letters);
        checks.that(
                "an event whose last attempt failed is a dead letter",
                count(listed, letters) > 0,
                "one dead letter after " + (delays(call).size() + 1) + " attempts",
                "none after " + attempts(call) + ": " + listed.described());
        checks.equal(
                "there were as many attempts as the contract says", delays(call).size() + 1L, attempts(call));
        if (letters.payload() != null) {
            checks.equal(
                    "the dead letter is the whole event", json(call.request().body()), kept(listed, letters));
        }
    }

    @Then("it is handled once when it is redriven")
    public void isRedriven() {
        Call call = world.call();
        Delivery.DeadLetters letters = deadLetters(call);
        if (letters.redrive() == null || letters.id() == null) {
            throw Judgement.notChecked("dead_letters.redrive: the target file does not say how one is tried again");
        }
        Map<String, JsonNode> values = new HashMap<>(call.values());
        values.put(
                "letter.id",
                TextNode.valueOf(listed(call, letters).at(letters.id()).asText()));
        Request request = calls.fill(letters.redrive(), call.principal(), values);
        Answer answer = World.answer(world.aside(call.with(request), "what has it tried again"));
        if (!answer.isSuccessful()) {
            throw Judgement.inconclusive("the dead letter was not redriven", new Fact("actual", answer.described()));
        }
        await(() -> acted(call) > 0);
        checks.equal("a dead letter that is redriven is handled once", 1L, acted(call));
    }

    private void deliver(Call call) {
        var unused = attemptsOf(call);
        Answer answer = world.send(call).answer();
        if (answer.status() >= 400 && answer.status() < 500 && attempts(call) == 0) {
            throw Judgement.inconclusive(
                    "the " + call.name() + " was refused, so no handler was asked",
                    new Fact("actual", answer.described()));
        }
        mustHaveFailed(call);
    }

    /** Others come while it fails: one that is well, and one that fails for the first time. */
    private void meanwhile(Call call, List<Duration> delays, int failures) {
        Call well = calls.prepare(call.operation());
        Call young = sandbox.call(call.operation(), SandboxWord.UNAVAILABLE_ONCE);
        Instant start = Instant.now();
        world.aside(well, "another that is well");
        await(() -> acted(well) > 0);
        neighbour = acted(well);
        world.aside(young, "another that fails once");
        if (!isAttempted(young, 1)) {
            return;
        }
        time.pass(delays.get(0).plus(SLACK));
        await(() -> acted(young) > 0);
        boolean tried = attempts(call) > failures;
        Duration passed =
                Duration.between(start, Instant.now()).plus(delays.get(0)).plus(SLACK);
        // Where all of it took too long the older one was due as well, and nothing was compared.
        boolean inTime = passed.compareTo(delays.get(failures - 1)) < 0;
        youngerFirst = (acted(young) > 0 && inTime) ? !tried : null;
    }

    /** Where the effect came at the first attempt nothing has failed, and nothing was seen. */
    private void mustHaveFailed(Call call) {
        boolean refused =
                world.attempts().stream().anyMatch(sent -> !sent.answer().isSuccessful());
        if (acted(call) > 0 && attempts(call) <= 1 && !refused) {
            throw Judgement.inconclusive("the handler of the " + call.name() + " did not fail, though it was told to");
        }
    }

    /** Whether the handler has failed so often, and is to be tried again. */
    private boolean goesOn(Call call, int failures) {
        boolean failed = !world.last().isSuccessful() || isAttempted(call, failures);
        return failed && acted(call) == 0;
    }

    private boolean isAttempted(Call call, int times) {
        return await(() -> attempts(call) >= times || acted(call) > 0);
    }

    private boolean isDead(Call call) {
        Delivery.DeadLetters letters = EventSteps.delivery(call).deadLetters();
        return letters != null && count(listed(call, letters), letters) > 0;
    }

    private static int count(Answer listed, Delivery.DeadLetters letters) {
        JsonNode found = listed.at(letters.list().count());
        return found.isArray() ? found.size() : found.asInt();
    }

    private Answer listed(Call call, Delivery.DeadLetters letters) {
        Request read = new Request(
                "GET",
                calls.path(letters.list().path(), call, world.last()),
                calls.credentials(call.principal()),
                null);
        return World.answer(world.look(call.with(read)));
    }

    private static JsonNode kept(Answer listed, Delivery.DeadLetters letters) {
        JsonNode kept = listed.at(String.valueOf(letters.payload()));
        return kept.isTextual() ? json(kept.textValue()) : kept;
    }

    private static JsonNode json(@Nullable String text) {
        try {
            return JSON.readTree(String.valueOf(text));
        } catch (JsonProcessingException noJson) {
            return TextNode.valueOf(text);
        }
    }

    private static Delivery.DeadLetters deadLetters(Call call) {
        return Optional.ofNullable(EventSteps.delivery(call).deadLetters())
                .orElseThrow(() -> Judgement.notChecked(
                        "delivery.dead_letters: the target file does not say where a dead letter is seen"));
    }

    private List<Duration> delays(Call call) {
        List<Duration> own = EventSteps.delivery(call).retries();
        List<Duration> delays =
                own != null || contract.retry() == null ? own : contract.retry().delays();
        if (delays == null || delays.isEmpty()) {
            throw Judgement.notChecked("delivery.retries: neither target file nor contract says when a retry comes");
        }
        return delays;
    }

    private static List<Handler> handlers(Call call) {
        return List.copyOf(EventSteps.delivery(call).handlers().values());
    }

    /** The first one: it is whom the sandbox makes fail. */
    private static Handler failing(Call call) {
        if (handlers(call).isEmpty()) {
            throw Judgement.notChecked("delivery.handlers: the target file names none");
        }
        return handlers(call).get(0);
    }

    private static String attemptsOf(Call call) {
        String attempts = failing(call).attempts();
        if (attempts == null) {
            throw Judgement.notChecked("handlers.attempts: the target file does not say how attempts are counted");
        }
        return attempts;
    }

    private long attempts(Call call) {
        return effects.look(attemptsOf(call), call);
    }

    private long acted(Call call) {
        return effects.look(failing(call).effects(), call);
    }

    private long others(Call call) {
        return handlers(call).stream()
                .skip(1)
                .mapToLong(handler -> effects.number(handler.effects(), call))
                .sum();
    }

    private static boolean await(BooleanSupplier condition) {
        Instant limit = Instant.now().plus(LIMIT);
        while (!condition.getAsBoolean()) {
            if (Instant.now().isAfter(limit)) {
                return false;
            }
            UnderWay.pause(LOOK);
        }
        return true;
    }
}
