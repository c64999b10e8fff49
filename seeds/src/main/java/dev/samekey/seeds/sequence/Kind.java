package dev.samekey.seeds.sequence;

import java.util.Locale;

/** What an operation does: a payment brings money in, the others give back of the payment before them. */
public enum Kind {
    PAYMENT,
    REFUND,
    VOID;

    static Kind of(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }

    /** As a table says it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
