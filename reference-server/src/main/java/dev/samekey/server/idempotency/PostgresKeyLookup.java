package dev.samekey.server.idempotency;

import dev.samekey.server.json.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** Reads the records that live. Of an answer it tells no more than the path of its resource, which only the owner reads. */
public final class PostgresKeyLookup implements KeyLookup {
    private final Jdbi jdbi;
    private final Clock clock;
    private final Json json;

    /** The records in this database. */
    public PostgresKeyLookup(Jdbi jdbi, Clock clock, Json json) {
        this.jdbi = jdbi;
        this.clock = clock;
        this.json = json;
    }

    @Override
    public List<KeyStatus> of(String key) {
        return jdbi.withHandle(handle -> handle.createQuery("""
                        select scope, state, status_code, response_headers from idempotency_records
                        where key = :key and expires_at > :now order by created_at""")
                .bind("key", key)
                .bind("now", clock.instant())
                .map((row, context) -> status(row))
                .list());
    }

    private KeyStatus status(ResultSet row) throws SQLException {
        return new KeyStatus(
                Objects.requireNonNull(row.getString("scope")),
                Objects.requireNonNull(row.getString("state")),
                row.getObject("status_code", Integer.class),
                resource(row.getString("response_headers")));
    }

    private @Nullable String resource(@Nullable String headers) {
        return headers == null ? null : json.parse(headers).path("Location").textValue();
    }
}
