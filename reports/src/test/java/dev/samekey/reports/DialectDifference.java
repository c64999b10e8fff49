package dev.samekey.reports;

import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Key;
import dev.samekey.steps.model.contract.Marker;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.TargetFile;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A promise of one contract that a server of another does not keep, as their two files say.
 *
 * @param what the members of a dialect that say it
 * @param between whether it is so of a server and the contract that it is judged by
 * @param clauses those that then must come out broken
 */
record DialectDifference(String what, BiPredicate<TargetFile, Contract> between, Set<String> clauses) {
    static List<DialectDifference> all() {
        return Stream.of(keys(), refusals(), replays(), lifetimes())
                .flatMap(List::stream)
                .toList();
    }

    private static List<DialectDifference> keys() {
        return List.of(
                new DialectDifference(
                        "`key.required`: the server lets a request go without",
                        (server, asked) -> isRequired(asked) && !isRequired(server.contract()),
                        Set.of("KEY-1")),
                new DialectDifference(
                        "`key.required`: the server lets none go without",
                        (server, asked) -> !isRequired(asked) && isRequired(server.contract()),
                        Set.of("KEY-9")));
    }

    private static List<DialectDifference> refusals() {
        return List.of(
                new DialectDifference(
                        "`errors`",
                        (server, asked) -> !Objects.equals(server.contract().errors(), asked.errors()),
                        Set.of("ERR-1")),
                new DialectDifference(
                        "`taxonomy`: the codes stand elsewhere",
                        (server, asked) -> asked.taxonomy() != null
                                && !Objects.equals(server.contract().errorCode(), asked.errorCode()),
                        Set.of("ERR-2")),
                refusal(Reason.MALFORMED_KEY, "KEY-3"),
                refusal(Reason.PAYLOAD_MISMATCH, "MIS-1"),
                refusal(Reason.RATE_LIMITED, "ERR-3"),
                refusal(Reason.UNAVAILABLE, "ERR-3"));
    }

    private static DialectDifference refusal(Reason reason, String clause) {
        return new DialectDifference(
                "`refusals." + reason.name().toLowerCase(Locale.ROOT) + "`",
                (server, asked) -> !words(server.contract().refusal(reason)).equals(words(asked.refusal(reason)))
                        || !Objects.equals(server.contract().errorCode(), asked.errorCode()),
                Set.of(clause));
    }

    private static List<DialectDifference> replays() {
        return List.of(
                new DialectDifference(
                        "`replay.marker`",
                        (server, asked) -> !Objects.equals(server.contract().marker(), asked.marker()),
                        Set.of("RPL-3")),
                new DialectDifference(
                        "`replay.mode`: the server writes its mark into the body",
                        (server, asked) -> isInBody(server.contract().marker()) && !isInBody(asked.marker()),
                        // TTL-1 is about a replay too.
                        Set.of("RPL-2", "RPL-6", "TTL-1")));
    }

    private static List<DialectDifference> lifetimes() {
        return List.of(
                new DialectDifference(
                        "`expired`",
                        (server, asked) -> server.contract().expired() != asked.expired(),
                        Set.of("TTL-2")),
                new DialectDifference(
                        "`lifetime`: the server keeps a key longer",
                        (server, asked) -> server.target().operations().values().stream()
                                .filter(DialectDifference::canBeRepeated)
                                .anyMatch(operation ->
                                        lifetime(server.contract(), operation).compareTo(lifetime(asked, operation))
                                                > 0),
                        Set.of("TTL-2")));
    }

    private static boolean isRequired(Contract contract) {
        Key key = contract.key();
        return Boolean.TRUE.equals(key.required());
    }

    private static boolean isInBody(@Nullable Marker marker) {
        return marker != null && marker.member() != null;
    }

    /** The message with its status; when to retry is another matter. */
    private static List<?> words(@Nullable Refusal refusal) {
        return refusal == null ? List.of() : List.of(refusal.statuses(), refusal.codes());
    }

    /** Whether TTL-2 is tried with it. */
    private static boolean canBeRepeated(Operation operation) {
        return operation.role() == Role.CREATE || (operation.role() == Role.REVERSE && operation.partial() != null);
    }

    private static Duration lifetime(Contract contract, Operation operation) {
        Contract.Lifetime lifetime = Objects.requireNonNull(contract.lifetime());
        return operation.stakes() == Operation.Stakes.HIGH && lifetime.highStakes() != null
                ? lifetime.highStakes()
                : lifetime.normal();
    }
}
