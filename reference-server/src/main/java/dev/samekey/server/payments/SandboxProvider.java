package dev.samekey.server.payments;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A provider that moves no money, takes its time, and fails when it is asked to with one of its magic values. */
public final class SandboxProvider implements PaymentProvider {
    private final Duration delay;

    /** The delay is how long each call takes. */
    public SandboxProvider(Duration delay) {
        this.delay = delay;
    }

    @Override
    public void authorize(Authorization authorization) {
        work();
        fail(authorization.note());
    }

    @Override
    public void confirm(UUID refundId) {
        work();
    }

    private static void fail(@Nullable String note) {
        switch (String.valueOf(note)) {
            case "sandbox:insufficient_funds" ->
                throw new FaultException(Fault.INSUFFICIENT_FUNDS, "The provider declined: insufficient funds.");
            case "sandbox:unavailable" ->
                throw new FaultException(Fault.DEPENDENCY_UNAVAILABLE, "The provider is out of reach.");
            case "sandbox:timeout" ->
                throw new FaultException(Fault.DEPENDENCY_TIMEOUT, "The provider did not answer in time.");
            case "sandbox:rate_limited" ->
                throw new FaultException(Fault.RATE_LIMITED, "The provider takes no more requests for now.");
            default -> {
                // No magic value: the provider agrees.
            }
        }
    }

    private void work() {
        try {
            Thread.sleep(delay.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new FaultException(Fault.DEPENDENCY_TIMEOUT, "The provider was not waited for.");
        }
    }
}
