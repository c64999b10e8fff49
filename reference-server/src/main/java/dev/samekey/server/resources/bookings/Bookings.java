package dev.samekey.server.resources.bookings;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.idempotency.Operation;
import dev.samekey.server.json.Members;
import dev.samekey.server.resources.LedgerEntry;
import dev.samekey.server.resources.Means;
import dev.samekey.server.resources.Table;
import dev.samekey.server.security.Principal;
import dev.samekey.server.vendors.PaymentProvider.Authorization;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** Books berths: berth, deposit and confirmation come together or not at all. */
public final class Bookings {
    static final Table<Booking> TABLE = new Table<>("bookings", Booking.class, Fault.BOOKING_UNKNOWN);

    private final Means means;

    /** Bookings are made by these means. */
    public Bookings(Means means) {
        this.means = means;
    }

    /** {@code POST /bookings} */
    public Operation book(Principal owner, Call call) {
        Booking booking = booking(means.read(call));
        return operationId -> {
            // A first look, so that the provider is not troubled in vain; what counts is the look under the lock.
            requireBerth(means.look(handle -> Cabins.TABLE.get(handle, owner, booking.cabinId())));
            means.provider()
                    .authorize(new Authorization(
                            "deposit", operationId, booking.deposit(), booking.currency(), booking.reference()));
            return transaction -> write(transaction, owner, operationId, booking);
        };
    }

    private Booking booking(Members sent) {
        return new Booking(
                UUID.randomUUID(),
                sent.id("cabin_id", Fault.CABIN_UNKNOWN),
                sent.text("guest"),
                sent.amount("deposit"),
                sent.currency("currency"),
                UUID.randomUUID(),
                sent.text("reference"),
                sent.optionalText("note"),
                "confirmed",
                means.now().instant());
    }

    private Answer write(Handle transaction, Principal owner, UUID operationId, Booking booking) {
        requireBerth(Cabins.TABLE.lock(transaction, owner, booking.cabinId()));
        transaction.execute("update cabins set free = free - 1 where id = ?", booking.cabinId());
        TABLE.insert(transaction, owner, operationId, booking);
        Confirmation.TABLE.insert(transaction, owner, operationId, booking.confirm());
        new LedgerEntry(
                        "deposit",
                        booking.deposit(),
                        booking.id(),
                        operationId,
                        booking.reference(),
                        booking.createdAt())
                .write(transaction);
        means.publisher().event(transaction, "booking.created", operationId, booking);
        means.publisher()
                .mail(
                        transaction,
                        "booking.confirmation",
                        operationId,
                        booking.confirm().letter());
        return Answer.created("/bookings/" + booking.id(), means.write(booking));
    }

    /** A scarce thing is taken once, and whoever comes too late is told so (CON-9, EXT-6). */
    private static void requireBerth(Cabin cabin) {
        if (cabin.free() == 0) {
            throw new FaultException(Fault.CABIN_FULL, "All " + cabin.berths() + " berths of this cabin are taken.");
        }
    }
}
