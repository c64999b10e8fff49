package dev.samekey.defects.key;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Call;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.List;

/** An empty or blank key is taken for a key like any other. */
final class EmptyKeyAccepted extends Defect {
    EmptyKeyAccepted() {
        super("empty-key-accepted", "KEY-3", "KEY-8", "An empty or blank key is taken for a key like any other.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.KEYS,
                new OtherKeys(
                        parts.get(Part.KEYS),
                        call -> isBlank(call, parts) ? "" : parts.get(Part.KEYS).keyOf(call)));
    }

    private static boolean isBlank(Call call, Parts parts) {
        List<String> keys = call.headerValues(parts.base().contract().key().header());
        return !keys.isEmpty() && keys.stream().allMatch(String::isBlank);
    }
}
