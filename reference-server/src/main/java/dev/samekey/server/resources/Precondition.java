package dev.samekey.server.resources;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Call;
import java.util.Arrays;
import java.util.List;

/** The version that a caller means to change, if the call says so (RFC 9110, 13.1.1). */
public record Precondition(List<String> tags) {
    private static final String ANY = "*";

    /** What the call says with {@code If-Match}. */
    public static Precondition of(Call call) {
        return new Precondition(call.headerValues("If-Match").stream()
                .flatMap(value -> Arrays.stream(value.split(",", -1)))
                .map(String::strip)
                .toList());
    }

    /** Refuses a change to another version than the caller has seen (CND-1). */
    public void check(Versioned resource) {
        if (!tags.isEmpty() && !tags.contains(ANY) && !tags.contains(resource.etag())) {
            throw new FaultException(Fault.STALE, "It is now at " + resource.etag() + ": read it again first.");
        }
    }
}
