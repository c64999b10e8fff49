package dev.samekey.steps.author.design;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Promise;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.states.JudgedBy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keys or payloads that a server treats alike.
 *
 * @param of what it is a class of: key or payload
 * @param when what a contract must say for a scenario to try it; null where any will do
 * @param triedBy the scenarios that try a member of it
 * @param notTried why none does
 */
record EquivalenceClass(
        @JsonProperty(required = true) String of,
        @JsonProperty(required = true) String is,
        @JsonProperty(required = true) String expected,
        @Nullable Promise when,
        List<JudgedBy> triedBy,
        @Nullable String notTried) {
    /** What the file leaves out is null until here. */
    EquivalenceClass {
        triedBy = triedBy == null ? List.of() : List.copyOf(triedBy);
    }

    /** Why nothing tries it under a contract; null where something may. */
    @Nullable
    String whyNot(Contract contract) {
        return notTried != null || when == null
                ? notTried
                : when.lackingIn(contract)
                        .map(lacking -> lacking.reason() + ".")
                        .orElse(null);
    }

    private record All(@JsonProperty(required = true) List<EquivalenceClass> classes) {}

    /** Those that are shipped with the features. */
    static List<EquivalenceClass> shipped() {
        YamlFile file = ContractFile.yaml("equivalence-classes.yaml");
        return file.as(All.class).classes();
    }
}
