package dev.samekey.steps.drive.http;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * One request on the wire, and its outcome.
 *
 * @param answer null where there was no response
 * @param failure why there was no response; null where there was one
 * @param at when the request left whole
 * @param sent the same on the clock of {@link System#nanoTime()}
 * @param answered when the answer was there whole, or the wait for it was over, on the same clock
 */
public record Exchange(
        Request request,
        URI replica,
        @Nullable Answer answer,
        @Nullable String failure,
        Instant at,
        long sent,
        long answered) {

    /** One that was answered. An answer with two lengths may be any of two, and so is none (RFC 9112, section 6.3). */
    static Exchange answered(Request request, URI replica, Answer answer, Instant at, long sent, long answered) {
        long lengths = answer.headers().stream()
                .filter(header -> header.name().equalsIgnoreCase("Content-Length"))
                .map(Header::value)
                .distinct()
                .count();
        return lengths > 1
                ? new Exchange(request, replica, null, "the response announces two lengths", at, sent, answered)
                : new Exchange(request, replica, answer, null, at, sent, answered);
    }

    public Optional<Answer> reply() {
        return Optional.ofNullable(answer);
    }

    /** The same exchange with its real destination, where a proxy stood in between. */
    public Exchange with(URI meant) {
        return new Exchange(request, meant, answer, failure, at, sent, answered);
    }

    public Duration took() {
        return Duration.ofNanos(answered - sent);
    }

    /** Request and answer as they stand on the wire, and the line that repeats the request. */
    public String transcript() {
        StringJoiner text = new StringJoiner("\n");
        text.add(request.method() + " " + replica + request.path());
        request.headers().forEach(header -> text.add(header.toString()));
        text.add("").add(request.body() == null ? "" : request.body()).add("");
        if (answer == null) {
            text.add("(no response: " + failure + ")");
        } else {
            text.add("HTTP " + answer.status() + "  (after " + took().toMillis() + " ms)");
            answer.headers().forEach(header -> text.add(header.toString()));
            text.add("").add(answer.body());
        }
        return text.add("").add("# to repeat it").add(curl()).toString();
    }

    /** The request as one line for a POSIX shell. */
    public String curl() {
        return request.curl(replica);
    }
}
