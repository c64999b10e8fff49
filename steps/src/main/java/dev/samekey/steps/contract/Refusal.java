package dev.samekey.steps.contract;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * How an API says no.
 *
 * @param status the HTTP status
 * @param code what stands at the contract's error code pointer; null where the contract names none
 * @param retryAfter whether the answer says when to return (RFC 9110, section 10.2.3)
 */
public record Refusal(
        @JsonProperty(required = true) int status, @Nullable String code, boolean retryAfter) {
    @Override
    public String toString() {
        return status + (code == null ? "" : " " + code) + (retryAfter ? " with Retry-After" : "");
    }
}
