package dev.samekey.defects.key;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** A key with more than letters, digits, hyphens, dots and underscores is refused. */
final class RefusesLegalKeys extends Defect {
    RefusesLegalKeys() {
        super(
                "refuses-legal-keys",
                "KEY-2",
                "KEY-4",
                "A key with more than letters, digits, hyphens, dots and underscores is refused.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.KEYS, new OtherKeys(parts.get(Part.KEYS), call -> {
            String key = parts.get(Part.KEYS).keyOf(call);
            if (!key.matches("[A-Za-z0-9._-]*")) {
                throw new FaultException(Fault.KEY_MALFORMED, "A key is made of letters, digits and . _ - only.");
            }
            return key;
        }));
    }
}
