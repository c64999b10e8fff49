package dev.samekey.steps.judge.run;

import static java.util.stream.Collectors.toCollection;

import dev.samekey.steps.judge.statistics.BudgetReview;
import dev.samekey.steps.judge.statistics.BudgetReview.Sent;
import dev.samekey.steps.judge.statistics.DelaySeen;
import dev.samekey.steps.judge.statistics.Envelopes;
import dev.samekey.steps.judge.statistics.Noise;
import dev.samekey.steps.judge.statistics.Result;
import dev.samekey.steps.judge.statistics.Uniformity;
import dev.samekey.steps.model.client.RetryLog;
import dev.samekey.steps.model.client.RetryLog.Entry;
import dev.samekey.steps.model.contract.AttemptSeen;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.contract.Retry;
import dev.samekey.steps.model.contract.Retry.Decision;
import dev.samekey.steps.model.contract.RetryReview;
import dev.samekey.steps.model.contract.RetryReview.Finding;
import dev.samekey.steps.model.contract.RetryReview.Kind;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Judges what a client has written of its attempts, as far as a log shows it: keys, decisions, delays, caps. Nothing is sent. Of
 * what the log has no example, nothing is held.
 */
public final class RetryLogRun implements Run {
    /** What the clocks of logs show at best. */
    private static final Duration RESOLUTION = Duration.ofMillis(1);

    /** Timers of clients are coarse, and a log notes when they have fired. */
    private static final Noise NOISE = new Noise(RESOLUTION, Noise.LEAST_SAMPLES, Noise.COARSE_TIMER);

    private final TargetFile file;
    private final Retry retry;
    private final RetryLog log;
    private final String name;
    private final Set<String> clauses;
    private final Catalogue catalogue = Catalogue.shipped();

    /** @param name what a report calls the log */
    public RetryLogRun(TargetFile file, RetryLog log, String name, Set<String> clauses) {
        this.file = file;
        this.retry =
                file.contract().retry() == null ? Retry.SILENT : file.contract().retry();
        this.log = log;
        this.name = name;
        this.clauses = Set.copyOf(clauses);
    }

    /**
     * What a log shows of a clause.
     *
     * @param example whether there is something in the log that the clause is about
     * @param line where it is broken; 0 where it is not, or nowhere in particular
     */
    private record Shown(
            boolean example, int line, @Nullable Judgement judgement) {}

    @Override
    public int size() {
        return clauses.size();
    }

    @Override
    public RunResult run(Progress progress) {
        Stream<Clause> chosen = catalogue.all().stream().filter(clause -> clauses.contains(clause.id()));
        return ClauseByClause.run(file, chosen, 0, Instant.now(), progress, this::look);
    }

    private ClauseByClause.Seen look(Clause clause) {
        Shown shown = Optional.ofNullable(clause.promisedBy())
                .flatMap(promise -> promise.lackingIn(file.contract()))
                .map(lacking -> new Shown(false, 0, lacking))
                .orElseGet(() -> shown(clause.id()));
        Judgement judgement = shown.judgement();
        if (judgement == null && !shown.example()) {
            judgement = Judgement.notChecked("the log has no example of it");
        }
        return new ClauseByClause.Seen("The log shows", name, shown.line(), judgement, List.of());
    }

    private Shown shown(String clause) {
        return switch (clause) {
            case "CLI-1" -> oneKey();
            case "CLI-2" -> ownKeys();
            case "CLI-4" -> findings(this::isTransient, Kind.GAVE_UP);
            case "CLI-5" -> findings(this::isTerminal, Kind.RETRIED_TERMINAL, Kind.RETRIED_SUCCESS);
            case "CLI-7" -> findings(seen -> seen.retryAfter() != null, Kind.BEFORE_RETRY_AFTER, Kind.RETRIED_BEYOND);
            case "CLI-8" -> tested(Envelopes.check(delays(), NOISE), "delays of the log", "each within its bounds");
            case "CLI-9" ->
                tested(Uniformity.check(delays(), NOISE), "delays of the log", "spread evenly over their bounds");
            case "CLI-10" -> findings(seen -> !seen.isSuccess(), Kind.TOO_MANY, Kind.TOO_LONG);
            case "BUD-1" -> budget();
            default -> new Shown(false, 0, Judgement.notChecked("a log does not show it"));
        };
    }

    private Shown oneKey() {
        boolean example = false;
        for (Map.Entry<String, List<Entry>> operation : log.operations().entrySet()) {
            List<Entry> entries = operation.getValue();
            String first = entries.get(0).key();
            for (Entry retry : entries.subList(1, entries.size())) {
                if (first != null && retry.key() != null) {
                    example = true;
                    if (!first.equals(retry.key())) {
                        return broken(retry.line(), "the key of a retry of " + operation.getKey(), first, retry.key());
                    }
                }
            }
        }
        return new Shown(example, 0, null);
    }

    private Shown ownKeys() {
        Map<String, String> users = new HashMap<>();
        for (Map.Entry<String, List<Entry>> operation : log.operations().entrySet()) {
            for (Entry entry : operation.getValue()) {
                if (entry.key() == null) {
                    continue;
                }
                String other = users.putIfAbsent(entry.key(), operation.getKey());
                if (other != null && !other.equals(operation.getKey())) {
                    return broken(
                            entry.line(),
                            "the key of " + operation.getKey(),
                            "a key of its own",
                            entry.key() + ", the key of " + other);
                }
            }
        }
        return new Shown(users.size() > 1, 0, null);
    }

    /** @param example what the clause is about */
    private Shown findings(Predicate<AttemptSeen> example, Kind... kinds) {
        Set<Kind> wanted = Stream.of(kinds).collect(toCollection(TreeSet::new));
        boolean found = false;
        for (List<Entry> operation : log.operations().values()) {
            List<AttemptSeen> seen = operation.stream().map(Entry::seen).toList();
            found |= seen.stream().anyMatch(example);
            for (Finding finding : RetryReview.of(retry, seen, NOISE.tolerance(), retry.budget() != null)) {
                if (wanted.contains(finding.kind())) {
                    int line = operation
                            .get(Math.min(finding.attempt(), operation.size()) - 1)
                            .line();
                    return broken(line, "line " + line + " of " + name, "what the contract says", finding.sentence());
                }
            }
        }
        return new Shown(found, 0, null);
    }

    private Shown budget() {
        List<Sent> sent = new ArrayList<>();
        for (List<Entry> operation : log.operations().values()) {
            for (int i = 0; i < operation.size(); i++) {
                Entry entry = operation.get(i);
                if (entry.at() == null) {
                    return new Shown(
                            false,
                            0,
                            Judgement.notChecked(
                                    "the log does not say when each attempt was sent: write it in a column at_ms"));
                }
                sent.add(new Sent(entry.at(), i > 0, outcome(entry.seen())));
            }
        }
        BudgetReview review = BudgetReview.of(Objects.requireNonNull(retry.budget()), sent, NOISE);
        return review.verdict() == Verdict.BROKEN
                ? broken(
                        0,
                        review.retries() + " retries among " + review.requests() + " requests of the log",
                        review.worst().allowed(retry.budget()),
                        review.worst().actual())
                : new Shown(review.retries() > 0, 0, null);
    }

    private BudgetReview.Outcome outcome(AttemptSeen seen) {
        if (seen.isSuccess()) {
            return BudgetReview.Outcome.SUCCESS;
        }
        return isTransient(seen) ? BudgetReview.Outcome.FAILURE : BudgetReview.Outcome.OTHER;
    }

    private Shown tested(Result result, String subject, String expected) {
        return switch (result.verdict()) {
            case HELD -> new Shown(true, 0, null);
            case BROKEN -> broken(0, subject, expected, result.sentence());
            default -> new Shown(true, 0, Judgement.inconclusive(result.sentence()));
        };
    }

    private static Shown broken(int line, String subject, String expected, String actual) {
        return new Shown(true, line, Judgement.broken(subject, expected, actual));
    }

    private boolean isTransient(AttemptSeen seen) {
        return decision(seen).equals(Optional.of(Decision.RETRY));
    }

    private boolean isTerminal(AttemptSeen seen) {
        return seen.status() != null && !seen.isSuccess() && decision(seen).equals(Optional.of(Decision.NEVER));
    }

    private Optional<Decision> decision(AttemptSeen seen) {
        return seen.status() == null ? retry.onConnection() : retry.onResponse(seen.status(), seen.code());
    }

    /** Those that the schedule alone decides. */
    private List<DelaySeen> delays() {
        List<DelaySeen> delays = new ArrayList<>();
        for (List<Entry> operation : log.operations().values()) {
            for (int i = 1; i < operation.size(); i++) {
                int number = i;
                AttemptSeen before = operation.get(i - 1).seen();
                Duration delay = operation.get(i).seen().delayBefore();
                if (delay != null && before.retryAfter() == null) {
                    retry.envelope(number, before.delayBefore())
                            .ifPresent(bounds -> delays.add(new DelaySeen(number, delay, bounds)));
                }
            }
        }
        return delays;
    }

    /** Nothing runs that could be ended. */
    @Override
    public void end() {}
}
