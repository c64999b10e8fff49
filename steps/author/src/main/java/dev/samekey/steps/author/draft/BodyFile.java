package dev.samekey.steps.author.draft;

import java.util.Locale;

/**
 * A file that a body is, which a person has to put beside the target file.
 *
 * @param name such as {@code scan.pdf}
 * @param type its media type
 */
record BodyFile(String name, String type) {
    private static final String ANY = "application/octet-stream";

    /** @param taken what the document says is taken, such as {@code application/pdf} or {@code image/*} */
    static BodyFile of(String operation, String taken) {
        String type = taken.contains("*") ? ANY : taken;
        String subtype =
                type.replaceAll(";.*", "").replaceAll(".*/", "").strip().toLowerCase(Locale.ROOT);
        String extension = subtype.matches("[a-z0-9]{1,5}") ? subtype : "bin";
        return new BodyFile(operation + "." + extension, type);
    }
}
