package dev.samekey.steps.model.targets;

import dev.samekey.steps.model.contract.Contract;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a target promises.
 *
 * @param common what it promises about all operations but those that have a contract of their own
 * @param own by the name of an operation, the whole contract of one that differs
 */
public record Contracts(Contract common, Map<String, Contract> own) {
    public Contracts {
        own = Map.copyOf(own);
    }

    /** One contract for all operations. */
    public static Contracts one(Contract contract) {
        return new Contracts(contract, Map.of());
    }

    /** What it promises about an operation; without one, what holds for all that do not differ. */
    public Contract of(@Nullable Operation operation) {
        return operation == null || operation.name() == null ? common : own.getOrDefault(operation.name(), common);
    }

    /** Each contract once. */
    public Stream<Contract> all() {
        return Stream.concat(Stream.of(common), own.values().stream());
    }

    /** What reports call it, such as {@code Ticket sales, with differences for hold, topup}. */
    public String name() {
        return own.isEmpty()
                ? common.name()
                : common.name() + ", with differences for "
                        + own.keySet().stream().sorted().collect(Collectors.joining(", "));
    }
}
