package dev.samekey.defects.common;

import dev.samekey.server.http.Call;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Calls that lack or change what a client sent. */
public final class Calls {
    private Calls() {}

    public static Call withHeader(Call call, String name, List<String> values) {
        Map<String, List<String>> headers = new HashMap<>(call.headers());
        headers.put(name.toLowerCase(Locale.ROOT), values);
        return new Call(call.method(), call.route(), call.path(), call.query(), headers, call.body());
    }

    public static Call withoutHeader(Call call, String name) {
        return withHeader(call, name, List.of());
    }
}
