package dev.samekey.server.idempotency;

import dev.samekey.server.http.Answer;
import org.jdbi.v3.core.Handle;

/** What an operation writes. It runs in the transaction that stores its outcome too: both commit or neither (STO-1). */
@FunctionalInterface
public interface Effect {
    Answer write(Handle transaction);
}
