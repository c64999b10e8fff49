package dev.samekey.steps.author.draft;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** What a name suggests. All of it is a guess, and is written as one. */
final class Words {
    /** Whose own a reference is: that of a payment, or of a provider, names something else. */
    private static final String OWN =
            "((external|ext|client|merchant|partner|sender|customer|your|own|my|unique|custom|internal|user|end_to_end|e2e|request"
                    + "|correlation|instruction|order|invoice|purchase_order|receipt|transaction)_)";

    private static final String THING = "((order|invoice|transaction|request|payment|transfer|payout|refund|charge)_)";
    private static final Pattern REFERENCE =
            Pattern.compile("(" + OWN + "?(reference|ref)|" + OWN + THING + "(reference|ref))(_(id|number|code|no))?"
                    + "|(external|ext|end_to_end|e2e|correlation|order|invoice|merchant_order|merchant_invoice)_(id|number|code|identifier)"
                    + "|(external|ext|client|merchant|partner|sender|customer)_" + THING + "(id|number|code|identifier)"
                    + "|(end_to_end|instruction|message|payment_information)_identification"
                    + "|(request|message|msg|instr|pmt_inf)_id");
    /** What belongs to somebody or something that is there already, or is no name at all. */
    private static final Pattern ELSEWHERE =
            Pattern.compile("(original|orig|parent|related|linked|previous|underlying|existing)(_.+)?");

    private static final Pattern NO_NAME =
            Pattern.compile("(.+_)?(routing|sort|branch|bank|bic|swift|iban|account|(tele)?phone|tel"
                    + "|mobile|msisdn|fax|card|pan|cvv|cvc|zip|postal|post_?code|date|time|timestamp|at|on|amount|value|price|total|expiry"
                    + "|birth|birthday|tax|vat|ssn|email|url|uri|href|ip|country|currency|psp|token)(_.+)?");
    private static final Pattern HUMP = Pattern.compile("([a-z0-9])([A-Z])");
    private static final Pattern FREE =
            Pattern.compile("(.+_)?(description|note|notes|comment|memo|remark|reason|message)");
    private static final Pattern AMOUNT = Pattern.compile("(.+_)?(amount|total|price|value|quantity|deposit)(_.+)?");
    private static final Pattern REVERSAL = Pattern.compile(
            "(refund|void|cancel|reverse|revoke|chargeback|rollback|undo|release)(s|ed)?([_-].*)?"
                    + "|(.*[_-])?(refunds?|voids?|cancels?|cancellations?|revers(e|al|als|ing)|revoke|revocations?|chargebacks?|rollbacks?|undo|returns?)");
    private static final Pattern CHANGE = Pattern.compile(
            "(capture|confirm|complete|approve|accept|reject|decline|finali[sz]e|settle|activate|deactivate|suspend|resume|close|update"
                    + "|modify|edit|amend|adjust)([_-].*)?|(.*[_-])?(captures?|confirmations?|update)");
    private static final Pattern READING = Pattern.compile(
            "(get|list|search|fetch|find|query|lookup|retrieve|balance|quote|estimate|calculate|validate|preview)([_ -].*|$)");
    private static final Pattern READING_AT_END = Pattern.compile("(.*[_-])?(get|list|search|validate|balance)");
    private static final Pattern SAYS_MAKING = Pattern.compile("(create|add|make|register)s?(?![a-z/])");
    private static final Pattern SAYS_CHANGING =
            Pattern.compile("(update|set|edit|change|modify|modifie|replace|enable|disable)s?(?![a-z])");
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

    /** Whether what a member holds is about something else, such as the original of a refund. */
    static boolean isElsewhere(String name) {
        return ELSEWHERE.matcher(snake(name)).matches();
    }

    /** Whether a name says that a value is none that a sender chooses to know a request by, such as a phone number. */
    static boolean isNoName(String name) {
        return NO_NAME.matcher(snake(name)).matches() || isElsewhere(name);
    }

    /** A text that means nothing to the API. */
    static boolean isFree(String name) {
        return FREE.matcher(snake(name)).matches();
    }

    static boolean isAmount(String name) {
        return AMOUNT.matcher(snake(name)).matches();
    }

    static boolean isReversal(String word) {
        return REVERSAL.matcher(snake(word)).matches();
    }

    /** Whether a word at the end of a path takes away what is there. */
    static boolean isRemoval(String word) {
        return snake(word).matches("(delete|remove)([_-].*)?");
    }

    /** Whether a word at the end of a path changes what is there. */
    static boolean isChange(String word) {
        return CHANGE.matcher(snake(word)).matches();
    }

    /**
     * Whether a POST only reads, by how it is called.
     *
     * @param word the last one of its path
     * @param name such as an operation id
     * @param summary a sentence
     */
    static boolean onlyReads(String word, String name, String summary) {
        return READING.matcher(snake(name)).matches()
                || READING.matcher(summary.strip().toLowerCase(Locale.ROOT)).matches()
                || READING.matcher(snake(word)).matches()
                || READING_AT_END.matcher(snake(word)).matches();
    }

    /** Whether the name or the summary of an operation begins by saying that something is made. */
    static boolean saysMaking(String name, String summary) {
        return begins(SAYS_MAKING, name, summary);
    }

    /** The same for something that is there and changes; such a name may end with the verb, too. */
    static boolean saysChanging(String name, String summary) {
        return begins(SAYS_CHANGING, name, summary) || snake(name).matches(".*_(update|edit|change|assign|unassign)");
    }

    private static boolean begins(Pattern verbs, String name, String summary) {
        return verbs.matcher(snake(name)).lookingAt()
                || verbs.matcher(summary.strip().toLowerCase(Locale.ROOT)).lookingAt();
    }

    static boolean isEvent(String words) {
        return EVENT.matcher(words.toLowerCase(Locale.ROOT)).matches();
    }

    static boolean isSession(String words) {
        return SESSION.matcher(words.toLowerCase(Locale.ROOT)).matches();
    }

    /** Such as {@code payment_id} for {@code paymentId} and {@code Payment-Id}. */
    static String snake(String name) {
        return HUMP.matcher(name).replaceAll("$1_$2").replace('-', '_').toLowerCase(Locale.ROOT);
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
