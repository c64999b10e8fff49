package dev.samekey.examples.camel;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** What the API does: one row for each time that a route ran to its effect. */
final class Ledger {
    private static final long WORK_MS = 100; // long enough for duplicates to overlap
    private static final long LONG_MS = 1500; // for who is told to be slow
    private static final long SLOW_ANSWER_MS = 6000; // a crash must come before it, on a busy machine too

    private final Set<Object> failed = ConcurrentHashMap.newKeySet(); // whose first attempt was told to fail, and did
    private final JdbcTemplate database;

    Ledger(DataSource database) {
        this.database = new JdbcTemplate(database);
        this.database.execute("create table if not exists ledger"
                + " (id uuid, kind varchar, reference varchar, amount bigint, subject varchar)");
    }

    /** Works, and then writes a row. A row is committed at once, so before the answer. */
    Map<String, Object> book(String kind, Map<?, ?> body) throws InterruptedException {
        long amount = amount(body.get("amount"));
        Object word = body.get("note");
        Thread.sleep(WORK_MS);
        if ("sandbox:slow".equals(word) || "sandbox:slow_failure_once".equals(word)) {
            Thread.sleep(LONG_MS);
        }
        if ("broke".equals(word)) {
            throw new Refusal(422, "insufficient_funds");
        }
        if (word instanceof String once && once.endsWith("_once") && failed.add(body.get("reference"))) {
            throw once.contains("rate_limited") ? new Refusal(429, "rate_limited") : new Refusal(503, "unavailable");
        }
        UUID id = UUID.randomUUID();
        database.update(
                "insert into ledger values (?, ?, ?, ?, ?)", id, kind, body.get("reference"), amount, body.get("subject"));
        if ("sandbox:slow_answer".equals(word)) {
            Thread.sleep(SLOW_ANSWER_MS);
        }
        return one(kind, id.toString());
    }

    Map<String, Object> one(String kind, String id) {
        return rows("kind = ? and id = ?", kind, id).stream()
                .findFirst()
                .orElseThrow(() -> new Refusal(404, "not_found"));
    }

    Map<String, Object> list(String kind, String reference) {
        return Map.of("items", rows("kind = ? and reference = ?", kind, reference));
    }

    private List<Map<String, Object>> rows(String where, Object... values) {
        return database.query(
                "select id, reference, amount, subject from ledger where " + where,
                (row, number) -> Map.of(
                        "id", row.getString("id"),
                        "reference", row.getString("reference"),
                        "amount", row.getLong("amount"),
                        "subject", row.getString("subject")),
                values);
    }

    private static long amount(Object value) {
        if ((value instanceof Integer || value instanceof Long) && ((Number) value).longValue() > 0) {
            return ((Number) value).longValue();
        }
        throw new Refusal(400, "invalid_amount");
    }
}
