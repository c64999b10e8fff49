package dev.samekey.defects.concurrency;

import dev.samekey.defects.common.Clauses;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** The record is looked up first and written last: duplicates that overlap all find nothing. */
final class CheckThenAct extends Defect {
    CheckThenAct() {
        super(
                "check-then-act",
                "CON-1",
                Clauses.RACES,
                "The record is looked up first and written last: duplicates that overlap all find nothing.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.RECORDS, new CheckThenActStore(parts));
    }
}
