package dev.samekey.server.vendors;

import dev.samekey.server.vendors.Shop.Gift;

/** Buys gifts. */
@FunctionalInterface
public interface Purchases {
    /** The shop's number of the order for this gift; asked for again, the same. */
    String buy(Gift gift);
}
