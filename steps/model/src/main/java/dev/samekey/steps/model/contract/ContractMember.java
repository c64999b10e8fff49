package dev.samekey.steps.model.contract;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A member of a contract that clauses hang on, under the name that a dialect file has for it. How a request is refused says also
 * that it is refused.
 */
public final class ContractMember {
    private static final List<ContractMember> KNOWN = List.of(
            member("key.in", "where a key is", contract -> contract.key().in()),
            member(
                    "key.required",
                    "whether a request may go without a key",
                    contract -> contract.key().required()),
            member(
                    "key.syntax",
                    "how a key is written",
                    contract -> contract.key().syntax()),
            member(
                    "key.max",
                    "how long a key may be",
                    contract -> contract.key().max()),
            member(
                    "key.characters",
                    "which characters a key may have",
                    contract -> contract.key().hasOneForm()
                            ? contract.key().syntax()
                            : contract.key().characters()),
            member("fingerprint", "which payloads are the same", Contract::fingerprint),
            member("fingerprint.of", "how payloads are compared", of(Contract::fingerprint, Contract.Fingerprint::of)),
            member(
                    "fingerprint.volatile",
                    "which fields are volatile",
                    listed(Contract::fingerprint, Contract.Fingerprint::volatiles)),
            member("scope", "what a key is scoped by", Contract::scope),
            member("scope.principal", "whether each principal has keys of its own", ContractMember::ofEachPrincipal),
            member("lifetime", "how long a key lives", Contract::lifetime),
            member(
                    "lifetime.high_stakes",
                    "how long a key lives",
                    of(Contract::lifetime, lifetime -> Optional.ofNullable(lifetime.highStakes()))),
            member("expired", "what happens to a request with an expired key", Contract::expired),
            member("processing_timeout", "when a claim counts as abandoned", Contract::processingTimeout),
            member(
                    "mismatch",
                    "what another payload under the key gets",
                    contract -> contract.mismatch() == null && contract.refusal(Reason.PAYLOAD_MISMATCH) != null
                            ? Contract.Mismatch.REFUSE
                            : contract.mismatch()),
            member("in_progress", "what a duplicate gets while the original runs", Contract::inProgress),
            member("wait_at_most", "how long a duplicate may be kept waiting", Contract::waitAtMost),
            member("replay.mode", "what a repeated request gets", of(Contract::replay, Replay::mode)),
            member("replay.marker", "how a replay differs from a first response", Contract::marker),
            member(
                    "replay.marks_refusals",
                    "whether refusals that are kept are marked",
                    of(Contract::replay, Replay::marksRefusals)),
            member("replay.headers", "which headers a replay repeats", of(Contract::replay, Replay::headers)),
            member(
                    "stored.4xx",
                    "whether a failure is an outcome",
                    of(Contract::stored, Contract.Stored::clientErrors)),
            member(
                    "stored.5xx",
                    "whether a failure of the server is an outcome",
                    of(Contract::stored, Contract.Stored::serverErrors)),
            member(
                    "stored.validation",
                    "whether the refusal of a payload uses its key up",
                    of(Contract::stored, Contract.Stored::refusals)),
            member(
                    "stored.stale",
                    "whether the refusal of an outdated version uses its key up",
                    of(Contract::stored, Contract.Stored::staleRefusals)),
            member("taxonomy", "which statuses a code may have", Contract::taxonomy),
            member("errors.code", "where an error has its code", Contract::errorCode),
            refusal("refusals.missing_key", Reason.MISSING_KEY),
            refusal("refusals.payload_mismatch", Reason.PAYLOAD_MISMATCH),
            refusal("refusals.unavailable", Reason.UNAVAILABLE),
            refusal("refusals.stale", Reason.STALE),
            refusal("refusals.in_progress", Reason.IN_PROGRESS),
            member(
                    "refusals.in_progress.retry_after",
                    "that a request in progress says when to retry",
                    of(contract -> contract.refusal(Reason.IN_PROGRESS), Refusal::retryAfter)),
            member("retry.decisions", "which codes to retry", of(Contract::retry, Retry::decisions)),
            member(
                    "retry.statuses.retry",
                    "which statuses to retry",
                    of(Contract::retry, retry -> statuses(retry, Retry.Statuses::retry))),
            member(
                    "retry.statuses.never",
                    "which statuses not to retry",
                    of(Contract::retry, retry -> statuses(retry, Retry.Statuses::never))),
            member(
                    "retry.connection",
                    "what a client does when there is no response",
                    of(Contract::retry, Retry::connection)),
            member("retry.delays", "how long a client waits", of(Contract::retry, Retry::delays)),
            member("retry.exponential", "how long a client waits", of(Contract::retry, Retry::exponential)),
            member("retry.jitter", "whether delays are random", of(Contract::retry, Retry::jitter)),
            member("retry.attempts", "how often a client sends", of(Contract::retry, Retry::attempts)),
            member("retry.total", "how long a client goes on", of(Contract::retry, Retry::total)),
            member("retry.retry_after", "whether a client honours Retry-After", of(Contract::retry, Retry::retryAfter)),
            member("retry.budget", "how many retries a client may send", of(Contract::retry, Retry::budget)),
            member("retry.dead_letter", "whether what is given up is kept", of(Contract::retry, Retry::deadLetter)),
            member("log", "what the log has of a request", Contract::log),
            member("metrics", "which counters there are", Contract::metrics),
            member("traces", "which attributes a span has", Contract::traces));

    private final String path;
    private final String question;
    private final Function<Contract, @Nullable Object> value;

    private ContractMember(String path, String question, Function<Contract, @Nullable Object> value) {
        this.path = path;
        this.question = question;
        this.value = value;
    }

    private static ContractMember member(String path, String question, Function<Contract, @Nullable Object> value) {
        return new ContractMember(path, question, value);
    }

    /** False where the principals of a tenant have keys in common. Whether one key space for all is right no contract decides. */
    private static @Nullable Object ofEachPrincipal(Contract contract) {
        List<Contract.Scope> scope = contract.scope();
        if (scope == null || !scope.contains(Contract.Scope.TENANT)) {
            return null;
        }
        return scope.contains(Contract.Scope.PRINCIPAL);
    }

    private static ContractMember refusal(String path, Reason reason) {
        return member(path, "how it is refused", contract -> contract.refusal(reason));
    }

    private static <T> Function<Contract, @Nullable Object> of(
            Function<Contract, @Nullable T> whole, Function<T, @Nullable Object> part) {
        return contract -> {
            T stated = whole.apply(contract);
            return stated == null ? null : part.apply(stated);
        };
    }

    /** Null where it names none. */
    private static @Nullable Object statuses(Retry retry, Function<Retry.Statuses, List<Integer>> kind) {
        List<Integer> named = retry.statuses() == null ? List.of() : kind.apply(retry.statuses());
        return named.isEmpty() ? null : named;
    }

    /** A list of which nothing is said beside its whole is empty. */
    private static <T> Function<Contract, @Nullable Object> listed(
            Function<Contract, @Nullable T> whole, Function<T, @Nullable List<?>> part) {
        return of(whole, stated -> {
            List<?> list = part.apply(stated);
            return list == null || list.isEmpty() ? Optional.empty() : list;
        });
    }

    /** @throws IllegalArgumentException when a contract has no such member, or no clause has hung on it yet */
    static ContractMember named(String path) {
        return KNOWN.stream()
                .filter(member -> member.path.equals(path))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("«" + path + "» is no member of a contract (known: "
                        + KNOWN.stream().map(one -> one.path).collect(Collectors.joining(", ")) + ")"));
    }

    /** What a contract says there: nothing, an empty {@link Optional} where it says that there is none, or its value. */
    public @Nullable Object in(Contract contract) {
        return value.apply(contract);
    }

    /** What a contract says by it, such as {@code how long a key lives}. */
    public String question() {
        return question;
    }

    @Override
    public String toString() {
        return path;
    }
}
