package dev.samekey.defects.external;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.vendors.PaymentProvider.Authorization;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** The provider's key is made of what is asked for: two operations that ask for the same have one. */
final class ProviderKeyOfThePayload extends Defect {
    ProviderKeyOfThePayload() {
        super(
                "provider-key-of-the-payload",
                "EXT-1",
                "EXT-7",
                "The provider's key is made of kind, amount and currency: two operations that ask for the same have one.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.PROVIDER,
                new AuthorizingOtherwise(
                        parts.get(Part.PROVIDER), (provider, wanted) -> provider.authorize(ofThePayload(wanted))));
    }

    private static Authorization ofThePayload(Authorization wanted) {
        String payload = wanted.kind() + " " + wanted.amount() + " " + wanted.currency();
        UUID key = UUID.nameUUIDFromBytes(payload.getBytes(StandardCharsets.UTF_8));
        return new Authorization(wanted.kind(), key, wanted.amount(), wanted.currency(), wanted.reference());
    }
}
