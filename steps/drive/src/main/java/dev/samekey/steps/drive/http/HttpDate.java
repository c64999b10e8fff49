package dev.samekey.steps.drive.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A date in a header. A recipient reads three forms of it, of which a sender writes the first (RFC 9110, section 5.6.7). */
final class HttpDate {
    private static final int LATEST_YEARS = 50;

    private HttpDate() {}

    /** Nothing where it is in none of the forms. */
    static Optional<Instant> read(String date) {
        return forms().stream().flatMap(form -> read(date, form).stream()).findFirst();
    }

    private static Optional<Instant> read(String date, DateTimeFormatter form) {
        try {
            return Optional.of(
                    ZonedDateTime.parse(date, form.withZone(ZoneOffset.UTC)).toInstant());
        } catch (DateTimeException other) {
            return Optional.empty();
        }
    }

    /** A year of two digits is at most 50 years ahead. */
    private static List<DateTimeFormatter> forms() {
        LocalDate first = LocalDate.now(ZoneOffset.UTC).minusYears(99L - LATEST_YEARS);
        DateTimeFormatter rfc850 = new DateTimeFormatterBuilder()
                .appendPattern("EEEE, dd-MMM-")
                .appendValueReduced(ChronoField.YEAR, 2, 2, first)
                .appendPattern(" HH:mm:ss 'GMT'")
                .toFormatter(Locale.ENGLISH);
        DateTimeFormatter asctime = DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ENGLISH);
        return List.of(DateTimeFormatter.RFC_1123_DATE_TIME, rfc850, asctime);
    }
}
