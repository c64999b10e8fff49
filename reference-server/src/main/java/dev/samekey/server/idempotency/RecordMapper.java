package dev.samekey.server.idempotency;

import dev.samekey.server.http.Answer;
import dev.samekey.server.json.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/** Reads a row of the record table. */
final class RecordMapper implements RowMapper<IdempotencyRecord> {
    private final Json json;

    RecordMapper(Json json) {
        this.json = json;
    }

    @Override
    public IdempotencyRecord map(ResultSet row, StatementContext context) throws SQLException {
        State state = row.getBoolean("expired") ? State.EXPIRED : State.of(row.getString("state"));
        return new IdempotencyRecord(
                row.getString("payload_hash"),
                state,
                row.getObject("operation_id", UUID.class),
                state == State.IN_PROGRESS || state == State.EXPIRED ? null : answer(row),
                row.getTimestamp("created_at").toInstant());
    }

    private Answer answer(ResultSet row) throws SQLException {
        return new Answer(
                row.getInt("status_code"),
                headers(row.getString("response_headers")),
                row.getString("response_body"),
                errorCode(row));
    }

    @SuppressWarnings("unchecked") // This server wrote it, from a map of strings.
    private Map<String, String> headers(String text) {
        return json.read(text, Map.class);
    }

    private static @Nullable String errorCode(ResultSet row) throws SQLException {
        return row.getString("error_code");
    }
}
