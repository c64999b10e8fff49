package dev.samekey.server.resources.payments;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.Stakes;
import dev.samekey.server.http.Route;
import dev.samekey.server.idempotency.Endpoints;
import dev.samekey.server.resources.Lookups;
import dev.samekey.server.resources.Means;
import java.util.List;
import java.util.stream.Stream;

/** Payments over HTTP. */
public final class PaymentRoutes {
    private PaymentRoutes() {}

    /** The limit says how much of a payment may be refunded, and the ways back how it may be taken back. */
    public static Stream<Route> of(
            Means means, RefundLimit limit, WaysBack ways, Endpoints endpoints, Lookups lookups) {
        Payments payments = new Payments(means.provider(), means.publisher(), means.now(), means.json());
        Refunds refunds =
                new Refunds(means.jdbi(), means.provider(), limit, ways, means.publisher(), means.now(), means.json());
        Voids voids = new Voids(means.jdbi(), means.provider(), ways, means.publisher(), means.now(), means.json());
        return Stream.of(
                        List.of(
                                Route.post("/payments", endpoints.of(payments::take, Stakes.HIGH)),
                                Route.post("/payments/{id}/void", endpoints.of(voids::voidPayment, Stakes.HIGH)),
                                Route.post("/refunds", endpoints.of(refunds::refund, Stakes.HIGH))),
                        lookups.of("/payments", Fault.PAYMENT_UNKNOWN, PaymentTable::get, PaymentTable::withReference),
                        lookups.of("/refunds", Refunds.TABLE),
                        lookups.of("/voids", Voids.TABLE))
                .flatMap(List::stream);
    }
}
