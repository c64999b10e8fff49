package dev.samekey.steps.definitions;

import dev.samekey.steps.target.Operation;
import dev.samekey.steps.target.Role;
import dev.samekey.steps.target.Target;
import dev.samekey.steps.verdict.Judgement;
import io.cucumber.java.ParameterType;
import java.util.List;
import java.util.Locale;

/** The words that a step may fill in. */
public final class Vocabulary {
    private static final List<String> NUMBERS = List.of("no", "one", "two", "three", "four", "five");

    private final Target target;

    public Vocabulary(Target target) {
        this.target = target;
    }

    /** An operation by its name in the target file; a role stands there only where the target has no such operation. */
    @ParameterType("partial [a-z]+|[a-z][a-z0-9_-]*")
    public Operation operation(String name) {
        Operation operation = target.operations().get(name);
        if (operation != null) {
            return operation;
        }
        String role = name.substring(name.lastIndexOf(' ') + 1);
        String reason = target.notOffered().get(Role.valueOf(role.toUpperCase(Locale.ROOT)));
        if (reason != null) {
            throw Judgement.notApplicable("the API offers no " + name + ": " + reason);
        }
        throw Judgement.notChecked("operations: the target file describes no " + name);
    }

    @ParameterType("no|one|two|three|four|five")
    public Integer count(String word) {
        return NUMBERS.indexOf(word);
    }

    /** How an API says no, by its name in the contract. */
    @ParameterType("a payload mismatch|missing its key|a rate limit|an unavailable dependency")
    public String refusal(String words) {
        return switch (words) {
            case "a payload mismatch" -> "payload_mismatch";
            case "missing its key" -> "missing_key";
            case "a rate limit" -> "rate_limited";
            default -> "unavailable";
        };
    }
}
