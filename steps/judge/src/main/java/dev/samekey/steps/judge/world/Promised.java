package dev.samekey.steps.judge.world;

import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.TargetFile;

/** Gives each scenario the contract of the operation that it is about. */
public record Promised(TargetFile file) implements PerScenario<Contract> {
    @Override
    public Class<Contract> type() {
        return Contract.class;
    }

    @Override
    public Contract of(CurrentScenario scenario) {
        String name = scenario.operation();
        return file.contracts()
                .of(name == null ? null : file.target().operations().get(name));
    }
}
