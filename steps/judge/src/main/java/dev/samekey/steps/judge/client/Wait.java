package dev.samekey.steps.judge.client;

import dev.samekey.steps.judge.words.Word;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** For how long a service asks a client to wait, by {@code Retry-After} (RFC 9110, section 10.2.3). */
public enum Wait implements Word {
    TWO_SECONDS("two seconds", Duration.ofSeconds(2)),
    FOUR_SECONDS("four seconds", Duration.ofSeconds(4)),
    DATE("until a date in two seconds", Duration.ofSeconds(2)),
    PAST("until a date gone by", null),
    NEGATIVE("less than no time", null),
    UNREADABLE("an unreadable time", null),
    /** Each operation has the next of several, which {@link Plays} knows by the contract. */
    LONG("for a long time", null),
    /** The same of values that ask for no time or cannot be read. */
    UNKEPT("a time that cannot be kept", null);

    private static final DateTimeFormatter HTTP_DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH);

    private final String words;
    private final @Nullable Duration time;

    Wait(String words, @Nullable Duration time) {
        this.words = words;
        this.time = time;
    }

    @Override
    public String words() {
        return words;
    }

    /** How long; null where the header asks for no time that can be kept. */
    public @Nullable Duration time() {
        return time;
    }

    /** The value of the header in a response that is sent now. */
    public String header(Clock clock) {
        return switch (this) {
            // A date has whole seconds: one more, so that it is not less than was said.
            case DATE -> date(clock, 3);
            case PAST -> date(clock, -3600);
            case NEGATIVE -> "-5";
            case UNREADABLE -> "soon";
            case LONG, UNKEPT -> throw new IllegalStateException("«" + words + "» is no single value");
            case TWO_SECONDS, FOUR_SECONDS -> String.valueOf(time == null ? 0 : time.toSeconds());
        };
    }

    private static String date(Clock clock, int seconds) {
        return HTTP_DATE.format(
                ZonedDateTime.now(clock.withZone(ZoneOffset.UTC)).plusSeconds(seconds));
    }
}
