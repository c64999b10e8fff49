package dev.samekey.server.resources.bookings;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.idempotency.Operation;
import dev.samekey.server.json.Members;
import dev.samekey.server.resources.Means;
import dev.samekey.server.resources.Table;
import dev.samekey.server.security.Principal;
import java.util.UUID;

/** Puts cabins up for booking. */
public final class Cabins {
    static final Table<Cabin> TABLE = new Table<>("cabins", Cabin.class, Fault.CABIN_UNKNOWN);

    private final Means means;

    /** Cabins are kept by these means. */
    public Cabins(Means means) {
        this.means = means;
    }

    /** {@code POST /cabins} */
    public Operation open(Principal owner, Call call) {
        Cabin cabin = cabin(means.read(call));
        return operationId -> transaction -> {
            TABLE.insert(transaction, owner, operationId, cabin);
            return Answer.created("/cabins/" + cabin.id(), means.write(cabin));
        };
    }

    private Cabin cabin(Members sent) {
        long berths = sent.amount("berths");
        return new Cabin(
                UUID.randomUUID(),
                sent.text("name"),
                berths,
                berths,
                sent.text("reference"),
                sent.optionalText("note"),
                means.now().instant());
    }
}
