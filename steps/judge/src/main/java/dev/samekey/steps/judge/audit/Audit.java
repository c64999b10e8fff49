package dev.samekey.steps.judge.audit;

import dev.samekey.steps.judge.audit.Shown.Contradiction;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Contract.Scope;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collects the exchanges of recordings by their keys, and says what they show. */
public final class Audit {
    /** The clauses of which recorded traffic can show something. */
    public static final Set<String> CLAUSES = Set.of(
            "KEY-3", "RPL-1", "RPL-2", "RPL-3", "RPL-4", "RPL-14", "MIS-1", "MIS-3", "CON-1", "CON-2", "CON-3", "CON-5",
            "SCP-1", "ERR-3");

    private static final int MOST_IN_A_LIST = 32;

    private final Contract contract;
    private final Observer observer;
    private final Map<Long, Collection<Seen>> byKey = new HashMap<>();
    private int exchanges;
    private int twice;
    private int keyless;

    public Audit(Contract contract, Observer observer) {
        this.contract = contract;
        this.observer = observer;
    }

    /** Takes one exchange more; safe ones, and those without a key, say nothing of the contract. */
    public void add(Recorded recorded) {
        if (!observer.isOfTheContract(recorded)) {
            return;
        }
        Seen seen = observer.seen(recorded);
        if (seen.key() == 0) {
            keyless++;
            return;
        }
        Collection<Seen> before = byKey.getOrDefault(seen.key(), List.of());
        if (before.contains(seen)) {
            twice++;
            return;
        }
        exchanges++;
        byKey.put(seen.key(), with(before, seen));
    }

    /** Nearly all keys have one exchange or two: a list of their size takes a quarter of the memory. */
    private static Collection<Seen> with(Collection<Seen> before, Seen one) {
        if (before.size() > MOST_IN_A_LIST) {
            before.add(one);
            return before;
        }
        List<Seen> all = new ArrayList<>(before);
        all.add(one);
        return before.size() == MOST_IN_A_LIST ? new LinkedHashSet<>(all) : List.copyOf(all);
    }

    /** How many exchanges with a key there are. */
    public int exchanges() {
        return exchanges;
    }

    /** How many were recorded more than once, and count once. */
    public int recordedTwice() {
        return twice;
    }

    /** How many have no key. */
    public int keyless() {
        return keyless;
    }

    public int keys() {
        return byKey.size();
    }

    /** By clause, what the recordings show of it. */
    public Map<String, ClauseSeen> result() {
        Map<String, ClauseSeen> clauses = new HashMap<>();
        KeyAudit audit = new KeyAudit(contract);
        for (Collection<Seen> exchanges : byKey.values()) {
            Map<String, List<Seen>> apart = new HashMap<>();
            exchanges.stream()
                    .sorted(Comparator.comparingLong(Seen::sent))
                    .forEach(one -> apart.computeIfAbsent(scope(one), scope -> new ArrayList<>(2))
                            .add(one));
            apart.values().stream().flatMap(ofOne -> audit.of(ofOne).stream()).forEach(shown -> add(clauses, shown));
            if (apart.size() > 1) {
                betweenCallers(exchanges).forEach(shown -> add(clauses, shown));
            }
        }
        return clauses;
    }

    private static void add(Map<String, ClauseSeen> clauses, Shown shown) {
        clauses.computeIfAbsent(shown.clause(), id -> new ClauseSeen()).add(shown);
    }

    private String scope(Seen one) {
        List<Scope> scope = contract.scope();
        boolean isOfItsCaller = scope == null || scope.contains(Scope.PRINCIPAL) || scope.contains(Scope.TENANT);
        boolean isOfItsRoute = scope != null && scope.contains(Scope.ROUTE);
        return (isOfItsCaller ? one.caller().id() : "") + " " + (isOfItsRoute ? one.route() : "");
    }

    /** Two callers who use one key must not get one result. */
    private List<Shown> betweenCallers(Collection<Seen> exchanges) {
        List<Scope> scope = contract.scope();
        if (scope == null || !scope.contains(Scope.PRINCIPAL)) {
            return List.of();
        }
        List<Shown> shown = new ArrayList<>();
        List<Seen> done = exchanges.stream()
                .filter(one ->
                        one.isDone() && one.result() != null && one.caller().isLasting())
                .sorted(Comparator.comparingLong(Seen::sent))
                .toList();
        for (Seen one : done) {
            Seen first = done.get(0);
            if (!first.caller().equals(one.caller())) {
                shown.add(Shown.that(
                        "SCP-1",
                        !String.valueOf(first.result()).equals(one.result()),
                        List.of(first, one),
                        new Contradiction(
                                "result of " + one.route() + " of another caller under the same key",
                                "one of its own",
                                first.result() + ", that of the first caller",
                                null)));
            }
        }
        return shown;
    }
}
