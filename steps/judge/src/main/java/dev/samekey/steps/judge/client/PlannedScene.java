package dev.samekey.steps.judge.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.samekey.steps.drive.client.Outcome;
import dev.samekey.steps.drive.client.Task;
import dev.samekey.steps.drive.service.Behaviour;
import dev.samekey.steps.drive.service.Received;
import dev.samekey.steps.drive.service.Script;
import dev.samekey.steps.judge.statistics.Noise;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Envelope;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.contract.Retry;
import dev.samekey.steps.model.contract.Retry.Decision;
import dev.samekey.steps.model.contract.RetryAfterRule;
import dev.samekey.steps.model.contract.RetryBudget;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * With a client that keeps the contract and is only imagined. Nothing is sent, and no time passes: what would pass is added up. The
 * scenario ends when it would be judged.
 */
public final class PlannedScene implements Scene {
    /** Where the contract has no end of the attempts. */
    private static final int MOST_ATTEMPTS = 5;

    /** More digits are more seconds than a number holds. */
    private static final int MOST_DIGITS = 18;

    private static final Duration FOREVER = Duration.ofDays(365_000);

    private final Bench bench;
    private final PlannedTime planned;
    private final List<Performed> performed = new ArrayList<>();
    private final List<Received> received = new ArrayList<>();
    private Script script = (unique, number) -> new Behaviour.Succeed();
    private Duration spent = Duration.ZERO;
    private double tokens;
    private int clients;
    private int tasks;
    private int clockSpeed = 1;

    public PlannedScene(Bench bench, PlannedTime planned) {
        this.bench = bench;
        this.planned = planned;
        RetryBudget budget = bench.retry().budget();
        this.tokens = budget == null || budget.tokens() == null ? 0 : budget.tokens();
    }

    @Override
    public Bench bench() {
        return bench;
    }

    @Override
    public void hurry() {
        clockSpeed = bench.client().clockSpeed();
    }

    @Override
    public int clockSpeed() {
        return clockSpeed;
    }

    @Override
    public void play(Script other) {
        script = other;
    }

    @Override
    public void refuseConnections(Duration time, Duration margin) {
        spent = spent.plus(time);
    }

    @Override
    public void performAtOnce(int howMany, int eachOf) {
        if (howMany > bench.client().atOnce()) {
            throw Judgement.notChecked("client.at_once: the client does fewer operations at once");
        }
        clients = Math.max(clients, eachOf);
        Duration longest = Duration.ZERO;
        for (int i = 0; i < howMany * eachOf; i++) {
            Duration took = perform(i % eachOf);
            longest = took.compareTo(longest) > 0 ? took : longest;
        }
        Duration most = bench.longestOperation();
        spent = spent.plus(longest.compareTo(most) < 0 ? longest : most);
    }

    @Override
    public void performAlike(int howMany) {
        for (int i = 0; i < howMany; i++) {
            performAtOnce(1, 1);
        }
    }

    @Override
    public Duration warmUp(int howMany, int eachOf) {
        clients = Math.max(clients, eachOf);
        return Duration.ZERO;
    }

    @Override
    public void resume(Performed parked, boolean anew) {
        clients += anew ? 1 : 0;
        performAtOnce(1, 1);
    }

    @Override
    public void rest() {
        spent = spent.plus(bench.longestDelay());
    }

    @Override
    public void settle() {
        rest();
        throw Judgement.notChecked("nothing is sent: this is a plan");
    }

    @Override
    public void forget() {
        performed.clear();
    }

    @Override
    public List<Performed> performed() {
        return List.copyOf(performed);
    }

    @Override
    public Plays.Sent sent() {
        return new Plays.Sent(received.size(), (int)
                received.stream().filter(attempt -> attempt.number() > 1).count());
    }

    @Override
    public List<Received> received() {
        return List.copyOf(received);
    }

    @Override
    public int effects(Performed one) {
        return 1;
    }

    @Override
    public boolean reportsStatus() {
        return true;
    }

    @Override
    public Noise noise() {
        throw new IllegalStateException("a plan has no noise");
    }

    @Override
    public Duration usualReport() {
        return Duration.ZERO;
    }

    @Override
    public Duration room() {
        return bench.room();
    }

    @Override
    public boolean isCutOff() {
        return false;
    }

    /** Nothing is sent. */
    @Override
    public void requireAllSeen() {}

    @Override
    public void leave() {
        planned.add(spent, clients);
    }

    /** @return how long an operation takes */
    private Duration perform(int client) {
        String id = String.valueOf(++tasks);
        Task task = new Task(id, bench.client().firstOperation(), JsonNodeFactory.instance.objectNode(), "u-" + id);
        List<Received> attempts = new ArrayList<>();
        Duration now = Duration.ZERO;
        Duration waited = Duration.ZERO;
        Duration previous = null;
        while (true) {
            Behaviour behaviour = script.decide(task.unique(), attempts.size() + 1);
            Integer status = status(behaviour);
            Duration arrived = now;
            now = now.plus(answered(behaviour));
            attempts.add(attempt(task, attempts.size() + 1, arrived, now, behaviour, status));
            if (status != null && status / 100 == 2) {
                refund(attempts.size() > 1);
                break;
            }
            Optional<Duration> delay = delay(behaviour, status, attempts.size(), previous);
            if (delay.isEmpty() || isPastTheTotal(now.plus(delay.get())) || !hasBudget()) {
                break;
            }
            previous = delay.get();
            now = now.plus(previous);
            waited = waited.plus(previous);
        }
        received.addAll(attempts);
        boolean succeeded = Objects.equals(attempts.get(attempts.size() - 1).status(), status(new Behaviour.Succeed()));
        performed.add(new Performed(task, client, 0, outcome(task, succeeded, attempts), attempts, clockSpeed));
        return now.minus(waited).plus(waited.dividedBy(clockSpeed));
    }

    private static Received attempt(
            Task task, int number, Duration arrived, Duration ended, Behaviour behaviour, @Nullable Integer status) {
        return new Received(
                task.unique(),
                number,
                arrived.toNanos(),
                ended.toNanos(),
                "HTTP/1.1",
                "POST",
                "/",
                List.of(),
                "",
                task.unique(),
                behaviour,
                status != null && status / 100 == 2,
                status);
    }

    private static Outcome outcome(Task task, boolean succeeded, List<Received> attempts) {
        return succeeded
                ? new Outcome(task.id(), task.payload(), null, attempts.size(), task.unique(), false, 0)
                : new Outcome(
                        task.id(),
                        null,
                        new Outcome.Failure(attempts.get(attempts.size() - 1).status(), null, null),
                        attempts.size(),
                        task.unique(),
                        true,
                        0);
    }

    private static @Nullable Integer status(Behaviour behaviour) {
        if (behaviour instanceof Behaviour.Refuse refuse) {
            return refuse.status();
        }
        if (behaviour instanceof Behaviour.Redirect redirect) {
            return redirect.status();
        }
        return behaviour instanceof Behaviour.Lose ? null : Integer.valueOf(201);
    }

    /** How long the client waits for the response. */
    private Duration answered(Behaviour behaviour) {
        if (behaviour instanceof Behaviour.Delay delay) {
            return delay.by().plus(answered(delay.then()));
        }
        return behaviour instanceof Behaviour.Lose lose && lose.loss() == Behaviour.Loss.SILENCE
                ? bench.client().timeout()
                : Duration.ZERO;
    }

    /** The longest that the client waits before its next attempt; nothing where it gives up. */
    private Optional<Duration> delay(
            Behaviour behaviour, @Nullable Integer status, int attempts, @Nullable Duration previous) {
        Retry retry = bench.retry();
        if (attempts >= retry.mostAttempts().orElse(MOST_ATTEMPTS) || decision(behaviour, status) == Decision.NEVER) {
            return Optional.empty();
        }
        Duration own = retry.envelope(attempts, previous).map(Envelope::most).orElse(Duration.ZERO);
        Duration asked = behaviour instanceof Behaviour.Refuse refuse ? asked(refuse.retryAfter()) : Duration.ZERO;
        RetryAfterRule rule = retry.retryAfter();
        if (rule != null && !rule.honours(asked)) {
            return rule.beyond() == RetryAfterRule.Beyond.IGNORE ? Optional.of(own) : Optional.empty();
        }
        return Optional.of(asked.compareTo(own) > 0 ? asked : own);
    }

    private static Duration asked(@Nullable String retryAfter) {
        if (retryAfter == null || !retryAfter.matches("\\d+")) {
            return Duration.ZERO;
        }
        return retryAfter.length() > MOST_DIGITS ? FOREVER : Duration.ofSeconds(Long.parseLong(retryAfter));
    }

    private Decision decision(Behaviour behaviour, @Nullable Integer status) {
        if (status == null) {
            return bench.retry().onConnection().orElse(Decision.RETRY);
        }
        return bench.retry().onResponse(status, code(behaviour)).orElse(Decision.NEVER);
    }

    private @Nullable String code(Behaviour behaviour) {
        Contract contract = bench.contract();
        Refusal refusal = behaviour instanceof Behaviour.Refuse refuse && refuse.reason() != null
                ? contract.refusal(refuse.reason())
                : null;
        return refusal == null || refusal.codes().isEmpty()
                ? null
                : refusal.codes().get(0);
    }

    private boolean isPastTheTotal(Duration time) {
        Duration total = bench.retry().total();
        return total != null && time.compareTo(total) > 0;
    }

    /** Takes what one more retry costs. */
    private boolean hasBudget() {
        RetryBudget budget = bench.retry().budget();
        if (budget == null) {
            return true;
        }
        if (budget.isShare()) {
            int requests = Math.max(Objects.requireNonNullElse(budget.least(), 0), received.size());
            return sent().retries() < Objects.requireNonNull(budget.share()) * requests;
        }
        double cost = Objects.requireNonNull(budget.cost());
        boolean has = tokens >= Objects.requireNonNullElse(budget.above(), cost);
        tokens -= has ? cost : 0;
        return has;
    }

    private void refund(boolean retried) {
        RetryBudget budget = bench.retry().budget();
        if (budget != null && budget.tokens() != null) {
            tokens = Math.min(budget.tokens(), tokens + budget.refundOf(retried));
        }
    }
}
