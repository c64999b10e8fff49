package dev.samekey.steps.model.verdict;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What a scenario says of itself by a tag of the same name, for those who read its result. */
public enum Trait {
    /** An API may well have nothing of what it is about, such as a broker. */
    OPTIONAL,
    /**
     * What its requests meet depends on chance. That it holds for one operation and breaks for another is no difference, and that
     * it holds alone does not show that others broke it.
     */
    CHANCE;

    /** Those of a scenario with these tags, each of which begins with {@code @}. */
    public static Set<Trait> of(Collection<String> tags) {
        Set<Trait> traits = EnumSet.noneOf(Trait.class);
        for (Trait trait : values()) {
            if (tags.contains("@" + trait.name().toLowerCase(Locale.ROOT))) {
                traits.add(trait);
            }
        }
        return traits;
    }
}
