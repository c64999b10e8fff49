package dev.samekey.steps.judge.expect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.judge.world.Attempt;
import dev.samekey.steps.judge.world.Bodies;
import dev.samekey.steps.model.targets.Role;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What only the caller of a request may know: the values of the request and of its response. What another caller sent too, and
 * what an unrelated response has too, is no secret.
 */
public final class Disclosure {
    /** Shorter values come up by chance. */
    private static final int TELLING = 5;

    private static final ObjectMapper JSON = new ObjectMapper();

    /** What names a result outside its body, however short it is. */
    private static final List<String> NAMING = List.of("ETag", "Location", "Content-Location");

    private final Set<String> secrets;
    private final List<Header> headers;

    /**
     * Of a request, before another one.
     *
     * @param other the request whose response must reveal nothing of the first
     * @param unrelated those that have nothing to do with the first
     */
    public Disclosure(Attempt first, Attempt other, List<Attempt> unrelated) {
        Set<String> known = sent(other);
        // A response may name the key of its own request.
        other.call().request().headers().forEach(header -> known.add(header.value()));
        secrets = sent(first);
        collect(first.answer().body(), secrets);
        secrets.removeIf(value -> value.length() < TELLING || known.contains(value));
        // A word such as a status is no secret; a value that matters has a digit or more than one word.
        secrets.removeIf(value ->
                value.matches("[A-Za-z_-]+") && !value.equals(first.call().unique()));
        secrets.removeIf(value -> known.stream().anyMatch(sent -> sent.contains(value)));
        // Who names a thing in the path of a request knows its id.
        String path = URLDecoder.decode(other.call().request().path(), StandardCharsets.UTF_8);
        secrets.removeIf(path::contains);
        unrelated.stream().map(Attempt::answer).forEach(answer -> secrets.removeIf(value -> isIn(answer, value)));
        headers = headers(first, known, unrelated);
    }

    /**
     * What names the first result and no other: an unrelated one has something else in the same header. What changes a thing
     * may be refused with the thing as it is.
     */
    private static List<Header> headers(Attempt first, Set<String> known, List<Attempt> unrelated) {
        if (first.call().operation().role() != Role.CREATE) {
            return List.of();
        }
        return NAMING.stream()
                .flatMap(name -> first.answer().header(name).map(value -> new Header(name, value)).stream())
                .filter(header -> !known.contains(header.value()))
                .filter(header -> {
                    List<String> others = unrelated.stream()
                            .flatMap(one -> one.answer().header(header.name()).stream())
                            .toList();
                    return !others.isEmpty() && !others.contains(header.value());
                })
                .toList();
    }

    /** A secret that the answer has; nothing where it has none. */
    public Optional<String> in(Answer answer) {
        return secrets.stream()
                .filter(secret -> isIn(answer, secret))
                .findFirst()
                // A success has headers of a result of its own, which are the same where they are made of equal
                // contents.
                .or(() -> headers.stream()
                        .filter(header -> !answer.isSuccessful())
                        .filter(header -> answer.header(header.name())
                                .filter(header.value()::equals)
                                .isPresent())
                        .map(header -> header.name() + ": " + header.value())
                        .findFirst());
    }

    /** As a whole: the digits of a number are in many longer ones. */
    private static boolean isIn(Answer answer, String value) {
        return Pattern.compile("(?<![A-Za-z0-9])" + Pattern.quote(value) + "(?![A-Za-z0-9])")
                .matcher(answer.headers() + "\n" + answer.body())
                .find();
    }

    private static Set<String> sent(Attempt attempt) {
        return new LinkedHashSet<>(Bodies.values(attempt.call().request()));
    }

    private static void collect(String body, Set<String> values) {
        try {
            collect(JSON.readTree(body), values);
        } catch (JsonProcessingException noJson) {
            values.add(body);
        }
    }

    private static void collect(JsonNode node, Set<String> values) {
        if (node.isValueNode()) {
            values.add(node.asText());
        }
        node.forEach(inner -> collect(inner, values));
    }
}
