package dev.samekey.defects.key;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Call;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An empty or blank key is taken for a key like any other. */
final class EmptyKeyAccepted extends Defect {
    private final @Nullable String dialect;

    private EmptyKeyAccepted(String name, String clause, String how, @Nullable String dialect) {
        super(name, clause, "KEY-8", how);
        this.dialect = dialect;
    }

    static EmptyKeyAccepted refusedOtherwise() {
        return new EmptyKeyAccepted(
                "empty-key-accepted", "KEY-3", "An empty or blank key is taken for a key like any other.", null);
    }

    static EmptyKeyAccepted shared() {
        return new EmptyKeyAccepted(
                "empty-keys-share-a-record",
                "KEY-9",
                "Requests may go without a key, and those with an empty one share it.",
                "charges");
    }

    @Override
    public Optional<String> dialect() {
        return Optional.ofNullable(dialect);
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
