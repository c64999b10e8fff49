package dev.samekey.defects.key;

import dev.samekey.server.http.Call;
import dev.samekey.server.idempotency.KeyPolicy;
import java.util.function.Function;

/** A policy that reads keys otherwise, for the calls that another applies to. */
record OtherKeys(KeyPolicy keys, Function<Call, String> reader) implements KeyPolicy {
    @Override
    public String keyOf(Call call) {
        return reader.apply(call);
    }

    @Override
    public boolean appliesTo(Call call) {
        return keys.appliesTo(call);
    }
}
