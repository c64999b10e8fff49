package dev.samekey.variants;

import dev.samekey.server.contract.Contract;
import dev.samekey.server.contract.ReplayRules;
import dev.samekey.server.replica.Foundation;
import dev.samekey.server.replica.Parts;

/** A key is good for one success: a repeat of it is refused, and no response is given twice. */
final class RefusedRepeats {
    private RefusedRepeats() {}

    static Parts of(Parts parts) {
        Foundation base = parts.base();
        return parts.over(new Foundation(
                base.name(),
                refusing(base.contract()),
                base.clock(),
                base.jdbi(),
                base.json(),
                base.authentication(),
                base.meters()));
    }

    private static Contract refusing(Contract contract) {
        return contract.withReplay(new ReplayRules(ReplayRules.Mode.REJECT, null, null, null));
    }
}
