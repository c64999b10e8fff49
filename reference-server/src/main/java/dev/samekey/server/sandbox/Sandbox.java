package dev.samekey.server.sandbox;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.idempotency.Operation;
import dev.samekey.server.idempotency.OperationFactory;
import dev.samekey.server.json.Json;
import org.jdbi.v3.core.Jdbi;

/** Trouble on request: {@code sandbox:<word>} as payer, customer, reason or note makes an operation meet with it. */
public final class Sandbox {
    private final Attempts attempts;
    private final Json json;

    /** Remembers in this database what was attempted before. */
    public Sandbox(Jdbi jdbi, Json json) {
        this.attempts = new Attempts(jdbi);
        this.json = json;
    }

    /** The operations, each with the trouble that its request asks for. */
    public OperationFactory around(OperationFactory operations) {
        return (principal, call) -> {
            Operation operation = operations.of(principal, call);
            return Wish.of(principal, call, json)
                    .map(wish -> troubled(operation, wish))
                    .orElse(operation);
        };
    }

    private Operation troubled(Operation operation, Wish wish) {
        return switch (wish.word()) {
            case "insufficient_funds" ->
                Trouble.fails(operation, Fault.INSUFFICIENT_FUNDS, "The provider declined: insufficient funds.");
            case "timeout" ->
                Trouble.fails(operation, Fault.DEPENDENCY_TIMEOUT, "The provider did not answer in time.");
            case "rate_limited" -> rateLimited(operation);
            case "rate_limited_once" -> once(operation, rateLimited(operation), wish);
            case "unavailable" -> unavailable(operation);
            case "unavailable_once" -> once(operation, unavailable(operation), wish);
            case "slow" -> Trouble.isSlow(operation);
            case "very_slow" -> Trouble.isVerySlow(operation);
            case "slow_once" -> once(operation, Trouble.isVerySlow(operation), wish);
            case "slow_failure" -> Trouble.isSlow(unavailable(operation));
            case "slow_failure_once" -> once(operation, Trouble.isSlow(unavailable(operation)), wish);
            case "slow_answer" -> Trouble.answersSlowly(operation);
            case "fails_after_effect" -> once(operation, Trouble.failsAfterEffect(operation), wish);
            default -> operation;
        };
    }

    private static Operation rateLimited(Operation operation) {
        return Trouble.fails(operation, Fault.RATE_LIMITED, "The provider takes no more requests for now.");
    }

    private static Operation unavailable(Operation operation) {
        return Trouble.fails(operation, Fault.DEPENDENCY_UNAVAILABLE, "The provider is out of reach.");
    }

    /** Troubled at its first attempt only. */
    private Operation once(Operation operation, Operation troubled, Wish wish) {
        return operationId -> (attempts.isFirst(wish) ? troubled : operation).prepare(operationId);
    }
}
