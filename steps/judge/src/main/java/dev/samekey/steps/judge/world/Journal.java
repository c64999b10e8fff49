package dev.samekey.steps.judge.world;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.oracles.evidence.EvidenceStore;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.oracles.evidence.Text;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.targets.Secrets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The evidence of one scenario, in the order in which it was seen, with the secrets out. */
public final class Journal {
    private static final int LONGEST = 64 * 1024;
    /** A response that commits to nothing yet (RFC 9110, section 15.3.3). */
    private static final int ACCEPTED = 202;
    /** What no request does, or what was sent in another way. */
    private static final Set<EvidenceKind> BY_HAND = EnumSet.of(
            EvidenceKind.FAULT,
            EvidenceKind.RESTART,
            EvidenceKind.SEQUENCE,
            EvidenceKind.HISTORY,
            EvidenceKind.PATH,
            EvidenceKind.BROKER);

    private final Secrets secrets;
    private final Function<String, Text> keep;
    private final List<Evidence> entries = new ArrayList<>();
    /** How many entries there were at the end of each step. */
    private final List<Integer> ends = new ArrayList<>();

    /** What was done to the target, for a script that does it again. */
    private final List<Move> moves = new ArrayList<>();
    /** What {@code ${unique}} and the keys stood for. */
    private final Set<String> uniques = new LinkedHashSet<>();

    private final Set<String> keys = new LinkedHashSet<>();
    private final Set<String> left = new LinkedHashSet<>();

    private final Set<String> controlled = new LinkedHashSet<>();
    private final List<Answer> suspects = new ArrayList<>();
    /** Requests that the target could not serve, or not in time. */
    private final List<Exchange> unserved = new ArrayList<>();
    /** Requests that were not refused, and so may have had an effect. */
    private final List<Request> unrefused = new ArrayList<>();
    /** Requests that the target has accepted, to be acted on later. */
    private final Set<String> accepted = new HashSet<>();

    private long newest = System.nanoTime();
    private boolean provoked;

    /** One of little, which is all in memory. */
    public Journal(Secrets secrets) {
        this(secrets, Text::of);
    }

    /** @param store keeps the texts */
    public Journal(Secrets secrets, EvidenceStore store) {
        this(secrets, store::keep);
    }

    private Journal(Secrets secrets, Function<String, Text> keep) {
        this.secrets = secrets;
        this.keep = keep;
    }

    public synchronized void add(Evidence seen) {
        if (BY_HAND.contains(seen.kind())) {
            moves.add(new Move.ByHand(secrets.redact(seen.title()), System.nanoTime()));
        }
        entries.add(new Evidence(
                seen.kind(),
                secrets.redact(seen.title()),
                seen.mediaType(),
                keep.apply(shortened(secrets.redact(seen.text())))));
    }

    /** A run keeps all of its evidence: a target that talks too much must not take the disk. */
    private static String shortened(String text) {
        return text.length() <= LONGEST
                ? text
                : text.substring(0, LONGEST) + "\n… (" + (text.length() - LONGEST) + " more characters were left out)";
    }

    /** Notes what an oracle saw, and gives its value. */
    public <T> T note(Seen<T> seen) {
        add(seen.evidence());
        return seen.value();
    }

    public void note(String title, Exchange exchange) {
        did(new Move.Sent(title, exchange, null, null, false));
        show(title, exchange);
    }

    /** The same of a request that belongs to a call. */
    void note(String title, Exchange exchange, Call call) {
        did(new Move.Sent(title, exchange, call, null, false));
        show(title, exchange);
    }

    /** Remembers what was done, which is noted in another form. */
    public synchronized void did(Move move) {
        moves.add(move);
        if (move instanceof Move.Sent sent && sent.call() != null) {
            know(sent.call());
        }
    }

    /** Remembers what stands in the requests of a call and must be new when they are sent again. */
    void know(Call call) {
        know(call.unique(), call.key());
    }

    /** The same of a request that has these. */
    public synchronized void know(String unique, @Nullable String key) {
        uniques.add(unique);
        if (key != null) {
            keys.add(key);
        }
    }

    /** Remembers a request that may be cut off before it has a response. */
    public synchronized void leaves(String unique, @Nullable String key) {
        know(unique, key);
        if (key != null) {
            left.add(key);
        }
    }

    /** The keys of requests that may have been cut off. */
    public synchronized List<String> left() {
        return List.copyOf(left);
    }

    /** What was done to the target, in the order in which it began. */
    public synchronized List<Move> moves() {
        return moves.stream().sorted(Comparator.comparingLong(Move::began)).toList();
    }

    /** What {@code ${unique}} stood for. */
    public synchronized List<String> uniques() {
        return List.copyOf(uniques);
    }

    /** The keys of the requests. */
    public synchronized List<String> keys() {
        return List.copyOf(keys);
    }

    void show(String title, Exchange exchange) {
        see(exchange);
        String outcome =
                exchange.reply().map(answer -> String.valueOf(answer.status())).orElse("no response");
        String line = title + ": " + exchange.request().method() + " "
                + exchange.request().path() + " → " + outcome;
        add(Evidence.text(EvidenceKind.EXCHANGE, line, exchange.transcript()));
    }

    /** Notes, once for each operation, what its control has shown before this scenario. */
    synchronized void addControl(String operation, List<Evidence> shown) {
        if (controlled.add(operation)) {
            shown.forEach(this::add);
        }
    }

    /** The operation that the scenario asked for first. */
    public synchronized Optional<String> firstOperation() {
        return controlled.stream().findFirst();
    }

    /** Looks at an answer for what was not said by the target; {@link #note} does so too. */
    synchronized void see(Exchange exchange) {
        newest = System.nanoTime();
        if (exchange.reply().filter(Answer::isRefusal).isEmpty() && !unrefused.contains(exchange.request())) {
            unrefused.add(exchange.request());
        }
        exchange.reply()
                .filter(answer -> answer.status() == ACCEPTED)
                .ifPresent(answer -> accepted.add(line(exchange.request())));
        if (exchange.isLate()
                || exchange.reply().filter(Interference::isUnavailable).isPresent()) {
            unserved.add(exchange);
        }
        exchange.reply()
                .filter(Interference::isSuspect)
                .ifPresent(answer -> suspects.add(new Answer(answer.status(), answer.headers(), "")));
    }

    /** Requests to the same place that were not refused, and so may have had an effect. */
    synchronized List<Request> unrefused(Request like) {
        return unrefused.stream()
                .filter(request ->
                        request.method().equals(like.method()) && request.path().equals(like.path()))
                .toList();
    }

    /** How long ago the newest exchange ended. */
    synchronized Duration sinceNewest() {
        return Duration.ofNanos(System.nanoTime() - newest);
    }

    /** Whether the target said of such a request that it accepts it (202), and not that it has acted. */
    synchronized boolean isAccepted(Request request) {
        return accepted.contains(line(request));
    }

    private static String line(Request request) {
        return request.method() + " " + request.path();
    }

    /** Says that the scenario itself asks for refusals and gateways. */
    public synchronized void provoke() {
        provoked = true;
    }

    /** Answers, without their bodies, that may be those of a rate limit or a gateway, and for which nobody has asked. */
    public synchronized List<Answer> suspects() {
        return provoked ? List.of() : List.copyOf(suspects);
    }

    /** Requests that the target could not serve, or not in time, although nobody has asked for that. */
    public synchronized List<Exchange> unserved() {
        return provoked ? List.of() : List.copyOf(unserved);
    }

    public synchronized List<Evidence> entries() {
        return List.copyOf(entries);
    }

    /**
     * Takes what was noted since the journal was taken from before. When its scenario has ended, nothing else is kept but what the
     * last look at its effects asks for.
     */
    public synchronized List<Evidence> take() {
        List<Evidence> taken = List.copyOf(entries);
        entries.clear();
        ends.clear();
        suspects.clear();
        unserved.clear();
        unrefused.clear();
        moves.clear();
        return taken;
    }

    /** Says that a step has ended: what is noted from now on belongs to the next one. */
    public synchronized void endStep() {
        ends.add(entries.size());
    }

    /** What was noted during a step; the first is 0. */
    public synchronized List<Evidence> ofStep(int step) {
        return step < ends.size()
                ? List.copyOf(entries.subList(step == 0 ? 0 : ends.get(step - 1), ends.get(step)))
                : List.of();
    }
}
