package dev.samekey.steps.author.design;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The cases that try something.
 *
 * @param cases their ids
 * @param whyNone why there is none; null where there is one
 */
public record Tried(List<String> cases, @Nullable String whyNone) {
    public Tried {
        cases = List.copyOf(cases);
    }

    /** What each of them tries. */
    static Tried all(List<Tried> some) {
        List<String> cases =
                some.stream().flatMap(one -> one.cases().stream()).distinct().toList();
        return cases.isEmpty()
                ? none(some.stream()
                        .flatMap(one -> Stream.ofNullable(one.whyNone()))
                        .distinct()
                        .collect(Collectors.joining(" ")))
                : new Tried(cases, null);
    }

    static Tried none(String why) {
        return new Tried(List.of(), why);
    }
}
