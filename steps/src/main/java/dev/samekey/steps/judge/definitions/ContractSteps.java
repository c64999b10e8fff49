package dev.samekey.steps.judge.definitions;

import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.contract.Retry;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What can be judged of a contract without asking anybody. */
public final class ContractSteps {
    private final Contract contract;
    private final Checks checks;
    private Duration retries = Duration.ZERO;
    private final Set<String> codes = new TreeSet<>();

    public ContractSteps(Contract contract, Checks checks) {
        this.contract = contract;
        this.checks = checks;
    }

    @Given("the contract")
    public void theContract() {
        if (contract.retry() == null) {
            throw Judgement.notChecked("retry: the contract does not say how a client goes on after a failure");
        }
    }

    @When("its retries are added up")
    @Costs(0)
    public void addedUp() {
        Retry retry = retry();
        if (retry.total() != null) {
            retries = retry.total();
        } else if (retry.delays() != null) {
            retries = retry.delays().stream().reduce(Duration.ZERO, Duration::plus);
        } else {
            throw Judgement.notChecked("retry.total: the contract does not say how long a client goes on");
        }
    }

    @Then("its lifetimes are longer")
    public void longer() {
        Contract.Lifetime lifetime = contract.lifetime();
        if (lifetime == null) {
            throw Judgement.notChecked("lifetime: the contract does not say how long a key lives");
        }
        List<Duration> lifetimes = new ArrayList<>(List.of(lifetime.normal()));
        if (lifetime.highStakes() != null) {
            lifetimes.add(lifetime.highStakes());
        }
        for (Duration one : lifetimes) {
            checks.that(
                    "a key outlives the longest retry",
                    one.compareTo(retries) > 0,
                    "more than " + retries,
                    one.toString());
        }
    }

    @When("its codes are looked up")
    @Costs(0)
    public void lookedUp() {
        if (contract.refusals() != null) {
            contract.refusals().values().stream().map(Refusal::codes).forEach(codes::addAll);
        }
        if (codes.isEmpty()) {
            throw Judgement.notChecked("refusals: the contract names no code");
        }
    }

    @Then("each code says whether to retry")
    public void eachSays() {
        @Nullable Map<String, Retry.Decision> decisions = retry().decisions();
        if (decisions == null) {
            throw Judgement.notChecked("retry.decisions: the contract does not say which codes to retry");
        }
        for (String code : codes) {
            checks.that(
                    "each code of the contract has a retry decision",
                    decisions.containsKey(code),
                    "a decision for " + code,
                    "decisions for " + decisions.keySet());
        }
    }

    private Retry retry() {
        Retry retry = contract.retry();
        if (retry == null) {
            throw new IllegalStateException("asked for before");
        }
        return retry;
    }
}
