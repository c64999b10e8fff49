package dev.samekey.steps.drive.http;

import dev.samekey.steps.model.net.WireProtocol;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * One request on the wire, and its outcome.
 *
 * @param request as it was made: the same request may have a newer token or signature when it is sent again
 * @param answer null where there was no response
 * @param failure why there was no response; null where there was one
 * @param at when the request left whole
 * @param sent the same on the clock of {@link System#nanoTime()}
 * @param answered when the answer was there whole, or the wait for it was over, on the same clock
 * @param finished when its operation had ended, on the same clock: later than the answer where that only accepted it (202)
 * @param left the request as it left, with the credentials of its sender
 * @param refused the same request with an older token, which was refused with 401 before this one was sent; null else
 * @param protocol what was spoken on the wire
 */
public record Exchange(
        Request request,
        URI replica,
        @Nullable Answer answer,
        @Nullable String failure,
        Instant at,
        long sent,
        long answered,
        long finished,
        Request left,
        @Nullable Exchange refused,
        WireProtocol protocol) {

    /** One that was sent once. */
    public Exchange(
            Request request,
            URI replica,
            @Nullable Answer answer,
            @Nullable String failure,
            Instant at,
            long sent,
            long answered) {
        this(request, replica, answer, failure, at, sent, answered, answered, request, null, WireProtocol.HTTP_1_1);
    }

    /** One that was answered. An answer with two lengths may be any of two, and so is none (RFC 9112, section 6.3). */
    static Exchange answered(Request request, URI replica, Answer answer, Instant at, long sent, long answered) {
        long lengths = answer.headers().stream()
                .filter(header -> header.name().equalsIgnoreCase("Content-Length"))
                .map(Header::value)
                .distinct()
                .count();
        return lengths > 1
                ? new Exchange(request, replica, null, "the response announces two lengths", at, sent, answered)
                : new Exchange(request, replica, answer.asAskedFor(request), null, at, sent, answered);
    }

    public Optional<Answer> reply() {
        return Optional.ofNullable(answer);
    }

    /** The same exchange with its real destination, where a proxy stood in between. */
    public Exchange with(URI meant) {
        return new Exchange(request, meant, answer, failure, at, sent, answered, finished, left, refused, protocol);
    }

    /** The same exchange, whose answer says no in its body. */
    public Exchange refusing() {
        Answer refusal = Objects.requireNonNull(answer, "what was not answered was not refused");
        return new Exchange(
                request, replica, refusal.refusing(), failure, at, sent, answered, finished, left, refused, protocol);
    }

    /** The same exchange, whose operation was accepted and ended so. */
    public Exchange ended(Answer.End end) {
        Answer accepted = Objects.requireNonNull(answer, "what was not answered was not accepted");
        return new Exchange(
                request,
                replica,
                accepted.ended(end),
                failure,
                at,
                sent,
                answered,
                System.nanoTime(),
                left,
                refused,
                protocol);
    }

    /** The same exchange, whose operation was accepted, and whose end nobody saw: what was answered is no outcome. */
    public Exchange withoutEnd(String why) {
        return new Exchange(
                request, replica, null, why, at, sent, answered, System.nanoTime(), left, refused, protocol);
    }

    /** The same exchange of a request as it was made, which left as this one has it. */
    Exchange of(Request made) {
        return new Exchange(made, replica, answer, failure, at, sent, answered, finished, left, refused, protocol);
    }

    /** The same exchange, which came after this one was refused. */
    Exchange after(Exchange older) {
        return new Exchange(request, replica, answer, failure, at, sent, answered, finished, left, older, protocol);
    }

    /** The same exchange, for which this was spoken. */
    Exchange over(WireProtocol spoken) {
        return new Exchange(request, replica, answer, failure, at, sent, answered, finished, left, refused, spoken);
    }

    public Duration took() {
        return Duration.ofNanos(answered - sent);
    }

    /** The same until its operation had ended. */
    public Duration lasted() {
        return Duration.ofNanos(finished - sent);
    }

    /** The same exchange, as if its answer had come when its operation had ended. */
    public Exchange toItsEnd() {
        return new Exchange(request, replica, answer, failure, at, sent, finished, finished, left, refused, protocol);
    }

    /** Whether there was no whole response in time. */
    public boolean isLate() {
        return failure != null && failure.startsWith(Wire.LATE);
    }

    /** Whether its caller closed the connection before there was a whole response. */
    public boolean isGivenUp() {
        return isLate() || (failure != null && failure.contains(RequestDriver.LEFT));
    }

    /** Request and answer as they stand on the wire, and the line that repeats the request. */
    public String transcript() {
        StringJoiner text = new StringJoiner("\n");
        if (refused != null) {
            text.add("(sent again: the token was refused with "
                            + refused.reply().map(Answer::status).orElse(0) + ", and was renewed)")
                    .add("");
        }
        text.add(left.method() + " " + replica + left.path());
        left.headers().forEach(header -> text.add(header.toString()));
        text.add("").add(left.content() == null ? "" : left.content().shown()).add("");
        if (answer == null) {
            text.add("(no response: " + failure + ")");
        } else {
            text.add((protocol.isSecondVersion() ? "HTTP/2 " : "HTTP ") + answer.status() + "  (after "
                    + took().toMillis() + " ms)");
            answer.headers().forEach(header -> text.add(header.toString()));
            text.add("").add(answer.body());
            if (answer.end() != null) {
                Answer last = answer.end().last();
                text.add("")
                        .add("(it was polled, and ended with HTTP " + last.status() + ")")
                        .add(last.body());
            }
        }
        return text.add("").add("# to repeat it").add(curl()).toString();
    }

    /** The request as one line for a POSIX shell. */
    public String curl() {
        return left.curl(replica, protocol);
    }
}
