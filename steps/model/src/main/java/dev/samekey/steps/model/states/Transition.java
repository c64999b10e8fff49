package dev.samekey.steps.model.states;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Promise;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an event makes of a key.
 *
 * @param id its name; stable
 * @param when what a contract must say for there to be such a transition; null where every contract has it
 * @param response what the sender of the event gets, and what follows
 * @param judgedBy the scenarios that try it
 * @param notJudged why none does
 */
public record Transition(
        @JsonProperty(required = true) String id,
        @JsonProperty(required = true) String from,
        @JsonProperty(required = true) String event,
        @JsonProperty(required = true) String to,
        @Nullable Promise when,
        @JsonProperty(required = true) String response,
        List<JudgedBy> judgedBy,
        @Nullable String notJudged) {

    /** What the file leaves out is null until here. */
    public Transition {
        judgedBy = judgedBy == null ? List.of() : List.copyOf(judgedBy);
    }

    /** Why a contract has no such transition, or does not say whether it has; nothing where it has. */
    public Optional<Judgement> lackingIn(Contract contract) {
        return when == null ? Optional.empty() : when.lackingIn(contract);
    }

    /** Whether the key stays as it is. */
    boolean isLoop() {
        return from.equals(to);
    }

    /** Whether a scenario tries it. */
    public boolean isTriedBy(String clause, String title) {
        return judgedBy.stream().anyMatch(judged -> judged.means(clause, title));
    }
}
