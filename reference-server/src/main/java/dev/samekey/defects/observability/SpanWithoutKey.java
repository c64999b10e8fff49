package dev.samekey.defects.observability;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** The span of a request does not carry its key. */
final class SpanWithoutKey extends Defect {
    SpanWithoutKey() {
        super("span-without-key", "OBS-5", "OBS-8", "The span of a request does not carry its key.");
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.SPANS, (attempt, decision) -> parts.get(Part.SPANS).decided(attempt.withKey(null), decision));
    }
}
