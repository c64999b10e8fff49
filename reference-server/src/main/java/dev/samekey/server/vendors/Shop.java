package dev.samekey.server.vendors;

import java.util.Optional;
import java.util.UUID;

/** A shop that has no idempotency: each call is another order. */
public interface Shop {
    /**
     * Orders a gift and gives the shop's number of the order.
     *
     * @throws dev.samekey.server.contract.FaultException when the shop surely has no order of it
     * @throws NoReplyException when nobody knows whether it has
     */
    String order(Gift gift);

    /** The shop's number of the order for this gift, if it has one. */
    Optional<String> find(Gift gift);

    /** What is ordered. The operation's id is a note on the order: the shop makes nothing of it, but shows it. */
    record Gift(UUID operationId, String name, String reference) {}
}
