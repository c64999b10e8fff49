package dev.samekey.defects.storage;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.KeyId;
import dev.samekey.server.http.Answer;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The outcome of an operation is stored with its claim, before there is an effect: a crash leaves it without one. */
final class RecordBeforeEffect extends Defect {
    static final Answer ACCEPTED = Answer.ok("{\"status\":\"accepted\"}");

    private final Set<KeyId> running = ConcurrentHashMap.newKeySet();

    RecordBeforeEffect() {
        super(
                "record-before-effect",
                "STO-3",
                "CON-2 CON-5 STO-1 STO-8 TTL-5 TTL-7 TTL-8 EXT-2 OBS-7",
                "An outcome is stored with the claim, before there is an effect.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.RECORDS, new OutcomeFirstStore(parts, running));
    }
}
