package dev.samekey.steps.judge.definitions;

import dev.samekey.steps.drive.downstream.Trouble;
import dev.samekey.steps.drive.fault.Fault;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Selector;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.Target.CounterpartRole;
import io.cucumber.java.ParameterType;
import java.util.List;
import java.util.Locale;

/** The words that a step may fill in. */
public final class Vocabulary {
    private static final List<String> NUMBERS = List.of("no", "one", "two", "three", "four", "five");

    private final Target target;
    private final Contract contract;

    public Vocabulary(Target target, Contract contract) {
        this.target = target;
        this.contract = contract;
    }

    /** An operation by its name in the target file; a selector stands there only where the target has no such operation. */
    @ParameterType(Selector.PATTERN)
    public Operation operation(String words) {
        Operation operation = target.operations().get(words);
        if (operation != null) {
            return operation;
        }
        Selector selector = Selector.of(words, target);
        if (!selector.in(target).isEmpty()) {
            throw new IllegalArgumentException(
                    "«" + words + "» may mean several operations: it belongs in a table of Examples");
        }
        throw selector.lacking(target, contract);
    }

    @ParameterType("no|one|two|three|four|five")
    public Integer count(String word) {
        return NUMBERS.indexOf(word);
    }

    /** How an API says no, by its name in the contract. */
    @ParameterType("a payload mismatch|missing its key|a malformed key|a rate limit|an unavailable dependency|stale")
    public String refusal(String words) {
        return switch (words) {
            case "a payload mismatch" -> "payload_mismatch";
            case "missing its key" -> "missing_key";
            case "a malformed key" -> "malformed_key";
            case "a rate limit" -> "rate_limited";
            case "stale" -> "stale";
            default -> "unavailable";
        };
    }

    /** What the target's sandbox does with an operation, by its name in the target file. */
    @ParameterType(
            "be invalid|be acknowledged too late|fail three times|always fail|meet a rate limit|meet a rate limit once|meet an unavailable dependency|fail once"
                    + "|fail once after its effect")
    public String fate(String words) {
        return switch (words) {
            case "be invalid" -> "invalid";
            case "be acknowledged too late" -> "slow_answer";
            case "meet a rate limit" -> "rate_limited";
            case "meet a rate limit once" -> "rate_limited_once";
            case "fail three times" -> "fails_three_times";
            case "always fail" -> "poison";
            case "fail once" -> "unavailable_once";
            case "fail once after its effect" -> "fails_after_effect";
            default -> "unavailable";
        };
    }

    /** A way to send that differs from the first in one respect. */
    @ParameterType(
            "without its key|twice without its key|under two keys|under another key|under each kind of illegal key"
                    + "|in another order|in other notations|with members added and taken away in turn|with other volatile fields|by a stranger"
                    + "|over another connection by another agent")
    public String variation(String words) {
        return words;
    }

    /** What a counterpart is to the operation that reaches it. */
    @ParameterType("provider|vendor|sink")
    public CounterpartRole counterpart(String word) {
        return CounterpartRole.valueOf(word.toUpperCase(Locale.ROOT));
    }

    /** What a counterpart does to a call instead of answering it at once and truly. */
    @ParameterType("is [a-z]+|hangs up|loses its answer|answers too late|takes it for a duplicate")
    public Trouble trouble(String words) {
        return Trouble.of(words);
    }

    /** What happens to a request or its answer on the way. */
    @ParameterType("(?:answer|request) [a-z ]+")
    public Fault fault(String words) {
        return Fault.of(words);
    }
}
