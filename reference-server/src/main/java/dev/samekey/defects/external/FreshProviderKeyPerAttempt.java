package dev.samekey.defects.external;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** Each attempt asks the provider under a key of its own. */
final class FreshProviderKeyPerAttempt extends Defect {
    FreshProviderKeyPerAttempt() {
        super(
                "fresh-provider-key-per-attempt",
                "EXT-1",
                "EXT-2 EXT-7",
                "Each attempt asks the provider under a key of its own.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.PROVIDER,
                new AuthorizingOtherwise(
                        parts.get(Part.PROVIDER),
                        (provider, wanted) -> provider.authorize(AuthorizingOtherwise.anew(wanted))));
    }
}
