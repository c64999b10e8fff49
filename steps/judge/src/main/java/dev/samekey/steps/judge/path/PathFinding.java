package dev.samekey.steps.judge.path;

import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the history shows of a clause.
 *
 * @param judgement null where it is held
 */
public record PathFinding(@Nullable Judgement judgement, List<Fact> facts) {
    private static final int MOST = 20;

    public PathFinding {
        facts = List.copyOf(facts);
    }

    /** Of probes that are each about the clause: it holds where each is as it should be. The one with most arrivals is told. */
    static PathFinding of(
            List<PathProbe> probes,
            Predicate<PathProbe> isRight,
            Function<PathProbe, String> subject,
            Function<PathProbe, String> expected,
            Function<PathProbe, String> actual) {
        if (probes.isEmpty()) {
            return new PathFinding(
                    Judgement.notChecked("no request through the device has shown anything of it"), List.of());
        }
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("probes", String.valueOf(probes.size())));
        List<PathProbe> wrong = probes.stream()
                .filter(isRight.negate())
                .sorted(Comparator.comparingInt(
                        (PathProbe probe) -> -probe.arrivals().size()))
                .toList();
        if (wrong.isEmpty()) {
            return new PathFinding(null, facts);
        }
        PathProbe worst = wrong.get(0);
        facts.add(new Fact("arrivals", arrivals(worst)));
        facts.add(new Fact(
                "all breaks",
                wrong.stream()
                        .limit(MOST)
                        .map(probe -> probe.described() + ": " + actual.apply(probe))
                        .collect(Collectors.joining("\n"))));
        return new PathFinding(
                Judgement.broken(subject.apply(worst), expected.apply(worst), actual.apply(worst)), facts);
    }

    /** A line for each: how long after the first, and on which connection. */
    private static String arrivals(PathProbe probe) {
        return probe.arrivals().isEmpty()
                ? "none"
                : probe.arrivals().stream()
                        .map(one -> Duration.between(probe.arrivals().get(0).at(), one.at())
                                        .toMillis() + " ms, connection " + one.connection() + ": "
                                + one.request().start())
                        .collect(Collectors.joining("\n"));
    }
}
