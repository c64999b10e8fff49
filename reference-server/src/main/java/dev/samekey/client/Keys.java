package dev.samekey.client;

import java.util.UUID;

/** Makes a key for each operation. */
@FunctionalInterface
public interface Keys {
    /** A key that no other operation has. */
    String next();

    /** UUIDs of version 4: 122 random bits from a secure generator. */
    static Keys random() {
        return () -> UUID.randomUUID().toString();
    }
}
