package dev.samekey.steps.judge.world;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The state of one scenario: the call under test, what was sent for it, and what came. */
public final class World {
    private final Contract contract;
    private final Wire wire;
    private final Calls calls;
    private final Journal journal;
    private final CurrentPhase phase;
    private final List<Sent> sent = new ArrayList<>();
    private final Set<String> principals = new LinkedHashSet<>();
    private @Nullable Call call;

    public World(Contract contract, Wire wire, Calls calls, Journal journal, CurrentPhase phase) {
        this.contract = contract;
        this.wire = wire;
        this.calls = calls;
        this.journal = journal;
        this.phase = phase;
    }

    /** A call that was sent, and what came of it. */
    public record Sent(Call call, Exchange exchange) {
        /** The answer, or the end of the scenario: without one nothing was seen. */
        public Answer answer() {
            return World.answer(exchange);
        }

        /** The same where a success is due: that the target cannot serve just now says nothing of its contract. */
        public Answer served() {
            Answer answer = answer();
            if (answer.isOutOfService()) {
                throw Judgement.inconclusive(
                        "the target could not serve the request",
                        new Fact("came", answer.status() + " " + answer.body()),
                        repeat(exchange));
            }
            return answer;
        }
    }

    /** Makes a call ready and puts it under test. */
    public Call begin(Operation operation) {
        return test(calls.prepare(operation));
    }

    /** Puts a call under test. */
    public Call test(Call ready) {
        call = ready;
        principals.add(ready.principal());
        return ready;
    }

    public Call call() {
        if (call == null) {
            throw new IllegalStateException("no step before this one has named an operation");
        }
        return call;
    }

    /** The name of the operation under test, or nothing yet. */
    public @Nullable String operation() {
        return call == null ? null : call.name();
    }

    /** Who has sent something that may have an effect. */
    public Set<String> principals() {
        return principals;
    }

    /** Sends to the first replica. */
    public Exchange send(Call what) {
        return send(what, calls.place(what));
    }

    public Exchange send(Call what, URI replica) {
        return sendAsItIs(calls.signed(what), replica);
    }

    /** Sends an event to the first replica with whatever signature it has. */
    public Exchange sendAsItIs(Call what) {
        return sendAsItIs(what, calls.place(what));
    }

    private Exchange sendAsItIs(Call what, URI replica) {
        phase.requireActing();
        principals.add(what.principal());
        Exchange exchange = wire.send(attempt(what.request()), replica);
        add(what, exchange, "request " + (sent.size() + 1));
        return exchange;
    }

    /** Sends something that is not under test. */
    public Exchange aside(Call what, String title) {
        phase.requireActing();
        Exchange exchange = wire.send(calls.signed(what).request(), calls.place(what));
        journal.note(title, exchange);
        return exchange;
    }

    /** Looks at something, which is no news however often it is looked at. */
    public Exchange look(Call what) {
        return wire.send(what.request(), calls.place(what));
    }

    /** Notes an exchange that was made in another way. */
    public void add(Call what, Exchange exchange, String title) {
        sent.add(new Sent(what, exchange));
        journal.note(title, exchange);
    }

    /** What was sent one after the other, in that order. */
    public List<Sent> sent() {
        return List.copyOf(sent);
    }

    public List<Exchange> exchanges() {
        return sent.stream().map(Sent::exchange).toList();
    }

    /** The first answer of the call under test. */
    public Answer first() {
        return sent.stream()
                .filter(one -> one.call().unique().equals(call().unique()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("nothing was sent of the call under test"))
                .answer();
    }

    /** What was sent after the first request of the call under test. */
    public List<Sent> repeats() {
        return sent.stream()
                .dropWhile(one -> !one.call().unique().equals(call().unique()))
                .skip(1)
                .toList();
    }

    /** The newest answer. */
    public Answer last() {
        return newest().answer();
    }

    /** What was sent last. */
    public Sent newest() {
        return sent.get(sent.size() - 1);
    }

    /** The answer, or the end of the scenario: without one nothing was seen. */
    public static Answer answer(Exchange exchange) {
        Answer answer = exchange.answer();
        if (answer == null) {
            throw Judgement.inconclusive(
                    "no answer came", new Fact("came", String.valueOf(exchange.failure())), repeat(exchange));
        }
        return answer;
    }

    /** Sends the call under test, which must succeed before anything can be judged. */
    public void complete() {
        Exchange exchange = send(call());
        if (!Calls.succeeded(call().operation(), answer(exchange))) {
            throw Judgement.inconclusive(
                    "the first " + call().name() + " did not succeed, so there is nothing to repeat",
                    new Fact("expected", "a success"),
                    new Fact("came", Calls.describe(exchange)),
                    repeat(exchange));
        }
        Calls.mustBeUsable(call().operation(), answer(exchange), exchange);
    }

    /** The facts that place a failure: which request, and how to repeat it. */
    public Fact[] where() {
        if (sent.isEmpty()) {
            return new Fact[0];
        }
        Exchange last = newest().exchange();
        return new Fact[] {
            new Fact(
                    "where",
                    "request " + sent.size() + " to " + last.replica()
                            + last.request().path()),
            repeat(last)
        };
    }

    public static Fact repeat(Exchange exchange) {
        return new Fact("repeat", exchange.curl());
    }

    /** The id of the first answer's result. */
    public JsonNode firstId() {
        return Calls.id(call().operation(), first());
    }

    private Request attempt(Request request) {
        String header = contract.attemptHeader();
        return header == null ? request : request.with(header, String.valueOf(sent.size() + 1));
    }
}
