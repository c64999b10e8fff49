package dev.samekey.steps.model.states;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Transitions one after the other, from the state in which each key is at first. */
public record KeyPath(List<Move> moves) {
    /** The fact of a path that broke, with the ids of its transitions. */
    public static final String TRANSITIONS = "transitions";

    /** The fact of a path whose last transition breaks whatever comes before it, with the clauses that judge it alone. */
    public static final String ALONE = "judged without what comes before by";

    /** The fact with the operation that such clauses judge, where it is another one than the scenario's. */
    public static final String OPERATION = "operation of the key";

    public KeyPath {
        moves = List.copyOf(moves);
    }

    /**
     * One transition.
     *
     * @param course what a payload comes to that is new to the key; null where none is
     */
    public record Move(Transition transition, @Nullable Course course) {
        /** What happens to the key. */
        public Event event() {
            return Event.of(transition.event()).orElseThrow();
        }

        /** Whether it begins an execution. */
        public boolean executes() {
            return !transition.isLoop() && !event().isEnd() && KeyPaths.isInProgress(transition.to());
        }

        @Override
        public String toString() {
            boolean isSlow = course != null && course.isSlow();
            return event() + (isSlow ? " that is slow" : "");
        }
    }

    static boolean isCrash(Transition transition) {
        return Event.of(transition.event()).filter(Event.CRASH::equals).isPresent();
    }

    /** How often the target crashes on the way. */
    public int crashes() {
        return (int) moves.stream().filter(move -> isCrash(move.transition())).count();
    }

    /** The first of them. */
    public KeyPath first(int number) {
        return new KeyPath(moves.subList(0, number));
    }

    /** How many requests it takes, those that move the clock among them. An end or a crash is not sent. */
    public int requests() {
        return moves.stream()
                .map(Move::event)
                .mapToInt(event -> event.isEnd() || event == Event.CRASH ? 0 : event == Event.TAKEOVER ? 2 : 1)
                .sum();
    }

    /** How many executions are made slow. */
    public int slow() {
        return (int) moves.stream()
                .flatMap(move -> Stream.ofNullable(move.course()))
                .filter(Course::isSlow)
                .count();
    }

    /** The pairs of transitions on the way. */
    public List<TransitionPair> pairs() {
        return IntStream.range(1, moves.size())
                .mapToObj(i -> new TransitionPair(
                        moves.get(i - 1).transition(), moves.get(i).transition()))
                .toList();
    }

    /** These and one more. */
    KeyPath and(Move move) {
        List<Move> longer = new ArrayList<>(moves);
        longer.add(move);
        return new KeyPath(longer);
    }

    /** The ids of the transitions. */
    public String ids() {
        return moves.stream().map(move -> move.transition().id()).collect(Collectors.joining(", "));
    }

    /** Such as {@code a request, its success, a duplicate}. */
    @Override
    public String toString() {
        return moves.stream().map(Objects::toString).collect(Collectors.joining(", "));
    }
}
