package dev.samekey.oracles.database;

import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.evidence.Seen;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Reads the target's inbox of events. */
public final class InboxOracle {
    private final RecordsOracle records;
    private final InboxTable table;

    InboxOracle(RecordsOracle records, InboxTable table) {
        this.records = records;
        this.table = table;
    }

    /**
     * The rows of an event's id: one, unless several sources have used it.
     *
     * @throws OracleSilent when the database does not answer, or has no such table
     */
    public Seen<List<InboxRow>> of(String eventId) {
        Seen<List<StoredRecord>> seen = records.of(eventId);
        return new Seen<>(seen.value().stream().map(InboxRow::of).toList(), seen.evidence());
    }

    /** Which of the columns that an inbox needs there are not, by what they hold, such as {@code payload_hash}. */
    public Set<String> missing() {
        Set<String> there = records.columns().value();
        Set<String> missing = new TreeSet<>();
        if (!there.contains("scope")) {
            missing.add("source");
        }
        if (!there.contains("payload_hash")) {
            missing.add("payload_hash");
        }
        if (!there.contains("created")) {
            missing.add("received");
        }
        if (!there.contains("expires")) {
            missing.add("processed");
        }
        if (!there.contains("outcome")) {
            missing.add("result");
        }
        return missing;
    }

    /** Whether the target file names a column that shows a flag. */
    public boolean flags() {
        return table.flagged() != null;
    }

    /** @throws OracleSilent when there is no such table, or it has no column for the id */
    public void check() {
        records.check();
    }
}
