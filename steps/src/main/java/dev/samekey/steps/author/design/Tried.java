package dev.samekey.steps.author.design;

import java.util.List;
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

    static Tried none(String why) {
        return new Tried(List.of(), why);
    }
}
