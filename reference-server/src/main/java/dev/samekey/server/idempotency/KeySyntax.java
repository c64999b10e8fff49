package dev.samekey.server.idempotency;

import dev.samekey.server.contract.KeyRules;
import java.util.Optional;
import java.util.regex.Pattern;

/** How a key is written (KEY-2, KEY-3); what it says is the client's business (KEY-4). */
public final class KeySyntax {
    private static final Pattern UUID = Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");
    // 130 bits are more than a ULID has, so that its first character is 7 at most.
    private static final Pattern ULID = Pattern.compile("[0-7][0-9A-HJKMNP-TV-Z]{25}", Pattern.CASE_INSENSITIVE);
    // RFC 8941, 3.3.3: in double quotes; within them, a backslash goes before each of these two.
    private static final Pattern SF_STRING = Pattern.compile("\"([ !#-\\[\\]-~]|\\\\[\"\\\\])*\"");

    private final KeyRules rules;
    private final Pattern legal;

    /** The syntax of a contract. */
    public KeySyntax(KeyRules rules) {
        this.rules = rules;
        this.legal = Pattern.compile("(?:" + rules.characters() + "){" + rules.min() + "," + rules.max() + "}");
    }

    /** The key within what was sent; nothing where that is no legal key. */
    Optional<String> parse(String sent) {
        return switch (rules.syntax()) {
            case ANY -> text(sent);
            case UUID -> text(sent).filter(UUID.asMatchPredicate());
            case ULID -> text(sent).filter(ULID.asMatchPredicate());
            case SF_STRING ->
                Optional.of(sent).filter(SF_STRING.asMatchPredicate()).flatMap(quoted -> text(unquoted(quoted)));
        };
    }

    /** As a caller is told. */
    @Override
    public String toString() {
        String form = switch (rules.syntax()) {
            case ANY -> "a text";
            case UUID -> "a UUID";
            case ULID -> "a ULID";
            case SF_STRING -> "a text in double quotes (RFC 8941)";
        };
        return form + " of " + rules.min() + " to " + rules.max() + " characters " + rules.characters();
    }

    private Optional<String> text(String key) {
        boolean isKey = legal.matcher(key).matches()
                && !key.isBlank()
                && key.codePoints().allMatch(KeySyntax::isStorable);
        return isKey ? Optional.of(key) : Optional.empty();
    }

    /** PostgreSQL's text has neither a NUL nor halves of characters. */
    private static boolean isStorable(int codePoint) {
        return codePoint != 0 && Character.getType(codePoint) != Character.SURROGATE;
    }

    private static String unquoted(String quoted) {
        return quoted.substring(1, quoted.length() - 1).replaceAll("\\\\(.)", "$1");
    }
}
