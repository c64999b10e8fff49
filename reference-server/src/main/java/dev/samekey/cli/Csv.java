package dev.samekey.cli;

/** Text as a field of CSV (RFC 4180). */
final class Csv {
    private Csv() {}

    /** The text in quotes. */
    static String quoted(String text) {
        return '"' + text.replace("\"", "\"\"") + '"';
    }
}
