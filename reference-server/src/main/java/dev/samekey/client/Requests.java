package dev.samekey.client;

/** Writes the request of an operation. */
@FunctionalInterface
public interface Requests {
    /** The request that every attempt of the operation sends. */
    Request of(KeyedOperation operation);
}
