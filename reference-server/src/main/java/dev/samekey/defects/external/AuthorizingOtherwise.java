package dev.samekey.defects.external;

import dev.samekey.server.vendors.PaymentProvider;
import java.util.UUID;
import java.util.function.BiFunction;

/** A provider that is asked as another one is, but for the authorizations. */
record AuthorizingOtherwise(
        PaymentProvider provider,
        BiFunction<PaymentProvider, PaymentProvider.Authorization, PaymentProvider.Approval> way)
        implements PaymentProvider {
    @Override
    public Approval authorize(Authorization authorization) {
        return way.apply(provider, authorization);
    }

    @Override
    public void confirm(UUID operationId) {
        provider.confirm(operationId);
    }

    /** The same wish under a key that nobody has seen yet. */
    static Authorization anew(Authorization wanted) {
        return new Authorization(
                wanted.kind(), UUID.randomUUID(), wanted.amount(), wanted.currency(), wanted.reference());
    }
}
