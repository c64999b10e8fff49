package dev.samekey.steps.judge.audit;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Header;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One exchange of a recording, as far as it was recorded.
 *
 * @param place where it stands
 * @param answered when its response ended; null where nobody knows
 * @param resolution of both times
 * @param caller who sent it
 * @param path with its query
 * @param key the recording's own word for it; null where it has none, and the request's headers or payload show it
 * @param headers of the request
 * @param payload of the request; null where it was not recorded
 * @param response null where there was none
 */
public record Recorded(
        Place place,
        Instant sent,
        @Nullable Instant answered,
        Duration resolution,
        CallerId caller,
        String method,
        String path,
        @Nullable String key,
        List<Header> headers,
        @Nullable String payload,
        @Nullable Response response) {
    public Recorded {
        headers = List.copyOf(headers);
    }

    /** @param line from 1; the number of the entry in an HTTP archive */
    public record Place(String file, int line) {
        @Override
        public String toString() {
            return file + ":" + line;
        }
    }

    /**
     * A response.
     *
     * @param hasHeaders whether they were recorded
     * @param hasBody likewise
     */
    public record Response(Answer answer, boolean hasHeaders, boolean hasBody) {}

    Optional<String> header(String name) {
        return headers.stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(Header::value)
                .findFirst();
    }
}
