package dev.samekey.steps.model.conditions;

import java.util.Locale;

/** The values that are not the usual ones of the shipped factors: what the harness knows how to bring about. */
public enum ShippedCondition {
    PRINCIPAL_SECOND,
    TENANT_SECOND,
    REPLICA_OTHER,
    CONNECTION_KEPT,
    PROTOCOL_OTHER,
    PROTOCOL_CHANGED,
    KEY_SHORT,
    KEY_LONG,
    KEY_DIGITS,
    KEY_SIGNS,
    PAYLOAD_INTENT,
    PAYLOAD_UNICODE,
    PAYLOAD_LONG,
    PAYLOAD_LARGE,
    PAYLOAD_TURNED,
    SPELLING_TURNED,
    CODING_GZIP,
    CHARSET_NAMED,
    REQUEST_BROKEN,
    RESPONSE_LOST,
    BETWEEN_OTHER,
    BETWEEN_REPEATS,
    PAUSE_SECOND;

    /** Such as {@code replica}. */
    public String factor() {
        return word(0);
    }

    /** Such as {@code other}. */
    public String value() {
        return word(1);
    }

    private String word(int index) {
        return name().toLowerCase(Locale.ROOT).split("_", 2)[index];
    }
}
