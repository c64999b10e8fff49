package dev.samekey.steps.author.draft;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** What a name suggests. All of it is a guess, and is written as one. */
final class Words {
    private static final Pattern REFERENCE = Pattern.compile(
            "(.+_)?(reference|ref|external_id|(client|merchant|order|invoice|correlation)_(id|number|code))(_(id|number|code))?");
    private static final Pattern FREE =
            Pattern.compile("(.+_)?(description|note|notes|comment|memo|remark|reason|message)");
    private static final Pattern AMOUNT = Pattern.compile("(.+_)?(amount|total|price|value|quantity|deposit)(_.+)?");
    private static final Pattern REVERSAL =
            Pattern.compile(".*(refund|void|cancel|revers|revoke|chargeback|rollback|undo|release).*");
    private static final Pattern EVENT = Pattern.compile(".*(webhook|callback|(^|[/_-])hooks?([/_-]|$)).*");
    private static final Pattern SESSION =
            Pattern.compile(".*(^|[/_-])(token|login|logout|oauth2?|sign-?in)([/_-]|$).*");

    private static final List<String> TAKEN = List.of(
            "any",
            "create",
            "reverse",
            "update",
            "delete",
            "event",
            "job",
            "setup",
            "provider",
            "vendor",
            "sink",
            "unique",
            "letter");

    private Words() {}

    /** A text that distinguishes requests, and that many APIs echo or list. */
    static boolean isReference(String name) {
        return REFERENCE.matcher(snake(name)).matches();
    }

    /** A text that means nothing to the API. */
    static boolean isFree(String name) {
        return FREE.matcher(snake(name)).matches();
    }

    static boolean isAmount(String name) {
        return AMOUNT.matcher(snake(name)).matches();
    }

    static boolean isReversal(String words) {
        return REVERSAL.matcher(words.toLowerCase(Locale.ROOT)).matches();
    }

    static boolean isEvent(String words) {
        return EVENT.matcher(words.toLowerCase(Locale.ROOT)).matches();
    }

    static boolean isSession(String words) {
        return SESSION.matcher(words.toLowerCase(Locale.ROOT)).matches();
    }

    /** Such as {@code payment_id} for {@code paymentId} and {@code Payment-Id}. */
    static String snake(String name) {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").replace('-', '_').toLowerCase(Locale.ROOT);
    }

    /** The name that an operation has in a target file: {@code payment} for {@code payments}. */
    static String operation(String collection) {
        String plain = snake(collection)
                .replace('_', '-')
                .replaceAll("[^a-z0-9-]+", "-")
                .replaceAll("^[^a-z]+", "");
        String one = singular(plain);
        return one.isEmpty() ? "operation" : one;
    }

    /** Whether a name means something else than an operation in the features or the target file. */
    static boolean isTaken(String name) {
        return TAKEN.contains(name);
    }

    private static String singular(String plural) {
        if (plural.endsWith("ies")) {
            return plural.replaceAll("ies$", "y");
        }
        if (plural.matches(".*(ss|x|ch|sh)es")) {
            return plural.replaceAll("es$", "");
        }
        return plural.endsWith("s") && !plural.endsWith("ss") ? plural.replaceAll("s$", "") : plural;
    }
}
