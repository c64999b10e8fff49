package dev.samekey.server.idempotency;

/** A key belongs to its payload, from the moment of its claim (MIS-1, MIS-8); only then it matters how far that is. */
public final class PayloadFirst implements Duplicates {
    @Override
    public Kind judge(IdempotencyRecord known, KeyedRequest request) {
        boolean samePayload = known.payloadHash().equals(request.payloadHash());
        return samePayload || known.state() == State.EXPIRED ? Kind.of(known.state()) : Kind.MISMATCH;
    }
}
