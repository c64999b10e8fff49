package dev.samekey.steps.judge.definitions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.drive.downstream.Counterpart;
import dev.samekey.steps.drive.downstream.Trouble;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.process.Crash;
import dev.samekey.steps.judge.act.Sandbox;
import dev.samekey.steps.judge.act.TargetTime;
import dev.samekey.steps.judge.expect.Reading;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.Keys;
import dev.samekey.steps.judge.world.Payloads;
import dev.samekey.steps.judge.world.UnderWay;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.SandboxWord;
import dev.samekey.steps.model.targets.Target.CounterpartRole;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/** Kills the target, or takes its store away, at a moment that the scenario names. */
public final class CrashSteps {
    private static final Duration WATCH = Duration.ofMillis(20);
    private static final int MOST_WATCHES = 250;
    private static final int MOST_RETRIES = 6;
    /** So much that it is not done at one stroke. */
    private static final int MUCH_WORK = 25;

    /** So far apart operations are sent of which some are to be under way at any moment. */
    private static final Duration STAGGER = Duration.ofMillis(10);

    private static final int SHORTEST_MS = 100;
    private static final int LONGEST_MS = 300;
    /** A target that has just begun takes its time with the first one. */
    private static final Duration FIRST = Duration.ofSeconds(5);

    private static final int MOST_PROBES = 50;
    private static final Duration PROBE = Duration.ofMillis(200);

    /** Others at the same crash do not wait much longer. */
    private static final Duration TELLING = Duration.ofMillis(2500);

    private final World world;
    private final Calls calls;
    private final Capabilities capabilities;
    private final Crash crash;
    private final UnderWay underWay;
    private final Sandbox sandbox;
    private final TargetTime time;
    private final Checks checks;
    private final Effects effects;
    private final Journal journal;
    private final Keys keys;
    private final Reading reading;
    private final List<Call> killed = new ArrayList<>();

    public CrashSteps(
            World world,
            Calls calls,
            Capabilities capabilities,
            Crash crash,
            UnderWay underWay,
            Sandbox sandbox,
            TargetTime time,
            Checks checks,
            Effects effects,
            Journal journal,
            Keys keys,
            Contract contract) {
        this.world = world;
        this.calls = calls;
        this.capabilities = capabilities;
        this.crash = crash;
        this.underWay = underWay;
        this.sandbox = sandbox;
        this.time = time;
        this.checks = checks;
        this.effects = effects;
        this.journal = journal;
        this.keys = keys;
        this.reading = new Reading(contract);
    }

    @Given("a restart of the target")
    public void aRestart() {
        capabilities.requireRestart();
        crash.awaitReady();
        crash.kill();
        crash.start();
    }

    @Given("a {operation} that was killed before its effect")
    public void killedBefore(Operation operation) {
        capabilities.requireRestart();
        Call call = world.test(sandbox.slowAtFirst(operation));
        crash.awaitReady();
        underWay.begin(call);
        boolean done = counted(call) > 0;
        crash.kill();
        killed.add(call);
        Exchange end = underWay.end();
        crash.start();
        mustHaveNoAnswer(end);
        if (done) {
            throw Judgement.inconclusive("the effect was there before the target was killed");
        }
    }

    @Given("a {operation} that was killed after its effect")
    public void killedAfter(Operation operation) {
        capabilities.requireRestart();
        Call call = world.test(sandbox.call(operation, SandboxWord.SLOW_ANSWER));
        crash.awaitReady();
        underWay.begin(call);
        int watches = 0;
        while (counted(call) == 0 && !underWay.isDone() && watches++ < MOST_WATCHES) {
            UnderWay.pause(WATCH);
        }
        boolean done = counted(call) > 0;
        crash.kill();
        Exchange end = underWay.end();
        crash.start();
        mustHaveNoAnswer(end);
        if (!done) {
            throw Judgement.inconclusive("the effect was not there when the target was killed");
        }
        if (counted(call) == 0) {
            throw Judgement.inconclusive("the effect was gone with the target, so it had not been committed");
        }
    }

    @Given("a {operation} that was killed while its sink was told")
    public void killedWhileTold(Operation operation) {
        capabilities.requireRestart();
        Counterpart sink = capabilities.counterparts().of(operation, CounterpartRole.SINK);
        Call call = world.begin(operation);
        sink.spoil(call.unique(), Trouble.ANSWER_LATE, 1);
        crash.awaitReady();
        underWay.send(call);
        boolean told = !journal.note(sink.await(call.unique(), 1, TELLING)).isEmpty();
        crash.kill();
        killed.add(call);
        sink.relieve(call.unique());
        underWay.all();
        crash.start();
        if (!told) {
            throw Judgement.inconclusive("nothing was told of the " + operation.name() + " within " + TELLING.toMillis()
                    + " ms, and then the target was killed");
        }
    }

    @Given("{int} of a new {operation} under way when the target is killed")
    @Costs(perNumber = true, prepares = Costs.HANDFUL)
    public void manyKilled(int count, Operation operation) {
        capabilities.requireRestart();
        Stream.generate(() -> calls.prepare(operation)).limit(count).forEach(killed::add);
        world.test(killed.get(0));
        crash.awaitReady();
        crash.awaitOthers();
        underWay.sendSteadily(killed, STAGGER);
        UnderWay.pause(Duration.ofMillis(ThreadLocalRandom.current().nextInt(SHORTEST_MS, LONGEST_MS)));
        underWay.awaitFirst(FIRST);
        crash.kill();
        int sent = underWay.stopSending();
        List<Exchange> ends = underWay.all();
        crash.start();
        killed.subList(sent, killed.size()).clear();
        long answered = ends.stream().filter(end -> end.answer() != null).count();
        if (answered == 0 || answered == ends.size()) {
            throw Judgement.inconclusive((answered == 0 ? "none" : "all") + " of " + ends.size()
                    + " were answered before the target was killed");
        }
    }

    /** Half-way is where some of its work is done, by what the oracles see, and some is not. */
    @Given("a {operation} that was killed half-way through its work")
    public void killedHalfWay(Operation operation) {
        capabilities.requireRestart();
        Call call = world.test(calls.prepare(operation));
        // What others have left for the job is done first, by a run that is not judged.
        Answer earlier = World.answer(world.aside(keys.put(call, keys.fresh()), "the run for what was there before"));
        if (!earlier.isSuccessful()) {
            throw Judgement.inconclusive(
                    "the " + operation.name() + " did not do what was there before",
                    new Fact("actual", earlier.described()));
        }
        calls.layOut(call, MUCH_WORK);
        Map<String, JsonNode> rests = operation.sandbox().getOrDefault(SandboxWord.SLOW_HALFWAY, Map.of());
        Call run = world.test(Payloads.changed(call, rests));
        long before = counted(run);
        long whole = before + MUCH_WORK;
        crash.awaitReady();
        underWay.send(run);
        int watches = 0;
        while (counted(run) == before && !underWay.isDone() && watches++ < MOST_WATCHES) {
            UnderWay.pause(WATCH);
        }
        crash.kill();
        killed.add(run);
        Exchange end = underWay.end();
        crash.start();
        long done = counted(run);
        mustHaveNoAnswer(end);
        if (done <= before || done >= whole) {
            throw Judgement.inconclusive(
                    "the " + operation.name() + " was not killed half-way through its work",
                    new Fact("expected", "more than " + before + " and fewer than " + whole + " effects"),
                    new Fact("actual", String.valueOf(done)));
        }
    }

    @Then("all of its work was done once")
    public void allDoneOnce() {
        effects.check(world.call(), world.principals(), 1 + MUCH_WORK);
    }

    @When("it/each is asked for until it is done")
    @Costs(Costs.HANDFUL)
    public void askedFor() {
        killed().forEach(this::askUntilDone);
    }

    /** Where nothing was killed before its answer came, the call under test. */
    List<Call> killed() {
        return killed.isEmpty() ? List.of(world.call()) : List.copyOf(killed);
    }

    @Then("each has one effect")
    public void eachHasOne() {
        for (Call call : killed) {
            effects.check(call, world.principals(), 1);
        }
    }

    @When("the request is sent while the store is out of reach")
    @Costs(2)
    public void withoutTheStore() {
        var store = capabilities.store();
        store.cut();
        try {
            world.send(world.call());
        } finally {
            store.restore();
        }
        awaitRecovery();
    }

    /** A target that was cut off from its store takes a while to find back; until then it refuses whatever comes next. */
    private void awaitRecovery() {
        for (int probe = 1; probe <= MOST_PROBES; probe++) {
            if (servesAgain(world.call().operation())) {
                return;
            }
            UnderWay.pause(PROBE);
        }
        throw Judgement.inconclusive("the target did not find back to its store within "
                + PROBE.multipliedBy(MOST_PROBES).toSeconds() + " s");
    }

    private boolean servesAgain(Operation operation) {
        try {
            return !World.answer(world.aside(calls.prepare(operation), "is it back?"))
                    .isOutOfService();
        } catch (Judgement silent) {
            if (silent.verdict() != Verdict.INCONCLUSIVE) {
                throw silent;
            }
            return false;
        }
    }

    /** What was killed is taken over after the processing timeout at the latest. */
    private void askUntilDone(Call call) {
        for (int i = 0; i < MOST_RETRIES; i++) {
            Answer answer = world.send(call).answer();
            if (answer.isSuccessful()) {
                return;
            }
            if (reading.isInProgress(answer)) {
                time.pass(time.processingTimeout().plusSeconds(1));
            }
        }
        checks.that(
                "who asks again gets an outcome",
                false,
                "a success within " + MOST_RETRIES + " attempts",
                world.last().described(),
                world.where());
    }

    /** What every oracle has seen by now. */
    private long counted(Call call) {
        return effects.count(call, world.principals()).values().stream()
                .mapToLong(Long::longValue)
                .min()
                .orElse(0);
    }

    private static void mustHaveNoAnswer(Exchange exchange) {
        if (exchange.answer() != null) {
            throw Judgement.inconclusive(
                    "the target answered before it was killed",
                    new Fact("actual", exchange.answer().described()));
        }
    }
}
