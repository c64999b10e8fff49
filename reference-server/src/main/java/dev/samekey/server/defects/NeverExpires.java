package dev.samekey.server.defects;

import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** A key that comes again after its lifetime gets another lifetime. */
final class NeverExpires extends NamedDefect {
    NeverExpires() {
        super("never-expires", "TTL-2", "TTL-3", "A key that comes again after its lifetime gets another lifetime.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.RECORDS,
                new TamperedStore(
                        parts,
                        "expires_at = cast(:now as timestamptz) + (expires_at - created_at)"
                                + " where state <> 'in_progress' and expires_at <= :now"));
    }
}
