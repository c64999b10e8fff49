package dev.samekey.client;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Random;

/**
 * ULIDs: the time in milliseconds and 80 random bits, in the base 32 of Crockford.
 *
 * @param random one that cannot be guessed
 */
public record Ulids(Clock clock, Random random) implements Keys {
    private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final int LENGTH = 26;
    private static final int RANDOM_BITS = 80;
    private static final int BITS = 5;

    /** By the clock of the machine, and from a secure generator. */
    public Ulids() {
        this(Clock.systemUTC(), new SecureRandom());
    }

    @Override
    public String next() {
        BigInteger all =
                BigInteger.valueOf(clock.millis()).shiftLeft(RANDOM_BITS).or(new BigInteger(RANDOM_BITS, random));
        StringBuilder key = new StringBuilder();
        for (int at = LENGTH - 1; at >= 0; at--) {
            key.append(DIGITS.charAt(all.shiftRight(at * BITS).intValue() & (DIGITS.length() - 1)));
        }
        return key.toString();
    }
}
