package dev.samekey.defects.key;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** A key is changed before it is looked up, so that different keys become one. */
final class RewrittenKey extends Defect {
    private static final int LENGTH = 64;
    private static final Pattern UUID = Pattern.compile("(?i)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private final UnaryOperator<String> change;

    private RewrittenKey(String name, String how, UnaryOperator<String> change) {
        super(name, "KEY-4", "KEY-2", how);
        this.change = change;
    }

    static Defect truncated() {
        return new RewrittenKey(
                "truncates-long-keys",
                "Only the first " + LENGTH + " characters of a key count.",
                key -> key.substring(0, Math.min(LENGTH, key.length())));
    }

    static Defect caseFolded() {
        return new RewrittenKey(
                "case-folds-keys", "Keys that differ in case only are one key.", key -> key.toLowerCase(Locale.ROOT));
    }

    static Defect caseOfUuidsFolded() {
        return new RewrittenKey(
                "case-folds-uuids",
                "UUIDs that differ in case only are one key.",
                key -> UUID.matcher(key).matches() ? key.toLowerCase(Locale.ROOT) : key);
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.KEYS,
                new OtherKeys(
                        parts.get(Part.KEYS),
                        call -> change.apply(parts.get(Part.KEYS).keyOf(call))));
    }
}
