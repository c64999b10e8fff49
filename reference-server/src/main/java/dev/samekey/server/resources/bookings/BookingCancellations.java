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

/** Takes bookings back. */
public final class BookingCancellations {
    static final Table<BookingCancellation> TABLE =
            new Table<>("booking_cancellations", BookingCancellation.class, Fault.CANCELLATION_UNKNOWN);

    private final Means means;

    /** Bookings are cancelled by these means. */
    public BookingCancellations(Means means) {
        this.means = means;
    }

    /** {@code POST /bookings/{id}/cancel} */
    public Operation cancel(Principal owner, Call call) {
        BookingCancellation cancellation = cancellation(Bookings.TABLE.idIn(call), means.read(call));
        return operationId -> {
            // A first look, as for bookings; what counts is the look under the lock.
            Booking booking = means.look(handle -> Bookings.TABLE.get(handle, owner, cancellation.bookingId()));
            requireConfirmed(booking);
            means.provider()
                    .authorize(new Authorization(
                            "deposit_return",
                            operationId,
                            booking.deposit(),
                            booking.currency(),
                            cancellation.reference()));
            return transaction -> write(transaction, owner, operationId, cancellation);
        };
    }

    private BookingCancellation cancellation(UUID bookingId, Members sent) {
        return new BookingCancellation(
                UUID.randomUUID(),
                bookingId,
                sent.text("reference"),
                sent.optionalText("note"),
                means.now().instant());
    }

    private Answer write(Handle transaction, Principal owner, UUID operationId, BookingCancellation cancellation) {
        Booking booking = Bookings.TABLE.lock(transaction, owner, cancellation.bookingId());
        requireConfirmed(booking);
        transaction.execute("update bookings set status = 'cancelled' where id = ?", booking.id());
        transaction.execute("update cabins set free = free + 1 where id = ?", booking.cabinId());
        TABLE.insert(transaction, owner, operationId, cancellation);
        new LedgerEntry(
                        "deposit_return",
                        -booking.deposit(),
                        booking.id(),
                        operationId,
                        cancellation.reference(),
                        cancellation.createdAt())
                .write(transaction);
        means.publisher().event(transaction, "booking.cancelled", operationId, cancellation);
        return Answer.created("/booking-cancellations/" + cancellation.id(), means.write(cancellation));
    }

    private static void requireConfirmed(Booking booking) {
        if (booking.isCancelled()) {
            throw new FaultException(Fault.BOOKING_CANCELLED, "This booking is cancelled already.");
        }
    }
}
