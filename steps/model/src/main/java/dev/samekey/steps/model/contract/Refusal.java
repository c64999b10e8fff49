package dev.samekey.steps.model.contract;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How an API says no.
 *
 * @param statuses any of them; empty where the contract names none
 * @param codes any of them, at the contract's pointer; one between slashes is a pattern; empty where the contract names
 *     none
 * @param retryAfter what Retry-After says (RFC 9110, section 10.2.3); null where the contract does not promise it
 */
public record Refusal(
        @JsonProperty("status") @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
        List<Integer> statuses,

        @JsonProperty("code") @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
        List<String> codes,

        @Nullable RetryAfter retryAfter) {

    /** What the file leaves out is null until here. */
    public Refusal {
        statuses = statuses == null ? List.of() : List.copyOf(statuses);
        codes = codes == null ? List.of() : List.copyOf(codes);
        if (statuses.isEmpty() && codes.isEmpty()) {
            throw new IllegalArgumentException("names neither a status nor a code");
        }
        codes.forEach(Named::check);
    }

    /** One status, one code. */
    public static Refusal of(int status, String code) {
        return new Refusal(List.of(status), List.of(code), null);
    }

    /** Its codes as an extended regular expression of POSIX; empty where it has none. */
    public String extendedCodes() {
        return codes.stream().map(Named::extended).collect(Collectors.joining("|"));
    }

    /**
     * Whether an answer says this.
     *
     * @param code null where nobody knows where the code stands
     */
    public boolean isSaidBy(int status, @Nullable String code) {
        return (statuses.isEmpty() || statuses.contains(status))
                && (codes.isEmpty() || code == null || codes.stream().anyMatch(one -> Named.fits(one, code)));
    }

    /** Whether it is one of the codes. */
    public boolean hasCode(String code) {
        return codes.stream().anyMatch(one -> Named.fits(one, code));
    }

    @Override
    public String toString() {
        return Stream.of(any(statuses), any(codes), retryAfter == null ? "" : "with " + retryAfter)
                .filter(part -> !part.isEmpty())
                .collect(joining(" "));
    }

    private static String any(List<?> values) {
        return values.stream().map(String::valueOf).collect(joining(" or "));
    }
}
