package dev.samekey.client;

import dev.samekey.client.AttemptResult.Response;
import dev.samekey.server.contract.Contract;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.Refusal;
import dev.samekey.server.contract.RetryRules;
import dev.samekey.server.contract.RetryRules.Decision;

/**
 * Decides as the contract says: by the error code, then by the status. A request in progress is retried, and whatever
 * the contract does not name is not.
 */
public final class ContractDecisions implements Decisions {
    private final RetryRules rules;
    private final Refusal inProgress;
    private final ErrorCodes codes;

    public ContractDecisions(Contract contract, ErrorCodes codes) {
        rules = contract.retry();
        inProgress = contract.refusal(Fault.IN_PROGRESS);
        this.codes = codes;
    }

    @Override
    public boolean retries(AttemptResult reply) {
        return reply instanceof Response response ? !response.isSuccess() && retries(response) : rules.connection();
    }

    private boolean retries(Response response) {
        String code = codes.of(response);
        Decision decision = rules.decisions().get(code);
        if (decision != null) {
            return decision == Decision.RETRY;
        }
        boolean running = response.status() == inProgress.status() && code.equals(inProgress.code());
        return running
                || (rules.retried().contains(response.status())
                        && !rules.never().contains(response.status()));
    }
}
