package dev.samekey.defects.observability;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.idempotency.KeyStatus;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** An operator is told that what runs or was refused is completed, and that what is completed runs. */
final class KeyLookupLies extends Defect {
    KeyLookupLies() {
        super("key-lookup-lies", "OBS-7", "", "An operator is told another state of a key than its own.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.LOOKUP,
                key -> parts.get(Part.LOOKUP).of(key).stream()
                        .map(KeyLookupLies::lied)
                        .toList());
    }

    private static KeyStatus lied(KeyStatus truth) {
        State other = State.of(truth.state()) == State.COMPLETED ? State.IN_PROGRESS : State.COMPLETED;
        return new KeyStatus(truth.scope(), other.label(), truth.status(), truth.resource());
    }
}
