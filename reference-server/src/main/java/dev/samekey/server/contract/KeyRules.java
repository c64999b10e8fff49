package dev.samekey.server.contract;

import java.util.Locale;
import java.util.Set;

/**
 * Where a key travels, who must send one, and what it may look like (KEY-1 to KEY-10).
 *
 * @param name the header's name, the form field's, or the path of the body's member with dots
 * @param min the fewest characters
 * @param max the most characters
 * @param characters a regular expression of one legal character
 * @param methods the unsafe methods that honour the key; on others it counts for nothing
 */
public record KeyRules(
        Place in,
        String name,
        boolean required,
        Syntax syntax,
        int min,
        int max,
        String characters,
        Set<String> methods) {
    /** What carries the key. */
    public enum Place {
        HEADER,
        BODY,
        FORM
    }

    /** How a key is written: opaque text, a UUID, a ULID, or a string in quotes (RFC 8941, 3.3.3). */
    public enum Syntax {
        ANY,
        UUID,
        ULID,
        SF_STRING
    }

    /** The header of the key, or the one of that name where it travels in the body. */
    public String header() {
        return in == Place.HEADER ? name : name.replaceAll("[._]", "-");
    }

    /** A JSON pointer to the key in the body, or to the member of that name where it travels in a header. */
    public String pointer() {
        return "/" + (in == Place.HEADER ? name.toLowerCase(Locale.ROOT).replace('-', '_') : name.replace('.', '/'));
    }
}
