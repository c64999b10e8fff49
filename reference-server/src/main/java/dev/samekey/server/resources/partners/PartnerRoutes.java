package dev.samekey.server.resources.partners;

import dev.samekey.server.contract.Stakes;
import dev.samekey.server.http.Route;
import dev.samekey.server.idempotency.Endpoints;
import dev.samekey.server.resources.Lookups;
import dev.samekey.server.resources.Means;
import dev.samekey.server.vendors.Purchases;
import java.util.List;
import java.util.stream.Stream;

/** Partners over HTTP. */
public final class PartnerRoutes {
    private PartnerRoutes() {}

    /** What leaves the house is a high stake: the keys of commissions and rewards live longer (TTL-3). */
    public static Stream<Route> of(Means means, Purchases purchases, Endpoints endpoints, Lookups lookups) {
        Partners partners = new Partners(means);
        Commissions commissions = new Commissions(means);
        Rewards rewards = new Rewards(means, purchases);
        return Stream.of(
                        List.of(
                                Route.post("/partners", endpoints.of(partners::add)),
                                Route.put("/partners/{id}", endpoints.of(partners::replace)),
                                Route.delete("/partners/{id}", endpoints.of(partners::remove)),
                                Route.post("/commissions", endpoints.of(commissions::pay, Stakes.HIGH)),
                                Route.post("/rewards", endpoints.of(rewards::send, Stakes.HIGH))),
                        lookups.of("/partners", Partners.TABLE),
                        lookups.of("/partner-changes", Change.TABLE),
                        lookups.of("/commissions", Commissions.TABLE),
                        lookups.of("/rewards", Rewards.TABLE),
                        lookups.of("/shop-orders", ShopOrder.TABLE))
                .flatMap(List::stream);
    }
}
