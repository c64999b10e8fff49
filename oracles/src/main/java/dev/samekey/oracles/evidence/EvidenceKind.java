package dev.samekey.oracles.evidence;

import java.util.Locale;

/** What a piece of evidence is. The schema of {@code verdict.json} lists the same words, in small letters. */
public enum EvidenceKind {
    EXCHANGE,
    RACE,
    SEQUENCE,
    HISTORY,
    PATH,
    RESTART,
    FAULT,
    ARRIVALS,
    ROWS,
    ITEMS,
    NUMBER,
    LOG,
    METRICS,
    SPANS,
    STORY,
    BROKER,
    DESCRIPTION,
    CONTRACT,
    DELAYS,
    WIRE,
    PICTURE,
    NOTE,
    REPEAT;

    /** As a report writes it, such as {@code exchange}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
