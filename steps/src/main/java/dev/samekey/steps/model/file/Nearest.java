package dev.samekey.steps.model.file;

import java.util.Collection;
import java.util.Comparator;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** The right name that a wrong one probably meant. */
public final class Nearest {
    private Nearest() {}

    /** Such as {@code ; did you mean «method»? (known: body, method, path)}. */
    public static String hint(String wrong, Collection<?> known) {
        var distance = LevenshteinDistance.getDefaultInstance();
        String hint = known.stream()
                .map(String::valueOf)
                .filter(name -> distance.apply(wrong, name) <= Math.max(2, name.length() / 3))
                .min(Comparator.comparing(name -> distance.apply(wrong, name)))
                .map(name -> "; did you mean «" + name + "»?")
                .orElse("");
        String all =
                String.join(", ", known.stream().map(String::valueOf).sorted().toList());
        return hint + " (known: " + (all.isEmpty() ? "none" : all) + ")";
    }
}
