package dev.samekey.steps.model.states;

import dev.samekey.steps.model.states.KeyPath.Move;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where a path is: the state of the key, and what is known of its payload.
 *
 * @param course what the payload comes to; null where the key has none
 * @param spent what only the first execution comes to, and has come to
 * @param met how many events the execution that is in progress has met
 */
record Position(String state, @Nullable Course course, Set<Course> spent, int met) {
    /** A slow execution lasts no longer than that. */
    private static final int MOST_MET = 4;

    Position {
        spent = Set.copyOf(spent);
    }

    /** A move, and where it leads. */
    record Next(Move move, Position position) {}

    /** What can come next. */
    List<Next> next(List<Transition> some, Set<Course> courses) {
        return some.stream()
                .filter(transition -> transition.from().equals(state))
                .flatMap(transition -> Event.of(transition.event()).stream()
                        .flatMap(event -> next(transition, event, courses).stream()))
                .toList();
    }

    private List<Next> next(Transition transition, Event event, Set<Course> courses) {
        if (KeyPaths.isInProgress(state)) {
            return whileInProgress(transition, event).stream().toList();
        }
        if (!KeyPaths.isInProgress(transition.to())) {
            // The cleanup of an expired key leaves nothing.
            boolean isForgotten = event == Event.CLEANUP && !transition.isLoop();
            return List.of(new Next(
                    new Move(transition, null), new Position(transition.to(), isForgotten ? null : course, spent, 0)));
        }
        return executed(event, courses)
                .map(executed -> new Next(
                        new Move(transition, isKept(event) ? null : executed),
                        new Position(transition.to(), executed, spent, 0)))
                .toList();
    }

    /** Another payload may come to the same only where nothing is asked of the sandbox: then its intent is another one. */
    private Stream<Course> executed(Event event, Set<Course> courses) {
        if (course != null && isKept(event)) {
            return Stream.of(course);
        }
        return courses.stream()
                .filter(other -> !spent.contains(other))
                .filter(other -> !other.equals(course) || other == Course.SUCCEEDS);
    }

    /** Whether the payload is the one that the key had. */
    private boolean isKept(Event event) {
        return course != null && event != Event.OTHER_PAYLOAD;
    }

    private Optional<Next> whileInProgress(Transition transition, Event event) {
        Course now = acting();
        if (event.isEnd()) {
            return event == now.end()
                    ? Optional.of(new Next(
                            new Move(transition, null), new Position(transition.to(), course, afterEnd(now), 0)))
                    : Optional.empty();
        }
        // A takeover of what breaks down would not break down, and so end before what it takes over.
        boolean canMeet = now.isSlow() && met < MOST_MET && (event != Event.TAKEOVER || !now.isOnce());
        int metThen = event == Event.TAKEOVER ? 0 : met + 1;
        return canMeet
                ? Optional.of(
                        new Next(new Move(transition, null), new Position(transition.to(), course, spent, metThen)))
                : Optional.empty();
    }

    private Course acting() {
        return course == null || spent.contains(course) ? Course.SUCCEEDS : course;
    }

    private Set<Course> afterEnd(Course ended) {
        if (!ended.isOnce()) {
            return spent;
        }
        Set<Course> more = EnumSet.of(ended);
        more.addAll(spent);
        return more;
    }

    /** The way on from here by the same moves; nothing where it cannot be gone. */
    Optional<List<Next>> follow(List<Move> moves, List<Transition> some, Set<Course> courses) {
        List<Next> way = new ArrayList<>();
        Position here = this;
        for (Move move : moves) {
            Optional<Next> step = here.next(some, courses).stream()
                    .filter(next -> next.move().equals(move))
                    .findFirst();
            if (step.isEmpty()) {
                return Optional.empty();
            }
            way.add(step.get());
            here = step.get().position();
        }
        return Optional.of(way);
    }
}
