package dev.samekey.server.dialect;

import dev.samekey.server.contract.RetryRules;
import dev.samekey.server.contract.RetryRules.BudgetRules;
import dev.samekey.server.contract.RetryRules.Decision;
import dev.samekey.server.contract.RetryRules.Delays;
import dev.samekey.server.contract.RetryRules.ExponentialDelays;
import dev.samekey.server.contract.RetryRules.Jitter;
import dev.samekey.server.contract.RetryRules.ListedDelays;
import dev.samekey.server.contract.RetryRules.RetryAfterRules;
import dev.samekey.server.contract.RetryRules.ShareRules;
import dev.samekey.server.contract.RetryRules.TokenRules;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads how a client goes on after a failure; a client must do something also about what a dialect does not say. */
final class RetryReader {
    private static final int ATTEMPTS = 5;
    private static final Duration INITIAL = Duration.ofMillis(200);
    private static final Duration LONGEST = Duration.ofSeconds(2);
    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int LEAST = 10;
    private static final Set<Integer> RETRIED = Set.of(425, 429, 500, 502, 503, 504);

    private static final String NOT_KEPT = "is nothing that this client keeps";

    private final Member retry;

    RetryReader(Member retry) {
        this.retry = retry;
    }

    RetryRules retry() {
        refuse(retry.at("extends"), "is not read here: state the whole policy");
        refuse(retry.at("exponential").at("least"), NOT_KEPT);
        List.of("retried_refund", "charged", "above")
                .forEach(name -> refuse(retry.at("budget").at(name), NOT_KEPT));
        Member listed = retry.at("delays");
        return new RetryRules(
                decisions(),
                statuses("retry", RETRIED),
                statuses("never", Set.of()),
                retry.at("connection").choice(Decision.class, Decision.RETRY) == Decision.RETRY,
                delays(listed, retry.at("exponential")),
                jitter(retry.at("jitter")),
                retry.at("attempts")
                        .number(listed.isAbsent() ? ATTEMPTS : listed.items().size() + 1),
                optional(retry.at("total")),
                new RetryAfterRules(
                        optional(retry.at("retry_after").at("most")),
                        retry.at("retry_after").at("beyond").choice(Beyond.class, Beyond.FAIL) == Beyond.FAIL),
                budget(retry.at("budget")),
                retry.at("dead_letter").flag(true));
    }

    private Map<String, Decision> decisions() {
        Member decisions = retry.at("decisions");
        return decisions.node().properties().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, code -> decisions.at(code.getKey()).choice(Decision.class, Decision.NEVER)));
    }

    private Set<Integer> statuses(String kind, Set<Integer> otherwise) {
        Member statuses = retry.at("statuses").at(kind);
        return statuses.isAbsent() ? otherwise : statuses.set(status -> status.number(0));
    }

    private static Delays delays(Member listed, Member exponential) {
        if (!listed.isAbsent()) {
            listed.require(!listed.items().isEmpty(), "must have a delay");
            List<Duration> delays =
                    listed.items().stream().map(item -> item.duration(INITIAL)).toList();
            return new ListedDelays(delays);
        }
        return new ExponentialDelays(
                exponential.at("initial").duration(INITIAL),
                exponential.at("factor").decimal(2),
                exponential.at("max").duration(LONGEST));
    }

    private static Jitter jitter(Member jitter) {
        if (jitter.node().isObject()) {
            return new Jitter(jitter.at("from").decimal(0), jitter.at("to").decimal(1), false);
        }
        return switch (jitter.choice(Spread.class, Spread.EQUAL)) {
            case NONE -> Jitter.NONE;
            case EQUAL -> Jitter.EQUAL;
            case FULL -> Jitter.FULL;
            case DECORRELATED -> Jitter.DECORRELATED;
        };
    }

    private static Optional<BudgetRules> budget(Member budget) {
        if (budget.isAbsent()) {
            return Optional.empty();
        }
        if (!budget.at("tokens").isAbsent()) {
            return Optional.of(new TokenRules(
                    budget.at("tokens").decimal(0),
                    budget.at("cost").decimal(1),
                    budget.at("refund").decimal(1)));
        }
        Member share = budget.at("share");
        share.require(!share.isAbsent(), "or tokens is needed");
        return Optional.of(new ShareRules(
                share.decimal(0),
                budget.at("window").duration(WINDOW),
                budget.at("least").number(LEAST)));
    }

    /** Better no client than one that keeps another contract. */
    private static void refuse(Member member, String why) {
        member.require(member.isAbsent(), why);
    }

    private static Optional<Duration> optional(Member duration) {
        return duration.isAbsent() ? Optional.empty() : Optional.of(duration.duration(Duration.ZERO));
    }

    private enum Beyond {
        FAIL,
        IGNORE
    }

    private enum Spread {
        NONE,
        EQUAL,
        FULL,
        DECORRELATED
    }
}
