package dev.samekey.server.resources.bookings;

import dev.samekey.server.http.Route;
import dev.samekey.server.idempotency.Endpoints;
import dev.samekey.server.resources.Lookups;
import dev.samekey.server.resources.Means;
import java.util.List;
import java.util.stream.Stream;

/** Bookings over HTTP. */
public final class BookingRoutes {
    private BookingRoutes() {}

    /** Cabins, the bookings of their berths, and what follows from these. */
    public static Stream<Route> of(Means means, Endpoints endpoints, Lookups lookups) {
        BookingCancellations cancellations = new BookingCancellations(means);
        return Stream.of(
                        List.of(
                                Route.post("/cabins", endpoints.of(new Cabins(means)::open)),
                                Route.post("/bookings", endpoints.of(new Bookings(means)::book)),
                                Route.post("/bookings/{id}/cancel", endpoints.of(cancellations::cancel))),
                        lookups.of("/cabins", Cabins.TABLE),
                        lookups.of("/bookings", Bookings.TABLE),
                        lookups.of("/confirmations", Confirmation.TABLE),
                        lookups.of("/booking-cancellations", BookingCancellations.TABLE))
                .flatMap(List::stream);
    }
}
