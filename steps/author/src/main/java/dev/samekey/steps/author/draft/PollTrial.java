package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.oracles.wait.Await;
import dev.samekey.steps.drive.http.Answer;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Follows an operation that was only accepted (202) to its end once, and says how that is done again. */
final class PollTrial {
    static final Duration LIMIT = Duration.ofSeconds(10);

    private static final int SEE_OTHER = 303;
    private static final Duration BETWEEN = Duration.ofMillis(200);

    private final URI sentTo;
    private final Function<String, Optional<Answer>> reading;

    /**
     * One that reads.
     *
     * @param sentTo where the operation was sent; nothing of another host is read
     * @param reading gets a path with its query; nothing where there was no response
     */
    PollTrial(URI sentTo, Function<String, Optional<Answer>> reading) {
        this.sentTo = sentTo;
        this.reading = reading;
    }

    /** The member {@code poll} of a target file; nothing where no status URL leads to an end. */
    Optional<ObjectNode> of(Answer accepted) {
        Stream<String> headers =
                PollGuess.HEADERS.stream().filter(name -> accepted.header(name).isPresent());
        Stream<String> links = Leaves.of(accepted.at("")).entrySet().stream()
                .filter(leaf -> leaf.getValue().isTextual() && PollGuess.isLink(leaf.getKey()))
                .map(Map.Entry::getKey);
        return Stream.concat(headers, links)
                .flatMap(at -> followed(at, accepted).stream())
                .findFirst();
    }

    private Optional<ObjectNode> followed(String at, Answer accepted) {
        String named = at.startsWith("/")
                ? accepted.at(at).asText()
                : accepted.header(at).orElse("");
        return path(named).flatMap(path -> {
            Await.Outcome<Optional<Answer>> looked = Await.until(
                    "the end of the operation",
                    LIMIT,
                    BETWEEN,
                    () -> reading.apply(path),
                    look -> look.map(answer -> !isUnderWay(answer)).orElse(true));
            return looked.value().flatMap(answer -> end(at, answer));
        });
    }

    private Optional<String> path(String named) {
        try {
            URI url = sentTo.resolve(named);
            boolean isHere = sentTo.getRawAuthority().equalsIgnoreCase(url.getRawAuthority()) && !url.equals(sentTo);
            String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
            return isHere ? Optional.of(url.getRawPath() + query) : Optional.empty();
        } catch (IllegalArgumentException noUrl) {
            return Optional.empty();
        }
    }

    private static boolean isUnderWay(Answer answer) {
        return answer.isSuccessful()
                && end("", answer).isEmpty()
                && status(answer).isPresent();
    }

    /** What says that the operation has succeeded; nothing where it has not, or where no member of the body says so. */
    private static Optional<ObjectNode> end(String at, Answer answer) {
        ObjectNode poll = JsonNodeFactory.instance.objectNode().put("at", at);
        if (answer.status() == SEE_OTHER) {
            return Optional.of(poll);
        }
        return status(answer)
                .filter(status -> answer.isSuccessful()
                        && PollGuess.isDone(status.getValue().asText()))
                .map(status -> {
                    poll.putObject("until").set(status.getKey(), status.getValue());
                    poll.putObject("failed")
                            .put(status.getKey(), likeThat(status.getValue().asText(), "failed"));
                    return poll;
                });
    }

    /** A word that was not seen, written as the one that was. */
    private static String likeThat(String seen, String word) {
        return seen.equals(seen.toUpperCase(Locale.ROOT)) ? word.toUpperCase(Locale.ROOT) : word;
    }

    private static Optional<Map.Entry<String, JsonNode>> status(Answer answer) {
        return Leaves.of(answer.at("")).entrySet().stream()
                .filter(leaf -> leaf.getValue().isTextual() && PollGuess.isStatus(leaf.getKey()))
                .findFirst();
    }
}
