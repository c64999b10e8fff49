package dev.samekey.defects.external;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.vendors.NoReplyException;
import dev.samekey.server.vendors.RecordedPurchases;
import dev.samekey.server.vendors.Shop;
import java.util.Optional;

/** A call to the shop whose response is lost is made once more within the same request, as HTTP libraries do. */
final class VendorCalledAgainAtOnce extends Defect {
    VendorCalledAgainAtOnce() {
        super(
                "vendor-called-again-at-once",
                "EXT-3",
                "",
                "A call to the shop whose response is lost is made once more within the same request.");
    }

    @Override
    public Parts apply(Parts parts) {
        Shop shop = parts.get(Part.SHOP);
        Shop again = new Shop() {
            @Override
            public String order(Gift gift) {
                try {
                    return shop.order(gift);
                } catch (NoReplyException none) {
                    return shop.order(gift);
                }
            }

            @Override
            public Optional<String> find(Gift gift) {
                return shop.find(gift);
            }
        };
        return parts.with(
                Part.PURCHASES,
                new RecordedPurchases(parts.base().jdbi(), parts.base().clock(), again));
    }
}
