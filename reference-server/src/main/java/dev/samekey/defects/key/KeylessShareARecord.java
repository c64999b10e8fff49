package dev.samekey.defects.key;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Call;
import dev.samekey.server.idempotency.KeyPolicy;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Set;

/** All requests without a key share one. It breaks a clause only where the contract lets a request go without a key. */
final class KeylessShareARecord extends Defect {
    KeylessShareARecord() {
        super("keyless-share-a-record", "KEY-9", "KEY-8", "All requests without a key share one.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.KEYS,
                new Shared(parts.get(Part.KEYS), parts.base().contract().key().methods()));
    }

    private record Shared(KeyPolicy keys, Set<String> methods) implements KeyPolicy {
        @Override
        public String keyOf(Call call) {
            return keys.appliesTo(call) ? keys.keyOf(call) : "none";
        }

        @Override
        public boolean appliesTo(Call call) {
            return methods.contains(call.method());
        }
    }
}
