package dev.samekey.server.outbox;

import org.jdbi.v3.core.Handle;

/** Where messages are put while they wait for their delivery. */
@FunctionalInterface
public interface Outbox {
    /** Puts a message there in the transaction of what it tells of: both commit, or neither (OBX-1, OBX-5). */
    void put(Handle transaction, Message message);
}
