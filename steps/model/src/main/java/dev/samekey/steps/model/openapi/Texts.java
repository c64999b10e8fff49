package dev.samekey.steps.model.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.curiousoddman.rgxgen.RgxGen;
import com.github.curiousoddman.rgxgen.config.RgxGenOption;
import com.github.curiousoddman.rgxgen.config.RgxGenProperties;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Texts that fit a schema: by its pattern, its format and its length, and else by the name of the member. */
public final class Texts {
    private static final String LAST_RESORT = "text";
    /** A longer pattern, or one that repeats more often, is none of a value that people write. */
    private static final int LONGEST_PATTERN = 500;

    private static final Pattern HUMP = Pattern.compile("([a-z0-9])([A-Z])");
    private static final Pattern MANY = Pattern.compile("\\{\\d*,?\\d{5,}}");
    private static final int TRIES = 50;

    /** What a format or a name says, the first that matches: several values for those that are written in several ways. */
    private record Usual(Pattern names, List<String> values) {
        static Usual of(String names, String... values) {
            return new Usual(Pattern.compile("(.+_)?(" + names + ")"), List.of(values));
        }
    }

    private static final List<Usual> USUAL = List.of(
            Usual.of("date_time|timestamp|datetime|.+_at", "2030-01-15T12:00:00Z"),
            Usual.of("date|birthday|dob", "2030-01-15", "15/01/2030", "20300115"),
            Usual.of("time", "12:00:00Z", "12:00", "12:00:00"),
            Usual.of("duration", "PT1H"),
            Usual.of("e_?mail|email_address", "someone@example.org"),
            Usual.of("uri|url|href", "https://example.org/"),
            Usual.of("host|hostname", "example.org"),
            Usual.of("ipv4|ip|ip_address", "192.0.2.1"),
            Usual.of("ipv6", "2001:db8::1"),
            Usual.of("u?uid", "00000000-0000-4000-8000-000000000001"),
            Usual.of("byte|base64", "dGV4dA=="),
            Usual.of("iban", "DE89370400440532013000"),
            Usual.of("bic|swift|swift_code|bic_swift", "DEUTDEFF", "DEUTDEFFXXX"),
            Usual.of("currency|currency_code|ccy|iso_?4217", "EUR", "eur"),
            Usual.of("country|country_code|iso_?3166(_.*)?", "DE", "DEU"),
            Usual.of(
                    "(tele)?phone|(tele)?phone_number|mobile|mobile_number|msisdn",
                    "+4930123456",
                    "4930123456",
                    "030123456"),
            Usual.of("language|lang|language_code", "en", "EN", "eng"),
            Usual.of("locale", "en-US", "en_US", "en"),
            Usual.of("time_?zone|tz", "Europe/Berlin"),
            Usual.of("zip|zip_?code|postal_?code|post_?code", "10115"),
            Usual.of("amount|price|total|value|decimal|fee|balance|cost", "10.00", "10", "10.0", "1000"));

    /** The names of members recur in a document. */
    private static final Map<String, List<String>> BY_NAME = new ConcurrentHashMap<>();

    private Texts() {}

    /**
     * A text that fits a schema without references.
     *
     * @param name of the member that it is for; empty where it has none
     */
    static String fitting(String name, JsonNode flat) {
        String format = snake(flat.path("format").asText());
        String pattern = flat.path("pattern").asText();
        Stream<String> usual = Stream.of(format, snake(name)).flatMap(Texts::usual);
        return usual.filter(text -> fits(text, flat))
                .findFirst()
                .or(() -> generated(pattern, flat))
                .orElseGet(() -> lastResort(flat));
    }

    private static Stream<String> usual(String name) {
        return BY_NAME
                .computeIfAbsent(
                        name,
                        unused -> USUAL.stream()
                                .filter(one -> one.names().matcher(name).matches())
                                .findFirst()
                                .map(Usual::values)
                                .orElse(List.of()))
                .stream();
    }

    /** Whether a text fits the length and the pattern of a schema without references. */
    public static boolean fits(String text, JsonNode flat) {
        return text.length() >= flat.path("minLength").asInt(0)
                && text.length() <= flat.path("maxLength").asInt(text.length())
                && (!flat.has("pattern") || matches(text, flat.path("pattern").asText()));
    }

    private static boolean matches(String text, String pattern) {
        try {
            return Pattern.compile(pattern).matcher(text).find();
        } catch (PatternSyntaxException ofAnotherKind) {
            return false;
        }
    }

    /** The shortest of some texts that match. */
    private static Optional<String> generated(String pattern, JsonNode flat) {
        if (pattern.isEmpty()
                || pattern.length() > LONGEST_PATTERN
                || MANY.matcher(pattern).find()) {
            return Optional.empty();
        }
        // The generator says in many ways that it does not know a word of the pattern.
        try {
            RgxGenProperties properties = new RgxGenProperties();
            RgxGenOption.INFINITE_PATTERN_REPETITION.setInProperties(properties, 10);
            RgxGen generator = RgxGen.parse(properties, pattern);
            return IntStream.range(0, TRIES)
                    .mapToObj(seed -> generator.generate(new Random(seed)))
                    .filter(text -> fits(text, flat) && text.chars().allMatch(one -> one >= ' ' && one <= '~'))
                    .min((one, other) -> Integer.compare(one.length(), other.length()));
        } catch (RuntimeException ofAnotherKind) {
            return Optional.empty();
        }
    }

    private static String lastResort(JsonNode flat) {
        int shortest = flat.path("minLength").asInt(0);
        String longEnough = LAST_RESORT + "x".repeat(Math.max(0, Math.min(shortest, 1000) - LAST_RESORT.length()));
        int longest = flat.path("maxLength").asInt(longEnough.length());
        return longEnough.substring(0, Math.max(0, Math.min(longest, longEnough.length())));
    }

    /** Whether a text is one that stands where nothing says what a value looks like. */
    public static boolean isLastResort(String text) {
        return text.matches(LAST_RESORT + "x*");
    }

    private static String snake(String name) {
        return HUMP.matcher(name).replaceAll("$1_$2").replace('-', '_').toLowerCase(Locale.ROOT);
    }
}
