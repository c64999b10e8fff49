package dev.samekey.server.vendors;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** A shop that is asked over HTTP. */
public final class HttpShop implements Shop {
    private static final String NOTE = "note";

    private final Remote remote;

    /** A shop at the other end. */
    public HttpShop(Remote remote) {
        this.remote = remote;
    }

    @Override
    public String order(Gift gift) {
        Reply reply = asked(gift);
        if (reply.isSuccessful()) {
            return number(reply.document());
        }
        throw unavailable(reply.isTurnedAway() ? "The shop takes no orders for now." : "The shop refused the order.");
    }

    private Reply asked(Gift gift) {
        try {
            return remote.post(
                    "/orders",
                    Map.of(),
                    Map.of("item", gift.name(), "reference", gift.reference(), NOTE, gift.operationId()));
        } catch (NoReplyException none) {
            if (none.mayHaveArrived()) {
                throw none;
            }
            throw unavailable("The shop is out of reach.");
        }
    }

    @Override
    public Optional<String> find(Gift gift) {
        Reply found = look(gift);
        if (!found.isSuccessful()) {
            throw unavailable("The shop does not show its orders for now.");
        }
        return StreamSupport.stream(found.document().path("items").spliterator(), false)
                .filter(order ->
                        order.path(NOTE).asText().equals(gift.operationId().toString()))
                .map(HttpShop::number)
                .findFirst();
    }

    private Reply look(Gift gift) {
        try {
            return remote.get("/orders?reference=" + URLEncoder.encode(gift.reference(), StandardCharsets.UTF_8));
        } catch (NoReplyException none) {
            throw new FaultException(Fault.DEPENDENCY_TIMEOUT, "The shop did not show its orders in time.");
        }
    }

    private static String number(JsonNode order) {
        return order.path("id").asText();
    }

    private static FaultException unavailable(String detail) {
        return new FaultException(Fault.DEPENDENCY_UNAVAILABLE, detail);
    }
}
