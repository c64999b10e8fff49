package dev.samekey.steps.model.targets;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Replaces many texts in one pass, the longest where several begin at one place. The first letters of a text lead to it, so a run
 * with more secrets takes no longer.
 */
final class Replacements {
    /** So many letters lead to a text, and fit into a long. A shorter text is not replaced. */
    static final int SHORTEST = 4;

    /** A shorter text is part of many words: it is replaced where it is a word of its own. */
    private static final int LONG = 8;

    private static final int LETTER_BITS = 16;
    private static final int WORD_BITS = 6;
    /** Spreads what differs in a long over its upper bits (D. Knuth, The Art of Computer Programming, section 6.4). */
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final Map<Long, List<Form>> forms = new HashMap<>();
    /** A bit for each hash of first letters that a form has: most places of a text are done with it. */
    private final long[] begins = new long[1 << (LETTER_BITS - WORD_BITS)];

    private record Form(String text, String name) {}

    /** @param names what stands in the place of each text */
    Replacements(Map<String, String> names) {
        names.entrySet().stream()
                .filter(one ->
                        one.getKey().length() >= SHORTEST && !one.getKey().isBlank())
                .map(one -> new Form(one.getKey(), one.getValue()))
                .sorted(Comparator.<Form>comparingInt(form -> -form.text().length())
                        .thenComparing(Form::text))
                .forEach(form -> {
                    long first = first(form.text());
                    forms.computeIfAbsent(first, unused -> new ArrayList<>()).add(form);
                    begins[hash(first) >>> WORD_BITS] |= 1L << hash(first);
                });
    }

    private static long first(String text) {
        long first = 0;
        for (int i = 0; i < SHORTEST; i++) {
            first = first << LETTER_BITS | text.charAt(i);
        }
        return first;
    }

    private static int hash(long first) {
        return (int) ((first * GOLDEN) >>> (Long.SIZE - LETTER_BITS));
    }

    boolean isEmpty() {
        return forms.isEmpty();
    }

    String in(String text) {
        return replaced(text, new TreeSet<>());
    }

    /** What stands in the place of the texts that are found in this one. */
    Set<String> namesIn(String text) {
        Set<String> names = new TreeSet<>();
        replaced(text, names);
        return names;
    }

    private String replaced(String text, Set<String> names) {
        StringBuilder replaced = new StringBuilder();
        int done = 0;
        long letters = 0;
        for (int last = 0; last < text.length(); last++) {
            letters = letters << LETTER_BITS | text.charAt(last);
            int start = last - SHORTEST + 1;
            int hash = hash(letters);
            if (start >= done && (begins[hash >>> WORD_BITS] >>> hash & 1) != 0) {
                Form found = at(text, start, letters);
                if (found != null) {
                    names.add(found.name());
                    replaced.append(text, done, start).append(found.name());
                    done = start + found.text().length();
                }
            }
        }
        return done == 0 ? text : replaced.append(text, done, text.length()).toString();
    }

    private @Nullable Form at(String text, int start, long letters) {
        for (Form form : forms.getOrDefault(letters, List.of())) {
            int length = form.text().length();
            if (text.startsWith(form.text(), start)
                    && (length >= LONG || (begins(text, start) && ends(text, start + length)))) {
                return form;
            }
        }
        return null;
    }

    /** What is before a word in a report: no letter or digit, or an escaped character. */
    private static boolean begins(String text, int start) {
        return start == 0
                || !Character.isLetterOrDigit(text.charAt(start - 1))
                || (start > 2 && text.charAt(start - 3) == '%' && isHex(text, start - 2) && isHex(text, start - 1))
                || (start > 1 && text.charAt(start - 2) == '\\' && "bfnrt".indexOf(text.charAt(start - 1)) >= 0);
    }

    private static boolean isHex(String text, int at) {
        return Character.digit(text.charAt(at), 16) >= 0;
    }

    private static boolean ends(String text, int end) {
        return end == text.length() || !Character.isLetterOrDigit(text.charAt(end));
    }
}
