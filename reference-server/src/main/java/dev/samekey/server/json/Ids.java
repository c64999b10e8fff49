package dev.samekey.server.json;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import java.util.UUID;

/** Ids as callers send them. */
public final class Ids {
    private Ids() {}

    /** The id, or the given fault: what is not even the form of an id names nothing. */
    public static UUID parse(String text, Fault unknown) {
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException notAnId) {
            throw new FaultException(unknown, "There is no such id.");
        }
    }
}
