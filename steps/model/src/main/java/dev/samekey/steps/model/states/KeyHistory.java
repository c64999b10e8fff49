package dev.samekey.steps.model.states;

import dev.samekey.steps.model.targets.Operation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Requests under several keys about one thing, one after another: new ones, and retries of those that came before. */
public record KeyHistory(List<Step> steps) {
    public KeyHistory {
        steps = List.copyOf(steps);
    }

    /** A request that is new, or sent again. */
    public sealed interface Step permits New, Retry {
        /** Whether it cannot be without a request of these numbers. */
        boolean needs(Set<Integer> numbers);

        /** The same with less to it; nothing where there is nothing to leave out. */
        Optional<Step> simpler();

        /** The same with other numbers, by those that it has. */
        Step numbered(Map<Integer, Integer> numbers);
    }

    /**
     * A request under a key of its own.
     *
     * @param number what its retries name it by
     * @param on the number of the request whose result it is about; 0 where it is about none of the history
     * @param elsewhere whether it goes to another replica
     */
    public record New(int number, String operation, int on, Course course, boolean elsewhere) implements Step {
        @Override
        public boolean needs(Set<Integer> numbers) {
            return numbers.contains(number) || numbers.contains(on);
        }

        @Override
        public Optional<Step> simpler() {
            return elsewhere
                    ? Optional.of(new New(number, operation, on, course, false))
                    : course == Course.SUCCEEDS
                            ? Optional.empty()
                            : Optional.of(new New(number, operation, on, Course.SUCCEEDS, false));
        }

        @Override
        public Step numbered(Map<Integer, Integer> numbers) {
            return new New(
                    Objects.requireNonNull(numbers.get(number)),
                    operation,
                    Objects.requireNonNull(numbers.get(on)),
                    course,
                    elsewhere);
        }

        @Override
        public String toString() {
            String ends = course == Course.IS_DECLINED
                    ? " that is declined"
                    : course == Course.BREAKS_DOWN_ONCE ? " that breaks down once" : "";
            return number + ": " + Operation.withArticle(operation) + (on == 0 ? "" : " on the result of " + on) + ends
                    + (elsewhere ? ANOTHER_REPLICA : "");
        }
    }

    /** The request of that number is sent again, unchanged. */
    public record Retry(int number, boolean elsewhere) implements Step {
        @Override
        public boolean needs(Set<Integer> numbers) {
            return numbers.contains(number);
        }

        @Override
        public Optional<Step> simpler() {
            return elsewhere ? Optional.of(new Retry(number, false)) : Optional.empty();
        }

        @Override
        public Step numbered(Map<Integer, Integer> numbers) {
            return new Retry(Objects.requireNonNull(numbers.get(number)), elsewhere);
        }

        @Override
        public String toString() {
            return number + " again" + (elsewhere ? ANOTHER_REPLICA : "");
        }
    }

    /** Two requests about one thing: the second came between the first and a retry of that. */
    public record Pair(String first, Course course, String second, Course between) {}

    private static final String ANOTHER_REPLICA = " at another replica";

    /** After so many steps nothing new is sent. */
    public int news() {
        return IntStream.range(0, steps.size())
                .filter(at -> steps.get(at) instanceof New)
                .map(at -> at + 1)
                .max()
                .orElse(0);
    }

    /** The same up to a step. */
    public KeyHistory first(int number) {
        return new KeyHistory(steps.subList(0, number));
    }

    /** The new request of that number. */
    public Optional<New> request(int number) {
        return Optional.ofNullable(byNumber().get(number));
    }

    /** Whether nothing happens but to the key of that number, and to what must be there before it. */
    public boolean isOfOneKey(int number) {
        return byNumber().keySet().equals(needed(number)) && retries().allMatch(retry -> retry.number() == number);
    }

    /** A request, and those whose results it is about. */
    private Set<Integer> needed(int number) {
        Map<Integer, New> all = byNumber();
        Set<Integer> needed = new HashSet<>();
        for (New one = all.get(number); one != null; one = all.get(one.on())) {
            needed.add(one.number());
        }
        return needed;
    }

    /** That of one request alone, and those of it and one more; each with what must be there before it. */
    public Stream<KeyHistory> around(int number) {
        Set<Integer> all = byNumber().keySet();
        return Stream.concat(Stream.of(number), all.stream().sorted())
                .map(other -> {
                    Set<Integer> others = new HashSet<>(all);
                    others.removeAll(needed(number));
                    others.removeAll(needed(other));
                    return without(others);
                })
                .filter(history -> !history.equals(this));
    }

    /** Whether a retry goes to another replica than its first request. */
    public boolean changesReplica() {
        Map<Integer, New> all = byNumber();
        return retries().anyMatch(retry -> {
            New first = all.get(retry.number());
            return first != null && first.elsewhere() != retry.elsewhere();
        });
    }

    /** Those that occur. */
    public Set<Pair> pairs() {
        Set<Pair> pairs = new HashSet<>();
        List<New> before = new ArrayList<>();
        for (Step step : steps) {
            if (step instanceof New one) {
                before.add(one);
            } else if (step instanceof Retry retry) {
                New first = before.get(retry.number() - 1);
                before.stream()
                        .skip(retry.number())
                        .filter(second -> areAboutOne(first, second))
                        .forEach(second -> pairs.add(
                                new Pair(first.operation(), first.course(), second.operation(), second.course())));
            }
        }
        return pairs;
    }

    private static boolean areAboutOne(New first, New second) {
        return first.on() == second.on() || second.on() == first.number();
    }

    private Map<Integer, New> byNumber() {
        Map<Integer, New> all = new HashMap<>();
        steps.forEach(step -> {
            if (step instanceof New one) {
                all.put(one.number(), one);
            }
        });
        return all;
    }

    private Stream<Retry> retries() {
        return steps.stream().filter(Retry.class::isInstance).map(Retry.class::cast);
    }

    /** Those in which nothing happens but one of the pairs that occur, at the first replica. */
    Stream<KeyHistory> ofPairs() {
        List<New> all = byNumber().values().stream()
                .sorted(Comparator.comparing(New::number))
                .toList();
        return all.stream()
                .flatMap(first -> all.stream()
                        .skip(first.number())
                        .filter(second -> areAboutOne(first, second) && isRetriedAfter(first, second))
                        .map(second -> of(first, second)));
    }

    private boolean isRetriedAfter(New first, New second) {
        return steps.stream()
                .skip(steps.indexOf(second))
                .anyMatch(step -> step instanceof Retry retry && retry.number() == first.number());
    }

    /** The first is sent again after the second; what breaks down once is sent again at once. */
    private KeyHistory of(New first, New second) {
        Set<Integer> numbers = new TreeSet<>(needed(first.number()));
        numbers.addAll(needed(second.number()));
        Map<Integer, Integer> anew = new HashMap<>(Map.of(0, 0));
        List<Step> left = new ArrayList<>();
        for (int number : numbers) {
            New one = Objects.requireNonNull(byNumber().get(number));
            anew.put(number, anew.size());
            left.add(new New(one.number(), one.operation(), one.on(), one.course(), false).numbered(anew));
            if (one.course() == Course.BREAKS_DOWN_ONCE) {
                left.add(new Retry(number, false).numbered(anew));
            }
        }
        left.add(new Retry(first.number(), false).numbered(anew));
        return new KeyHistory(left);
    }

    /** Histories in which less happens; first those without a whole request. */
    public Stream<KeyHistory> shorter() {
        Stream<KeyHistory> withoutRequest =
                byNumber().keySet().stream().sorted().map(this::without);
        Stream<KeyHistory> withoutStep =
                places().filter(at -> !(steps.get(at) instanceof New)).mapToObj(at -> with(at, List.of()));
        Stream<KeyHistory> simpler =
                places().boxed().flatMap(at -> steps.get(at).simpler().map(step -> with(at, List.of(step))).stream());
        return Stream.of(withoutRequest, withoutStep, simpler)
                .flatMap(histories -> histories)
                .filter(history -> !history.steps().isEmpty());
    }

    private IntStream places() {
        return IntStream.range(0, steps.size());
    }

    private KeyHistory with(int at, List<Step> others) {
        List<Step> changed = new ArrayList<>(steps.subList(0, at));
        changed.addAll(others);
        changed.addAll(steps.subList(at + 1, steps.size()));
        return new KeyHistory(changed);
    }

    /** Without a request, its retries and all that is about its result. The others are numbered anew. */
    private KeyHistory without(int number) {
        return without(Set.of(number));
    }

    /** Without some requests, their retries and all that is about their results. The others are numbered anew. */
    public KeyHistory without(Set<Integer> numbered) {
        Set<Integer> gone = new HashSet<>(numbered);
        Map<Integer, Integer> numbers = new HashMap<>(Map.of(0, 0));
        List<Step> left = new ArrayList<>();
        for (Step step : steps) {
            if (step instanceof New one) {
                if (step.needs(gone)) {
                    gone.add(one.number());
                } else {
                    numbers.put(one.number(), numbers.size());
                    left.add(step.numbered(numbers));
                }
            } else if (!step.needs(gone)) {
                left.add(step.numbered(numbers));
            }
        }
        return new KeyHistory(left);
    }

    @Override
    public String toString() {
        return steps.stream().map(Step::toString).collect(Collectors.joining("; "));
    }
}
