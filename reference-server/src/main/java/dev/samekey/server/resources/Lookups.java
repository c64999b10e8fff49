package dev.samekey.server.resources;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.http.Route;
import dev.samekey.server.json.Ids;
import dev.samekey.server.json.Json;
import dev.samekey.server.security.Authentication;
import dev.samekey.server.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** The safe half of the API: one by id, or all with a reference. Safe methods need no key (KEY-6). */
public final class Lookups {
    private final Jdbi jdbi;
    private final Authentication authentication;
    private final Json json;

    /** Looks into this database on behalf of whoever is calling. */
    public Lookups(Jdbi jdbi, Authentication authentication, Json json) {
        this.jdbi = jdbi;
        this.authentication = authentication;
        this.json = json;
    }

    /** {@code GET <path>?reference=} and {@code GET <path>/{id}}. */
    public List<Route> of(String path, Table<?> table) {
        return of(path, table.unknown(), table::get, table::withReference);
    }

    /** The same, of rows that are looked for in another way; the fault is that there is none with some id. */
    public List<Route> of(String path, Fault unknown, ById one, ByReference all) {
        return List.of(
                Route.get(path, call -> all(call, all)), Route.get(path + "/{id}", call -> one(call, unknown, one)));
    }

    private Answer one(Call call, Fault unknown, ById rows) {
        Principal owner = authentication.require(authentication.principalOf(call));
        UUID id = Ids.parse(call.path().getOrDefault("id", ""), unknown);
        Object found = jdbi.withHandle(handle -> rows.get(handle, owner, id));
        Answer answer = Answer.ok(json.write(found));
        return found instanceof Versioned versioned ? answer.with("ETag", versioned.etag()) : answer;
    }

    private Answer all(Call call, ByReference rows) {
        Principal owner = authentication.require(authentication.principalOf(call));
        String reference = call.query().get("reference");
        if (reference == null) {
            throw new FaultException(Fault.MEMBER_INVALID, "Ask with the query parameter reference.");
        }
        List<?> items = jdbi.withHandle(handle -> rows.list(handle, owner, reference));
        return Answer.ok(json.write(Map.of("items", items)));
    }

    /** The row with an id, or the fault that there is none. */
    @FunctionalInterface
    public interface ById {
        Object get(Handle handle, Principal owner, UUID id);
    }

    /** The rows with a reference. */
    @FunctionalInterface
    public interface ByReference {
        List<?> list(Handle handle, Principal owner, String reference);
    }
}
