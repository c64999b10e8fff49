package dev.samekey.steps.model.states;

import dev.samekey.steps.model.states.KeyPath.Move;
import dev.samekey.steps.model.states.Position.Next;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A few paths through the life of a key with every pair of transitions that can follow each other. */
public final class KeyPaths {
    /** Long enough for few paths, and short enough for a break to be shrunk soon. */
    private static final int USUAL_LENGTH = 14;

    private final List<Transition> some;
    /** Those without a crash. */
    private final List<Transition> quiet;

    private final Set<Course> courses;
    private final Position start;

    KeyPaths(KeyStates states, List<Transition> some, Set<Course> courses) {
        this.some = List.copyOf(some);
        this.quiet =
                some.stream().filter(transition -> !KeyPath.isCrash(transition)).toList();
        this.courses = new LinkedHashSet<>(courses.stream().sorted().toList());
        this.start = new Position(states.start(), null, Set.of(), 0);
    }

    static boolean isInProgress(String state) {
        return state.equals("in_progress") || state.equals("taken_over");
    }

    /** Where a walk is, and how it came there last. */
    private record Place(Position position, @Nullable Transition last) {
        Place after(Next next) {
            return new Place(next.position(), next.move().transition());
        }
    }

    /** The pairs that can follow each other here, those with a crash among them. */
    public Set<TransitionPair> pairs() {
        Set<TransitionPair> pairs = quietPairs();
        crashing().forEach(path -> pairs.addAll(path.pairs()));
        return pairs;
    }

    private Set<TransitionPair> quietPairs() {
        Set<TransitionPair> pairs = new LinkedHashSet<>();
        Place begin = new Place(start, null);
        Set<Place> seen = new HashSet<>(Set.of(begin));
        Deque<Place> open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            Place place = open.remove();
            for (Next next : next(place.position())) {
                if (place.last() != null) {
                    pairs.add(new TransitionPair(place.last(), next.move().transition()));
                }
                Place then = place.after(next);
                if (seen.add(then)) {
                    open.add(then);
                }
            }
        }
        return pairs;
    }

    /** Paths that have all of them without a crash, the same each time. */
    public List<KeyPath> covering() {
        Set<TransitionPair> open = quietPairs();
        List<KeyPath> paths = new ArrayList<>();
        while (!open.isEmpty()) {
            KeyPath path = new KeyPath(List.of());
            Place place = new Place(start, null);
            List<Next> way = nearest(place, open);
            while (!way.isEmpty() && (path.moves().isEmpty() || path.moves().size() + way.size() <= USUAL_LENGTH)) {
                for (Next next : way) {
                    path = path.and(next.move());
                    place = place.after(next);
                }
                path.pairs().forEach(open::remove);
                way = nearest(place, open);
            }
            path = ended(path, place.position());
            path.pairs().forEach(open::remove);
            paths.add(path);
        }
        return paths;
    }

    /**
     * Short paths with all pairs that have a crash. A path has one crash, or two one after the other, so that all of them can be
     * gone at the same two crashes. Time passes for all keys: a path whose key expires has two crashes and comes last, when
     * nothing else is to be seen of the other keys.
     */
    public List<KeyPath> crashing() {
        return some.stream()
                .filter(KeyPath::isCrash)
                .flatMap(crash -> crashing(crash).stream())
                .sorted(Comparator.comparingInt(KeyPath::crashes))
                .toList();
    }

    /** Each way to the crash is gone, and from it on each way: the longer list once, and the shorter one again and again. */
    private List<KeyPath> crashing(Transition crash) {
        List<Way> before = waysInto(crash.from());
        List<Transition> after = quiet.stream()
                .filter(transition -> transition.from().equals(crash.to()))
                .sorted(Comparator.comparing(KeyPaths::isExpiry).reversed())
                .toList();
        List<KeyPath> paths = new ArrayList<>();
        for (int i = 0; i < Math.max(before.size(), after.size()) && !before.isEmpty(); i++) {
            Transition last = after.isEmpty() ? null : after.get(i % after.size());
            boolean isTwice = i == 0 || (last != null && isExpiry(last));
            Optional<Way> crashed = before.get(i % before.size()).and(crash, some, courses);
            if (isTwice) {
                crashed = crashed.flatMap(once -> once.and(crash, some, courses));
            }
            crashed.map(now -> last == null ? now : now.and(last, some, courses).orElse(now))
                    .ifPresent(now -> paths.add(now.path()));
        }
        return paths;
    }

    private static boolean isExpiry(Transition transition) {
        return Event.of(transition.event()).filter(Event.EXPIRY::equals).isPresent();
    }

    /** A path, and where it ends. */
    private record Way(KeyPath path, Position position) {
        Optional<Way> and(Transition transition, List<Transition> some, Set<Course> courses) {
            return position.next(some, courses).stream()
                    .filter(next -> next.move().transition().equals(transition))
                    .findFirst()
                    .map(next -> new Way(path.and(next.move()), next.position()));
        }
    }

    /** By the transition that it ends with, the shortest way without a crash to a state. */
    private List<Way> waysInto(String state) {
        Map<Transition, Way> ways = new LinkedHashMap<>();
        Place begin = new Place(start, null);
        Map<Place, KeyPath> seen = new LinkedHashMap<>(Map.of(begin, new KeyPath(List.of())));
        Deque<Place> open = new ArrayDeque<>(List.of(begin));
        while (!open.isEmpty()) {
            Place place = open.remove();
            for (Next next : next(place.position())) {
                KeyPath path = seen.getOrDefault(place, new KeyPath(List.of())).and(next.move());
                if (next.position().state().equals(state)) {
                    ways.putIfAbsent(next.move().transition(), new Way(path, next.position()));
                }
                Place then = place.after(next);
                if (seen.putIfAbsent(then, path) == null) {
                    open.add(then);
                }
            }
        }
        return List.copyOf(ways.values());
    }

    /** What is in progress ends. */
    private KeyPath ended(KeyPath path, Position position) {
        return next(position).stream()
                .filter(next -> next.move().event().isEnd())
                .findFirst()
                .map(next -> path.and(next.move()))
                .orElse(path);
    }

    /** The shortest way on whose last step makes a pair that is open; empty where there is none. */
    private List<Next> nearest(Place from, Set<TransitionPair> open) {
        Map<Place, List<Next>> ways = new LinkedHashMap<>(Map.of(from, List.of()));
        Deque<Place> places = new ArrayDeque<>(List.of(from));
        while (!places.isEmpty()) {
            Place place = places.remove();
            for (Next next : next(place.position())) {
                List<Next> way = longer(ways.getOrDefault(place, List.of()), next);
                if (place.last() != null
                        && open.contains(
                                new TransitionPair(place.last(), next.move().transition()))) {
                    return way;
                }
                Place then = place.after(next);
                if (ways.putIfAbsent(then, way) == null) {
                    places.add(then);
                }
            }
        }
        return List.of();
    }

    /**
     * Shorter paths that end as this one does, the shortest first: the shortest ways to where its last moves can be made,
     * and itself without moves in between.
     */
    public List<KeyPath> shorter(KeyPath path) {
        List<Move> moves = path.moves();
        Set<KeyPath> shorter = new LinkedHashSet<>();
        for (int kept = 1; kept < moves.size(); kept++) {
            List<Move> end = moves.subList(moves.size() - kept, moves.size());
            shortestTo(end).ifPresent(shorter::add);
        }
        for (int from = 0; from < moves.size() - 1; from++) {
            for (int to = from + 1; to < moves.size(); to++) {
                List<Move> rest = new ArrayList<>(moves.subList(0, from));
                rest.addAll(moves.subList(to, moves.size()));
                if (start.follow(rest, some, courses).isPresent()) {
                    shorter.add(new KeyPath(rest));
                }
            }
        }
        return shorter.stream()
                .filter(one -> one.moves().size() < moves.size())
                .sorted(Comparator.comparingInt(one -> one.moves().size()))
                .toList();
    }

    /** Whether no shorter path ends with the same transition. */
    public boolean isShortest(KeyPath path) {
        Transition last = path.moves().get(path.moves().size() - 1).transition();
        return ways().entrySet().stream()
                .flatMap(way -> way.getKey().next(some, courses).stream()
                        .filter(next -> next.move().transition().equals(last))
                        .map(next -> way.getValue().moves().size() + 1))
                .min(Comparator.naturalOrder())
                .filter(least -> least >= path.moves().size())
                .isPresent();
    }

    private Optional<KeyPath> shortestTo(List<Move> end) {
        return ways().entrySet().stream()
                .filter(way -> way.getKey().follow(end, some, courses).isPresent())
                .findFirst()
                .map(way -> {
                    List<Move> moves = new ArrayList<>(way.getValue().moves());
                    moves.addAll(end);
                    return new KeyPath(moves);
                });
    }

    /** By position, the shortest way to it; the nearest first. */
    private Map<Position, KeyPath> ways() {
        Map<Position, KeyPath> ways = new LinkedHashMap<>(Map.of(start, new KeyPath(List.of())));
        Deque<Position> open = new ArrayDeque<>(List.of(start));
        while (!open.isEmpty()) {
            Position position = open.remove();
            KeyPath way = ways.getOrDefault(position, new KeyPath(List.of()));
            for (Next next : next(position)) {
                if (ways.putIfAbsent(next.position(), way.and(next.move())) == null) {
                    open.add(next.position());
                }
            }
        }
        return ways;
    }

    private List<Next> next(Position position) {
        return position.next(quiet, courses);
    }

    private static List<Next> longer(List<Next> way, Next next) {
        List<Next> longer = new ArrayList<>(way);
        longer.add(next);
        return longer;
    }
}
