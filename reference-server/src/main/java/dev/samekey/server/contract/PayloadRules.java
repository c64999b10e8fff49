package dev.samekey.server.contract;

import java.util.Set;

/**
 * What makes two payloads the same (MIS-3 to MIS-6).
 *
 * @param volatileMembers JSON pointers to what may differ between attempts, such as the client's clock
 */
public record PayloadRules(Identity identity, Set<String> volatileMembers) {
    /** The same JSON value, or the same bytes. */
    public enum Identity {
        CANONICAL,
        BYTES
    }
}
