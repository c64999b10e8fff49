package dev.samekey.server.payments;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.json.Ids;
import dev.samekey.server.json.Json;
import dev.samekey.server.security.Authentication;
import dev.samekey.server.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    /** {@code GET /payments/{id}} */
    public Answer payment(Call call) {
        return one(call, Fault.PAYMENT_UNKNOWN, (db, owner, id) -> Optional.of(PaymentTable.get(db, owner, id)));
    }

    /** {@code GET /refunds/{id}} */
    public Answer refund(Call call) {
        return one(call, Fault.REFUND_UNKNOWN, RefundTable::find);
    }

    /** {@code GET /voids/{id}} */
    public Answer voiding(Call call) {
        return one(call, Fault.VOID_UNKNOWN, VoidTable::find);
    }

    /** {@code GET /payments?reference=} */
    public Answer payments(Call call) {
        return all(call, PaymentTable::withReference);
    }

    /** {@code GET /refunds?reference=} */
    public Answer refunds(Call call) {
        return all(call, RefundTable::withReference);
    }

    /** {@code GET /voids?reference=} */
    public Answer voids(Call call) {
        return all(call, VoidTable::withReference);
    }

    private Answer one(Call call, Fault unknown, ById table) {
        Principal owner = authentication.require(authentication.principalOf(call));
        UUID id = Ids.parse(call.path().getOrDefault("id", ""), unknown);
        Optional<?> found = jdbi.withHandle(handle -> table.find(handle, owner, id));
        return Answer.ok(json.write(found.orElseThrow(() -> new FaultException(unknown, "There is no such id."))));
    }

    private Answer all(Call call, ByReference table) {
        Principal owner = authentication.require(authentication.principalOf(call));
        String reference = call.query().get("reference");
        if (reference == null) {
            throw new FaultException(Fault.MEMBER_INVALID, "Ask with the query parameter reference.");
        }
        List<?> items = jdbi.withHandle(handle -> table.list(handle, owner, reference));
        return Answer.ok(json.write(Map.of("items", items)));
    }

    @FunctionalInterface
    private interface ById {
        Optional<?> find(Handle handle, Principal owner, UUID id);
    }

    @FunctionalInterface
    private interface ByReference {
        List<?> list(Handle handle, Principal owner, String reference);
    }
}
