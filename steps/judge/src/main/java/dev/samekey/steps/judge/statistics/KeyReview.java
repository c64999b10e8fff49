package dev.samekey.steps.judge.statistics;

import dev.samekey.steps.model.contract.Ulid;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a few hundred keys of distinct operations say of how they are made. It counts keys that repeat, and bounds from above how
 * many bits of randomness a key can have: position by position, by the characters that are seen there.
 *
 * <p>It cannot see that keys which look random are not: a hash of a counter, a generator with a small seed, or one that is
 * predictable. Only keys that two processes have in common show a shared seed. Nor can it see the order in which bits were drawn.
 *
 * @param keys how many there are
 * @param repeated keys that more than one operation has
 * @param shared keys that two processes have in common
 * @param form how all of them are written
 * @param mostBits the most bits of randomness that a key can have
 * @param areOrdered whether each key is greater than the one before, as counters and times are
 */
public record KeyReview(
        int keys, List<String> repeated, List<String> shared, Form form, double mostBits, boolean areOrdered) {
    /** The randomness of a UUID of version 4 (RFC 9562, section 5.4), and what CLI-2 demands. */
    public static final double LEAST_BITS = 122;

    /** The randomness beside the time of a UUID of version 7 (RFC 9562, section 5.7): other keys with a time in them need no more. */
    public static final double LEAST_BITS_BESIDE_A_TIME = 74;

    /** So many keys show which characters a position can have. */
    public static final int LEAST_KEYS = 100;

    private static final Instant BEFORE_ULIDS = Instant.parse("2016-01-01T00:00:00Z");
    private static final Instant AFTER_ALL = Instant.parse("2100-01-01T00:00:00Z");
    private static final List<Integer> ALPHABETS = List.of(10, 16, 26, 32, 36, 52, 62, 64, 95);
    private static final List<Pattern> CHARACTERS = List.of(
            Pattern.compile("[0-9]"),
            Pattern.compile("[0-9a-f]|[0-9A-F]"),
            Pattern.compile("[a-z]|[A-Z]"),
            Pattern.compile("[0-9A-HJKMNP-TV-Z]|[a-z2-7]"),
            Pattern.compile("[0-9a-z]|[0-9A-Z]"),
            Pattern.compile("[A-Za-z]"),
            Pattern.compile("[0-9A-Za-z]"),
            Pattern.compile("[0-9A-Za-z_+/-]"));

    /** How keys are written. */
    public enum Form {
        /** Random: 122 bits. */
        UUID_4("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"),
        /** A time, and 74 bits that are random or a counter: the derivation is that of RFC 9562, section 5.7. */
        UUID_7("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"),
        /** A time, and 80 bits that are random or a counter. */
        ULID("[0-7][0-9A-HJKMNP-TV-Z]{25}"),
        /** A UUID of another version: made of a time, an address or a name. */
        OTHER_UUID("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"),
        /** Any other in which the time stands, in milliseconds or finer. */
        TIMED("(?!)"),
        OTHER(".*");

        private final Pattern pattern;

        Form(String pattern) {
            this.pattern = Pattern.compile(pattern, Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
        }
    }

    /** How a time is written; the finest first, of which others are the beginning. */
    private enum Clock {
        NANOS(19, 10, 1_000_000),
        MICROS(16, 10, 1_000),
        MILLIS(13, 10, 1),
        LONG_HEX(12, 16, 1),
        HEX(11, 16, 1),
        BASE_36(8, 36, 1);

        private final int digits;
        private final int radix;
        private final long perMilli;

        Clock(int digits, int radix, long perMilli) {
            this.digits = digits;
            this.radix = radix;
            this.perMilli = perMilli;
        }

        /** Whether what stands there in each key is a time of one run. */
        boolean standsAt(int start, List<String> keys) {
            long least = Long.MAX_VALUE;
            long most = Long.MIN_VALUE;
            for (String key : keys) {
                long millis;
                try {
                    millis = Long.parseLong(key.substring(start, start + digits), radix) / perMilli;
                } catch (NumberFormatException noTime) {
                    return false;
                }
                least = Math.min(least, millis);
                most = Math.max(most, millis);
            }
            // What is the same in all keys may be anything.
            return least > BEFORE_ULIDS.toEpochMilli()
                    && most < AFTER_ALL.toEpochMilli()
                    && least < most
                    && most - least < Duration.ofDays(1).toMillis();
        }
    }

    public KeyReview {
        repeated = List.copyOf(repeated);
        shared = List.copyOf(shared);
    }

    /**
     * Looks at the keys of one process.
     *
     * @param keys one for each operation, in the order in which the operations began
     */
    public static KeyReview of(List<String> keys) {
        return of(keys, List.of());
    }

    /**
     * Looks at the keys of two processes.
     *
     * @param first one key for each operation, in the order in which the operations began
     * @param second those of the other process
     */
    public static KeyReview of(List<String> first, List<String> second) {
        Set<String> once = new HashSet<>();
        List<String> repeated =
                first.stream().filter(key -> !once.add(key)).distinct().toList();
        Form form = form(first);
        List<String> timeless = form == Form.OTHER ? withoutTime(List.copyOf(once)) : List.of();
        return new KeyReview(
                first.size(),
                repeated,
                second.stream().filter(once::contains).distinct().toList(),
                timeless.isEmpty() ? form : Form.TIMED,
                mostBits(timeless.isEmpty() ? List.copyOf(once) : timeless),
                areOrdered(first));
    }

    /** Whether the keys are enough to bound the randomness. One repeated key is enough to break it. */
    public boolean areEnough() {
        return keys >= LEAST_KEYS;
    }

    /**
     * Whether the form has a time in it by its definition, so that fewer bits than {@link #LEAST_BITS} are random and the bound
     * says nothing.
     */
    public boolean areMadeWithTime() {
        return form == Form.UUID_7 || form == Form.ULID;
    }

    /** Whether the bound alone shows that there is too little randomness. */
    public boolean haveTooFewBits() {
        return areEnough() && mostBits < leastBits();
    }

    /** The least randomness that a key of this form needs. */
    public double leastBits() {
        return form == Form.TIMED ? LEAST_BITS_BESIDE_A_TIME : LEAST_BITS;
    }

    /** The keys without the time in them; none where there is no time in each at the same place. */
    private static List<String> withoutTime(List<String> keys) {
        if (keys.stream().map(String::length).distinct().count() != 1) {
            return List.of();
        }
        for (Clock clock : Clock.values()) {
            for (int start = 0; start + clock.digits <= keys.get(0).length(); start++) {
                if (clock.standsAt(start, keys)) {
                    int end = start;
                    return keys.stream()
                            .map(key -> key.substring(0, end) + key.substring(end + clock.digits))
                            .toList();
                }
            }
        }
        return List.of();
    }

    private static Form form(List<String> keys) {
        for (Form form : Form.values()) {
            if (keys.stream().allMatch(key -> form.pattern.matcher(key).matches())
                    && (form != Form.ULID || haveTimesOfOneDay(keys))) {
                return form;
            }
        }
        return Form.OTHER;
    }

    /** A counter with zeros before it, or random digits, can look like a ULID; the time in it is then no time of a run. */
    private static boolean haveTimesOfOneDay(List<String> keys) {
        List<Instant> times = keys.stream().map(Ulid::time).sorted().toList();
        return times.isEmpty()
                || (times.get(0).isAfter(BEFORE_ULIDS)
                        && times.get(times.size() - 1).isBefore(times.get(0).plus(Duration.ofDays(1))));
    }

    /** Of keys that have several lengths, those of the length that has the most bits, and which length it is. */
    private static double mostBits(List<String> keys) {
        Map<Integer, List<String>> byLength = keys.stream().collect(Collectors.groupingBy(String::length));
        double most = byLength.values().stream()
                .mapToDouble(KeyReview::bitsOfOneLength)
                .max()
                .orElse(0);
        return most + bits(Math.max(1, byLength.size()));
    }

    private static double bitsOfOneLength(List<String> keys) {
        double sum = 0;
        List<Set<Character>> positions = new ArrayList<>();
        for (int i = 0; i < keys.get(0).length(); i++) {
            int at = i;
            positions.add(keys.stream().map(key -> key.charAt(at)).collect(Collectors.toSet()));
        }
        for (Set<Character> seen : positions) {
            sum += bits(seen.size() == 1 || showAll(seen.size(), keys.size()) ? seen.size() : alphabet(seen));
        }
        return sum;
    }

    /**
     * Whether so many keys would have shown another character, if each were as frequent: the coupon collector has missed one of
     * {@code n + 1} with a probability of less than 1e-6.
     */
    private static boolean showAll(int characters, int keys) {
        int one = characters + 1;
        return one * Math.exp(keys * Math.log1p(-1.0 / one)) < 1e-6;
    }

    private static int alphabet(Set<Character> seen) {
        for (int i = 0; i < CHARACTERS.size(); i++) {
            Pattern characters = CHARACTERS.get(i);
            if (seen.stream()
                    .allMatch(one -> characters.matcher(String.valueOf(one)).matches())) {
                return Math.max(seen.size(), ALPHABETS.get(i));
            }
        }
        return Math.max(seen.size(), ALPHABETS.get(ALPHABETS.size() - 1));
    }

    private static boolean areOrdered(List<String> keys) {
        Map<Boolean, Integer> steps = new HashMap<>();
        for (int i = 1; i < keys.size(); i++) {
            steps.merge(compare(keys.get(i - 1), keys.get(i)) < 0, 1, Integer::sum);
        }
        return steps.containsKey(true) && !steps.containsKey(false);
    }

    /** A counter grows in length. */
    private static int compare(String one, String other) {
        return one.length() == other.length() ? one.compareTo(other) : one.length() - other.length();
    }

    private static double bits(int characters) {
        return Math.log(characters) / Math.log(2);
    }
}
