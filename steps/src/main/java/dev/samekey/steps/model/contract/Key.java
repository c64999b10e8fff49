package dev.samekey.steps.model.contract;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where the key travels, and how it is written.
 *
 * @param name of the header, of the form field, or of the body's member as a path with dots
 * @param required false: a request may go without a key
 * @param min how many characters it has at least
 * @param max how many characters it has at most
 * @param characters matches one legal character
 */
public record Key(
        @JsonProperty(required = true) Place in,
        @JsonProperty(required = true) String name,
        @Nullable Boolean required,
        @Nullable Syntax syntax,
        @Nullable Integer min,
        @Nullable Integer max,
        @Nullable Pattern characters) {

    /** A part of a request that a key can travel in. */
    public enum Place {
        HEADER,
        BODY,
        FORM
    }

    /**
     * How a key is written: as any text, as a UUID (RFC 9562), as a quoted string (RFC 8941, section 3.3.3), or in quotes or
     * bare, as the client likes.
     */
    public enum Syntax {
        ANY,
        UUID,
        @JsonProperty("sf-string")
        SF_STRING,
        EITHER
    }
}
