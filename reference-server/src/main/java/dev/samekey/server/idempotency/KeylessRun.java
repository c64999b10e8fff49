package dev.samekey.server.idempotency;

import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Problems;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;

/** Runs an operation that has no key: nothing is claimed, nothing is stored, and nothing is shared (KEY-9). */
public final class KeylessRun {
    private final Problems problems;
    private final Jdbi jdbi;

    /** The database is where the effects are written. */
    public KeylessRun(Problems problems, Jdbi jdbi) {
        this.problems = problems;
        this.jdbi = jdbi;
    }

    Decision run(Operation operation) {
        UUID operationId = UUID.randomUUID();
        try {
            Effect effect = operation.prepare(operationId);
            Answer answer = jdbi.inTransaction(effect::write);
            return Decision.keyless(Outcome.CREATED, operationId, answer);
        } catch (FaultException fault) {
            return Decision.keyless(Outcome.FAILED, operationId, problems.render(fault));
        }
    }
}
