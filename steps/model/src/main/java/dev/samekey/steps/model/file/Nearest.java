package dev.samekey.steps.model.file;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** The right name that a wrong one probably meant. */
public final class Nearest {
    /** More names than these nobody reads. */
    private static final int FEW = 40;

    private Nearest() {}

    /** Such as {@code ; did you mean «method»? (known: body, method, path)}. */
    public static String hint(String wrong, Collection<?> known) {
        if (known.size() > FEW) {
            return offer(wrong, known);
        }
        String all =
                String.join(", ", known.stream().map(String::valueOf).sorted().toList());
        return offer(wrong, known) + " (known: " + (all.isEmpty() ? "none" : all) + ")";
    }

    /** Such as {@code ; did you mean «method»?}, without the other known names; empty where none is near. */
    public static String offer(String wrong, Collection<?> known) {
        var distance = LevenshteinDistance.getDefaultInstance();
        String lower = wrong.toLowerCase(Locale.ROOT);
        return known.stream()
                .map(String::valueOf)
                .filter(name -> distance.apply(lower, name.toLowerCase(Locale.ROOT)) <= Math.max(2, name.length() / 3))
                .min(Comparator.comparing((String name) -> distance.apply(lower, name.toLowerCase(Locale.ROOT)))
                        .thenComparing(name -> !letters(lower).equals(letters(name.toLowerCase(Locale.ROOT)))))
                .map(name -> "; did you mean «" + name + "»?")
                .orElse("");
    }

    /** Two letters that changed places are the likeliest mistake. */
    private static List<Integer> letters(String word) {
        return word.chars().sorted().boxed().toList();
    }
}
