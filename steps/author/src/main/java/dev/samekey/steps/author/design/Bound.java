package dev.samekey.steps.author.design;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A bound, and the values around it.
 *
 * @param what it bounds
 * @param source the member that says it, and its value
 * @param operation null where it is not of one operation
 */
public record Bound(String what, String source, @Nullable String operation, List<Point> points) {
    public Bound {
        points = List.copyOf(points);
    }

    /** The same in other words. */
    Bound saying(UnaryOperator<String> words) {
        return new Bound(
                words.apply(what),
                words.apply(source),
                operation,
                points.stream()
                        .map(one -> new Point(
                                one.place(), words.apply(one.value()), words.apply(one.expected()), one.tried()))
                        .toList());
    }

    /** Where a value is, seen from the bound. */
    public enum Place {
        BELOW("just below"),
        AT("at"),
        ABOVE("just above");

        private final String words;

        Place(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /** A value, what is expected of it, and the cases that try it. */
    public record Point(Place place, String value, String expected, Tried tried) {}
}
