package dev.samekey.server.idempotency;

import dev.samekey.server.http.Call;
import java.util.function.Predicate;

/** Which keys are accepted. */
@FunctionalInterface
public interface KeyPolicy {
    /** The key of a call, or the fault that it has none, or none that may be used. */
    String keyOf(Call call);

    /** Whether a call needs its key; one that does not runs as if it had none. */
    default boolean appliesTo(Call call) {
        return true;
    }

    /** The same policy for some calls only. */
    default KeyPolicy onlyFor(Predicate<Call> some) {
        KeyPolicy all = this;
        return new KeyPolicy() {
            @Override
            public String keyOf(Call call) {
                return all.keyOf(call);
            }

            @Override
            public boolean appliesTo(Call call) {
                return some.test(call) && all.appliesTo(call);
            }
        };
    }
}
