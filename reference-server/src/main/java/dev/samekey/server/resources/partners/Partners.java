package dev.samekey.server.resources.partners;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.idempotency.Operation;
import dev.samekey.server.json.Members;
import dev.samekey.server.resources.Means;
import dev.samekey.server.resources.Precondition;
import dev.samekey.server.resources.Table;
import dev.samekey.server.security.Principal;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** Keeps partners. */
public final class Partners {
    static final Table<Partner> TABLE = new Table<>("partners", Partner.class, Fault.PARTNER_UNKNOWN);

    private static final String UPDATE = """
            update partners set name = :name, email = :email, reference = :reference, note = :note, version = :version
            where id = :id""";

    private final Means means;

    /** Partners are kept by these means. */
    public Partners(Means means) {
        this.means = means;
    }

    /** {@code POST /partners} */
    public Operation add(Principal owner, Call call) {
        Partner partner = Draft.of(means.read(call)).first(means.now().instant());
        return operationId -> transaction -> {
            TABLE.insert(transaction, owner, operationId, partner);
            note(transaction, owner, operationId, partner.id(), "created", partner.reference());
            return tagged(Answer.created("/partners/" + partner.id(), means.write(partner)), partner);
        };
    }

    /** {@code PUT /partners/{id}} */
    public Operation replace(Principal owner, Call call) {
        UUID id = TABLE.idIn(call);
        Draft draft = Draft.of(means.read(call));
        return operationId -> transaction -> {
            Partner partner = draft.after(lock(transaction, owner, id, call));
            transaction.createUpdate(UPDATE).bindMethods(partner).execute();
            note(transaction, owner, operationId, id, "updated", partner.reference());
            return tagged(Answer.ok(means.write(partner)), partner);
        };
    }

    /** {@code DELETE /partners/{id}?reference=} */
    public Operation remove(Principal owner, Call call) {
        UUID id = TABLE.idIn(call);
        String reference = Members.ofQuery(call.query()).text("reference");
        return operationId -> transaction -> {
            lock(transaction, owner, id, call);
            transaction.execute("delete from partners where id = ?", id);
            note(transaction, owner, operationId, id, "deleted", reference);
            return Answer.noContent();
        };
    }

    /** Asked only of an operation that runs: a replay is never held to the version that it made itself (CND-2). */
    private static Partner lock(Handle transaction, Principal owner, UUID id, Call call) {
        Partner partner = TABLE.lock(transaction, owner, id);
        Precondition.of(call).check(partner);
        return partner;
    }

    private void note(Handle transaction, Principal owner, UUID operationId, UUID id, String kind, String reference) {
        Change change = Change.of(id, kind, reference, means.now().instant());
        Change.TABLE.insert(transaction, owner, operationId, change);
        means.publisher().event(transaction, "partner." + kind, operationId, change);
    }

    private static Answer tagged(Answer answer, Partner partner) {
        return answer.with("ETag", partner.etag());
    }
}
