package dev.samekey.server.idempotency;

/** Another attempt has taken the claim over: the transaction of this one must not commit (TTL-8). */
public final class ClaimLostException extends RuntimeException {
    /** The claim that was lost. */
    public ClaimLostException(Claim claim) {
        super("claim " + claim.token() + " of operation " + claim.operationId() + " was taken over");
    }
}
