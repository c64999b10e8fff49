package dev.samekey.server.idempotency;

/** Sees to it that an operation happens once per key. */
@FunctionalInterface
public interface Guard {
    Decision run(KeyedRequest request, Operation operation);
}
