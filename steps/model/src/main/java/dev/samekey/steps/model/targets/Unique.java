package dev.samekey.steps.model.targets;

import java.util.UUID;

/** What {@code ${unique}} stands for: a letter and hexadecimal digits, short enough for most fields that hold a reference. */
public final class Unique {
    /** Of 76 random bits: banks take 35 characters at most, and many services no more than 20. */
    public static final int LENGTH = 20;

    /** One that is as any other. */
    public static final String EXAMPLE = "u0123456789abcdef012";

    private Unique() {}

    /** A new one. */
    public static String text() {
        return "u"
                + UUID.randomUUID()
                        .toString()
                        .replaceFirst("-4", "")
                        .replace("-", "")
                        .substring(0, LENGTH - 1);
    }
}
