package dev.samekey.steps.judge.world;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.targets.Contracts;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Answers that something gave in the target's place: a rate limit, of which the contract does not speak, or the error page
 * of a gateway. They tell nothing of the contract.
 */
public final class Interference {
    private static final int TOO_MANY = 429;
    private static final Set<Integer> OF_A_GATEWAY = Set.of(502, 503, 504);

    /** Whether the contract says something else with 429 too, such as that the original is still in progress. */
    private final boolean saysMore;

    public Interference(Contracts contracts) {
        this.saysMore =
                contracts.all().map(Contract::refusals).filter(Objects::nonNull).anyMatch(Interference::saysMore);
    }

    private static boolean saysMore(Map<Reason, Refusal> refusals) {
        return refusals.entrySet().stream()
                .anyMatch(refusal -> refusal.getKey() != Reason.RATE_LIMITED
                        && refusal.getValue().statuses().contains(TOO_MANY));
    }

    /** Whether an answer may be one. */
    static boolean isSuspect(Answer answer) {
        return answer.status() == TOO_MANY || isOfAGateway(answer);
    }

    /** Whether what responded says that it cannot for now, or that what it depends on did not respond. */
    static boolean isUnavailable(Answer answer) {
        return OF_A_GATEWAY.contains(answer.status());
    }

    /** What responded in the target's place; nothing where all responses are the target's own. */
    public Optional<String> in(List<Answer> answers) {
        long limited = answers.stream().filter(this::isLimited).count();
        if (limited > 0) {
            return Optional.of("the target limits the rate: " + limited + " answered 429"
                    + pause(answers)
                            .map(wait -> ", Retry-After: " + wait.toSeconds() + " s")
                            .orElse(""));
        }
        return answers.stream()
                .filter(Interference::isOfAGateway)
                .findFirst()
                .map(answer -> "a gateway answered in the target's place: " + answer.status() + " with "
                        + answer.header("Content-Type").orElse("no type"));
    }

    /** How long the target asks to be left alone; nothing where it does not limit the rate, or gives no time. */
    public Optional<Duration> pause(List<Answer> answers) {
        return answers.stream()
                .filter(this::isLimited)
                .flatMap(answer -> answer.retryAfter().stream())
                .findFirst();
    }

    private boolean isLimited(Answer answer) {
        return answer.status() == TOO_MANY && !saysMore;
    }

    private static boolean isOfAGateway(Answer answer) {
        String type = answer.header("Content-Type").orElse("").toLowerCase(Locale.ROOT);
        return isUnavailable(answer) && (type.startsWith("text/html") || type.startsWith("text/plain"));
    }
}
