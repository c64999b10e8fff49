package dev.samekey.steps.judge.world;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.oracles.wait.Await;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.InFlight;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The state of one scenario: the call under test, and the requests that were sent, with their responses. */
public final class World {
    /** The name of the fact with a single request. */
    public static final String REPEAT = "repeat";

    private static final int CONFLICT = 409;
    private static final Duration LOOK = Duration.ofMillis(100);

    private final Contract contract;
    private final Wire wire;
    private final Calls calls;
    private final Journal journal;
    private final CurrentPhase phase;
    private final List<Attempt> attempts = new ArrayList<>();
    /** What {@code ${unique}} stood for in the calls whose first request is in progress. */
    private final Set<String> inProgress = new HashSet<>();

    private final List<Call> interrupted = new ArrayList<>();
    /** One of each caller and of what its effects are found by. */
    private final Map<Sender, Call> senders = new LinkedHashMap<>();

    private final InFlight inFlight;
    /** What was sent beside others and has not landed, in the order of sending. */
    private final List<Sending> besides = new ArrayList<>();

    /** What leaves with whatever signature it has. */
    private final Set<Request> unsigned = new HashSet<>();

    private @Nullable Call call;
    private boolean hasPaused;
    private long lastMoment = Long.MAX_VALUE;

    public World(Contract contract, Wire wire, Calls calls, Journal journal, CurrentPhase phase) {
        this.contract = contract;
        this.wire = wire;
        this.inFlight = new InFlight(wire);
        this.calls = calls;
        this.journal = journal;
        this.phase = phase;
    }

    /** Makes a call ready and puts it under test. */
    public Call begin(Operation operation) {
        return test(calls.prepare(operation));
    }

    /** Puts a call under test. */
    public Call test(Call ready) {
        call = ready;
        note(ready);
        return ready;
    }

    /** Puts a call under test whose first request is in progress and answered later. */
    public Call testInProgress(Call ready) {
        inProgress.add(ready.unique());
        test(calls.retried(ready));
        return ready;
    }

    /** Of what is answered later than this moment of {@link System#nanoTime} nothing is said: a lifetime may have been over. */
    public void countUntil(long moment) {
        lastMoment = moment;
    }

    /** Whether the first request of the call under test is in progress and answered later. */
    public boolean isInProgress() {
        return inProgress.contains(call().unique());
    }

    /** Notes a call that a crash has interrupted before it had a response. */
    public void interrupt(Call interruptedCall) {
        note(interruptedCall);
        interrupted.add(calls.retried(interruptedCall));
        leaveToRetries(interruptedCall);
    }

    /** The calls that a crash has interrupted. */
    public List<Call> interrupted() {
        return List.copyOf(interrupted);
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

    /** The calls that may have had an effect: one of each caller and of each thing that was called. */
    public Collection<Call> senders() {
        return List.copyOf(senders.values());
    }

    private void note(Call sent) {
        journal.know(sent);
        senders.putIfAbsent(new Sender(sent.caller(), sent.name(), sent.values()), sent);
    }

    private record Sender(Caller caller, String operation, Map<String, JsonNode> values) {}

    /** Sends to the first replica: the first request of the call under test, or a duplicate of it. */
    public Attempt send(Call what) {
        return send(what, usual(what));
    }

    /** Sends to the first replica. */
    public Attempt send(Call what, Purpose purpose) {
        return send(what, purpose, calls.place(what));
    }

    /** The same to a replica. */
    public Attempt sendTo(URI replica, Call what) {
        return send(what, usual(what), replica);
    }

    public Attempt send(Call what, Purpose purpose, URI replica) {
        return sendAsItIs(calls.signed(what), purpose, replica);
    }

    /** Sends an event to the first replica with whatever signature it has. */
    public Attempt sendAsItIs(Call what, Purpose purpose) {
        unsigned.add(what.request());
        return sendAsItIs(what, purpose, calls.place(what));
    }

    private Attempt sendAsItIs(Call what, Purpose purpose, URI replica) {
        Sending sending = ready(what, purpose, replica);
        Exchange exchange = sending.now().get();
        leaveToRetries(what);
        Attempt attempt = add(sending.call(), exchange, purpose, "request " + (attempts.size() + 1));
        if (exchange.answered() > lastMoment) {
            throw Judgement.inconclusive("the response came so late that the key may have expired before it");
        }
        return attempt;
    }

    /** What is ready to leave. */
    private record Sending(Call call, Purpose purpose, Supplier<Exchange> now) {}

    private Sending ready(Call what, Purpose purpose, URI replica) {
        phase.requireActing();
        note(what);
        Conditions conditions = calls.conditions();
        if (purpose != Purpose.FIRST && !attempts.isEmpty()) {
            between(conditions);
        }
        if (purpose == Purpose.FIRST) {
            before(conditions, what, replica);
        }
        Call spelled = conditions.spelled(purpose == Purpose.FIRST ? what : calls.retried(what), purpose);
        Request request = numbered(spelled.request());
        URI meant = conditions.replica(replica, purpose);
        return new Sending(spelled, purpose, sender(conditions, request, meant, purpose));
    }

    private Supplier<Exchange> sender(Conditions conditions, Request request, URI replica, Purpose purpose) {
        if (conditions.inOtherProtocol(purpose)) {
            return () -> wire.sendInOther(request, replica);
        }
        return conditions.keepsConnection()
                ? () -> wire.sendOverKept(request, replica)
                : () -> wire.send(request, replica);
    }

    /** Sends another request for the call under test to the first replica and does not wait for the response. */
    public void sendBeside(Call what, Purpose purpose) {
        Sending sending = ready(calls.signed(what), purpose, calls.place(what));
        besides.add(sending);
        inFlight.send(sending.now());
    }

    /** How many of those that were sent beside have no response yet. */
    public int waiting() {
        return inFlight.waiting();
    }

    /** Waits for the responses to all that was sent beside. The wire's limit bounds the wait. */
    public void land() {
        List<Sending> sent = List.copyOf(besides);
        besides.clear();
        List<Exchange> exchanges = inFlight.collect();
        for (int i = 0; i < sent.size(); i++) {
            Sending sending = sent.get(i);
            add(sending.call(), exchanges.get(i), sending.purpose(), "request " + (attempts.size() + 1));
        }
    }

    /**
     * Sends the first request of a call, and closes the connection where there is no whole answer after this time. Where that is
     * zero, none is read.
     */
    public Attempt sendAndLeave(Call what, Duration patience) {
        phase.requireActing();
        Request request = numbered(calls.signed(what).request());
        Exchange exchange = patience.isZero()
                ? wire.leave(request, calls.place(what))
                : wire.send(request, calls.place(what), patience);
        leaveToRetries(what);
        return add(what, exchange, Purpose.FIRST, "request " + (attempts.size() + 1) + ", whose connection is lost");
    }

    /**
     * Sends the first request of a call and, the moment its response is there, another one over another connection.
     *
     * @return the second one
     */
    public Attempt sendAtOnceAfter(Call first, Call next, Purpose purpose) {
        phase.requireActing();
        Request original = numbered(first.request());
        Call retry = calls.retried(next);
        Request prompt = numbered(retry.request(), 2);
        Wire.Pair sent = wire.sendAtOnceAfter(original, calls.place(first), prompt, calls.place(next));
        leaveToRetries(first);
        add(first, sent.first(), Purpose.FIRST, "request " + (attempts.size() + 1));
        return add(
                retry,
                sent.next(),
                purpose,
                "request " + (attempts.size() + 1) + ", sent the moment that one was answered");
    }

    /** The call under test was sent once: what is made of it now is a retry. */
    private void leaveToRetries(Call sent) {
        if (call != null && call.unique().equals(sent.unique())) {
            call = calls.retried(call);
        }
    }

    /** How long a whole answer may take. */
    public Duration answerLimit() {
        return wire.limit();
    }

    /** An attempt of the call under test that meets a fault, before the one that is answered. */
    private void before(Conditions conditions, Call what, URI replica) {
        if (conditions.hasBrokenRequest()) {
            journal.note("an attempt that breaks off halfway", wire.breakOff(numbered(what.request()), replica));
        }
        if (conditions.hasLostAnswer()) {
            journal.note("an attempt whose response is lost", wire.leave(numbered(what.request()), replica));
            // What is sent next would come before it else, on another connection.
            Await.pause("an attempt whose response is lost", LOOK);
            awaitEnd(what, replica);
        }
    }

    /** The attempt whose response was lost may still be in progress. */
    private void awaitEnd(Call what, URI replica) {
        var unused = Await.until(
                "the end of an attempt whose response is lost",
                wire.limit(),
                look -> LOOK,
                () -> wire.send(numbered(what.request()), replica),
                look -> !look.reply().map(this::isInProgress).orElse(false));
    }

    private boolean isInProgress(Answer answer) {
        Refusal refusal = contract.refusal(Reason.IN_PROGRESS);
        return refusal == null
                ? answer.status() == CONFLICT
                : refusal.statuses().contains(answer.status());
    }

    /** What comes after the first request and before the others. */
    private void between(Conditions conditions) {
        if (hasPaused) {
            return;
        }
        hasPaused = true;
        if (conditions.hasOtherBetween()) {
            aside(calls.prepare(call().operation()), "another operation in between");
        }
        for (int i = 0; i < conditions.repeats(); i++) {
            aside(call(), "a repeat before");
        }
        if (!conditions.pause().isZero()) {
            Await.pause("the retry", conditions.pause());
        }
    }

    private Purpose usual(Call what) {
        boolean isFirst = !inProgress.contains(what.unique())
                && attempts.stream()
                        .noneMatch(one -> one.purpose() == Purpose.FIRST
                                && one.call().unique().equals(what.unique()));
        return isFirst ? Purpose.FIRST : Purpose.DUPLICATE;
    }

    /** Sends something that is not under test. */
    public Exchange aside(Call what, String title) {
        phase.requireActing();
        Exchange exchange = wire.send(calls.signed(what).request(), calls.place(what));
        leaveToRetries(what);
        journal.note(title, exchange, what);
        return exchange;
    }

    /** The same without waiting for the response: it is there when it is asked for. The wire's limit bounds the wait. */
    public Supplier<Exchange> asideMeanwhile(Call what, String title) {
        phase.requireActing();
        InFlight alone = new InFlight(wire);
        alone.send(calls.signed(what).request(), calls.place(what));
        return () -> {
            Exchange exchange = alone.collect().get(0);
            journal.note(title, exchange, what);
            return exchange;
        };
    }

    /** Notes what is done to the target now and no request does, for who does it again. */
    public void byHand(String what) {
        journal.did(new Move.ByHand(what, System.nanoTime()));
    }

    /** Looks at something, which is no news however often it is looked at. */
    public Exchange look(Call what) {
        return wire.send(what.request(), calls.place(what));
    }

    /** A look at the result of a success; nothing where nobody knows how to find it. */
    public Optional<Call> lookAtTheResult(Attempt attempt) {
        return attempt.isSuccessful()
                ? calls.readingLikeItsControl(attempt.call(), attempt.answer())
                : Optional.empty();
    }

    /** Notes an exchange that was made in another way. */
    public Attempt add(Call what, Exchange exchange, Purpose purpose, String title) {
        note(what);
        Attempt attempt = new Attempt(what, exchange, purpose);
        attempts.add(attempt);
        journal.did(new Move.Sent(title, exchange, what, purpose, unsigned.contains(what.request())));
        journal.show(title, exchange);
        return attempt;
    }

    /** All requests of the scenario in the order in which they were sent. */
    public List<Attempt> attempts() {
        return List.copyOf(attempts);
    }

    /** Those of some purposes, in the order in which they were sent. */
    public List<Attempt> attempts(Purpose... purposes) {
        List<Purpose> wanted = List.of(purposes);
        return attempts.stream().filter(one -> wanted.contains(one.purpose())).toList();
    }

    /** All requests but the first of the call under test. */
    public List<Attempt> later() {
        return attempts.stream().filter(one -> one.purpose() != Purpose.FIRST).toList();
    }

    /** The newest request of a purpose. */
    public Attempt the(Purpose purpose) {
        return attempts.stream()
                .filter(one -> one.purpose() == purpose)
                .reduce((one, newer) -> newer)
                .orElseThrow(() -> new IllegalStateException("no step has sent a request that is " + purpose));
    }

    public List<Exchange> exchanges() {
        return attempts.stream().map(Attempt::exchange).toList();
    }

    /** The response to the first request of the call under test. */
    public Answer first() {
        return firstAttempt().answer();
    }

    /** The first request of the call under test. */
    public Attempt firstAttempt() {
        return attempts.stream()
                .filter(one -> one.call().unique().equals(call().unique()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no step has sent the call under test"));
    }

    /** The newest response. */
    public Answer last() {
        return newest().answer();
    }

    /** The request that was sent last. */
    public Attempt newest() {
        return attempts.get(attempts.size() - 1);
    }

    /** The answer, or the end of the scenario: without one nothing was seen. */
    public static Answer answer(Exchange exchange) {
        Answer answer = exchange.answer();
        if (answer == null) {
            throw Judgement.inconclusive(
                    "there was no response", new Fact("actual", String.valueOf(exchange.failure())), repeat(exchange));
        }
        return answer;
    }

    /** Sends the call under test, which must succeed before anything can be judged. */
    public void complete() {
        mustBeComplete(send(call()));
    }

    /** The end of the scenario where a first request did not succeed. */
    public static void mustBeComplete(Attempt first) {
        if (!Calls.succeeded(first.call().operation(), first.answer())) {
            throw Judgement.inconclusive(
                    "the first " + first.call().name() + " did not succeed, so there is nothing to repeat",
                    new Fact("expected", "a success"),
                    new Fact("actual", first.described()),
                    first.repeat());
        }
        Calls.mustBeUsable(first.call().operation(), first.answer(), first.exchange());
    }

    /** The facts that place a failure: which request, and how to repeat it. */
    public Fact[] where() {
        if (attempts.isEmpty()) {
            return new Fact[0];
        }
        Exchange last = newest().exchange();
        return new Fact[] {
            new Fact(
                    "where",
                    "request " + attempts.size() + " to " + last.replica()
                            + last.request().path()),
            repeat(last)
        };
    }

    public static Fact repeat(Exchange exchange) {
        return new Fact(REPEAT, exchange.curl());
    }

    /** The id of the first answer's result. */
    public JsonNode firstId() {
        return Calls.id(call().operation(), first());
    }

    private Request numbered(Request request) {
        return numbered(request, 1);
    }

    /** Numbered as the next one, or as the one after it. */
    private Request numbered(Request request, int next) {
        String header = contract.attemptHeader();
        return header == null ? request : request.with(header, String.valueOf(attempts.size() + besides.size() + next));
    }
}
