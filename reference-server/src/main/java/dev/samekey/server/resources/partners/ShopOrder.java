package dev.samekey.server.resources.partners;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.resources.Table;
import java.time.Instant;
import java.util.UUID;

/** An order that a partner has brought to a shop, as far as the shop has told; the reference is the shop's. */
public record ShopOrder(UUID id, UUID partnerId, String reference, String status, Instant createdAt) {
    static final Table<ShopOrder> TABLE = new Table<>("shop_orders", ShopOrder.class, Fault.SHOP_ORDER_UNKNOWN);
}
