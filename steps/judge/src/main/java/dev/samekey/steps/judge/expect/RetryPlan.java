package dev.samekey.steps.judge.expect;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.contract.Retry;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What the contract itself must say of retries. Nothing is sent. */
public final class RetryPlan {
    private final Contract contract;
    private final Checks checks;

    public RetryPlan(Contract contract, Checks checks) {
        this.contract = contract;
        this.checks = checks;
    }

    /** How the contract says that a client retries. */
    public Retry retry() {
        Retry retry = contract.retry();
        if (retry == null) {
            throw Judgement.notChecked("retry: the contract does not say how a client goes on after a failure");
        }
        return retry;
    }

    public Evidence evidence() {
        return Evidence.text(EvidenceKind.CONTRACT, "what it says of retries", retry() + "\n" + contract.lifetime());
    }

    /** TTL-4: a key lives longer than the retries of a client take. */
    public void mustEndWithinEachLifetime() {
        Duration retries = total();
        Contract.Lifetime lifetime = contract.lifetime();
        if (lifetime == null) {
            throw Judgement.notChecked("lifetime: the contract does not say how long a key lives");
        }
        Stream.of(lifetime.normal(), lifetime.highStakes())
                .filter(Objects::nonNull)
                .forEach(one -> checks.that(
                        "lifetime of a key in the contract",
                        one.compareTo(retries) > 0,
                        "more than the " + retries + " that all retries take",
                        one.toString()));
    }

    private Duration total() {
        Retry retry = retry();
        if (retry.total() != null) {
            return retry.total();
        }
        return retry.longest()
                .orElseThrow(
                        () -> Judgement.notChecked("retry.total: the contract does not say how long a client goes on"));
    }

    /** ERR-5: each code says whether to retry. */
    public void mustDecideEachCode() {
        Set<String> codes = new TreeSet<>();
        if (contract.refusals() != null) {
            contract.refusals().values().stream().map(Refusal::codes).forEach(codes::addAll);
        }
        if (codes.isEmpty()) {
            throw Judgement.notChecked("refusals: the contract names no code");
        }
        Map<String, Retry.Decision> decisions = retry().decisions();
        if (decisions == null) {
            throw Judgement.notChecked("retry.decisions: the contract does not say which codes to retry");
        }
        for (String code : codes) {
            checks.that(
                    "retry decision of the contract for the code " + code,
                    decisions.containsKey(code),
                    "a decision",
                    "none, only for " + decisions.keySet());
        }
    }
}
