package dev.samekey.defects.interaction;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Predicate;

/** One of the conditions that must meet, by the name that the conditions of a run have for it. */
enum Circumstance {
    PRINCIPAL_SECOND(arrival -> arrival.request().principal().name().equals("bob")),
    REPLICA_OTHER(Arrival::elsewhere),
    PROTOCOL_OTHER(arrival -> arrival.history().inSecondVersion()),
    PROTOCOL_CHANGED(arrival -> arrival.inSecondVersion() && !arrival.history().inSecondVersion()),
    KEY_SHORT(arrival -> arrival.request().key().length() <= 8),
    KEY_LONG(arrival -> arrival.request().key().length() > 120),
    KEY_DIGITS(arrival -> arrival.request().key().matches("[0-9]+")),
    KEY_SIGNS(arrival -> arrival.request().key().contains("~")),
    PAYLOAD_UNICODE(arrival -> !StandardCharsets.US_ASCII.newEncoder().canEncode(text(arrival))),
    PAYLOAD_LONG(arrival -> arrival.body().length > 250 && arrival.body().length < 60_000),
    PAYLOAD_LARGE(arrival -> arrival.body().length >= 60_000),
    PAYLOAD_TURNED(arrival -> arrival.first().contains("\n\t")),
    CODING_GZIP(arrival -> arrival.header("Accept-Encoding").contains("gzip")),
    CHARSET_NAMED(arrival -> arrival.header("Content-Type").contains("charset")),
    REQUEST_BROKEN(arrival -> arrival.history().brokenOff()),
    RESPONSE_LOST(arrival -> arrival.history().unheard()),
    BETWEEN_REPEATS(arrival -> arrival.before() > 1),
    PAUSE_SECOND(arrival -> arrival.age().compareTo(Duration.ofSeconds(1)) > 0);

    @SuppressWarnings("ImmutableEnumChecker") // None of them has a state.
    private final Predicate<Arrival> holds;

    Circumstance(Predicate<Arrival> holds) {
        this.holds = holds;
    }

    boolean holds(Arrival arrival) {
        return holds.test(arrival);
    }

    private static String text(Arrival arrival) {
        return new String(arrival.body(), StandardCharsets.UTF_8);
    }

    /** Such as {@code key: long}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replaceFirst("_", ": ");
    }
}
