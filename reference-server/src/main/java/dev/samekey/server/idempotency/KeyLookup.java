package dev.samekey.server.idempotency;

import java.util.List;

/** Tells what became of a key, in each scope in which it was used. */
@FunctionalInterface
public interface KeyLookup {
    List<KeyStatus> of(String key);
}
