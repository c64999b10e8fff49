package dev.samekey.steps.judge.run;

import dev.samekey.steps.drive.path.PathService;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.judge.path.PathChecks;
import dev.samekey.steps.judge.path.PathFinding;
import dev.samekey.steps.judge.path.PathProbe;
import dev.samekey.steps.judge.path.PathProbes;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.targets.TargetFile;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Judges a device between a caller and a service, both of which are played here: a gateway, a proxy, a balancer. Requests go to its
 * front, and what arrives at its back is counted.
 */
public final class PathRun implements Run {
    private final TargetFile file;
    private final URI front;
    private final InetSocketAddress back;
    private final PathProbes.Times times;
    private final Set<String> clauses;

    /**
     * @param file whose contract says what keys are
     * @param front where callers connect to
     * @param back where the device expects the service
     */
    public PathRun(TargetFile file, URI front, InetSocketAddress back, PathProbes.Times times, Set<String> clauses) {
        this.file = file;
        this.front = front;
        this.back = back;
        this.times = times;
        this.clauses = Set.copyOf(clauses);
    }

    /** The ids of all clauses about it. */
    public static Set<String> clauses() {
        return Catalogue.ofPath().all().stream().map(Clause::id).collect(Collectors.toSet());
    }

    /** Both ends, in words. */
    public String between() {
        return front + " and " + back.getHostString() + ":" + back.getPort() + ", in about two minutes";
    }

    @Override
    public int size() {
        return clauses.size();
    }

    /** @throws CannotRun when nothing can listen at the back, or nothing gets through the device */
    @Override
    public RunResult run(Progress progress) {
        Instant start = Instant.now();
        List<PathProbe> history = history(what -> progress.started(what, List.of()));
        Stream<Clause> chosen = Catalogue.ofPath().all().stream().filter(clause -> clauses.contains(clause.id()));
        return ClauseByClause.run(file, chosen, history.size(), start, progress, clause -> look(clause, history));
    }

    private static ClauseByClause.Seen look(Clause clause, List<PathProbe> history) {
        PathFinding finding = Objects.requireNonNull(PathChecks.ALL.get(clause.id()), clause.id())
                .apply(history);
        return new ClauseByClause.Seen("Through the device", "path.csv", 0, finding.judgement(), finding.facts());
    }

    private List<PathProbe> history(Consumer<String> now) {
        try (PathService service = new PathService(back)) {
            return new PathProbes(service, front, times, file.contract().key(), now).all();
        } catch (IOException failure) {
            throw new CannotRun("cannot listen at " + back.getHostString() + ":" + back.getPort() + ", where the device"
                    + " expects the service: " + failure.getMessage());
        }
    }

    /** It ends by itself in a few minutes, and leaves nothing behind. */
    @Override
    public void end() {}
}
