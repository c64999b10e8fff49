package dev.samekey.reports.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** How texts of a target are shown: shortened where there is little room, and nothing in them steers what shows them. */
final class Shown {
    /** More names would hide what is said of them. */
    static final int MOST_NAMED = 5;

    private static final Set<Character.UnicodeScript> WIDE = Set.of(
            Character.UnicodeScript.HAN,
            Character.UnicodeScript.HIRAGANA,
            Character.UnicodeScript.KATAKANA,
            Character.UnicodeScript.HANGUL);

    private static final int FIRST_PICTURE = 0x1F300;

    /** What turns the direction of a text: Unicode Standard Annex 9, section 2. */
    private static final int ARABIC_MARK = 0x061C;

    private static final int FIRST_MARK = 0x200E;
    private static final int LAST_MARK = 0x200F;
    private static final int FIRST_EMBEDDING = 0x202A;
    private static final int LAST_EMBEDDING = 0x202E;
    private static final int FIRST_ISOLATE = 0x2066;
    private static final int LAST_ISOLATE = 0x2069;

    private Shown() {}

    /** The text, or its begin where it is longer than so many characters. */
    static String shortened(String text, int most) {
        if (text.codePointCount(0, text.length()) <= most) {
            return text;
        }
        return text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
    }

    /** A few names, such as {@code payment, refund}; of many their number, such as {@code 37 operations}. */
    static String names(List<String> names, String of) {
        return names.size() > MOST_NAMED ? names.size() + " " + of : String.join(", ", names);
    }

    /** Lines of at most so many characters, where no word is longer; each but the first begins two further in. */
    static List<String> wrapped(String indent, String text, int most) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(indent);
        boolean isBegin = true;
        for (String word : text.split(" ", -1)) {
            if (!isBegin && line.length() + 1 + word.length() > most) {
                lines.add(line.toString());
                line = new StringBuilder(indent + "  ").append(word);
            } else {
                line.append(isBegin ? "" : " ").append(word);
            }
            isBegin = false;
        }
        lines.add(line.toString());
        return lines;
    }

    /** The text, or its begin where it takes more than so many columns of a terminal; controls are made visible. */
    static String inColumns(String text, int most) {
        String line = visible(text).replace('\n', ' ');
        if (columns(line) <= most) {
            return line;
        }
        StringBuilder begin = new StringBuilder();
        int taken = 1;
        for (int c : line.codePoints().toArray()) {
            taken += columns(c);
            if (taken > most) {
                break;
            }
            begin.appendCodePoint(c);
        }
        return begin + "…";
    }

    private static int columns(String text) {
        return text.codePoints().map(Shown::columns).sum();
    }

    /** Chinese, Japanese and Korean characters and pictures are as wide as two others. */
    private static int columns(int c) {
        return c >= FIRST_PICTURE || WIDE.contains(Character.UnicodeScript.of(c)) ? 2 : 1;
    }

    /**
     * The text without characters that a terminal or a browser obeys and nobody sees: each is written as its number, such as
     * {@code \\u001b}. Those are all controls but tab and line ends, and what turns the direction of a text.
     */
    static String visible(String text) {
        if (text.codePoints().noneMatch(Shown::steers)) {
            return text;
        }
        StringBuilder visible = new StringBuilder();
        text.codePoints().forEach(c -> visible.append(steers(c) ? "\\u%04x".formatted(c) : Character.toString(c)));
        return visible.toString();
    }

    private static boolean steers(int c) {
        boolean isLineEnd = c == '\n' || c == '\r' || c == '\t';
        return (Character.getType(c) == Character.CONTROL && !isLineEnd)
                || c == ARABIC_MARK
                || (c >= FIRST_MARK && c <= LAST_MARK)
                || (c >= FIRST_EMBEDDING && c <= LAST_EMBEDDING)
                || (c >= FIRST_ISOLATE && c <= LAST_ISOLATE);
    }
}
