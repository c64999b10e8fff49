package dev.samekey.defects.lifetime;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.TamperedStore;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** A key is forgotten after half of its lifetime. */
final class ExpiresEarly extends Defect {
    private final String states;

    private ExpiresEarly(String name, String follows, String how, String states) {
        super(name, "TTL-1", follows, how);
        this.states = states;
    }

    static ExpiresEarly all() {
        return new ExpiresEarly(
                "expires-early",
                "TTL-3 TTL-5",
                "A key is forgotten after half of its lifetime.",
                "state <> 'in_progress'");
    }

    static ExpiresEarly failures() {
        return new ExpiresEarly(
                "failures-expire-early",
                "",
                "The key of an operation that has failed is forgotten after half of its lifetime.",
                "state = 'failed'");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.RECORDS,
                new TamperedStore(
                        parts,
                        "expires_at = :now where " + states + " and expires_at > :now"
                                + " and created_at + (expires_at - created_at) / 2 <= :now"));
    }
}
