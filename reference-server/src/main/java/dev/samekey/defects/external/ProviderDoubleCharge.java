package dev.samekey.defects.external;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.vendors.PaymentProvider;
import dev.samekey.server.vendors.PaymentProvider.Approval;
import dev.samekey.server.vendors.PaymentProvider.Authorization;

/** When the provider's answer is lost, it is asked once more as if it had not acted. */
final class ProviderDoubleCharge extends Defect {
    ProviderDoubleCharge() {
        super(
                "provider-double-charge",
                "EXT-2",
                "EXT-1 EXT-7",
                "When the provider's answer is lost, it is asked once more as if it had not acted.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.PROVIDER,
                new AuthorizingOtherwise(parts.get(Part.PROVIDER), ProviderDoubleCharge::authorizeTwice));
    }

    private static Approval authorizeTwice(PaymentProvider provider, Authorization wanted) {
        try {
            return provider.authorize(wanted);
        } catch (FaultException failed) {
            if (failed.fault() != Fault.DEPENDENCY_TIMEOUT) {
                throw failed;
            }
            return provider.authorize(AuthorizingOtherwise.anew(wanted));
        }
    }
}
