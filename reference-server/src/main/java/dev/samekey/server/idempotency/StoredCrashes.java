package dev.samekey.server.idempotency;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import java.util.UUID;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes an outcome of a failure that nobody foresaw, where a contract keeps even those. */
public final class StoredCrashes implements Guard {
    private static final Logger LOG = LoggerFactory.getLogger(StoredCrashes.class);

    private final Guard guard;

    /** Around a guard that stores faults. */
    public StoredCrashes(Guard guard) {
        this.guard = guard;
    }

    @Override
    public Decision run(KeyedRequest request, Operation operation) {
        return guard.run(request, id -> prepare(operation, id));
    }

    private static Effect prepare(Operation operation, UUID id) {
        Effect effect = told(() -> operation.prepare(id));
        return (Handle transaction) -> told(() -> effect.write(transaction));
    }

    private static <T> T told(Supplier<T> step) {
        try {
            return step.get();
        } catch (FaultException fault) {
            throw fault;
        } catch (RuntimeException unforeseen) {
            LOG.error("An operation failed, and that is its outcome.", unforeseen);
            throw new FaultException(Fault.UNEXPECTED, "The server failed. Another attempt needs a new key.");
        }
    }
}
