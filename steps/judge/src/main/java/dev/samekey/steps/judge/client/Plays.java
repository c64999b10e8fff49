package dev.samekey.steps.judge.client;

import dev.samekey.steps.drive.service.Behaviour;
import dev.samekey.steps.drive.service.Script;
import dev.samekey.steps.model.contract.Retry.Decision;
import dev.samekey.steps.model.contract.RetryAfterRule;
import dev.samekey.steps.model.contract.RetryAfterRule.Beyond;
import dev.samekey.steps.model.contract.RetryBudget;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;

/** What the service does by the words of a scenario, as far as the contract promises what a client does about it. */
public final class Plays {
    private static final Duration FOREVER = Duration.ofDays(365_000);

    /** Thirty days are more milliseconds than 32 bits hold. */
    private static final List<Duration> MANY_SECONDS = List.of(Duration.ofHours(1), Duration.ofDays(30));

    /** More seconds than 64 bits hold, or 32: there it is one second. */
    private static final String OVERFLOW = "18446744073709551617";

    private final Bench bench;

    public Plays(Bench bench) {
        this.bench = bench;
    }

    /** Each operation fails so often before it succeeds; one that always fails ends with the last of its failures again. */
    public Script failing(Mishap mishap, Often often) {
        List<Behaviour> failures = mishap.parts().stream()
                .map(part -> part.behaviour(bench.contract()))
                .toList();
        long most = often == Often.ALWAYS ? Long.MAX_VALUE : (long) often.times() * failures.size();
        return (unique, number) -> number > most
                ? new Behaviour.Succeed()
                : failures.get(
                        often == Often.ALWAYS ? Math.min(number, failures.size()) - 1 : (number - 1) % failures.size());
    }

    /**
     * Each operation always fails, in the next of so many ways, as far as the contract says that all are retried.
     *
     * @throws Judgement where it says that of none
     */
    public Script failingInTurn(List<Mishap> mishaps) {
        List<Mishap> owed = mishaps.stream()
                .filter(one -> decision(one).filter(Decision.RETRY::equals).isPresent())
                .toList();
        if (owed.isEmpty()) {
            mustBeOwed(mishaps.get(0), Often.ALWAYS);
        }
        Function<String, Behaviour> chosen =
                inTurn(owed.stream().map(one -> one.behaviour(bench.contract())).toList());
        return (unique, number) -> chosen.apply(unique);
    }

    /** Each operation is sent elsewhere once, in the next of all ways. */
    public Script redirecting() {
        Function<String, Redirect> chosen = inTurn(List.of(Redirect.values()));
        return (unique, number) -> chosen.apply(unique).behaviour(number);
    }

    /**
     * Each operation fails so often, and is asked to wait each time.
     *
     * @param clockSpeed how many times as fast the clock of the client is
     * @throws Judgement where the contract lets a client ignore what it is asked
     */
    public Script asking(Mishap mishap, Often often, Wait wait, int clockSpeed) {
        Function<String, String> asked = asked(wait, clockSpeed);
        if (!(mishap.behaviour(bench.contract()) instanceof Behaviour.Refuse refuse)) {
            throw new IllegalStateException("«" + mishap.words() + "» has no response that could ask to wait");
        }
        return (unique, number) -> number > often.times()
                ? new Behaviour.Succeed()
                : new Behaviour.Refuse(refuse.status(), refuse.reason(), asked.apply(unique));
    }

    /** What the service writes in the header for an operation; a date is that of the moment. */
    private Function<String, String> asked(Wait wait, int clockSpeed) {
        Clock clock = Clock.systemUTC();
        return switch (wait) {
            case LONG -> inTurn(longWaits());
            case UNKEPT -> inTurn(unkept(clock, clockSpeed));
            default -> {
                if (wait.time() != null && mayIgnore(wait.time())) {
                    throw ignored();
                }
                yield unique -> wait.header(clock);
            }
        };
    }

    /** A second more than a client may be asked to wait, where it gives up then, and what no client should wait for. */
    private List<String> longWaits() {
        List<String> waits = Stream.concat(
                        bench.retry().longestAsked().map(most -> most.plusSeconds(1)).stream(), MANY_SECONDS.stream())
                .filter(wait -> !mayIgnore(wait))
                .map(wait -> String.valueOf(wait.toSeconds()))
                .toList();
        if (waits.isEmpty()) {
            throw ignored();
        }
        return waits;
    }

    /** A contract may let a client go on by its own schedule when it is asked to wait for too long. */
    private boolean mayIgnore(Duration asked) {
        RetryAfterRule rule = bench.retry().retryAfter();
        return rule != null && !rule.honours(asked) && rule.beyond() == Beyond.IGNORE;
    }

    private Judgement ignored() {
        RetryAfterRule rule = bench.retry().retryAfter();
        return Judgement.notApplicable(
                "retry.retry_after: the contract lets a client ignore more than " + (rule == null ? "" : rule.most()));
    }

    /**
     * Values of the header that ask for no time or cannot be read. Two headers of one name are one value with a comma (RFC 9110,
     * section 5.3). More seconds than a number holds cannot be kept where the contract has an end of all waits. The header has whole
     * seconds: who reads a fraction all the same may wait for that long, and a fast clock makes it too short to be told from none.
     */
    private List<String> unkept(Clock clock, int clockSpeed) {
        Stream<String> always = Stream.of(
                Wait.PAST.header(clock), Wait.NEGATIVE.header(clock), Wait.UNREADABLE.header(clock), "", "2, 3");
        Stream<String> fraction = clockSpeed > 1 ? Stream.empty() : Stream.of("0.5");
        Stream<String> huge = bench.retry().waitsFor(FOREVER) ? Stream.empty() : Stream.of(OVERFLOW);
        return Stream.of(always, fraction, huge).flatMap(Function.identity()).toList();
    }

    /** Each operation has the next of them, and keeps it. */
    private static <T> Function<String, T> inTurn(List<T> all) {
        Map<String, T> chosen = new ConcurrentHashMap<>();
        AtomicInteger next = new AtomicInteger();
        return unique -> chosen.computeIfAbsent(unique, unused -> all.get(next.getAndIncrement() % all.size()));
    }

    /**
     * What the contract must say for a scenario about a failure to be owed.
     *
     * @throws Judgement where the contract says nothing of this failure, or has not so many attempts
     */
    public void mustBeOwed(Mishap mishap, Often often) {
        for (Mishap part : mishap.parts()) {
            Decision said = decision(part)
                    .orElseThrow(() -> Judgement.notChecked(
                            "retry: the contract does not say what a client does after " + part.words()));
            Decision demanded = part.isTerminal() ? Decision.NEVER : Decision.RETRY;
            if (said != demanded) {
                throw Judgement.notApplicable("retry: after " + part.words() + " the contract says "
                        + said.name().toLowerCase(Locale.ROOT));
            }
        }
        int most = bench.retry().mostAttempts().orElse(Integer.MAX_VALUE);
        long needed = often == Often.ALWAYS
                ? 1
                : (long) often.times() * mishap.parts().size() + 1;
        if (needed > most) {
            throw Judgement.notApplicable(
                    "retry.attempts: the contract has " + most + " attempts, and this takes " + needed);
        }
    }

    /** What the contract says that a client does about a failure. */
    public Optional<Decision> decision(Mishap single) {
        if (single.isLoss()) {
            return bench.retry().onConnection();
        }
        Integer status = single.status(bench.contract());
        return status == null ? Optional.empty() : bench.retry().onResponse(status, single.code(bench.contract()));
    }

    /**
     * How many successes it takes until one more retry is in the budget, after so many requests with so many retries that used it
     * up. A client may send fewer than the contract allows: its own share is what it has sent, and its refund may be half as much.
     */
    public int successesToRefill(RetryBudget budget, Sent sent) {
        if (budget.isShare()) {
            double share = Objects.requireNonNull(budget.share());
            double own = sent.retries() == 0 ? share : Math.min(share, (double) sent.retries() / sent.requests());
            return (int) Math.ceil((sent.retries() + 1) / own) + 1 - sent.requests();
        }
        double refund = budget.refundOf(false) / 2;
        double tokens = Objects.requireNonNull(budget.cost()) + (budget.above() == null ? 0 : budget.above());
        return refund <= 0 ? Integer.MAX_VALUE : (int) Math.ceil(tokens / refund) + 1;
    }

    /** @param requests the retries among them */
    public record Sent(int requests, int retries) {}
}
