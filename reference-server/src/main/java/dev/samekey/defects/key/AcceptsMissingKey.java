package dev.samekey.defects.key;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Call;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.UUID;

/** A request without a key is run as if it had a new one. */
final class AcceptsMissingKey extends Defect {
    AcceptsMissingKey() {
        super(
                "accepts-missing-key",
                "KEY-1",
                "KEY-3 KEY-8 REV-1 OBS-1",
                "A request without a key is run as if it had a new one.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.KEYS,
                call -> isMissing(call, parts)
                        ? UUID.randomUUID().toString()
                        : parts.get(Part.KEYS).keyOf(call));
    }

    private static boolean isMissing(Call call, Parts parts) {
        String header = parts.base().contract().key().header();
        return call.headerValues(header).stream().allMatch(String::isBlank);
    }
}
