package dev.samekey.server.fire;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * What the database says was done.
 *
 * @param effects how many payments, refunds and voids there are, by reference
 * @param entries how many ledger entries there are, by reference
 * @param sum of the whole ledger, in minor units
 * @param whole how many effects have an outcome and a ledger entry under one and the same operation id
 * @param unfinished how many claims have no outcome
 * @param takenOver how many claims went on after the attempt that made them was dead
 */
record Books(
        Map<String, Integer> effects,
        Map<String, Integer> entries,
        long sum,
        long whole,
        long unfinished,
        long takenOver) {
    private static final String EFFECTS = """
            (select reference, operation_id from payments
             union all select reference, operation_id from refunds
             union all select reference, operation_id from voids) effects""";

    private static final String WHOLE = """
            select count(*) from %s
            join ledger_entries using (operation_id, reference)
            join idempotency_records using (operation_id) where state = 'completed'""";

    static Books read(String url) {
        return Jdbi.create(url)
                .withHandle(db -> new Books(
                        byReference(db, EFFECTS),
                        byReference(db, "ledger_entries"),
                        number(db, "select coalesce(sum(amount), 0) from ledger_entries"),
                        number(db, WHOLE.formatted(EFFECTS)),
                        number(db, "select count(*) from idempotency_records where state = 'in_progress'"),
                        number(db, "select count(*) from idempotency_records where claimed_at > created_at")));
    }

    private static Map<String, Integer> byReference(Handle db, String table) {
        return db.createQuery("select reference, count(*) as number from " + table + " group by reference")
                .map((row, context) -> Map.entry(row.getString("reference"), row.getInt("number")))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static long number(Handle db, String query) {
        return db.createQuery(query).mapTo(Long.class).one();
    }

    /** How many effects and ledger entries there are for an order. */
    boolean has(ClientOrder order, int times) {
        return effects.getOrDefault(order.reference(), 0) == times
                && entries.getOrDefault(order.reference(), 0) == times;
    }

    /** How many references have more than one effect or ledger entry. */
    long duplicates() {
        return Stream.of(effects, entries)
                .flatMap(counts -> counts.entrySet().stream())
                .filter(counted -> counted.getValue() > 1)
                .map(Map.Entry::getKey)
                .distinct()
                .count();
    }
}
