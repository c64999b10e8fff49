package dev.samekey.defects.key;

import dev.samekey.defects.common.Calls;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Call;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.List;

/** Of two different keys in one request the first wins. */
final class RepeatedKeyHeaderAccepted extends Defect {
    RepeatedKeyHeaderAccepted() {
        super("repeated-key-header-accepted", "KEY-10", "", "Of two different keys in one request the first wins.");
    }

    @Override
    public Parts apply(Parts parts) {
        String header = parts.base().contract().key().header();
        return parts.with(
                Part.KEYS,
                new OtherKeys(parts.get(Part.KEYS), call -> parts.get(Part.KEYS).keyOf(withFirst(call, header))));
    }

    private static Call withFirst(Call call, String header) {
        List<String> keys = call.headerValues(header);
        return Calls.withHeader(call, header, keys.subList(0, Math.min(1, keys.size())));
    }
}
