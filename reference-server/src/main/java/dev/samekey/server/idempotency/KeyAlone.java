package dev.samekey.server.idempotency;

/** The key alone says what is meant: another payload gets the outcome of the first. */
public final class KeyAlone implements Duplicates {
    @Override
    public Kind judge(IdempotencyRecord known, KeyedRequest request) {
        return Kind.of(known.state());
    }
}
