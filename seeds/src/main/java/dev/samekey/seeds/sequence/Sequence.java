package dev.samekey.seeds.sequence;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Operations one after another. Refunds and voids are about the payment that was made last before them. */
public record Sequence(List<Step> steps) {
    /** There is nothing to give back before the first payment. */
    public Sequence {
        steps = List.copyOf(steps);
        if (steps.isEmpty() || steps.get(0).kind() != Kind.PAYMENT) {
            throw new IllegalArgumentException("a sequence begins with a payment");
        }
    }

    /** Reads the rows of a table with the columns {@code do}, {@code amount} and {@code retries}. */
    public static Sequence of(List<Map<String, String>> rows) {
        return new Sequence(rows.stream().map(Step::of).toList());
    }

    /** What is left of it where only these kinds are offered. */
    public Sequence of(Set<Kind> offered) {
        return new Sequence(
                steps.stream().filter(step -> offered.contains(step.kind())).toList());
    }

    /**
     * The same in other amounts, of which none is above the most that may be paid: the largest payment comes to it where the
     * amounts can keep their relation in whole numbers, and what is too much for that comes to as much as is possible.
     *
     * @param most at least 1
     */
    public Sequence upTo(long most) {
        long unit = steps.stream().mapToLong(Step::amount).reduce(0, Sequence::divisor);
        long payments = steps.stream()
                .filter(step -> step.kind() == Kind.PAYMENT)
                .mapToLong(Step::amount)
                .max()
                .orElse(unit);
        long factor = Math.max(1, most / (payments / unit));
        return new Sequence(steps.stream()
                .map(step -> step.kind() == Kind.VOID
                        ? step
                        : new Step(
                                step.kind(),
                                step.kind() == Kind.PAYMENT
                                        ? Math.min(most, step.amount() / unit * factor)
                                        : step.amount() / unit * factor,
                                step.retries()))
                .toList());
    }

    private static long divisor(long one, long other) {
        return other == 0 ? one : divisor(other, one % other);
    }

    /** What each step must come to. */
    public List<Expected> expected() {
        Books books = new Books();
        return IntStream.range(0, steps.size())
                .mapToObj(index -> books.enter(index, steps.get(index)))
                .toList();
    }

    /** What the ledger must sum to in the end: all that was accepted, each once. */
    public long balance() {
        return expected().stream().mapToLong(Expected::booked).sum();
    }

    /** The indices of the steps in the order of sending: what comes up again is a retry. */
    public List<Integer> sends() {
        return Stream.concat(times(retries -> 1 + retries.now()), times(Retries::atTheEnd))
                .toList();
    }

    private Stream<Integer> times(ToIntFunction<Retries> count) {
        return IntStream.range(0, steps.size())
                .boxed()
                .flatMap(index -> Stream.generate(() -> index)
                        .limit(count.applyAsInt(steps.get(index).retries())));
    }

    /** As a data table that can be pasted into a feature. */
    @Override
    public String toString() {
        return Stream.concat(Stream.of(Step.header()), steps.stream().map(Step::toString))
                .collect(Collectors.joining("\n"));
    }
}
