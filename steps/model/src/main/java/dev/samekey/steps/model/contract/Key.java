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
 * @param repeated what two different keys in one request are
 */
public record Key(
        @JsonProperty(required = true) Place in,
        @JsonProperty(required = true) String name,
        @Nullable Boolean required,
        @Nullable Syntax syntax,
        @Nullable Integer min,
        @Nullable Integer max,
        @Nullable Pattern characters,
        @Nullable Repeated repeated) {

    /** Whether all keys have one form, so that neither their length nor their characters vary. */
    public boolean hasOneForm() {
        return syntax == Syntax.UUID || syntax == Syntax.ULID;
    }

    /** Whether two keys in one request must be refused: where it says so, and where a field has one item (RFC 9651). */
    public boolean refusesTwo() {
        return repeated == Repeated.REFUSED || (repeated == null && syntax == Syntax.SF_STRING);
    }

    /** What two lines of a header with different keys are: a malformed key, or one key of its own. */
    public enum Repeated {
        REFUSED,
        JOINED
    }

    /** A part of a request that a key can travel in. */
    public enum Place {
        HEADER,
        BODY,
        FORM
    }

    /**
     * How a key is written: as any text, as a UUID (RFC 9562), as a ULID, as a quoted string (RFC 8941, section 3.3.3), or in
     * quotes or bare, as the client likes.
     */
    public enum Syntax {
        ANY,
        UUID,
        ULID,
        @JsonProperty("sf-string")
        SF_STRING,
        EITHER
    }
}
