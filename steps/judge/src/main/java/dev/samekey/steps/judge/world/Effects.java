package dev.samekey.steps.judge.world;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.samekey.oracles.database.DatabaseOracle;
import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.oracles.listing.Items;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.verdict.Extenuation;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Missing;
import dev.samekey.steps.model.verdict.SharedAssertion;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import java.util.function.ToLongBiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Counts what a call did, by what only that call made, so that other traffic does not disturb the count. */
public final class Effects {
    /** So often in the time that effects may take, and not more than twenty times a second. */
    private static final int LOOKS = 50;

    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(50);

    /** So long at least an effect is looked for that did not come in the time that effects may take. */
    private static final Duration LATE = Duration.ofSeconds(10);
    /** A machine that is later than this may make a handler fail that waits for another service. */
    private static final Duration HANDLED = Duration.ofMillis(750);

    private static final String TIME = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d[0-9:.]*";

    private final Capabilities capabilities;
    private final Calls calls;
    private final Journal journal;
    private final Checks checks;
    private final Listings listings;
    private final CountSigns signs;
    private final Map<String, Expected> expected = new LinkedHashMap<>();
    private final List<Runnable> looks = new ArrayList<>();
    private final Map<String, Map<String, Long>> before = new HashMap<>();
    /** What the ledgers said of a call when other calls had changed what it made. */
    private final Map<String, Map<String, Long>> settled = new HashMap<>();
    /** What each oracle counted of a call when another one may have taken the place of what it made. */
    private final Map<String, Map<String, Long>> replaced = new HashMap<>();

    private boolean hasRestarted;

    public Effects(Capabilities capabilities, Calls calls, Journal journal, Checks checks) {
        this.capabilities = capabilities;
        this.calls = calls;
        this.journal = journal;
        this.checks = checks;
        this.listings = calls.listings();
        this.signs = new CountSigns(calls);
    }

    /** How many effects of a call there must be. */
    private record Expected(Call call, List<Call> senders, long count) {}

    /**
     * Checks that every oracle of the call's operation counts so many, and that its ledgers say so: each effect is booked as a
     * success of a control request was.
     *
     * @param subject what is counted, such as {@code effects of a payment after 2 requests}
     * @param senders the calls whose callers may see the effects; a listing shows each its own, or those of all
     */
    public void check(String subject, Call call, Collection<Call> senders, long wanted) {
        check(subject, call, senders, wanted, wanted == 1 ? Extenuation.NONE : Extenuation.NOT_SERVED);
    }

    /** The same of requests under several keys: one that does not look like a success may have an effect of its own. */
    public void checkOfSeveral(String subject, Call call, Collection<Call> senders, long wanted) {
        check(subject, call, senders, wanted, Extenuation.NOT_SERVED);
    }

    /** @param extenuation what may be why there are more effects than wanted */
    private void check(String subject, Call call, Collection<Call> senders, long wanted, Extenuation extenuation) {
        Map<String, Long> due = due(call, senders, wanted);
        if (call.operation().hasCounter() || due.isEmpty()) {
            expect(call, senders, wanted);
            if (replaced.containsKey(name(call))) {
                checkReplaced(subject, call, wanted);
            } else {
                count(call, senders, wanted).forEach((oracle, count) -> {
                    if (count != wanted) {
                        requireOwn(oracle, call);
                    }
                    counted(wanted, count, oracle, call, extenuation)
                            .shown(signs.of(oracle, call, senders, wanted))
                            .equal(subject, wanted, count, facts(oracle, call, wanted, count));
                });
            }
        }
        due.forEach((ledger, sum) -> checkBooked(subject, ledger, call, sum));
        Map<String, Long> earlier = settled.get(name(call));
        if (earlier != null) {
            booked(call, (ledger, sum) -> !sum.equals(earlier.get(ledger)))
                    .forEach((ledger, sum) -> checks.on(SharedAssertion.ONE_EFFECT)
                            .equal(
                                    "ledger entry of " + call.operation().withArticle() + " after its repetition",
                                    earlier.getOrDefault(ledger, 0L),
                                    sum,
                                    facts(ledger, call)));
        }
    }

    private Checks.Assertions counted(long wanted, long count, String oracle, Call call, Extenuation extenuation) {
        return count <= wanted
                ? checks.on(null)
                : checks.on(
                        SharedAssertion.ONE_EFFECT, tellsApart(oracle, call) ? extenuation : Extenuation.NOT_SERVED);
    }

    /**
     * On what was there at the first success. A consumer acknowledges an event also where its handler is tried again later, and
     * on a busy machine a handler may fail because another service was late.
     */
    public Checks.Assertions onceHandled(Call call) {
        return mayBeTriedAgain(call) ? checks.timed(HANDLED) : checks.on(null);
    }

    private static boolean mayBeTriedAgain(Call call) {
        return call.operation().role() == Role.EVENT && call.operation().effectsWithin() == null;
    }

    /**
     * An oracle that counts what is there now counts fewer when another one has taken the place of what the call made. More of
     * them later are an update that was lost. One that comes later than the file says may be no more than late.
     */
    private void checkReplaced(String subject, Call call, long wanted) {
        Map<String, Long> earlier = replaced.getOrDefault(name(call), Map.of());
        Duration within = call.operation().effectsWithin();
        countAtRest(call, 0).forEach((oracle, count) -> {
            long due = Math.min(wanted, earlier.getOrDefault(oracle, wanted));
            Checks.Assertions assertions =
                    within == null ? checks.on(count > due ? SharedAssertion.ONE_EFFECT : null) : checks.timed(within);
            assertions.equal(
                    subject + (due < wanted ? ", which another one had replaced" : ""),
                    due,
                    count,
                    facts(oracle, call));
        });
    }

    /** What each ledger must say of the call, by its name; nothing of one that does not tell whose entries it has. */
    private Map<String, Long> due(Call call, Collection<Call> senders, long wanted) {
        boolean isOfOne = senders.stream()
                .allMatch(sender -> sender.caller().equals(call.caller())
                        || !sender.unique().equals(call.unique()));
        if (!isOfOne || settled.containsKey(name(call))) {
            return Map.of();
        }
        Map<String, Long> usual = calls.usuallyBooked(call, wanted);
        Map<String, Long> due = new LinkedHashMap<>();
        ledgers(call).stream()
                .filter(ledger -> usual.containsKey(ledger.name()) && listings.tells(ledger, call))
                .forEach(ledger -> due.put(ledger.name(), usual.getOrDefault(ledger.name(), 0L)));
        return due;
    }

    private void checkBooked(String effects, String ledger, Call call, long due) {
        ledgers(call).stream()
                .filter(one -> one.name().equals(ledger))
                .forEach(one -> checks.on(SharedAssertion.ONE_EFFECT)
                        .equal(
                                "what is booked for the " + effects,
                                due,
                                bookedInTime(one, List.of(call), due),
                                facts(ledger, call)));
    }

    /**
     * Takes all that is there now as done: the call has had its one effect, and others have changed what it made. What is
     * counted by a difference, and what the ledgers say, must stay as it is from now on.
     */
    public void settle(Call call) {
        Operation.Effects counted = call.operation().effects();
        if (counted == null) {
            return;
        }
        rest(call);
        listings.settle(call, calls.credentials(call.caller()));
        settled.put(name(call), booked(call, (ledger, sum) -> true));
    }

    /**
     * The same where others may have taken the place of what it made: what is counted then must stay as it is, too. Of what was
     * only accepted nobody knows whether it is there yet, where the file does not say.
     */
    public void settleReplaced(Call call) {
        settle(call);
        boolean isThere = call.operation().effectsWithin() != null || !journal.isAccepted(call.request());
        if (call.operation().hasCounter() && isThere) {
            replaced.put(name(call), count(call, List.of(call)));
        }
    }

    /** Waits until the time is over that the effects of what was sent may take; not at all where the file names none. */
    public void rest(Call call) {
        Duration within = call.operation().effectsWithin();
        if (within != null) {
            await(call, within, () -> false);
        }
    }

    /** Counts what is there before a call is sent whose oracles count the effects of another one, too. */
    public void countBefore(Call call, Collection<Call> senders) {
        if (call.operation().hasCounter()) {
            // What is still on its way is not counted as an effect of what comes next.
            rest(call);
            before.put(name(call), count(call, senders));
        }
    }

    /** Checks that every oracle counts so many more than before; what nobody can count is not checked. */
    public void checkMore(String subject, Call call, Collection<Call> senders, long more) {
        Map<String, Long> earlier = before.get(name(call));
        if (earlier != null) {
            long least =
                    earlier.values().stream().mapToLong(Long::longValue).min().orElse(0);
            count(call, senders, least + more)
                    .forEach((oracle, count) ->
                            checks.equal(subject, more, count - earlier.getOrDefault(oracle, 0L), facts(oracle, call)));
        }
    }

    private static String name(Call call) {
        return call.name() + " " + call.unique();
    }

    /** The target was killed and runs again. */
    public void restarted() {
        hasRestarted = true;
    }

    /** Whether the target was killed and runs again. */
    public boolean hasRestarted() {
        return hasRestarted;
    }

    /** Says how many there must still be at the end of the run. */
    public void expect(Call call, Collection<Call> senders, long wanted) {
        // What one run of a job has left, another one does later.
        if (call.operation().role() != Role.JOB) {
            expected.put(call.unique(), new Expected(call, List.copyOf(senders), wanted));
        }
    }

    /**
     * Has something else looked at once more at the end of the run, too.
     *
     * @param look throws a {@link Judgement} where it is not as it must be
     */
    public void lookAgain(Runnable look) {
        looks.add(look);
    }

    /**
     * Counts once more what was counted before: a duplicate may be written long after its response. Fewer than before are
     * no duplicate: a target that keeps its effects in memory loses them when a later scenario kills it.
     *
     * @throws Judgement when there are more effects than there were
     */
    public void checkAgain() {
        looks.forEach(Runnable::run);
        expected.values()
                .forEach(last -> countAgain(last)
                        .forEach((oracle, count) -> checks.on(SharedAssertion.ONE_EFFECT)
                                .that(
                                        "effects of " + last.call().operation().withArticle()
                                                + " at the end of the run",
                                        count <= last.count(),
                                        "at most " + last.count(),
                                        String.valueOf(count),
                                        facts(oracle, last.call()))));
    }

    /** Without what later scenarios have changed too. */
    private Map<String, Long> countAgain(Expected last) {
        Map<String, Long> counts = count(last.call(), last.senders());
        counts.keySet().removeIf(oracle -> mayBeOfOthers(oracle, last.call()));
        return counts;
    }

    /** Whether an oracle of that name counts the growth of something that other scenarios change too. */
    private boolean mayBeOfOthers(String oracle, Call call) {
        Operation.Listing list = Listings.named(call).get(oracle);
        return list != null && list.difference() && calls.showsOthers(list.path(), call);
    }

    /** The end of the scenario where the count may be that of a scenario that runs at the same time. */
    private void requireOwn(String oracle, Call call) {
        if (calls.isBesideOthers() && mayBeOfOthers(oracle, call)) {
            throw Judgement.inconclusive(
                    "effects: several scenarios at a time have got the same thing, so the difference at «" + oracle
                            + "» may be that of another one: write «limits: {at_once: 1}»");
        }
    }

    /** Whether anything was counted, or is to be looked at once more. */
    public boolean counted() {
        return !expected.isEmpty() || !looks.isEmpty();
    }

    /** Of too few effects after a restart one was lost; too many are those of a request whose record was. */
    private Fact[] facts(String oracle, Call call, long wanted, long count) {
        Missing missing = count < wanted ? Missing.EFFECT : Missing.RECORD;
        Stream<Fact> lost = hasRestarted ? Stream.of(missing.fact()) : Stream.empty();
        return Stream.concat(lost, Stream.of(facts(oracle, call))).toArray(Fact[]::new);
    }

    /** What belongs to a count of a call: who counted, and how to repeat the request. */
    public Fact[] facts(String oracle, Call call) {
        return new Fact[] {
            new Fact("counted by", oracle),
            new Fact("unique", call.unique()),
            new Fact("repeat", call.request().curl(calls.place(call)))
        };
    }

    /** What each oracle counts now, by its name. */
    public Map<String, Long> count(Call call, Collection<Call> senders) {
        return noted(see(call, senders));
    }

    /**
     * What each oracle counts when all count as many as there should be. Where effects may take some time, they get it:
     * fewer than wanted, or none where none is wanted, is only known when that time is over, and more is known at once.
     *
     * @throws Judgement inconclusive where there are fewer, the target has only accepted the request, and nobody says how
     *     long it may take; and where they come, but later than the file says
     */
    public Map<String, Long> count(Call call, Collection<Call> senders, long wanted) {
        Duration within = call.operation().effectsWithin();
        if (within != null) {
            await(call, within, () -> isSettled(call, senders, wanted));
        }
        Map<String, Long> counts = count(call, senders);
        boolean fewer = counts.values().stream().anyMatch(count -> count < wanted);
        if (fewer && within != null && comesLate(call, within, () -> isSettled(call, senders, wanted))) {
            Map<String, Long> late = count(call, senders);
            if (late.values().stream().allMatch(count -> count == wanted)) {
                throw late(call, within, wanted + (wanted == 1 ? " effect" : " effects"), counts.toString());
            }
            return late;
        }
        if (fewer && mayBeTriedAgain(call) && comesLate(call, Duration.ZERO, () -> isSettled(call, senders, wanted))) {
            throw Judgement.inconclusive(
                    "the effects of " + call.operation().withArticle() + " came later than its acknowledgement: say in"
                            + " «effects.within» how long that may take",
                    new Fact("expected", wanted + (wanted == 1 ? " effect" : " effects")),
                    new Fact("actual", counts + " at first"));
        }
        if (fewer && within == null && journal.isAccepted(call.request())) {
            throw Judgement.inconclusive(
                    "the " + call.name() + " was accepted (202) and may take effect later: say in «effects.within» how"
                            + " long that may take",
                    new Fact("expected", wanted + (wanted == 1 ? " effect" : " effects")),
                    new Fact("actual", counts.toString()));
        }
        return counts;
    }

    /**
     * The end of the scenario where what shows that a call was handled comes after all, but later than effects may take:
     * an attempt has failed, perhaps, and the next one has not.
     *
     * @param what shows it, such as {@code the inbox row of an event}
     * @param there whether it is there now
     */
    public void requireNotLate(Call call, String what, BooleanSupplier there) {
        Duration within = call.operation().effectsWithin();
        if (comesLate(call, Objects.requireNonNullElse(within, Duration.ZERO), there)) {
            throw Judgement.inconclusive(what + " was not as expected at once, but later"
                    + (within == null
                            ? ": if effects may take some time, say in «effects.within» how long"
                            : " than the " + within.toMillis()
                                    + " ms of «effects.within»: if they may take longer, make it longer"));
        }
    }

    /** The time counts from the newest request, so that a scenario waits once and not for each call and oracle. */
    private void await(Call call, Duration within, BooleanSupplier settled) {
        Duration left = within.minus(journal.sinceNewest());
        if (left.compareTo(Duration.ZERO) > 0) {
            var unused = comes("the effects of ", call, left, within, settled);
        }
    }

    /**
     * Whether what is not there in time comes after all. An effect that is late is not missing, and a slow disk can delay it
     * without any sign that the machine is busy.
     */
    private boolean comesLate(Call call, Duration within, BooleanSupplier settled) {
        Duration more = within.compareTo(LATE) > 0 ? within : LATE;
        return comes("late effects of ", call, more, more, settled);
    }

    private boolean comes(String what, Call call, Duration limit, Duration looks, BooleanSupplier settled) {
        Duration pause = looks.dividedBy(LOOKS);
        return checks.machine()
                .until(
                        what + call.operation().withArticle(),
                        limit,
                        pause.compareTo(SHORTEST_PAUSE) < 0 ? SHORTEST_PAUSE : pause,
                        () -> isSettled(settled));
    }

    private static Judgement late(Call call, Duration within, String expected, String inTime) {
        return Judgement.inconclusive(
                "the effects of " + call.operation().withArticle() + " came later than the " + within.toMillis()
                        + " ms of «effects.within»: if they may take longer, make it longer",
                new Fact("expected", expected),
                new Fact("actual", inTime + " when that time was over"));
    }

    /** An oracle that is silent may speak a little later. */
    private static boolean isSettled(BooleanSupplier settled) {
        try {
            return settled.getAsBoolean();
        } catch (Judgement silent) {
            if (silent.verdict() != Verdict.INCONCLUSIVE) {
                throw silent;
            }
            return false;
        }
    }

    /** Whether waiting can change nothing. */
    private boolean isSettled(Call call, Collection<Call> senders, long wanted) {
        Collection<Long> counts = values(see(call, senders)).values();
        return counts.stream().anyMatch(count -> count > wanted)
                || (wanted > 0 && counts.stream().allMatch(count -> count == wanted));
    }

    /**
     * What an oracle sees now.
     *
     * @param evidence of each look
     */
    private record Counted(long count, List<Evidence> evidence) {}

    /** What each oracle sees now. */
    private Map<String, Counted> see(Call call, Collection<Call> senders) {
        if (!call.operation().hasCounter()) {
            throw Judgement.notChecked("effects: the target file names no way to count those of " + call.name());
        }
        Map<String, Counted> seen = new LinkedHashMap<>();
        for (String query : call.operation().queries()) {
            Seen<Long> rows = Capabilities.ask(() -> rows(query, call));
            seen.put(query, new Counted(rows.value(), List.of(rows.evidence())));
        }
        Listings.named(call).forEach((name, list) -> seen.put(name, listed(name, list, call, senders)));
        return seen;
    }

    /** Whether an oracle of that name tells the effects of one request from those of others about the same thing. */
    public static boolean tellsApart(String oracle, Call call) {
        Operation.Listing list = Listings.named(call).get(oracle);
        return list == null ? oracle.contains(":unique") || oracle.contains(":key") : list.showsOne();
    }

    /** The end of the scenario where an oracle counts what other requests about the same thing have done, too. */
    public void requireApart(Call call) {
        Listings.named(call).forEach((oracle, list) -> {
            if (!list.showsOne() && !list.difference()) {
                throw Judgement.notChecked("effects: «" + oracle + "» counts those of another "
                        + call.operation().name() + " about the same thing too");
            }
        });
    }

    /**
     * The end of the scenario where an oracle counts by the key alone, and requests for the same thing were sent under other keys,
     * or under none.
     */
    public static void requireOneKey(Call call, Collection<Call> sent) {
        boolean isOne = sent.stream()
                .filter(other -> other.unique().equals(call.unique()))
                .allMatch(other -> Objects.equals(other.key(), call.key()));
        call.operation().queries().stream()
                .filter(query -> !isOne && query.contains(":key") && !query.contains(":unique"))
                .findFirst()
                .ifPresent(query -> {
                    throw Judgement.notChecked("effects.sql: «" + query
                            + "» counts by the key alone, and not all requests have this key: count by :unique");
                });
    }

    /** What each oracle counts when the time is over that effects may take. */
    public Map<String, Long> countAtRest(Call call, long wanted) {
        Duration within = call.operation().effectsWithin();
        if (within == null) {
            return count(call, List.of(call), wanted);
        }
        await(call, within, () -> false);
        return count(call, List.of(call));
    }

    /**
     * What a listing shows to all who may see the effects. One path may show two callers the same; other paths show other
     * things, such as those of another parent.
     *
     * @throws Judgement not checked where the same path shows two callers something that cannot be told apart
     */
    private Counted listed(String name, Operation.Listing list, Call call, Collection<Call> senders) {
        Map<String, Map<Caller, Call>> paths = new LinkedHashMap<>();
        for (Call sender : withOwn(call, senders)) {
            boolean hasThatEffect =
                    sender.unique().equals(call.unique()) && sender.name().equals(call.name());
            Call as = hasThatEffect ? sender : call;
            paths.computeIfAbsent(Listings.filled(list.path(), as), unused -> new LinkedHashMap<>())
                    .putIfAbsent(sender.caller(), as);
        }
        long count = 0;
        List<JsonNode> rows = new ArrayList<>();
        List<Evidence> evidence = new ArrayList<>();
        for (Map.Entry<String, Map<Caller, Call>> path : paths.entrySet()) {
            List<Items> views = new ArrayList<>();
            path.getValue().forEach((caller, as) -> {
                Seen<Items> view = Capabilities.ask(() -> listings.look(list, as, caller, calls.credentials(caller)));
                views.add(view.value());
                rows.addAll(view.value().rows());
                evidence.add(view.evidence());
            });
            count += Items.together(views, row -> identity(call.operation(), row))
                    .orElseThrow(() -> Judgement.notChecked("effects: «" + path.getKey() + "» shows something to each"
                            + " of several callers, and does not say whether it is the same: count rows with an id"));
        }
        signs.note(name, new Items(count, rows));
        return new Counted(count, evidence);
    }

    private static List<Call> withOwn(Call call, Collection<Call> senders) {
        List<Call> all = new ArrayList<>(List.of(call));
        all.addAll(senders);
        return all;
    }

    /**
     * Whether one request has made several results: a listing shows the one of the response and others that are like it in
     * all but their ids and times, and nothing counts otherwise. Rows that differ may belong to one effect, such as a fee.
     */
    boolean areSeveralResults(Call call, Answer answer) {
        Operation operation = call.operation();
        if (operation.id() == null) {
            return false;
        }
        JsonNode own = Calls.id(operation, answer);
        Collection<Long> counts = count(call, List.of(call)).values();
        return Listings.named(call).values().stream()
                .map(list -> Capabilities.ask(
                                () -> listings.look(list, call, call.caller(), calls.credentials(call.caller())))
                        .value()
                        .rows())
                .anyMatch(rows -> areTwins(operation.id(), own, rows)
                        && counts.stream().allMatch(count -> count == 1 || count == rows.size()));
    }

    private static boolean areTwins(String id, JsonNode own, List<JsonNode> rows) {
        Set<JsonNode> ids = rows.stream().map(row -> row.at(id)).collect(Collectors.toSet());
        return rows.size() > 1
                && ids.size() == rows.size()
                && ids.contains(own)
                && rows.stream()
                                .map(row -> withoutIdAndTimes(row, row.at(id).asText()))
                                .distinct()
                                .count()
                        == 1;
    }

    private static String withoutIdAndTimes(JsonNode row, String id) {
        String text = row.toString();
        return (id.isEmpty() ? text : text.replace(id, "")).replaceAll(TIME, "");
    }

    /** Its id, where a row has it under the name that the response has. */
    private static JsonNode identity(Operation operation, JsonNode row) {
        JsonNode id = operation.id() == null ? MissingNode.getInstance() : row.at(operation.id());
        return id.isValueNode() && !id.isNull() ? id : row;
    }

    private Map<String, Long> noted(Map<String, Counted> seen) {
        seen.values().forEach(counted -> counted.evidence().forEach(journal::add));
        return values(seen);
    }

    private static Map<String, Long> values(Map<String, Counted> seen) {
        Map<String, Long> values = new LinkedHashMap<>();
        seen.forEach((oracle, counted) -> values.put(oracle, counted.count()));
        return values;
    }

    /** What a query of the target file says of the call. */
    public long number(String query, Call call) {
        return ask(() -> rows(query, call));
    }

    /** The same for one who looks again and again: it leaves no evidence. */
    public long look(String query, Call call) {
        return Capabilities.ask(() -> rows(query, call)).value();
    }

    /**
     * What each ledger has booked for the call, by its name. Where effects may take some time, it gets it.
     *
     * @param settled whether the sum in a ledger of that name is as it should be, so that nothing is waited for
     */
    public Map<String, Long> booked(Call call, BiPredicate<String, Long> settled) {
        Map<String, Long> sums = new LinkedHashMap<>();
        ledgers(call)
                .forEach(ledger -> sums.put(
                        ledger.name(), booked(ledger, List.of(call), sum -> settled.test(ledger.name(), sum))));
        return sums;
    }

    /** The same when the time is over that effects may take. */
    Map<String, Long> bookedAtRest(Call call) {
        return booked(call, (ledger, sum) -> false);
    }

    /**
     * What a ledger has booked.
     *
     * @param calls those whose entries the sum is of: one, or several whose ledger shows them together
     */
    public record Booked(String ledger, List<Call> calls, long sum) {}

    /**
     * What the ledgers have booked for the calls of a scenario. What several of them have changed is one sum.
     *
     * @param due what a ledger of that name must have booked for a call, so that nothing is waited for when it has
     * @throws Judgement inconclusive where it is booked, but later than the file says
     */
    public List<Booked> booked(List<Call> all, ToLongBiFunction<String, Call> due) {
        Map<Book, List<Call>> shared = new LinkedHashMap<>();
        all.forEach(call -> ledgers(call)
                .forEach(ledger -> shared.computeIfAbsent(Book.of(ledger, call), unused -> new ArrayList<>())
                        .add(call)));
        List<Booked> sums = new ArrayList<>();
        shared.forEach((book, together) -> {
            String name = book.ledger().name();
            long wanted = together.stream()
                    .mapToLong(call -> due.applyAsLong(name, call))
                    .sum();
            sums.add(new Booked(name, together, bookedInTime(book.ledger(), together, wanted)));
        });
        return sums;
    }

    /** A ledger that shows one call alone, or one that shows all calls on the same parent. */
    private record Book(Operation.Ledger ledger, String of) {
        static Book of(Operation.Ledger ledger, Call call) {
            return new Book(ledger, ledger.difference() ? Listings.filled(ledger.path(), call) : name(call));
        }
    }

    private long bookedInTime(Operation.Ledger ledger, List<Call> together, long due) {
        long sum = booked(ledger, together, now -> now == due);
        Call first = together.get(0);
        Duration within = first.operation().effectsWithin();
        // Of one call, more than is due is seen already; of several, nobody knows whose entry is missing.
        boolean mayBeLate = sum != due && (together.size() > 1 || Math.abs(sum) < Math.abs(due));
        if (mayBeLate
                && within != null
                && comesLate(
                        first,
                        within,
                        () -> Capabilities.ask(() -> look(ledger, together)).value() == due)) {
            throw late(first, within, due + " booked", sum + " booked");
        }
        return sum;
    }

    private long booked(Operation.Ledger ledger, List<Call> together, LongPredicate settled) {
        Call first = together.get(0);
        Duration within = first.operation().effectsWithin();
        if (within != null) {
            await(
                    first,
                    within,
                    () -> settled.test(
                            Capabilities.ask(() -> look(ledger, together)).value()));
        }
        return ask(() -> look(ledger, together));
    }

    private Seen<Long> look(Operation.Ledger ledger, List<Call> together) {
        Call first = together.get(0);
        return ledger.sql() == null
                ? listings.booked(ledger, together, calls.credentials(first.caller()))
                : rows(ledger.sql(), first);
    }

    private static List<Operation.Ledger> ledgers(Call call) {
        Operation.Effects effects = call.operation().effects();
        return effects == null ? List.of() : effects.ledger();
    }

    private Seen<Long> rows(String query, Call call) {
        DatabaseOracle oracle = capabilities.database();
        Map<String, String> parameters = Map.of("unique", call.unique(), "key", String.valueOf(call.key()));
        return oracle.count(query, parameters);
    }

    private long ask(Supplier<Seen<Long>> oracle) {
        return journal.note(Capabilities.ask(oracle));
    }
}
