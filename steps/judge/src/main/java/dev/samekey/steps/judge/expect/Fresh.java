package dev.samekey.steps.judge.expect;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Header;
import java.util.regex.Pattern;

/** A header that belongs to one response, so that a replay has one of its own or none. */
public enum Fresh {
    /** RFC 6265; RFC 9110, sections 11.6.1 and 11.6.3. */
    CREDENTIALS("cookie or challenge", "set-cookie|(www|proxy)-authenticate|authentication-info"),
    REQUEST_ID("request id", "(x-)?request-id|x-trace-id|traceparent|x-amzn-requestid|x-(amz|ms)-request-id|cf-ray");

    private final String words;
    private final Pattern headers;

    Fresh(String words, String headers) {
        this.words = words;
        this.headers = Pattern.compile(headers, Pattern.CASE_INSENSITIVE);
    }

    String words() {
        return words;
    }

    /** Whether a header of this name is one. */
    boolean has(String header) {
        return headers.matcher(header).matches();
    }

    /** Whether a response has the same one: a cookie whatever attributes it has. */
    static boolean isIn(Answer answer, Header header) {
        return answer.headers().stream()
                .filter(other -> other.name().equalsIgnoreCase(header.name()))
                .anyMatch(other -> value(other).equals(value(header)));
    }

    /** Which one it is, as the end of a sentence; a cookie without its value, which is a secret. */
    String named(Header header) {
        return this == REQUEST_ID
                ? ", " + header.value()
                : isCookie(header) ? ", the cookie «" + header.value().replaceFirst("=.*", "") + "»" : "";
    }

    private static String value(Header header) {
        return isCookie(header) ? header.value().replaceFirst(";.*", "").strip() : header.value();
    }

    private static boolean isCookie(Header header) {
        return header.name().equalsIgnoreCase("Set-Cookie");
    }
}
