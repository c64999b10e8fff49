package dev.samekey.defects.external;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.vendors.PaymentProvider.Authorization;
import java.time.InstantSource;

/** Each attempt tells the provider when it was made: under one key a provider gets two payloads. */
final class ProviderBodyOfTheAttempt extends Defect {
    ProviderBodyOfTheAttempt() {
        super(
                "provider-body-of-the-attempt",
                "EXT-1",
                "",
                "Each attempt tells the provider when it was made: under one key a provider gets two payloads.");
    }

    @Override
    public Parts apply(Parts parts) {
        InstantSource clock = InstantSource.system();
        return parts.with(
                Part.PROVIDER,
                new AuthorizingOtherwise(
                        parts.get(Part.PROVIDER),
                        (provider, wanted) -> provider.authorize(new Authorization(
                                wanted.kind() + " at " + clock.instant(),
                                wanted.operationId(),
                                wanted.amount(),
                                wanted.currency(),
                                wanted.reference()))));
    }
}
