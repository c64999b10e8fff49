package dev.samekey.steps.judge.world;

import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.verdict.Fact;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * How the target refuses otherwise than its contract says: with another status alone, or with another code alone. That is the matter
 * of one clause. The scenarios of all others know the refusal as it is, so that they judge their own point.
 */
public final class OtherRefusals {
    /** The clause that is about how a request is refused for the reason. */
    private static final Map<Reason, String> CLAUSES =
            Map.of(Reason.PAYLOAD_MISMATCH, "MIS-1", Reason.IN_PROGRESS, "CON-2", Reason.MALFORMED_KEY, "KEY-3");

    private final Map<Reason, Refusal> seen = new ConcurrentHashMap<>();
    /** The ids of the scenarios that began before all was known. */
    private final Set<String> before = ConcurrentHashMap.newKeySet();

    /**
     * Takes a response to a request that the contract refuses for the reason. It counts where one part of it alone is not as stated,
     * and where the scenario is about that: elsewhere the business may have refused.
     *
     * @param code empty where the response has none
     * @return what to write into the contract, if the API means what it does; nothing where it does not count
     */
    public Optional<Fact> see(CurrentScenario scenario, Contract contract, Reason reason, int status, String code) {
        Refusal stated = contract.refusal(reason);
        boolean isItsMatter = scenario.clause().equals(CLAUSES.get(reason));
        boolean isRefusal = status >= 400 && status < 500;
        if (stated == null
                || !isItsMatter
                || !isRefusal
                || code.isEmpty()
                || stated.statuses().isEmpty()
                || isKnown(contract, code, stated)) {
            return Optional.empty();
        }
        boolean hasStatus = stated.statuses().contains(status);
        boolean hasCode = stated.codes().isEmpty() || stated.hasCode(code);
        if (hasStatus == hasCode) {
            return Optional.empty();
        }
        Refusal actual = new Refusal(
                hasStatus ? stated.statuses() : List.of(status),
                hasCode ? stated.codes() : List.of(code),
                stated.retryAfter());
        seen.merge(reason, actual, OtherRefusals::joined);
        return Optional.of(new Fact(
                "to accept it",
                "write «refusals: {" + reason.name().toLowerCase(Locale.ROOT) + ": {"
                        + (hasStatus ? "code: " + code : "status: " + status) + ", …}}» into the contract"));
    }

    /** Whether it is the code of another refusal of the contract. */
    private static boolean isKnown(Contract contract, String code, Refusal stated) {
        return Stream.of(Reason.values())
                .flatMap(reason -> Stream.ofNullable(contract.refusal(reason)))
                .anyMatch(refusal -> !refusal.equals(stated) && refusal.hasCode(code));
    }

    private static Refusal joined(Refusal one, Refusal other) {
        return new Refusal(join(one.statuses(), other.statuses()), join(one.codes(), other.codes()), one.retryAfter());
    }

    private static <T> List<T> join(List<T> one, List<T> other) {
        List<T> all = new ArrayList<>(one);
        other.stream().filter(value -> !all.contains(value)).forEach(all::add);
        return all;
    }

    /** The contract as a scenario reads it: as it is stated, where the scenario's clause is about the refusal. */
    Contract read(Contract stated, CurrentScenario scenario) {
        Contract read = stated;
        for (Map.Entry<Reason, Refusal> other : seen.entrySet()) {
            Refusal own = stated.refusal(other.getKey());
            if (own != null && !scenario.clause().equals(CLAUSES.get(other.getKey()))) {
                read = read.refusing(other.getKey(), joined(own, other.getValue()));
            }
        }
        if (read.equals(stated)) {
            before.add(scenario.id());
        } else {
            before.remove(scenario.id());
        }
        return read;
    }

    /** Whether more is known by now than when the scenario began. */
    public boolean isNewTo(String scenario, String clause) {
        return before.contains(scenario)
                && seen.keySet().stream().anyMatch(reason -> !clause.equals(CLAUSES.get(reason)));
    }

    /** Whether a response, as {@code Answer.described} gives it, is such a refusal. */
    public boolean isIn(String described) {
        return seen.values().stream()
                .anyMatch(refusal -> refusal.statuses().stream().anyMatch(status -> described.startsWith(status + " "))
                        && refusal.codes().stream().anyMatch(described::contains));
    }
}
