package dev.samekey.server.resources.charges;

import dev.samekey.server.http.Route;
import dev.samekey.server.idempotency.Endpoints;
import dev.samekey.server.resources.Lookups;
import dev.samekey.server.resources.Means;
import java.util.List;
import java.util.stream.Stream;

/** Charges over HTTP. */
public final class ChargeRoutes {
    private ChargeRoutes() {}

    /** Charges and their reversals. */
    public static Stream<Route> of(Means means, Endpoints endpoints, Lookups lookups) {
        return Stream.of(
                        List.of(
                                Route.post("/charges", endpoints.of(new Charges(means)::charge)),
                                Route.post("/charges/{id}/reverse", endpoints.of(new Reversals(means)::reverse))),
                        lookups.of("/charges", Charges.TABLE),
                        lookups.of("/reversals", Reversals.TABLE))
                .flatMap(List::stream);
    }
}
