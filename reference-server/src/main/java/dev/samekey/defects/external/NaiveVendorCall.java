package dev.samekey.defects.external;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.vendors.NoReplyException;
import dev.samekey.server.vendors.Shop;

/** Each attempt orders at the shop, and nothing remembers that one did before. */
final class NaiveVendorCall extends Defect {
    NaiveVendorCall() {
        super(
                "naive-vendor-call",
                "EXT-3",
                "EXT-7",
                "Each attempt orders at the shop, and nothing remembers that one did before.");
    }

    @Override
    public Parts apply(Parts parts) {
        Shop shop = parts.get(Part.SHOP);
        return parts.with(Part.PURCHASES, gift -> {
            try {
                return shop.order(gift);
            } catch (NoReplyException none) {
                throw new FaultException(Fault.DEPENDENCY_TIMEOUT, "The shop did not answer in time.");
            }
        });
    }
}
