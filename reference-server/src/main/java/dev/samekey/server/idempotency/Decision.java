package dev.samekey.server.idempotency;

import dev.samekey.server.http.Answer;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What became of a request: its answer, and the story behind it for those who watch. */
public record Decision(
        Outcome outcome,
        Answer answer,
        State from,
        State to,
        @Nullable UUID operationId,
        @Nullable Instant firstClaimedAt) {

    /** The operation ran now and its outcome is stored. */
    static Decision stored(Claim claim, State state, Answer answer) {
        Outcome outcome = state == State.COMPLETED ? Outcome.CREATED : Outcome.FAILED;
        return new Decision(outcome, answer, claim.before(), state, claim.operationId(), null);
    }

    /** The operation failed now in a way that says nothing about the next attempt. */
    static Decision released(Claim claim, Answer answer) {
        return new Decision(Outcome.FAILED, answer, claim.before(), State.NONE, claim.operationId(), null);
    }

    /** The claim went to another attempt while this one was running. */
    static Decision overtaken(Claim claim, Answer answer) {
        return new Decision(
                Outcome.IN_PROGRESS, answer, State.IN_PROGRESS, State.IN_PROGRESS, claim.operationId(), null);
    }

    /** The key was known, and its record stays as it is. */
    static Decision known(Outcome outcome, IdempotencyRecord known, Answer answer) {
        return new Decision(outcome, answer, known.state(), known.state(), known.operationId(), known.createdAt());
    }

    /** The operation ran now without a key, so nothing of it is remembered. */
    static Decision keyless(Outcome outcome, UUID operationId, Answer answer) {
        return new Decision(outcome, answer, State.NONE, State.NONE, operationId, null);
    }

    /** The request never came to claim its key. */
    public static Decision refused(Answer answer) {
        return new Decision(Outcome.REFUSED, answer, State.NONE, State.NONE, null, null);
    }

    /** The server itself failed. */
    static Decision broken(Answer answer) {
        return new Decision(Outcome.FAILED, answer, State.NONE, State.NONE, null, null);
    }

    /** The same decision told as another outcome. */
    public Decision withOutcome(Outcome other) {
        return new Decision(other, answer, from, to, operationId, firstClaimedAt);
    }

    /** The same decision with another answer. */
    public Decision withAnswer(Answer other) {
        return new Decision(outcome, other, from, to, operationId, firstClaimedAt);
    }
}
