package dev.samekey.oracles.database;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where the target keeps its idempotency records: the names of a table and its columns. A column that is not named is not
 * looked for.
 *
 * @param table its name, or schema and name with a dot between
 * @param scope what a key belongs to: one column or several
 * @param states the table's own word for {@code in_progress}, {@code completed} and {@code failed}
 */
public record RecordTable(
        @JsonProperty(required = true) String table,

        @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
        List<String> scope,

        @JsonProperty(required = true) String key,
        @Nullable String payloadHash,
        @Nullable String state,
        @Nullable String status,
        @Nullable String outcome,
        @Nullable String created,
        @Nullable String expires,
        Map<String, String> states) {
    /** The states of a record, as the contract calls them. */
    public static final Set<String> STATES = Set.of("in_progress", "completed", "failed");

    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_.]*");

    /** What the file leaves out is null until here. */
    public RecordTable {
        scope = scope == null ? List.of() : List.copyOf(scope);
        states = states == null ? Map.of() : Map.copyOf(states);
    }

    /** Whether it may stand for a table or a column. */
    public static boolean isIdentifier(String name) {
        return IDENTIFIER.matcher(name).matches();
    }

    /** The names of the columns by what they hold, such as {@code payload_hash}; of a scope the first one. */
    public Map<String, String> columns() {
        Map<String, String> columns = new LinkedHashMap<>();
        put(columns, "scope", scope.stream().findFirst().orElse(null));
        put(columns, "key", key);
        put(columns, "payload_hash", payloadHash);
        put(columns, "state", state);
        put(columns, "status", status);
        put(columns, "outcome", outcome);
        put(columns, "created", created);
        put(columns, "expires", expires);
        return columns;
    }

    private static void put(Map<String, String> columns, String holds, @Nullable String column) {
        if (column != null) {
            columns.put(holds, column);
        }
    }

    /** The contract's word for what stands in the state column. */
    String word(String stored) {
        return states.entrySet().stream()
                .filter(state -> state.getValue().equals(stored))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(stored);
    }
}
