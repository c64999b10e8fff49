package dev.samekey.server.contract;

/** What is at stake when an operation happens twice: keys of what costs more live longer (TTL-3). */
public enum Stakes {
    USUAL,
    HIGH
}
