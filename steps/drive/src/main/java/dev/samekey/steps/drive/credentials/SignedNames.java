package dev.samekey.steps.drive.credentials;

import dev.samekey.steps.drive.http.Content;
import dev.samekey.steps.drive.http.Request;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the names in a template stand for that describes a signature. All of one request have the same time and nonce.
 *
 * @param at when it is signed
 * @param nonce a text that no other request has
 */
record SignedNames(Request request, URI replica, Instant at, String nonce) {
    private static final String BODY = "${body}";
    private static final Pattern NAME = Pattern.compile("\\$\\{([^}]*)}");
    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    /** The text with the value of each name in its place. */
    String fill(String text) {
        return NAME.matcher(text).replaceAll(found -> Matcher.quoteReplacement(value(found.group(1))));
    }

    /** The bytes of such a text in UTF-8, in which {@code ${body}} stands for the bytes that are sent. */
    byte[] bytes(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int from = 0;
        for (int at = text.indexOf(BODY); at >= 0; at = text.indexOf(BODY, from)) {
            bytes.writeBytes(utf8(fill(text.substring(from, at))));
            bytes.writeBytes(request.bytes());
            from = at + BODY.length();
        }
        bytes.writeBytes(utf8(fill(text.substring(from))));
        return bytes.toByteArray();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private String value(String name) {
        if (name.startsWith("header.")) {
            return request.header(name.substring("header.".length())).orElse("");
        }
        String path = path(request, replica);
        int query = path.indexOf('?');
        return switch (name) {
            case "method" -> request.method();
            case "path" -> query < 0 ? path : path.substring(0, query);
            case "query" -> query < 0 ? "" : path.substring(query + 1);
            case "host" -> replica.getRawAuthority();
            case "date" -> HTTP_DATE.format(at);
            case "timestamp" -> String.valueOf(at.getEpochSecond());
            case "time" -> at.truncatedTo(ChronoUnit.SECONDS).toString();
            case "nonce" -> nonce;
            case "digest" -> Base64.getEncoder().encodeToString(sha256(request.bytes()));
            case "digest.hex" -> HexFormat.of().formatHex(sha256(request.bytes()));
            case "body" -> text();
            default -> "${" + name + "}";
        };
    }

    /** The body in a header, which is a text. */
    private String text() {
        Content content = request.content();
        if (content != null && !content.isText()) {
            throw new NoCredentials(
                    "the body has the bytes of a file, which no header can have: write ${digest} in place of ${body}");
        }
        return content == null ? "" : content.text();
    }

    /** The whole path: the URL of a target may have one too. */
    static String path(Request request, URI replica) {
        return (replica.getRawPath() == null ? "" : replica.getRawPath()) + request.path();
    }

    static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
