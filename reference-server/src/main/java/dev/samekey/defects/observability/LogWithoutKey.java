package dev.samekey.defects.observability;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** The log line does not name the key. */
final class LogWithoutKey extends Defect {
    LogWithoutKey() {
        super("log-without-key", "OBS-1", "OBS-2 OBS-6 OBS-8 EXT-7", "The log line does not name the key.");
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.JOURNAL, (attempt, decision) -> parts.get(Part.JOURNAL).decided(attempt.withKey(null), decision));
    }
}
