package dev.samekey.variants;

import dev.samekey.server.http.Call;
import dev.samekey.server.idempotency.KeyPolicy;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Two lines of a header are one value (RFC 9110, section 5.3): here they are one key, and another one than either. */
record JoinedKeys(KeyPolicy keys, String header) implements KeyPolicy {
    @Override
    public String keyOf(Call call) {
        return keys.keyOf(joined(call));
    }

    @Override
    public boolean appliesTo(Call call) {
        return keys.appliesTo(call);
    }

    private Call joined(Call call) {
        List<String> lines = call.headerValues(header);
        if (lines.size() < 2) {
            return call;
        }
        Map<String, List<String>> headers = new HashMap<>(call.headers());
        headers.put(header.toLowerCase(Locale.ROOT), List.of(String.join(",", lines)));
        return new Call(call.method(), call.route(), call.path(), call.query(), headers, call.body());
    }
}
