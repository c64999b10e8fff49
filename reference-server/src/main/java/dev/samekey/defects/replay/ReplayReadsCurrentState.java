package dev.samekey.defects.replay;

import dev.samekey.defects.common.Clauses;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.contract.Contract;
import dev.samekey.server.contract.ReplayRules;
import dev.samekey.server.replica.Foundation;
import dev.samekey.server.replica.Parts;

/** A replay is read from the resource as it is now. */
final class ReplayReadsCurrentState extends Defect {
    ReplayReadsCurrentState() {
        super(
                "replay-reads-current-state",
                "RPL-5",
                Clauses.REPLAYS + " RPL-1 RPL-2 RPL-3",
                "A replay is read from the resource as it is now, and not from what was stored.");
    }

    @Override
    public Parts apply(Parts parts) {
        Foundation base = parts.base();
        return parts.over(new Foundation(
                base.name(),
                currentState(base.contract()),
                base.clock(),
                base.jdbi(),
                base.json(),
                base.authentication(),
                base.meters()));
    }

    private static Contract currentState(Contract contract) {
        ReplayRules kept = contract.replay();
        return new Contract(
                contract.name(),
                contract.key(),
                contract.attemptHeader(),
                contract.payload(),
                contract.scope(),
                contract.lifetimes(),
                contract.duplicates(),
                new ReplayRules(ReplayRules.Mode.CURRENT_STATE, kept.status(), kept.marker(), kept.link()),
                contract.stored(),
                contract.errors(),
                contract.refusals(),
                contract.retry());
    }
}
