package dev.samekey.oracles.evidence;

/**
 * One thing that was seen, as a report shows it.
 *
 * @param title one line: the request, and where it was sent
 * @param mediaType of the text, {@code text/plain}, {@code application/json}, {@code image/svg+xml} or that of a script
 * @param content the actual text, as it was read
 */
public record Evidence(EvidenceKind kind, String title, String mediaType, Text content) {
    /** The type of a script for a POSIX shell. */
    public static final String SCRIPT = "application/x-sh";

    /** One whose text is in memory. */
    public Evidence(EvidenceKind kind, String title, String mediaType, String text) {
        this(kind, title, mediaType, Text.of(text));
    }

    public static Evidence text(EvidenceKind kind, String title, String text) {
        return new Evidence(kind, title, "text/plain", text);
    }

    /** The actual text; it may be read from a file each time. */
    public String text() {
        return content.read();
    }
}
