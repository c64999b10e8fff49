package dev.samekey.steps.judge.run;

import dev.samekey.steps.judge.cucumber.Lookup;
import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Harm;
import dev.samekey.steps.model.targets.Contracts;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a contract owes: the clauses that it promises, of the operations that it is about. */
final class Applicability {
    private final Contracts contracts;
    private final Target target;
    private final List<Catalogue> catalogues;

    Applicability(TargetFile file, List<Extension> extensions) {
        this.contracts = file.contracts();
        this.target = file.target();
        this.catalogues = Stream.concat(
                        Stream.of(Catalogue.shipped()), extensions.stream().map(Extension::catalogue))
                .toList();
    }

    /** Why the contract does not owe what a scenario shows; nothing where it does, or where the API offers no such thing. */
    Optional<Judgement> lacking(Scenario scenario, Lookup lookup) {
        return lacking(scenario, operation(scenario, lookup))
                .filter(judgement -> judgement.verdict() == Verdict.NOT_APPLICABLE
                        || words(scenario, lookup).allMatch(target.operations()::containsKey));
    }

    private Optional<Judgement> lacking(Scenario scenario, @Nullable Operation operation) {
        Contract contract = contracts.of(operation);
        return catalogues.stream()
                .flatMap(catalogue -> catalogue.find(scenario.clause()).stream())
                .findFirst()
                .map(Clause::promisedBy)
                .flatMap(promise -> promise.lackingIn(contract))
                .or(() -> Optional.ofNullable(operation)
                        .filter(one -> !isCovered(one, contract))
                        .map(one -> Judgement.notApplicable("methods: the contract has no key on "
                                + one.request().method())));
    }

    /** What carries a key of its own, as a job does, needs none of the contract. */
    private static boolean isCovered(Operation operation, Contract contract) {
        return contract.methods() == null
                || operation.key() != null
                || !operation.role().isKeyed()
                || contract.methods().stream()
                        .anyMatch(honoured ->
                                honoured.name().equals(operation.request().method()));
    }

    /** What a break of a clause does; of one whose catalogue does not say it, the worst. */
    Harm harm(String clause) {
        return catalogues.stream()
                .flatMap(catalogue -> catalogue.find(clause).stream())
                .flatMap(found -> Stream.ofNullable(found.harm()))
                .findFirst()
                .orElse(Harm.EFFECT);
    }

    /** Whether what a clause is about is read off the contract, so that nothing is sent for it. */
    boolean isOfTheContract(String clause) {
        return catalogues.stream()
                .flatMap(catalogue -> catalogue.find(clause).stream())
                .anyMatch(Clause::isOfTheContract);
    }

    /** The operation that a scenario is about; null where it is about none. */
    @Nullable
    Operation operation(Scenario scenario, Lookup lookup) {
        return words(scenario, lookup)
                .map(target.operations()::get)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** What it calls its operation. */
    static Stream<String> words(Scenario scenario, Lookup lookup) {
        return lookup.of(scenario).stream()
                .flatMap(step -> step.arguments().stream())
                .filter(argument -> argument.type().equals(Lookup.OPERATION))
                .map(Lookup.Argument::value);
    }
}
