package dev.samekey.defects.external;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.vendors.PaymentProvider;
import dev.samekey.server.vendors.PaymentProvider.Approval;
import dev.samekey.server.vendors.PaymentProvider.Authorization;

/** A provider that knows the operation already is taken for one that failed. */
final class ProviderDuplicateIsError extends Defect {
    ProviderDuplicateIsError() {
        super(
                "provider-duplicate-is-error",
                "EXT-5",
                "",
                "A provider that knows the operation already is taken for one that failed.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.PROVIDER,
                new AuthorizingOtherwise(parts.get(Part.PROVIDER), ProviderDuplicateIsError::authorizeNew));
    }

    private static Approval authorizeNew(PaymentProvider provider, Authorization wanted) {
        Approval approval = provider.authorize(wanted);
        if (approval == Approval.KNOWN) {
            throw new FaultException(Fault.DEPENDENCY_UNAVAILABLE, "The provider failed: it says duplicate.");
        }
        return approval;
    }
}
