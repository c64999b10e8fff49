package dev.samekey.steps.judge.expect;

import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.targets.Secrets;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The secrets of requests: credentials in their headers, full card numbers and account numbers (IBAN) in their bodies.
 *
 * @param kindsByText what each secret is, by its text on the wire
 */
public record Confidential(Map<String, String> kindsByText) {
    /** Shorter texts are in many lines that mean something else. */
    private static final int SHORTEST = 6;

    private static final Pattern CREDENTIAL = Pattern.compile(
            ".*(authorization|token|secret|password|cookie|api-?key|credential|session).*", Pattern.CASE_INSENSITIVE);
    private static final Pattern CARD = Pattern.compile("(?<![\\w-])\\d(?:[ -]?\\d){12,18}(?![\\w-])");
    private static final Pattern IBAN = Pattern.compile("(?<!\\w)[A-Z]{2}\\d{2}(?: ?[A-Z0-9]){11,30}(?!\\w)");
    private static final BigInteger IBAN_MODULUS = BigInteger.valueOf(97);

    /** @param secrets what the target file takes from the environment, whatever header it stands in */
    public static Confidential of(List<Request> requests, Secrets secrets) {
        Map<String, String> kinds = new LinkedHashMap<>();
        for (Request request : requests) {
            request.headers().stream()
                    .filter(header -> CREDENTIAL.matcher(header.name()).matches() || secrets.isPrivate(header.value()))
                    .forEach(header -> credentials(header)
                            .forEach(value -> kinds.put(value, "the credential of the header " + header.name())));
            String body = request.body() == null ? "" : request.body();
            CARD.matcher(body)
                    .results()
                    .map(found -> found.group())
                    .filter(Confidential::isCard)
                    .forEach(card -> put(kinds, card, "a card number"));
            IBAN.matcher(body)
                    .results()
                    .map(found -> found.group())
                    .filter(Confidential::isIban)
                    .forEach(iban -> put(kinds, iban, "an IBAN"));
        }
        return new Confidential(kinds);
    }

    /** The text without any of it. */
    public String masked(String text) {
        String masked = text;
        for (Map.Entry<String, String> secret : kindsByText.entrySet()) {
            masked = masked.replace(secret.getKey(), "[" + secret.getValue() + "]");
        }
        return masked;
    }

    /** The kinds, each once. */
    public String kinds() {
        return kindsByText.values().stream().distinct().collect(Collectors.joining(", "));
    }

    /** As it was sent, and without its blanks. */
    private static void put(Map<String, String> kinds, String number, String kind) {
        kinds.put(number, kind);
        kinds.put(number.replaceAll("[ -]", ""), kind);
    }

    private static List<String> credentials(Header header) {
        String value = header.value().strip();
        if (header.name().toLowerCase(Locale.ROOT).contains("cookie")) {
            return Pattern.compile(";\\s*")
                    .splitAsStream(value)
                    .map(pair -> pair.substring(pair.indexOf('=') + 1))
                    .filter(Confidential::isLong)
                    .toList();
        }
        String secret = value.substring(value.lastIndexOf(' ') + 1);
        boolean basic = value.regionMatches(true, 0, "Basic ", 0, 6);
        return (basic ? List.of(secret, password(secret)) : List.of(secret))
                .stream().filter(Confidential::isLong).toList();
    }

    /** The part after the colon (RFC 7617); empty where the text is no such pair. */
    private static String password(String basic) {
        try {
            String pair = new String(Base64.getDecoder().decode(basic), StandardCharsets.UTF_8);
            return pair.substring(pair.indexOf(':') + 1);
        } catch (IllegalArgumentException noBase64) {
            return "";
        }
    }

    private static boolean isLong(String value) {
        return value.length() >= SHORTEST;
    }

    /** By the check digit of Luhn. */
    public static boolean isCard(String text) {
        String digits = text.replaceAll("\\D", "");
        int sum = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(digits.length() - 1 - i) - '0';
            int counted = i % 2 == 0 ? digit : 2 * digit;
            sum += counted > 9 ? counted - 9 : counted;
        }
        return sum % 10 == 0;
    }

    /** By its check digits (ISO 7064, MOD 97-10). */
    public static boolean isIban(String text) {
        String plain = text.replace(" ", "");
        Matcher letters = Pattern.compile("[A-Z]").matcher(plain.substring(4) + plain.substring(0, 4));
        String number = letters.replaceAll(
                found -> String.valueOf(Character.digit(found.group().charAt(0), 36)));
        return new BigInteger(number).mod(IBAN_MODULUS).equals(BigInteger.ONE);
    }
}
