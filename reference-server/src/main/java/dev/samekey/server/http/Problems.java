package dev.samekey.server.http;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;

/** Tells a fault to the caller. */
@FunctionalInterface
public interface Problems {
    Answer render(Fault fault, String detail);

    /** Tells the fault of an exception. */
    default Answer render(FaultException exception) {
        return render(exception.fault(), exception.detail());
    }
}
