package dev.samekey.steps.judge.run;

import dev.samekey.steps.judge.audit.Audit;
import dev.samekey.steps.judge.audit.ClauseFinding;
import dev.samekey.steps.judge.audit.ClauseSeen;
import dev.samekey.steps.judge.audit.Observer;
import dev.samekey.steps.judge.audit.Recordings;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.targets.TargetFile;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Judges recorded traffic, as far as it shows what the contract promises. Nothing is sent. Of what the recordings have no example,
 * nothing is held.
 */
public final class AuditRun implements Run {
    private final TargetFile file;
    private final Recordings recordings;
    private final List<Path> paths;
    private final Set<String> clauses;
    private final Audit audit;

    public AuditRun(TargetFile file, Recordings recordings, List<Path> paths, Set<String> clauses) {
        this.file = file;
        this.recordings = recordings;
        this.paths = List.copyOf(paths);
        this.clauses = Set.copyOf(clauses);
        this.audit = new Audit(
                file.contract(),
                new Observer(file.contract(), file.target().operations().values()));
    }

    /** What was read, in words, when the run is over. */
    public String read() {
        return counted(audit.exchanges(), "exchange") + " under " + counted(audit.keys(), "key")
                + (audit.keyless() > 0 ? ", " + audit.keyless() + " without a key" : "")
                + (audit.recordedTwice() > 0 ? ", " + audit.recordedTwice() + " recorded twice" : "");
    }

    private static String counted(int count, String one) {
        return count + " " + one + (count == 1 ? "" : "s");
    }

    @Override
    public int size() {
        return clauses.size();
    }

    @Override
    public RunResult run(Progress progress) {
        Instant start = Instant.now();
        paths.forEach(path -> recordings.read(path, audit::add));
        Map<String, ClauseSeen> seen = audit.result();
        Stream<Clause> chosen = Catalogue.shipped().all().stream().filter(clause -> clauses.contains(clause.id()));
        return ClauseByClause.run(file, chosen, 0, start, progress, clause -> look(clause, seen.get(clause.id())));
    }

    private ClauseByClause.Seen look(Clause clause, @Nullable ClauseSeen seen) {
        ClauseFinding finding = Optional.ofNullable(clause.promisedBy())
                .flatMap(promise -> promise.lackingIn(file.contract()))
                .map(ClauseFinding::of)
                .orElseGet(() -> ClauseFinding.of(seen));
        String place = finding.file().isEmpty() ? String.valueOf(paths.get(0).getFileName()) : finding.file();
        return new ClauseByClause.Seen(
                "The recording shows", place, finding.line(), finding.judgement(), finding.facts());
    }

    /** Nothing runs that could be ended. */
    @Override
    public void end() {}
}
