package dev.samekey.server.http;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.database.Outage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns whatever a handler throws into a problem document, so that no error leaves in another form (ERR-1). */
public final class SafetyNet {
    private static final Logger LOG = LoggerFactory.getLogger(SafetyNet.class);

    private final Problems problems;

    /** Tells faults this way. */
    public SafetyNet(Problems problems) {
        this.problems = problems;
    }

    /** The handler that always answers. */
    public Handler around(Handler handler) {
        return call -> {
            try {
                return handler.handle(call);
            } catch (FaultException fault) {
                return problems.render(fault);
            } catch (RuntimeException failure) {
                return render(failure);
            }
        };
    }

    /** Tells a failure that nobody foresaw. */
    public Answer render(RuntimeException failure) {
        LOG.error("A request failed.", failure);
        // Without its database the server does nothing (STO-9).
        return Outage.isBehind(failure)
                ? problems.render(Fault.DEPENDENCY_UNAVAILABLE, "The database is out of reach.")
                : problems.render(Fault.UNEXPECTED, "The server failed. A retry with the same key is safe.");
    }
}
