package dev.samekey.steps.model.contract;

import java.math.BigInteger;
import java.time.Instant;
import java.util.regex.Pattern;

/** A ULID: 48 bits of a time in milliseconds and 80 bits beside it, as 26 characters in the base 32 of Crockford. */
public final class Ulid {
    private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final Pattern FORM = Pattern.compile("[0-7][0-9A-HJKMNP-TV-Z]{25}", Pattern.CASE_INSENSITIVE);
    private static final int LENGTH = 26;
    private static final int OF_TIME = 10;
    private static final int RANDOM_BITS = 80;
    private static final int BITS = 5;

    private Ulid() {}

    /** @param random of which 80 bits count */
    public static String of(Instant time, byte[] random) {
        BigInteger low = new BigInteger(1, random).mod(BigInteger.ONE.shiftLeft(RANDOM_BITS));
        BigInteger all =
                BigInteger.valueOf(time.toEpochMilli()).shiftLeft(RANDOM_BITS).or(low);
        StringBuilder text = new StringBuilder();
        for (int at = LENGTH - 1; at >= 0; at--) {
            text.append(DIGITS.charAt(all.shiftRight(at * BITS).intValue() & (DIGITS.length() - 1)));
        }
        return text.toString();
    }

    /** Whether a text is written as one is, in capitals or not. */
    public static boolean is(String text) {
        return FORM.matcher(text).matches();
    }

    /**
     * The time in one.
     *
     * @throws IllegalArgumentException where the text is none
     */
    public static Instant time(String ulid) {
        if (!is(ulid)) {
            throw new IllegalArgumentException("no ULID: " + ulid);
        }
        long millis = 0;
        for (int at = 0; at < OF_TIME; at++) {
            millis = millis << BITS | DIGITS.indexOf(Character.toUpperCase(ulid.charAt(at)));
        }
        return Instant.ofEpochMilli(millis);
    }
}
