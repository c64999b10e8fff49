package dev.samekey.steps.judge.world;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.oracles.database.DatabaseOracle;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Point;
import java.net.URI;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Counts what a call did, by what only that call made, so that other traffic does not disturb the count. */
public final class Effects {
    private final Capabilities capabilities;
    private final Calls calls;
    private final Journal journal;
    private final Checks checks;
    private final Map<String, Expected> expected = new LinkedHashMap<>();
    private final Map<String, Map<String, Long>> before = new HashMap<>();

    public Effects(Capabilities capabilities, Calls calls, Journal journal, Checks checks) {
        this.capabilities = capabilities;
        this.calls = calls;
        this.journal = journal;
        this.checks = checks;
    }

    /** How many effects of a call there must be. */
    private record Expected(Call call, List<String> principals, long count) {}

    /**
     * Checks that every oracle of the call's operation counts so many.
     *
     * @param subject what is counted, such as {@code effects of a payment after 2 requests}
     * @param principals who may see the effects; a listing shows each only its own
     */
    public void check(String subject, Call call, Collection<String> principals, long wanted) {
        expect(call, principals, wanted);
        count(call, principals)
                .forEach((oracle, count) -> checks.on(count > wanted ? Point.ONE_EFFECT : null)
                        .equal(subject, wanted, count, facts(oracle, call)));
    }

    /** Counts what is there before a call is sent whose oracles count the effects of another one, too. */
    public void countBefore(Call call, Collection<String> principals) {
        if (canCount(call)) {
            before.put(name(call), count(call, principals));
        }
    }

    /** Checks that every oracle counts so many more than before; what nobody can count is not checked. */
    public void checkMore(String subject, Call call, Collection<String> principals, long more) {
        Map<String, Long> earlier = before.get(name(call));
        if (earlier != null) {
            count(call, principals)
                    .forEach((oracle, count) ->
                            checks.equal(subject, more, count - earlier.getOrDefault(oracle, 0L), facts(oracle, call)));
        }
    }

    private static String name(Call call) {
        return call.name() + " " + call.unique();
    }

    /** Whether the target file says how the effects of a call are counted. */
    public boolean canCount(Call call) {
        Operation.Effects effects = call.operation().effects();
        return (effects != null && effects.list() != null)
                || !call.operation().queries().isEmpty();
    }

    /** Says how many there must still be at the end of the run. */
    public void expect(Call call, Collection<String> principals, long wanted) {
        // What one run of a job has left, another one does later.
        if (call.operation().role() != Role.JOB) {
            expected.put(call.unique(), new Expected(call, List.copyOf(principals), wanted));
        }
    }

    /**
     * Counts once more what was counted before: a duplicate may be written long after its response. Fewer than before are
     * no duplicate: a target that keeps its effects in memory loses them when a later scenario kills it.
     *
     * @throws Judgement when there are more effects than there were
     */
    public void checkAgain() {
        expected.values()
                .forEach(last -> count(last.call(), last.principals())
                        .forEach((oracle, count) -> checks.on(Point.ONE_EFFECT)
                                .that(
                                        "effects of " + last.call().operation().withArticle()
                                                + " at the end of the run",
                                        count <= last.count(),
                                        "at most " + last.count(),
                                        String.valueOf(count),
                                        facts(oracle, last.call()))));
    }

    /** Whether anything was counted. */
    public boolean counted() {
        return !expected.isEmpty();
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
    public Map<String, Long> count(Call call, Collection<String> principals) {
        Operation.Effects effects = call.operation().effects();
        Operation.Listing list = effects == null ? null : effects.list();
        if (list == null && call.operation().queries().isEmpty()) {
            throw Judgement.notChecked("effects: the target file names no way to count those of " + call.name());
        }
        Map<String, Long> counts = new LinkedHashMap<>();
        for (String query : call.operation().queries()) {
            counts.put(query, ask(() -> rows(query, call)));
        }
        if (list != null) {
            long items = principals.stream()
                    .mapToLong(principal -> ask(() -> items(list, call, principal)))
                    .sum();
            counts.put("GET " + list.path(), items);
        }
        return counts;
    }

    /** What a query of the target file says of the call. */
    public long number(String query, Call call) {
        return ask(() -> rows(query, call));
    }

    /** The same for one who looks again and again: it leaves no evidence. */
    public long look(String query, Call call) {
        return Capabilities.ask(() -> rows(query, call)).value();
    }

    /** What the ledger has booked for the call; nothing where the target file does not say how to ask. */
    public OptionalLong booked(Call call) {
        Operation.Effects effects = call.operation().effects();
        String query = effects == null ? null : effects.ledger();
        return query == null ? OptionalLong.empty() : OptionalLong.of(ask(() -> rows(query, call)));
    }

    private Seen<Long> rows(String query, Call call) {
        DatabaseOracle oracle = capabilities.database();
        Map<String, String> parameters = Map.of("unique", call.unique(), "key", String.valueOf(call.key()));
        return oracle.count(query, parameters);
    }

    private Seen<Long> items(Operation.Listing list, Call call, String principal) {
        String path = new Template(Map.of("unique", TextNode.valueOf(call.unique()))).path(list.path());
        Map<String, String> headers =
                calls.credentials(principal).stream().collect(Collectors.toMap(Header::name, Header::value));
        return capabilities.listing().count(URI.create(calls.replica() + path), headers, list.count(), list.next());
    }

    private long ask(Supplier<Seen<Long>> oracle) {
        return journal.note(Capabilities.ask(oracle));
    }
}
