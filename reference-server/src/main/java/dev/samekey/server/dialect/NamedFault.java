package dev.samekey.server.dialect;

import dev.samekey.server.contract.Fault;
import java.util.Locale;
import java.util.Map;

/** The faults that dialects have names for, and their titles, which dialects leave to the server. */
enum NamedFault {
    MISSING_KEY(Fault.KEY_MISSING, "Key missing"),
    MALFORMED_KEY(Fault.KEY_MALFORMED, "Key malformed"),
    EXPIRED_KEY(Fault.KEY_EXPIRED, "Key expired"),
    REPLAYED_KEY(Fault.KEY_REPLAYED, "Key of an operation that has ended"),
    PAYLOAD_MISMATCH(Fault.PAYLOAD_MISMATCH, "Key of another payload"),
    IN_PROGRESS(Fault.IN_PROGRESS, "Request in progress"),
    RATE_LIMITED(Fault.RATE_LIMITED, "Too many requests"),
    UNAVAILABLE(Fault.DEPENDENCY_UNAVAILABLE, "A dependency is unavailable"),
    TIMEOUT(Fault.DEPENDENCY_TIMEOUT, "A dependency timed out"),
    UNAUTHENTICATED(Fault.UNAUTHENTICATED, "Who is calling?"),
    INVALID(Fault.MEMBER_INVALID, "Invalid member"),
    DECLINED(Fault.INSUFFICIENT_FUNDS, "Insufficient funds"),
    STALE(Fault.STALE, "Version is outdated");

    private final Fault fault;
    private final String title;

    NamedFault(Fault fault, String title) {
        this.fault = fault;
        this.title = title;
    }

    Fault fault() {
        return fault;
    }

    String title() {
        return title;
    }

    /** As dialects write it. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The headers that belong to it in every dialect. */
    Map<String, String> headers() {
        // RFC 9110, 15.5.2: a 401 names the scheme that would have been accepted.
        return this == UNAUTHENTICATED ? Map.of("WWW-Authenticate", "Bearer") : Map.of();
    }
}
