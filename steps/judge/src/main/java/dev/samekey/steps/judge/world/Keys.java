package dev.samekey.steps.judge.world;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.conditions.ShippedCondition;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Key;
import dev.samekey.steps.model.contract.Ulid;
import dev.samekey.steps.model.targets.BodyKind;
import dev.samekey.steps.model.targets.Contracts;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Keys as the contract wants them, and as it does not; and where a request carries its key. */
public final class Keys {
    private static final String VISIBLE =
            IntStream.rangeClosed('!', '~').mapToObj(Character::toString).collect(Collectors.joining());

    private static final String ALPHANUMERIC = VISIBLE.chars()
            .filter(Character::isLetterOrDigit)
            .mapToObj(Character::toString)
            .collect(Collectors.joining());

    private static final String LETTERS = ALPHANUMERIC
            .chars()
            .filter(Character::isLetter)
            .mapToObj(Character::toString)
            .collect(Collectors.joining());

    private static final int FEWEST = 8;
    private static final int USUAL = 36;
    private static final int MOST_DIGITS = 18;

    /** A number as short as may be: with fewer digits nearly every key would have been used before. */
    private static final int FEW_DIGITS = 3;

    /** What has a backslash before it in a string of RFC 8941, section 3.3.3. */
    private static final String ESCAPED = "\"\\";

    private static final String DIGITS = "0123456789";

    private final Contracts contracts;
    private final Key rules;
    private final Pattern legal;

    /** Those of a contract that all operations have. */
    public Keys(Contract contract) {
        this(Contracts.one(contract), contract);
    }

    /**
     * Those of one contract.
     *
     * @param contracts that of each operation, which says where its requests carry a key
     * @param contract which keys are meant
     */
    public Keys(Contracts contracts, Contract contract) {
        this.contracts = contracts;
        this.rules = contract.key();
        this.legal = rules.characters() == null ? Pattern.compile("[A-Za-z0-9_-]") : rules.characters();
    }

    /** Those of an operation. */
    public Keys of(Operation operation) {
        return new Keys(contracts, contracts.of(operation));
    }

    /** A key that nobody has used. */
    public String fresh() {
        if (rules.syntax() == Key.Syntax.ULID) {
            byte[] random = new byte[16];
            ThreadLocalRandom.current().nextBytes(random);
            return Ulid.of(Instant.now(), random);
        }
        String uuid = UUID.randomUUID().toString();
        if (rules.hasOneForm()) {
            return uuid;
        }
        String key = cut(letters(uuid));
        int least = Math.max(rules.min() == null ? 0 : rules.min(), FEWEST);
        return key.length() >= least
                ? key
                : random(cut("-".repeat(Math.max(least, USUAL))).length());
    }

    /** Whether a key is so short that an earlier run, or another scenario, may have used the same one. */
    public static boolean mayBeUsed(String key) {
        return key.length() < FEWEST;
    }

    /** Another key of the same length, of digits or letters alone where this one is. */
    public String asLongAs(String key) {
        String alike = key.chars().allMatch(Character::isDigit)
                ? DIGITS
                : key.chars().allMatch(Character::isLetter) ? LETTERS : ALPHANUMERIC;
        return random(key.length(), alike);
    }

    /** No sign stands in it where a letter or a digit may: which signs may stand at an end, a contract cannot say. */
    private String random(int length) {
        return random(length, ALPHANUMERIC);
    }

    private String random(int length, String characters) {
        String wanted = letters(characters);
        String alphanumeric = wanted.isEmpty() ? letters(ALPHANUMERIC) : wanted;
        String all = alphanumeric.isEmpty() ? letters(VISIBLE) : alphanumeric;
        return IntStream.range(0, length)
                .mapToObj(i -> Character.toString(
                        all.charAt(ThreadLocalRandom.current().nextInt(all.length()))))
                .collect(Collectors.joining());
    }

    /** Whether the contract has room for keys of that condition. */
    boolean can(ShippedCondition condition) {
        return Offered.lacking(condition, rules) == null;
    }

    /** A key of that condition, that nobody has used. */
    String having(ShippedCondition condition) {
        return switch (condition) {
            case KEY_SHORT -> shortest();
            case KEY_LONG -> longest();
            case KEY_DIGITS -> digits();
            case KEY_SIGNS -> signs();
            default -> throw new IllegalArgumentException("no condition of a key: " + condition);
        };
    }

    /** A key as short as may be, that nobody has used: with fewer characters another one may be the same. */
    private String shortest() {
        return random(shortestOf(rules));
    }

    /** How many characters that has. */
    static int shortestOf(Key rules) {
        return Math.max(rules.min() == null ? 0 : rules.min(), FEWEST);
    }

    /** A key of digits, that nobody has used. */
    private String digits() {
        int most = rules.max() == null ? MOST_DIGITS : Math.min(rules.max(), MOST_DIGITS);
        int length = Math.max(shortestOf(rules), most);
        return IntStream.range(0, length)
                .mapToObj(i ->
                        String.valueOf(i == 0 ? 1 : ThreadLocalRandom.current().nextInt(10)))
                .collect(Collectors.joining());
    }

    /** A key with every legal character, as far as there is room, that nobody has used. */
    private String signs() {
        String key = fresh().substring(0, FEWEST) + letters(VISIBLE);
        return cut(key);
    }

    /** Whether each of these characters is legal. */
    static boolean allows(Key rules, String characters) {
        Pattern legal = rules.characters();
        return legal == null
                || characters
                        .chars()
                        .allMatch(one -> legal.matcher(Character.toString(one)).matches());
    }

    /** A key as long as may be, that nobody has used. */
    public String longest() {
        if (rules.max() == null) {
            throw Judgement.notChecked("key.max: the contract does not say how long a key may be");
        }
        StringBuilder key = new StringBuilder();
        while (key.length() < rules.max()) {
            key.append(fresh());
        }
        return key.substring(0, rules.max());
    }

    /**
     * Legal keys (KEY-2): at the bounds of the contract, and one character within them, of letters and of digits alone, and with
     * every legal character; one where each has one form. A contract that says which characters are legal, and no least
     * length, allows a key of one character.
     */
    public List<String> legal() {
        List<String> keys = new ArrayList<>(List.of(fresh()));
        if (rules.hasOneForm()) {
            return keys;
        }
        if (rules.syntax() == Key.Syntax.SF_STRING && allows(rules, ESCAPED)) {
            keys.add(cut(ESCAPED + fresh()));
        }
        if (rules.syntax() == Key.Syntax.EITHER) {
            keys.add("\"" + fresh() + "\"");
        }
        Integer least = rules.min() == null && rules.characters() != null ? Integer.valueOf(1) : rules.min();
        if (least != null) {
            keys.add(random(least, LETTERS));
            if (rules.max() == null || least + 1 < rules.max()) {
                keys.add(random(least + 1));
            }
            if (allows(rules, DIGITS)) {
                keys.add(cut(random(Math.max(least, FEW_DIGITS), DIGITS)));
                keys.add(cut(digits()));
            }
        }
        if (rules.max() != null) {
            String longest = longest();
            keys.add(longest);
            if (rules.min() == null || rules.min() < rules.max()) {
                keys.add(longest().substring(1));
            }
        }
        if (rules.characters() != null) {
            // A space stands within the key: at its ends a header would lose it.
            String all = letters(" " + VISIBLE);
            int room = rules.max() == null ? all.length() : rules.max() - 8;
            for (int from = 0; from < all.length() && room > 0; from += room) {
                keys.add(fresh().substring(0, 8) + all.substring(from, Math.min(all.length(), from + room)));
            }
        }
        return keys;
    }

    /** The call under each kind of key that the contract does not allow (KEY-3); none where it allows all. */
    public List<Call> underIllegal(Call call) {
        List<Call> calls = new ArrayList<>(of(call.operation()).illegal().stream()
                .map(key -> put(call, key))
                .toList());
        if (rules.syntax() == Key.Syntax.SF_STRING && rules.in() == Key.Place.HEADER) {
            // Without its quotes it is a token or a number, and no string.
            calls.add(call.with(call.request().with(rules.name(), fresh())));
        }
        return calls;
    }

    /** Keys that the contract does not allow: empty, blank, too short, over-long, malformed. */
    public List<String> illegal() {
        List<String> keys = new ArrayList<>(blank());
        if (rules.min() != null && rules.min() > 1 && !rules.hasOneForm()) {
            keys.add(fresh().substring(0, rules.min() - 1));
        }
        if (rules.max() != null) {
            keys.add(longest() + "0");
        }
        if (rules.syntax() == Key.Syntax.UUID) {
            keys.add("no-uuid-" + UUID.randomUUID());
        } else if (rules.syntax() == Key.Syntax.ULID) {
            // The base 32 of Crockford leaves this letter out.
            keys.add(fresh().substring(1) + "U");
        } else if (rules.characters() != null) {
            // Beyond ASCII libraries write a header in different ways, and a body in one.
            String beyond = rules.in() == Key.Place.HEADER ? "" : "\u00e4";
            ("%/ " + VISIBLE + beyond)
                    .chars()
                    .mapToObj(Character::toString)
                    .filter(character -> !legal.matcher(character).matches())
                    .findFirst()
                    .ifPresent(illegal -> keys.add(half() + illegal + half()));
        }
        return keys;
    }

    /**
     * Nothing and a space. White space around the value of a header is no part of it (RFC 9110, section 5.5), and who may go
     * without a key may take an empty one for none. In a body, and between quotes, a space is a text like another, until the
     * contract says which ones are keys.
     */
    private List<String> blank() {
        boolean mayBeEmpty = Boolean.FALSE.equals(rules.required());
        boolean isTrimmed = rules.in() == Key.Place.HEADER && rules.syntax() != Key.Syntax.SF_STRING;
        boolean isLegal = isTrimmed
                ? mayBeEmpty
                : !rules.hasOneForm() && allows(rules, " ") && (rules.min() == null || rules.min() < 2);
        return Stream.of("", " ")
                .filter(key -> key.isEmpty() ? !mayBeEmpty : !isLegal)
                .toList();
    }

    /** Pairs of keys that are alike but for case, and but for their last character, the longest too (KEY-4). */
    public List<List<String>> alike() {
        List<List<String>> pairs = new ArrayList<>();
        // A key as clients make them: some servers fold the case of a UUID alone.
        String usual = fresh();
        String mixed = usual.matches(".*[a-z].*") ? usual : cut(letters("ab" + usual));
        if (!rules.hasOneForm() && letters("aA").length() == 2) {
            pairs.add(List.of(mixed.toLowerCase(Locale.ROOT), mixed.toUpperCase(Locale.ROOT)));
        }
        String root = rules.max() == null || rules.hasOneForm() ? fresh() : longest();
        String stem = root.substring(0, root.length() - 1);
        pairs.add(List.of(stem + "1", stem + "2"));
        if (rules.max() != null && !rules.hasOneForm() && letters("aA").length() == 2) {
            pairs.add(List.of(stem + "a", stem + "A"));
        }
        return pairs;
    }

    /** The call under this key, in the place that its operation or else the contract names. */
    public Call put(Call call, String key) {
        Operation.OwnKey own = call.operation().key();
        Request keyed = own == null ? of(call.operation()).keyed(call, key) : put(call, own, key);
        return new Call(call.operation(), call.caller(), call.unique(), key, keyed, call.values());
    }

    private static Request put(Call call, Operation.OwnKey own, String key) {
        Request request = own.header() == null ? call.request() : call.request().with(own.header(), key);
        if (own.member() == null) {
            return request;
        }
        ObjectNode body = Bodies.read(request, call.name());
        BodyKind.set(body, own.member(), TextNode.valueOf(key));
        return Bodies.write(request, body);
    }

    private Request keyed(Call call, String key) {
        Request request = call.request();
        if (rules.in() == Key.Place.HEADER) {
            return request.with(rules.name(), written(key));
        }
        ObjectNode body = Bodies.read(request, call.name());
        JsonPointer place = pointer(call);
        JsonPointer parent = place.head();
        if (parent != null && !parent.matches() && body.at(parent).isMissingNode()) {
            body.putObject(parent.getMatchingProperty());
        }
        BodyKind.set(body, place, TextNode.valueOf(key));
        return Bodies.write(request, body);
    }

    /** A request that is not judged, under a key of its own where keys are in a header and it has none yet. */
    Request aside(Request request) {
        boolean keyed =
                rules.in() != Key.Place.HEADER || request.header(rules.name()).isPresent();
        return keyed ? request : request.with(rules.name(), written(fresh()));
    }

    /** A reading under a fresh key. */
    Call onAReading(Call reading) {
        if (rules.in() != Key.Place.HEADER) {
            throw Judgement.notApplicable("a request that reads has no body that could carry a key");
        }
        return put(reading, fresh());
    }

    /** The call without a key. */
    public Call remove(Call call) {
        Operation.OwnKey own = call.operation().key();
        if (own != null) {
            return call.with(remove(call, own));
        }
        return of(call.operation()).removed(call);
    }

    private Call removed(Call call) {
        if (rules.in() == Key.Place.HEADER) {
            return call.with(call.request().with(rules.name(), null));
        }
        ObjectNode body = Bodies.read(call.request(), call.name());
        JsonPointer place = pointer(call);
        if (body.at(place.head()) instanceof ObjectNode parent) {
            parent.remove(place.last().getMatchingProperty());
        }
        return call.with(Bodies.write(call.request(), body));
    }

    private static Request remove(Call call, Operation.OwnKey own) {
        Request request = own.header() == null ? call.request() : call.request().with(own.header(), null);
        if (own.member() == null) {
            return request;
        }
        ObjectNode body = Bodies.read(request, call.name());
        if (body.at(own.member().head()) instanceof ObjectNode parent) {
            parent.remove(own.member().last().getMatchingProperty());
        }
        return Bodies.write(request, body);
    }

    /** The call under a second key beside its own (KEY-10). */
    public Call second(Call call, String key) {
        Operation.OwnKey own = call.operation().key();
        if (own == null ? rules.in() != Key.Place.HEADER : own.member() != null) {
            throw Judgement.notApplicable("a key in the body stands there once");
        }
        if (own != null) {
            return call.with(call.request().and(new Header(String.valueOf(own.header()), key)));
        }
        return call.with(call.request().and(new Header(rules.name(), written(key))));
    }

    /** As it stands in the header. */
    private String written(String key) {
        return rules.syntax() == Key.Syntax.SF_STRING
                ? "\"" + key.replace("\\", "\\\\").replace("\"", "\\\"") + "\""
                : key;
    }

    private JsonPointer pointer(Call call) {
        return call.operation()
                .payload()
                .append(JsonPointer.compile("/" + rules.name().replace('.', '/')));
    }

    private String half() {
        return fresh().substring(0, Math.min(8, fresh().length()));
    }

    private String cut(String key) {
        return rules.max() == null || key.length() <= rules.max() ? key : key.substring(0, rules.max());
    }

    /** What is legal of a text. */
    private String letters(String text) {
        return text.chars()
                .mapToObj(Character::toString)
                .filter(character -> legal.matcher(character).matches())
                .collect(Collectors.joining());
    }
}
