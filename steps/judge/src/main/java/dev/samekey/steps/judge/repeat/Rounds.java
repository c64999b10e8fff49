package dev.samekey.steps.judge.repeat;

import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Move;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.Sign;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Of a race that was run in several rounds, the round that broke is enough. */
final class Rounds {
    private Rounds() {}

    static List<Move> only(@Nullable Sign sign, List<Move> moves) {
        Set<String> rounds = moves.stream()
                .filter(Rounds::isRaced)
                .map(move -> unique(move).orElse(""))
                .collect(Collectors.toSet());
        String broken = unique(sign, moves);
        if (rounds.size() < 2 || broken == null || !rounds.contains(broken)) {
            return moves;
        }
        List<Move> kept = moves.stream()
                .filter(move -> !isRaced(move) || unique(move).orElse("").equals(broken))
                .toList();
        // What came before the other rounds has made what nobody uses any more.
        return kept.stream()
                .filter(move -> !(move instanceof Move.Sent sent && isUseless(sent, kept)))
                .toList();
    }

    private static boolean isRaced(Move move) {
        return move instanceof Move.Sent sent
                && sent.purpose() == Purpose.DUPLICATE
                && sent.title().endsWith(Move.SIMULTANEOUS);
    }

    private static Optional<String> unique(Move move) {
        return move instanceof Move.Sent sent ? Optional.ofNullable(sent.call()).map(Call::unique) : Optional.empty();
    }

    private static @Nullable String unique(@Nullable Sign sign, List<Move> moves) {
        if (sign instanceof Sign.Listed listed) {
            return listed.unique();
        }
        if (sign instanceof Sign.Elsewhere elsewhere) {
            return elsewhere.unique();
        }
        return sign instanceof Sign.OneWinner race
                ? moves.stream()
                        .filter(move -> move instanceof Move.Sent sent
                                && RepeatScript.these(race.round())
                                        .contains(sent.exchange().answer()))
                        .findFirst()
                        .flatMap(Rounds::unique)
                        .orElse(null)
                : null;
    }

    private static boolean isUseless(Move.Sent sent, List<Move> kept) {
        return sent.purpose() == null
                && Steps.id(sent)
                        .filter(id -> kept.stream()
                                .filter(move -> move.began() > sent.began())
                                .noneMatch(move -> move instanceof Move.Sent later && mentions(later, id)))
                        .isPresent();
    }

    private static boolean mentions(Move.Sent later, String id) {
        return later.exchange().request().path().contains(id)
                || String.valueOf(later.exchange().request().body()).contains(id);
    }
}
