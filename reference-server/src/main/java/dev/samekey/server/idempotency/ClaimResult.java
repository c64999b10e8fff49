package dev.samekey.server.idempotency;

import java.util.function.Function;

/** Either the claim, or the record that was there first. */
public interface ClaimResult {
    <T> T match(Function<Claim, T> ifClaimed, Function<IdempotencyRecord, T> ifKnown);

    /** The key was free. */
    static ClaimResult claimed(Claim claim) {
        return new ClaimResult() {
            @Override
            public <T> T match(Function<Claim, T> ifClaimed, Function<IdempotencyRecord, T> ifKnown) {
                return ifClaimed.apply(claim);
            }
        };
    }

    /** The key was taken. */
    static ClaimResult known(IdempotencyRecord record) {
        return new ClaimResult() {
            @Override
            public <T> T match(Function<Claim, T> ifClaimed, Function<IdempotencyRecord, T> ifKnown) {
                return ifKnown.apply(record);
            }
        };
    }
}
