package dev.samekey.defects.concurrency;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** A duplicate that comes while the first request runs gets an internal error. */
final class LoserGets500 extends Defect {
    LoserGets500() {
        super(
                "loser-gets-500",
                "CON-2",
                "RPL-9 CON-3 CON-4 CON-5 CON-7 CON-8 CON-10 CON-11 MIS-8 TTL-7 REV-1 ERR-2 OBS-2",
                "A duplicate that comes while the first request runs gets an internal error.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.PROBLEMS,
                (fault, detail) ->
                        parts.get(Part.PROBLEMS).render(fault == Fault.IN_PROGRESS ? Fault.UNEXPECTED : fault, detail));
    }
}
