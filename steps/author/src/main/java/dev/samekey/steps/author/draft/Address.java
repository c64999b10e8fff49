package dev.samekey.steps.author.draft;

import dev.samekey.steps.drive.process.CannotRun;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A URL as a person writes it.
 *
 * @param base scheme, host and port
 * @param path with its query; {@code ${unique}} may stand in it
 * @param user what stands before the host; null where there is nothing
 */
record Address(URI base, String path, @Nullable String user) {
    /** Stands for the placeholder where a URL is read, which may have no braces. */
    private static final String STAND_IN = "samekey-unique";

    /**
     * Reads one. Without a scheme it is {@code http}, as for curl.
     *
     * @param what it is, for a message, such as {@code the URL of the curl line}
     * @throws CannotRun when it is none of HTTP
     */
    static Address of(String text, String what) {
        URI whole = whole(text.contains("://") ? text : "http://" + text, what);
        String path = (whole.getRawPath().isEmpty() ? "/" : whole.getRawPath())
                + (whole.getRawQuery() == null ? "" : "?" + whole.getRawQuery());
        URI base = URI.create(
                whole.getScheme() + "://" + whole.getHost() + (whole.getPort() < 0 ? "" : ":" + whole.getPort()));
        return new Address(base, path.replace(STAND_IN, SampleBodies.UNIQUE), whole.getUserInfo());
    }

    private static URI whole(String named, String what) {
        try {
            URI whole = new URI(named.replace(SampleBodies.UNIQUE, STAND_IN));
            boolean isHttp = List.of("http", "https").contains(String.valueOf(whole.getScheme()));
            if (whole.getHost() != null && isHttp) {
                return whole;
            }
        } catch (URISyntaxException none) {
            // Said below, without the text: it may have a password in it.
        }
        throw new CannotRun(what + " cannot be used: write one such as https://staging.example/payments, with unsafe"
                + " characters percent-encoded");
    }
}
