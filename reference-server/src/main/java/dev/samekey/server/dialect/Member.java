package dev.samekey.server.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** A member of a dialect, which knows where it stands: each is what it should be, or the error says where it is not. */
record Member(String file, String path, JsonNode node) {
    Member at(String name) {
        return new Member(file, path.isEmpty() ? name : path + "." + name, node.path(name));
    }

    boolean isAbsent() {
        return node.isMissingNode() || node.isNull();
    }

    @Nullable
    String text() {
        if (isAbsent()) {
            return null;
        }
        require(node.isValueNode(), "must be a text");
        return node.asText();
    }

    String text(String otherwise) {
        return Objects.requireNonNullElse(text(), otherwise);
    }

    /** A JSON scalar. */
    @Nullable
    Object value() {
        require(node.isValueNode() || isAbsent(), "must be a single value");
        return node.isBoolean() ? (Object) node.booleanValue() : text();
    }

    boolean flag(boolean otherwise) {
        require(node.isBoolean() || isAbsent(), "must be true or false");
        return node.asBoolean(otherwise);
    }

    int number(int otherwise) {
        require((node.canConvertToExactIntegral() && node.canConvertToInt()) || isAbsent(), "must be a whole number");
        return node.asInt(otherwise);
    }

    double decimal(double otherwise) {
        require((node.isNumber() && node.asDouble() >= 0) || isAbsent(), "must be a number of at least 0");
        return node.asDouble(otherwise);
    }

    /** A number and its unit: 100ms, 30s, 10m, 24h or 7d. */
    Duration duration(Duration otherwise) {
        String text = text();
        return text == null
                ? otherwise
                : Durations.parse(text)
                        .orElseThrow(() -> wrong("must be a duration such as 100ms, 30s, 10m, 24h or 7d"));
    }

    /** A JSON pointer, as text. */
    String pointer() {
        String text = text("");
        require(text.matches("/.+"), "must be a JSON pointer such as /code");
        return text;
    }

    /** One of the constants, in lower case and with either dash. */
    <E extends Enum<E>> E choice(Class<E> type, E otherwise) {
        String text = text();
        return text == null
                ? otherwise
                : Arrays.stream(type.getEnumConstants())
                        .filter(constant -> label(constant).equals(text.replace('-', '_')))
                        .findFirst()
                        .orElseThrow(() -> wrong("must be one of " + labels(type) + ", and is " + text));
    }

    /** The items of a list, or the one value that stands for a list of one. */
    List<Member> items() {
        if (isAbsent()) {
            return List.of();
        }
        return node.isArray()
                ? StreamSupport.stream(node.spliterator(), false)
                        .map(item -> new Member(file, path, item))
                        .toList()
                : List.of(this);
    }

    /** What stands in a list, each item read in the same way. */
    <T> Set<T> set(Function<Member, T> reader) {
        return items().stream().map(reader).collect(Collectors.toUnmodifiableSet());
    }

    /** The first of several values: where a provider documents more than one, the server says one. */
    Member first() {
        return items().stream().findFirst().orElse(this);
    }

    void require(boolean holds, String what) {
        if (!holds) {
            throw wrong(what);
        }
    }

    DialectException wrong(String what) {
        return new DialectException(file + ": " + path + " " + what);
    }

    private static String labels(Class<? extends Enum<?>> type) {
        return Arrays.stream(type.getEnumConstants()).map(Member::label).collect(Collectors.joining(", "));
    }

    private static String label(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
