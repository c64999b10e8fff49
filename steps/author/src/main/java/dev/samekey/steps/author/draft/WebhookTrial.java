package dev.samekey.steps.author.draft;

import dev.samekey.steps.drive.broker.Brokers;
import dev.samekey.steps.drive.event.Producer;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Pace;
import dev.samekey.steps.drive.http.Race;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.drive.process.TargetProcess;
import dev.samekey.steps.judge.world.Access;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Created;
import dev.samekey.steps.judge.world.CurrentPhase;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.Keys;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.TargetFile;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Delivers events to a webhook consumer: once, twice, at once, out of order, forged and stale. It sees what is answered, and
 * not what is done.
 */
public final class WebhookTrial {
    /** By how much the older of two events is older. */
    static final Duration EARLIER = Duration.ofMinutes(1);

    private static final int AT_ONCE = 8;
    private static final int MOST_REQUESTS = 50;
    private static final int LONGEST = 200;

    private final WebhookDraft draft;
    private final TargetFile file;
    private final List<Row> rows = new ArrayList<>();

    public WebhookTrial(WebhookDraft draft) {
        this.draft = draft;
        this.file = draft.file();
    }

    /**
     * What became of some deliveries.
     *
     * @param what was delivered
     * @param works whether the answer is as it should be
     * @param actual the answers
     * @param expected what they should be, and why; empty where they are so
     */
    public record Row(String what, boolean works, String actual, String expected) {}

    /**
     * Delivers them.
     *
     * @throws CannotRun when a single correct delivery is not accepted
     */
    public List<Row> run() {
        TargetProcess.mustAnswer(file.target(), file.network());
        Pace pace = new Pace(
                MOST_REQUESTS, file.target().limits().rate(file.target().urls()), AT_ONCE);
        try (Wire wire = new Wire(
                file.target().limits().answerLimit(),
                Brokers.none(),
                file.network(),
                pace,
                file.target()::requireWrites,
                unused -> {})) {
            deliver(wire);
        }
        return List.copyOf(rows);
    }

    private void deliver(Wire wire) {
        Producer producer = new Producer(InstantSource.system());
        Calls calls = calls(wire);
        Call first = event(calls);
        Exchange once = send(wire, first.request());
        if (!isAcknowledged(once)) {
            throw new CannotRun(
                    "one correct event was not accepted, so there is nothing to judge. It got " + described(once)
                            + (draft.isSigned()
                                    ? ": is the secret right, and does the consumer know such an event? --event names a file of yours"
                                    : ": does the consumer want a signature? Add --as and --secret"));
        }
        row("one event, once", once, WebhookTrial::isAcknowledged, "");
        row(
                "the same event again",
                send(wire, calls.signed(first).request()),
                WebhookTrial::isAcknowledged,
                "expected 2xx: a producer sends what is refused again and again (EVT-2)");
        row(
                "the same id with another body",
                send(wire, producer.signed(first.delivery(), other(first.request()))),
                exchange ->
                        exchange.reply().filter(answer -> answer.status() < 500).isPresent(),
                "expected 2xx or 4xx: a server error is sent again (EVT-10)");
        atOnce(wire, calls);
        outOfOrder(wire, calls, producer);
        if (draft.isSigned()) {
            unsafe(wire, calls, producer);
        }
    }

    private void atOnce(Wire wire, Calls calls) {
        Request request = event(calls).request();
        Race race = new Race(file.target().limits().answerLimit(), wire);
        List<Exchange> exchanges = race.run(
                        Collections.nCopies(
                                AT_ONCE,
                                new Race.Entry(request, file.target().urls().get(0))),
                        unused -> {})
                .exchanges();
        boolean some = exchanges.stream().anyMatch(WebhookTrial::isAcknowledged);
        boolean none = exchanges.stream()
                .noneMatch(exchange ->
                        exchange.reply().map(answer -> answer.status() >= 500).orElse(true));
        rows.add(new Row(
                "a new event, " + AT_ONCE + " times at once",
                some && none,
                counted(exchanges),
                some && none ? "" : "expected 2xx for one at least, and no server error (EVT-3)"));
    }

    private void outOfOrder(Wire wire, Calls calls, Producer producer) {
        if (!draft.isTimed()) {
            return;
        }
        Call later = event(calls);
        row("a new event", send(wire, later.request()), WebhookTrial::isAcknowledged, "expected 2xx");
        Request earlier = producer.signed(later.delivery(), producer.earlier(later.delivery(), later.request()));
        row(
                "then an older one about the same",
                send(wire, earlier),
                WebhookTrial::isAcknowledged,
                "expected 2xx: events arrive out of order (EVT-6)");
    }

    private void unsafe(Wire wire, Calls calls, Producer producer) {
        Call forged = event(calls);
        String why = "expected 4xx: anybody could send events (EVT-11)";
        refused("an event with a forged signature", wire, producer.forged(forged.delivery(), forged.request()), why);
        Call bare = event(calls);
        refused("an event without a signature", wire, producer.unsigned(bare.delivery(), bare.request()), why);
        Call old = event(calls);
        Request stale = producer.stale(old.delivery(), old.request());
        if (stale != null) {
            refused(
                    "an event with a signature that is too old",
                    wire,
                    stale,
                    "expected 4xx: whoever saw an event could send it again later (EVT-11)");
        }
    }

    private void refused(String what, Wire wire, Request request, String why) {
        row(
                what,
                send(wire, request),
                exchange -> exchange.reply().filter(Answer::isRefusal).isPresent(),
                why);
    }

    private void row(String what, Exchange exchange, Predicate<Exchange> right, String expected) {
        boolean works = right.test(exchange);
        rows.add(new Row(what, works, works ? counted(List.of(exchange)) : described(exchange), works ? "" : expected));
    }

    private static Request other(Request request) {
        return request.withBody(String.valueOf(request.body()).replaceFirst("}$", ",\"samekey\":\"another\"}"));
    }

    private Calls calls(Wire wire) {
        Access access = new Access(
                file.target(), wire, Capabilities.none(file.target()), new Created(file.contracts(), file.secrets()));
        return new Calls(
                access, new Keys(file.contracts(), file.contract()), new Journal(file.secrets()), CurrentPhase.none());
    }

    private Call event(Calls calls) {
        Operation operation = Objects.requireNonNull(file.target().operations().get(WebhookDraft.OPERATION));
        return calls.prepare(operation);
    }

    private Exchange send(Wire wire, Request request) {
        return wire.send(request, file.target().urls().get(0));
    }

    private static boolean isAcknowledged(Exchange exchange) {
        return exchange.reply().filter(Answer::isSuccessful).isPresent();
    }

    private String described(Exchange exchange) {
        String said = exchange.reply().map(Answer::described).orElse("no response (" + exchange.failure() + ")");
        String brief = file.secrets().redact(said).replaceAll("\\s+", " ").strip();
        return brief.length() > LONGEST ? brief.substring(0, LONGEST) + "…" : brief;
    }

    private static String counted(List<Exchange> exchanges) {
        Map<String, Integer> counts = new TreeMap<>();
        exchanges.forEach(exchange -> counts.merge(
                exchange.reply().map(answer -> String.valueOf(answer.status())).orElse("no response"),
                1,
                Integer::sum));
        return counts.entrySet().stream()
                .map(count -> count.getKey() + (count.getValue() == 1 ? "" : ", " + count.getValue() + " times"))
                .collect(Collectors.joining("; "));
    }
}
