package dev.samekey.steps.author.design;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.author.design.Bound.Place;
import dev.samekey.steps.author.design.Bound.Point;
import dev.samekey.steps.author.design.Promises.Part;
import dev.samekey.steps.judge.world.Keys;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Envelope;
import dev.samekey.steps.model.contract.Key;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.contract.Retry;
import dev.samekey.steps.model.contract.RetryAfter;
import dev.samekey.steps.model.states.JudgedBy;
import dev.samekey.steps.model.targets.Delivery;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.TargetFile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The bounds that a contract and a target file name, and the values around them. */
final class Bounds {
    /** As near to a bound in time as the scenarios come. */
    private static final Duration A_LITTLE = Duration.ofMinutes(1);

    /** How often an event of EVT-7 fails. */
    private static final int FAILURES = 3;

    private static final String JUST_BEFORE =
            "A duplicate does not overtake a slow <operation> just before its processing timeout";

    private static final String TOO_LARGE = "A new <operation> that will be too large";

    private static final String ALMOST_TOO_LARGE = "A new <operation> that will be almost too large";

    private static final String NEARLY_STALE = "A new <operation> with a signature that is nearly stale";

    private static final String AT_A_TIME =
            "A request takes time, so it cannot arrive at one instant; what happens there no contract says.";

    private final Target target;
    private final Contract common;
    private final Promises promises;
    private final CaseIndex index;

    Bounds(TargetFile file, Promises promises, CaseIndex index) {
        this.target = file.target();
        this.common = file.contract();
        this.promises = promises;
        this.index = index;
    }

    List<Bound> all() {
        List<Bound> all = new ArrayList<>(ofContracts());
        body(all);
        target.operations().values().forEach(operation -> partial(operation, all));
        target.operations().values().forEach(operation -> delivery(operation, all));
        Retry retry = common.retry();
        if (retry != null) {
            retry(retry, all);
        }
        return all;
    }

    /** What several contracts say alike is one bound. */
    private List<Bound> ofContracts() {
        Map<List<String>, Map<Part, Bound>> alike = new LinkedHashMap<>();
        for (Part part : promises.parts()) {
            List<Bound> own = new ArrayList<>();
            key(part, own);
            lifetime(part, own);
            processing(part, own);
            own.forEach(bound -> alike.computeIfAbsent(
                            List.of(bound.what(), bound.source()), unused -> new LinkedHashMap<>())
                    .put(part, bound));
        }
        return alike.values().stream().map(this::one).toList();
    }

    private Bound one(Map<Part, Bound> alike) {
        List<Bound> all = List.copyOf(alike.values());
        Bound first = all.get(0);
        return bound(
                first.what() + promises.words(List.copyOf(alike.keySet())),
                first.source(),
                IntStream.range(0, first.points().size())
                        .mapToObj(i -> {
                            Point point = first.points().get(i);
                            return point(
                                    point.place(),
                                    point.value(),
                                    point.expected(),
                                    Tried.all(all.stream()
                                            .map(bound -> bound.points().get(i).tried())
                                            .toList()));
                        })
                        .toArray(Point[]::new));
    }

    private void key(Part part, List<Bound> all) {
        Key key = part.contract().key();
        if (key.hasOneForm()) {
            return;
        }
        Keys keys = new Keys(part.contract());
        Integer min = key.min();
        if (min != null) {
            all.add(bound(
                    "length of a key, at least",
                    "key.min: " + min,
                    point(
                            Place.BELOW,
                            min == 1 ? "an empty key" : characters(min - 1),
                            "refused as malformed",
                            having(min - 1, keys.illegal(), part, "KEY-3")),
                    point(Place.AT, characters(min), "accepted", having(min, keys.legal(), part, "KEY-2")),
                    point(Place.ABOVE, characters(min + 1), "accepted", having(min + 1, keys.legal(), part, "KEY-2"))));
        }
        Integer max = key.max();
        if (max != null) {
            all.add(bound(
                    "length of a key, at most",
                    "key.max: " + max,
                    point(Place.BELOW, characters(max - 1), "accepted", having(max - 1, keys.legal(), part, "KEY-2")),
                    point(Place.AT, characters(max), "accepted", having(max, keys.legal(), part, "KEY-2", "KEY-4")),
                    point(
                            Place.ABOVE,
                            characters(max + 1),
                            "refused as malformed",
                            having(max + 1, keys.illegal(), part, "KEY-3"))));
        }
        if (key.characters() != null) {
            all.add(bound(
                    "characters of a key",
                    "key.characters: " + key.characters(),
                    point(Place.BELOW, "usual characters", "accepted", index.by(part::isOf, "KEY-2")),
                    point(
                            Place.AT,
                            "each legal character of visible ASCII, and the space",
                            "accepted",
                            index.by(part::isOf, "KEY-2")),
                    point(
                            Place.ABOVE,
                            "a character that is not legal",
                            "refused as malformed",
                            index.by(part::isOf, "KEY-3"))));
        }
    }

    /** The cases of the clauses, where one of the keys that they send is as long. */
    private Tried having(int length, List<String> sent, Part part, String... clauses) {
        return sent.stream().anyMatch(key -> key.length() == length)
                ? index.by(part::isOf, clauses)
                : Tried.none(
                        length == 0
                                ? "Where a key may be left out, an empty one may count as none."
                                : clauses[0] + " sends no key of " + characters(length) + ".");
    }

    private static String characters(int number) {
        return number == 1 ? "1 character" : number + " characters";
    }

    private void lifetime(Part part, List<Bound> all) {
        Contract.Lifetime lifetime = part.contract().lifetime();
        if (lifetime == null) {
            return;
        }
        Duration high = lifetime.highStakes();
        all.add(lifetime(
                "lifetime of a key",
                "lifetime.default",
                lifetime.normal(),
                one -> part.isOf(one) && (high == null || !isHigh(one)),
                null));
        if (high != null) {
            all.add(lifetime(
                    "lifetime of a key of high stakes",
                    "lifetime.high_stakes",
                    high,
                    one -> part.isOf(one) && isHigh(one),
                    part.operations().stream().noneMatch(this::isHigh)
                            ? "No operation with this contract has high stakes (stakes)."
                            : null));
        }
    }

    /** @param whyNone why no case can try it; null where one may */
    private Bound lifetime(
            String what, String member, Duration lifetime, Predicate<TestCase> such, @Nullable String whyNone) {
        return bound(
                what,
                member + ": " + words(lifetime),
                point(
                        Place.BELOW,
                        words(lifetime.minus(A_LITTLE)),
                        "the outcome of the first request",
                        whyNone == null ? index.by(such, "TTL-1") : Tried.none(whyNone)),
                point(Place.AT, words(lifetime), "the one or the other", Tried.none(AT_A_TIME)),
                point(
                        Place.ABOVE,
                        words(lifetime.plus(A_LITTLE)),
                        "what the contract says of an expired key",
                        whyNone == null ? index.by(such, "TTL-2") : Tried.none(whyNone)));
    }

    private boolean isHigh(TestCase one) {
        return one.operation() != null && isHigh(one.operation());
    }

    private boolean isHigh(String name) {
        Operation operation = target.operations().get(name);
        return operation != null && operation.stakes() == Operation.Stakes.HIGH;
    }

    private void processing(Part part, List<Bound> all) {
        Contract contract = part.contract();
        Duration timeout = contract.processingTimeout();
        if (timeout != null) {
            all.add(bound(
                    "processing timeout",
                    "processing_timeout: " + words(timeout),
                    point(
                            Place.BELOW,
                            "just under " + words(timeout),
                            "refused as in progress, or made to wait",
                            index.by(List.of(new JudgedBy("CON-10", JUST_BEFORE)), part::isOf)),
                    point(Place.AT, words(timeout), "the one or the other", Tried.none(AT_A_TIME)),
                    point(
                            Place.ABOVE,
                            "over " + words(timeout),
                            "a takeover",
                            index.by(part::isOf, "TTL-7", "TTL-8"))));
        }
        Duration wait = contract.waitAtMost();
        if (wait != null) {
            all.add(bound(
                    "wait of a duplicate",
                    "wait_at_most: " + words(wait),
                    point(
                            Place.BELOW,
                            "just under " + words(wait),
                            "the outcome, if the request ends then",
                            Tried.none("How long a slow request takes is up to the sandbox.")),
                    point(
                            Place.AT,
                            words(wait),
                            "each duplicate has its response by then",
                            index.by(part::isOf, "CON-8")),
                    point(
                            Place.ABOVE,
                            "over " + words(wait),
                            "no duplicate waits so long",
                            index.by(part::isOf, "CON-8"))));
        }
        Refusal refusal = contract.refusal(Reason.IN_PROGRESS);
        RetryAfter after = refusal == null ? null : refusal.retryAfter();
        if (after != null && (after.min() != null || after.max() != null)) {
            all.add(bound(
                    "Retry-After of a request in progress",
                    "refusals.in_progress.retry_after: " + after,
                    point(Place.BELOW, "less than the least value", "never", index.by(part::isOf, "CON-3")),
                    point(Place.AT, after.toString(), "each value is in its bounds", index.by(part::isOf, "CON-3")),
                    point(Place.ABOVE, "more than the greatest value", "never", index.by(part::isOf, "CON-3"))));
        }
    }

    private void body(List<Bound> all) {
        Integer largest = target.largestBody();
        if (largest != null) {
            Tried tried = index.by(List.of(new JudgedBy("KEY-8", TOO_LARGE)));
            all.add(bound(
                    "size of a body, at most",
                    "largest_body: " + largest,
                    point(
                            Place.BELOW,
                            (largest - 1) + " bytes",
                            "executed",
                            index.by(List.of(new JudgedBy("KEY-8", ALMOST_TOO_LARGE)))),
                    point(Place.AT, largest + " bytes", "executed under the key of the refused request", tried),
                    point(Place.ABOVE, (largest + 1) + " bytes", "refused, and the key stays unused", tried)));
        }
    }

    private void partial(Operation operation, List<Bound> all) {
        Operation.Partial partial = operation.partial();
        if (partial == null) {
            return;
        }
        String name = String.valueOf(operation.name());
        Predicate<TestCase> such = one -> name.equals(one.operation());
        List<Point> points = new ArrayList<>();
        points.add(point(
                Place.BELOW,
                amount(partial, partial.justWithin(), "a little less than what is left"),
                "it succeeds",
                index.by(List.of(new JudgedBy("REV-4", "Another " + name + " for a little less")), such)));
        points.add(point(
                Place.AT,
                amount(partial, partial.left(), "exactly what is left"),
                "it succeeds",
                index.by(List.of(new JudgedBy("REV-4", "Another " + name + " for exactly")), such)));
        points.add(point(
                Place.ABOVE,
                amount(partial, partial.beyond(), "more than what is left"),
                "it is refused",
                index.by(List.of(new JudgedBy("REV-4", "Another " + name + " for more")), such)));
        Integer fits = partial.fits();
        if (fits != null) {
            points.add(point(
                    Place.AT,
                    fits + " that use up what is left, at once",
                    "as many succeed as have an effect",
                    index.by(such, "CON-9")));
            points.add(point(
                    Place.ABOVE,
                    (fits + 1) + " and more at once",
                    "no more than " + fits + " succeed",
                    index.by(such, "CON-9")));
        }
        all.add(new Bound("what is left for " + Operation.withArticle(name), "partial", name, points));
    }

    private static String amount(Operation.Partial partial, @Nullable JsonNode value, String otherwise) {
        return value == null ? otherwise : partial.amount() + " = " + value;
    }

    private void delivery(Operation operation, List<Bound> all) {
        Delivery delivery = operation.delivery();
        if (delivery == null) {
            return;
        }
        String name = String.valueOf(operation.name());
        Predicate<TestCase> such = one -> name.equals(one.operation());
        Delivery.Signature signature = delivery.signature();
        if (signature != null && signature.scheme().isTimed()) {
            all.add(new Bound(
                    "age of the signature of " + Operation.withArticle(name),
                    "delivery.signature.tolerance: " + words(signature.tolerance()),
                    name,
                    List.of(
                            point(
                                    Place.BELOW,
                                    words(signature.nearlyStale()),
                                    "accepted",
                                    index.by(List.of(new JudgedBy("EVT-11", NEARLY_STALE)), such)),
                            point(
                                    Place.AT,
                                    words(signature.tolerance()),
                                    "the one or the other",
                                    Tried.none(AT_A_TIME)),
                            point(
                                    Place.ABOVE,
                                    words(signature.stale()),
                                    "refused",
                                    index.by(
                                            List.of(new JudgedBy("EVT-11", "A new <operation> is accepted only")),
                                            such)))));
        }
        List<Duration> retries = delivery.retries();
        if (retries != null) {
            all.add(new Bound(
                    "attempts to handle " + Operation.withArticle(name),
                    "delivery.retries: " + retries.size(),
                    name,
                    List.of(
                            failing(retries.size() - 1, Place.BELOW, such),
                            failing(retries.size(), Place.AT, such),
                            point(
                                    Place.ABOVE,
                                    "it fails each time",
                                    "it becomes a dead letter",
                                    index.by(such, "EVT-8")))));
        }
    }

    private Point failing(int times, Place place, Predicate<TestCase> such) {
        return point(
                place,
                times == 1 ? "it fails once" : "it fails " + times + " times",
                "it is handled once",
                times == FAILURES
                        ? index.by(List.of(new JudgedBy("EVT-7", "A new <operation> whose handler fails")), such)
                        : Tried.none("A sandbox is asked to fail " + FAILURES + " times, or always."));
    }

    private void retry(Retry retry, List<Bound> all) {
        retry.mostAttempts().ifPresent(most -> {
            all.add(bound(
                    "attempts of a client",
                    "retry.attempts: " + most,
                    point(Place.BELOW, (most - 1) + " attempts fail", "one more is sent", client("CLI-4", "CLI-10")),
                    point(Place.AT, most + " attempts fail", "the failure is reported", client("CLI-10")),
                    point(Place.ABOVE, (most + 1) + " attempts", "they are never sent", client("CLI-10"))));
            for (int number = 1; number < most; number++) {
                Optional<Envelope> envelope = retry.envelope(number, null);
                if (envelope.isPresent()) {
                    all.add(bound(
                            "delay before retry " + number,
                            "retry: " + envelope.get(),
                            point(
                                    Place.BELOW,
                                    "under " + envelope.get().least().toMillis() + " ms",
                                    "never",
                                    client("CLI-8")),
                            point(
                                    Place.AT,
                                    envelope.get().toString(),
                                    "all delays are in it",
                                    client("CLI-8", "CLI-9")),
                            point(
                                    Place.ABOVE,
                                    "over " + envelope.get().most().toMillis() + " ms",
                                    "never",
                                    client("CLI-8"))));
                }
            }
        });
        Duration total = retry.total();
        if (total != null) {
            all.add(bound(
                    "time that a client goes on",
                    "retry.total: " + words(total),
                    point(
                            Place.BELOW,
                            "just under " + words(total),
                            "an attempt may be sent",
                            Tried.none("A client may have used its attempts up before.")),
                    point(Place.AT, words(total), "the client has stopped by then", client("CLI-10")),
                    point(Place.ABOVE, "over " + words(total), "no attempt is sent", client("CLI-10"))));
        }
        if (retry.retryAfter() != null && retry.retryAfter().most() != null) {
            Duration most = Objects.requireNonNull(retry.retryAfter().most());
            all.add(bound(
                    "Retry-After that a client honours",
                    "retry.retry_after.most: " + words(most),
                    point(Place.BELOW, "under " + words(most), "no retry is earlier", client("CLI-7")),
                    point(
                            Place.AT,
                            words(most),
                            "no retry is earlier",
                            Tried.none("A client is asked to wait two seconds, or an hour.")),
                    point(
                            Place.ABOVE,
                            "over " + words(most),
                            "the client gives up, or goes on as usual",
                            client("CLI-10"))));
        }
        if (retry.budget() != null && retry.budget().share() != null) {
            all.add(bound(
                    "retries of a client",
                    "retry.budget.share: " + retry.budget().share(),
                    point(Place.BELOW, "less than the share", "retries are sent", client("BUD-3")),
                    point(Place.AT, "the share", "retries are sent", client("BUD-1")),
                    point(Place.ABOVE, "more than the share", "no retry is sent", client("BUD-1", "BUD-2"))));
        }
    }

    private Tried client(String... clauses) {
        return target.client() == null
                ? Tried.none("The target file has no client. «samekey client» judges one.")
                : index.by(clauses);
    }

    private static Bound bound(String what, String source, Point... points) {
        return new Bound(what, source, null, List.of(points));
    }

    private static Point point(Place place, String value, String expected, Tried tried) {
        return new Point(place, value, expected, tried);
    }

    /** Such as {@code 24 h}, {@code 6 d 23 h 59 min} or {@code 500 ms}. */
    static String words(Duration duration) {
        if (duration.toMillis() < 1000 || duration.toMillisPart() > 0) {
            return duration.toMillis() + " ms";
        }
        StringBuilder words = new StringBuilder();
        boolean inDays = duration.toDays() > 1;
        add(words, inDays ? duration.toDaysPart() : 0, "d");
        add(words, inDays ? duration.toHoursPart() : duration.toHours(), "h");
        add(words, duration.toMinutesPart(), "min");
        add(words, duration.toSecondsPart(), "s");
        return words.toString();
    }

    private static void add(StringBuilder words, long number, String unit) {
        if (number > 0) {
            words.append(words.isEmpty() ? "" : " ").append(number).append(' ').append(unit);
        }
    }
}
