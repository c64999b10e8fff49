package dev.samekey.server.resources;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Call;
import dev.samekey.server.json.Ids;
import dev.samekey.server.security.Principal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.result.ResultIterable;

/**
 * The rows of one kind of resource: a column for each of its members, and beside them whose it is and which operation
 * made it. Every look is by principal, so nobody sees what is another's.
 */
public final class Table<T extends Record> {
    private final String name;
    private final Class<T> type;
    private final Fault unknown;

    /** The fault is that there is no row with some id. */
    public Table(String name, Class<T> type, Fault unknown) {
        this.name = name;
        this.type = type;
        this.unknown = unknown;
    }

    /** The id in the path of a call; what is not even the form of one is unknown. */
    public UUID idIn(Call call) {
        return Ids.parse(call.path().getOrDefault("id", ""), unknown);
    }

    /** The row with this id. */
    public T get(Handle handle, Principal owner, UUID id) {
        return require(select(handle, owner, "id = :value", id).findOne());
    }

    /** The row as nobody else can change it until the transaction ends. */
    public T lock(Handle transaction, Principal owner, UUID id) {
        return require(select(transaction, owner, "id = :value for update", id).findOne());
    }

    /** All rows with this reference, the oldest first. */
    public List<T> withReference(Handle handle, Principal owner, String reference) {
        return select(handle, owner, "reference = :value order by created_at, id", reference)
                .list();
    }

    /** Adds a row. */
    public void insert(Handle transaction, Principal owner, UUID operationId, T row) {
        transaction
                .createUpdate("insert into " + name + " (principal, operation_id, " + members(Table::column)
                        + ") values (:principal, :operationId, " + members(member -> ":" + member) + ")")
                .bindMethods(row)
                .bind("principal", owner.name())
                .bind("operationId", operationId)
                .execute();
    }

    private ResultIterable<T> select(Handle handle, Principal owner, String condition, Object value) {
        return handle.registerRowMapper(ConstructorMapper.factory(type))
                .createQuery("select * from " + name + " where principal = :principal and " + condition)
                .bind("principal", owner.name())
                .bind("value", value)
                .mapTo(type);
    }

    private T require(Optional<T> row) {
        return row.orElseThrow(() -> new FaultException(unknown, "There is no such id."));
    }

    private String members(Function<String, String> form) {
        return Arrays.stream(type.getRecordComponents())
                .map(member -> form.apply(member.getName()))
                .collect(Collectors.joining(", "));
    }

    private static String column(String member) {
        return member.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    Fault unknown() {
        return unknown;
    }
}
