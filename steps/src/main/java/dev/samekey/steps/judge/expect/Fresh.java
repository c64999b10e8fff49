package dev.samekey.steps.judge.expect;

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
}
