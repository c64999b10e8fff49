package dev.samekey.steps.judge.run;

import dev.samekey.steps.judge.world.Cleaned;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Isolation;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Ruling;
import dev.samekey.steps.model.verdict.ScenarioIdentity;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.ScenarioTrace;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Judges each clause once, by what was seen already: no scenario runs. */
final class ClauseByClause {
    private ClauseByClause() {}

    /**
     * What was seen of a clause.
     *
     * @param subject what shows it, such as {@code The log shows}
     * @param file where it stands
     * @param line 0 where it stands nowhere in particular
     * @param judgement null where it is held
     * @param facts beside those of the judgement
     */
    record Seen(
            String subject, String file, int line, @Nullable Judgement judgement, List<Fact> facts) {
        private ScenarioResult of(Clause clause, Instant start) {
            Stream<Fact> own = judgement == null ? Stream.empty() : judgement.facts().stream();
            ScenarioIdentity identity = new ScenarioIdentity(
                    subject + ": " + clause.title(), file, line, List.of(clause.id()), Set.of(), null);
            Ruling ruling = new Ruling(
                    judgement == null ? Verdict.HELD : judgement.verdict(),
                    judgement == null ? "" : judgement.reason(),
                    Stream.concat(own, facts.stream()).toList());
            return new ScenarioResult(identity, Isolation.ALONE, ruling, ScenarioTrace.none(start));
        }
    }

    /**
     * The result of a run that began then.
     *
     * @param clauses in the order of their catalogue
     * @param requests how many were sent to see it
     */
    static RunResult run(
            TargetFile file,
            Stream<Clause> clauses,
            int requests,
            Instant start,
            Progress progress,
            Function<Clause, Seen> look) {
        List<ScenarioResult> results = new ArrayList<>();
        clauses.forEach(clause -> {
            ScenarioResult result = look.apply(clause).of(clause, start);
            progress.finished(result);
            results.add(result);
        });
        return new RunResult(
                file.target().name(),
                file.contract().name(),
                results,
                List.of(),
                requests,
                Cleaned.NOTHING,
                false,
                null,
                null,
                start,
                Duration.between(start, Instant.now()));
    }
}
