package dev.samekey.steps.author.discover;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.InFlight;
import dev.samekey.steps.drive.http.Race;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Round;
import dev.samekey.steps.judge.act.Sandbox;
import dev.samekey.steps.judge.rig.Rig;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.CurrentPhase;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.Keys;
import dev.samekey.steps.judge.world.UnderWay;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.Unique;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The means by which the API is asked. What answers in its place says nothing, and ends a question. */
final class Probe {
    private static final int LONGEST = 160;
    private static final int TOO_MANY = 429;

    private final Means means;
    private final List<Operation> operations;
    private final Keys keys;
    private final Calls calls;
    private final Map<Operation, EffectCounters> counters = new HashMap<>();

    /** What all probes of a run share. */
    record Means(Rig rig, Race race, Journal journal) {}

    /**
     * A probe.
     *
     * @param operations those with a key; the first one is asked where nothing else is needed
     * @param contract says how keys are written
     */
    Probe(Means means, List<Operation> operations, Contract contract) {
        this.means = means;
        this.operations = List.copyOf(operations);
        this.keys = new Keys(contract);
        this.calls = new Calls(means.rig().access(), keys, means.journal(), CurrentPhase.none());
    }

    Target target() {
        return means.rig().file().target();
    }

    Keys keys() {
        return keys;
    }

    Calls calls() {
        return calls;
    }

    Operation operation() {
        return operations.get(0);
    }

    /** The first operation that will do. */
    Optional<Operation> operation(Predicate<Operation> does) {
        return operations.stream().filter(does).findFirst();
    }

    /** The first operation that will do, or the end of the question. */
    Operation operation(Predicate<Operation> does, String missing) {
        return operation(does).orElseThrow(() -> Judgement.notChecked(missing));
    }

    Call prepare(Operation operation) {
        return calls.prepare(operation);
    }

    /** The same call under a key that nobody has used. */
    Call underAnotherKey(Call call) {
        return keys.put(call, keys.fresh());
    }

    static String unique() {
        return Unique.text();
    }

    /**
     * Sends a call once.
     *
     * @param how what is odd about it, such as {@code without its key}
     * @throws Judgement when there was no response, or not the target's own
     */
    Probed send(String how, Call call) {
        return reply(how, call, means.rig().wire().send(calls.signed(call).request(), calls.place(call)));
    }

    /** The same where a service that is not available is what is asked about. */
    Probed sendAny(String how, Call call) {
        return any(how, call, means.rig().wire().send(calls.signed(call).request(), calls.place(call)));
    }

    private Probed any(String how, Call call, Exchange exchange) {
        Answer answer = World.answer(exchange);
        return new Probed(call, exchange, answer, brief(how, call, answer), said(answer));
    }

    Probed reply(String how, Call call, Exchange exchange) {
        Probed reply = any(how, call, exchange);
        Answer answer = reply.answer();
        if (answer.isOutOfService()) {
            if (answer.status() == TOO_MANY) {
                means.rig().pace().slowDown(pause(answer));
            }
            throw Judgement.inconclusive(
                    "the response shows no more than that the service is not available",
                    new Fact("actual", reply.described()));
        }
        return reply;
    }

    private static Duration pause(Answer answer) {
        return answer.retryAfter().orElse(Duration.ZERO);
    }

    /** The same of a call that must succeed. */
    Probed succeed(String how, Call call) {
        Probed reply = send(how, call);
        if (!reply.isSuccess()) {
            throw Judgement.inconclusive("the request did not succeed", new Fact("actual", reply.described()));
        }
        Calls.mustBeUsable(call.operation(), reply.answer(), reply.exchange());
        return reply;
    }

    /** The end of a question where an answer is neither what it may be nor a refusal of the request. */
    Judgement neither(Probed reply) {
        return Judgement.inconclusive(
                "the response is neither a success nor a refusal of the request",
                new Fact("actual", reply.described()));
    }

    /** The body under which the result of a call is read now; nothing where it is not. */
    Optional<String> read(Probed first) {
        Operation operation = first.call().operation();
        if (operation.read() == null) {
            return Optional.empty();
        }
        String path = calls.path(operation.read(), first.call(), first.answer());
        Request request =
                new Request("GET", path, calls.credentials(first.call().principal()), null);
        return means.rig()
                .wire()
                .send(request, calls.replica())
                .reply()
                .filter(Answer::isSuccessful)
                .map(Answer::body);
    }

    /** What was sent and is not answered yet. */
    UnderWay underWay() {
        return new UnderWay(new InFlight(means.rig().wire()), calls, means.journal(), CurrentPhase.none());
    }

    /** So many of the same call, which leave together. */
    Round race(Call call, int runners) {
        URI place = calls.place(call);
        return means.race().run(Collections.nCopies(runners, new Race.Entry(call.request(), place)), unused -> {});
    }

    Sandbox sandbox() {
        return new Sandbox(calls, means.rig().capabilities());
    }

    /** Counts what calls of an operation did, as far as its counters can be believed. */
    EffectCounters counters(Operation operation) {
        return counters.computeIfAbsent(operation, one -> EffectCounters.tried(this, one));
    }

    /** How many effects each way of the target file counts now. */
    Map<String, Long> effects(Call call) {
        return new Effects(means.rig().capabilities(), calls, means.journal(), new Checks()).count(call, List.of(call));
    }

    private String brief(String how, Call call, Answer answer) {
        String path = call.operation().request().path();
        return means.rig().file().secrets().redact(call.request().method() + " " + path + " " + how) + " → "
                + answer.status();
    }

    /** Redacted before it is cut: half a secret is none that could be found. */
    private String said(Answer answer) {
        String body = means.rig()
                .file()
                .secrets()
                .redact(answer.body())
                .replaceAll("\\s+", " ")
                .strip();
        return body.length() > LONGEST ? body.substring(0, LONGEST) + "…" : body;
    }
}
