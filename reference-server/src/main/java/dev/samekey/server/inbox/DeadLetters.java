package dev.samekey.server.inbox;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.http.Route;
import dev.samekey.server.json.Ids;
import dev.samekey.server.json.Json;
import dev.samekey.server.scheduling.Errand;
import dev.samekey.server.security.Authentication;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/** What an operator can do about events that could not be handled: look at them, and have them tried again. */
public final class DeadLetters {
    private static final String REVIVE = """
            update inbox_handlings set state = 'pending', attempts = 0, next_attempt_at = :now
            where id = :id and state = 'dead'""";

    private final Jdbi jdbi;
    private final Clock clock;
    private final Authentication authentication;
    private final Json json;

    /** The dead letters in this database. */
    public DeadLetters(Jdbi jdbi, Clock clock, Authentication authentication, Json json) {
        this.jdbi = jdbi;
        this.clock = clock;
        this.authentication = authentication;
        this.json = json;
    }

    /** The routes of operators. */
    public List<Route> routes() {
        return List.of(Route.get("/dead-letters", this::list), Route.post("/dead-letters/{id}/redrive", this::redrive));
    }

    /** {@code GET /dead-letters?event_id=}: those of an event. */
    private Answer list(Call call) {
        authentication.require(authentication.principalOf(call));
        String event = call.query().get("event_id");
        if (event == null) {
            throw new FaultException(Fault.MEMBER_INVALID, "Ask with the query parameter event_id.");
        }
        List<DeadLetter> letters = jdbi.withHandle(handle -> letters(handle, "event_id = ?", event));
        return Answer.ok(json.write(Map.of("items", letters)));
    }

    /** {@code POST /dead-letters/{id}/redrive}. It needs no key: what is not dead is not revived, so again is once. */
    private Answer redrive(Call call) {
        authentication.require(authentication.principalOf(call));
        UUID id = Ids.parse(call.path().getOrDefault("id", ""), Fault.DEAD_LETTER_UNKNOWN);
        return jdbi.inTransaction(transaction -> {
            if (transaction
                            .createUpdate(REVIVE)
                            .bind("id", id)
                            .bind("now", clock.instant())
                            .execute()
                    == 1) {
                revived(transaction, id, clock.instant());
            }
            return letters(transaction, "id = ?", id).stream()
                    .findFirst()
                    .map(letter -> Answer.ok(json.write(letter)))
                    .orElseThrow(() -> new FaultException(Fault.DEAD_LETTER_UNKNOWN, "There is no such id."));
        });
    }

    private static void revived(Handle transaction, UUID id, Instant now) {
        transaction.execute("update dead_letters set redriven_at = ? where id = ?", now, id);
        transaction.execute(
                "update inbox set processed_at = null, result = null where (source, event_id) ="
                        + " (select source, event_id from inbox_handlings where id = ?)",
                id);
        new Errand(Retries.TASK, id.toString(), now).write(transaction);
    }

    private static List<DeadLetter> letters(Handle handle, String condition, Object value) {
        return handle.registerRowMapper(ConstructorMapper.factory(DeadLetter.class))
                .select("select * from dead_letters where " + condition + " order by died_at", value)
                .mapTo(DeadLetter.class)
                .list();
    }
}
