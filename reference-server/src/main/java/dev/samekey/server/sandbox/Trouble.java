package dev.samekey.server.sandbox;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Effect;
import dev.samekey.server.idempotency.Operation;
import java.time.Duration;

/** What an operation can meet with. */
final class Trouble {
    static final Duration SLOW = Duration.ofMillis(1500);
    /** Long enough for whoever wants to end the server meanwhile. */
    static final Duration VERY_SLOW = Duration.ofSeconds(4);
    /** The same where a busy machine must not be too late to end it before the answer. */
    static final Duration SLOW_ANSWER = Duration.ofSeconds(6);

    private Trouble() {}

    /** The provider was asked, and says no. */
    static Operation fails(Operation operation, Fault fault, String detail) {
        return operationId -> {
            operation.prepare(operationId);
            throw new FaultException(fault, detail);
        };
    }

    /** The provider takes its time before anything is written. */
    static Operation isSlow(Operation operation) {
        return isSlow(operation, SLOW);
    }

    /** The provider takes even more of it. */
    static Operation isVerySlow(Operation operation) {
        return isSlow(operation, VERY_SLOW);
    }

    private static Operation isSlow(Operation operation, Duration time) {
        return operationId -> {
            Pause.of(time);
            return operation.prepare(operationId);
        };
    }

    /** The answer takes its time when all is committed. */
    static Operation answersSlowly(Operation operation) {
        return operationId -> {
            Effect effect = operation.prepare(operationId);
            return transaction -> effect.write(transaction.afterCommit(() -> Pause.of(SLOW_ANSWER)));
        };
    }

    /** The server fails with its rows written and nothing committed. */
    static Operation failsAfterEffect(Operation operation) {
        return operationId -> {
            Effect effect = operation.prepare(operationId);
            return transaction -> {
                Answer lost = effect.write(transaction);
                throw new IllegalStateException("asked to fail after the effect that answered " + lost.status());
            };
        };
    }
}
