package dev.samekey.server.sandbox;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import java.time.Duration;

/** Time that passes while somebody else works. */
public final class Pause {
    private Pause() {}

    /** Waits that long. */
    public static void of(Duration duration) {
        try {
            Thread.sleep(duration.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new FaultException(Fault.DEPENDENCY_TIMEOUT, "The provider was not waited for.");
        }
    }
}
