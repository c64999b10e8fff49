package dev.samekey.defects.key;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.Unguarded;
import dev.samekey.server.replica.Parts;

/** A key that is too long for its column is accepted, and nothing is stored under it. */
final class LongKeysNotStored extends Defect {
    private static final int LENGTH = 64;

    LongKeysNotStored() {
        super(
                "long-keys-not-stored",
                "KEY-2",
                "",
                "A key of more than " + LENGTH + " characters is accepted, and nothing is stored under it.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundGuard((composed, guard) -> (request, operation) ->
                (request.key().length() > LENGTH ? new Unguarded(composed) : guard).run(request, operation));
    }
}
