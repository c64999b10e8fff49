package dev.samekey.server.resources.orders;

import dev.samekey.server.contract.Stakes;
import dev.samekey.server.http.Route;
import dev.samekey.server.idempotency.Endpoints;
import dev.samekey.server.resources.Lookups;
import dev.samekey.server.resources.Means;
import java.util.List;
import java.util.stream.Stream;

/** Orders over HTTP. */
public final class OrderRoutes {
    private OrderRoutes() {}

    /** Money that leaves the house is a high stake: the keys of cancellations live longer (TTL-3). */
    public static Stream<Route> of(Means means, Endpoints endpoints, Lookups lookups) {
        return Stream.of(
                        List.of(
                                Route.post("/orders", endpoints.of(new Orders(means)::place)),
                                Route.post(
                                        "/orders/{id}/cancel",
                                        endpoints.of(new OrderCancellations(means)::cancel, Stakes.HIGH))),
                        lookups.of("/orders", Orders.TABLE),
                        lookups.of("/order-cancellations", OrderCancellations.TABLE))
                .flatMap(List::stream);
    }
}
