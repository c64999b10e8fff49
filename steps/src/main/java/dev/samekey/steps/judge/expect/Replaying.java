package dev.samekey.steps.judge.expect;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Sign;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.contract.Replay;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Point;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a repeated request must get, by the contract's replay mode. */
public final class Replaying {
    private final Contract contract;
    private final Reading reading;
    private final Checks checks;

    public Replaying(Contract contract, Reading reading, Checks checks) {
        this.contract = contract;
        this.reading = reading;
        this.checks = checks;
    }

    /** RPL-1: the status of the first response, or the one that the contract names. */
    public void status(Operation operation, Answer first, Answer again, Fact... where) {
        if (isRefused()) {
            refused(Point.STATUS, operation, first, again, where);
            return;
        }
        Integer named = first.isSuccessful() ? mode().status() : null;
        checks.on(Point.STATUS)
                .shown(named == null ? Sign.sameStatus(again, first) : Sign.hasStatus(again, named))
                .equal("status of " + replay(operation), named == null ? first.status() : named, again.status(), where);
    }

    /** RPL-2: the body of the first response, as far as the replay mode says. */
    public void body(Operation operation, Answer first, Answer again, Fact... where) {
        switch (mode().mode()) {
            case STORED -> {
                if (reading.differing().isEmpty()) {
                    checks.on(Point.BODY)
                            .shown(Sign.sameBody(again, first))
                            .equal("body of " + replay(operation), first.body(), again.body(), where);
                } else {
                    alike(operation, first, again, where);
                }
            }
            case SEMANTIC -> alike(operation, first, again, where);
            case CURRENT_STATE -> sameResult(operation, first, again, where);
            case CONFLICT -> {
                refused(Point.BODY, operation, first, again, where);
                linked(operation, first, again, where);
            }
            case REJECT -> refused(Point.BODY, operation, first, again, where);
        }
    }

    /** Whether a response is what the winner's duplicates may get, without checking it. */
    public boolean isOutcome(Operation operation, Answer first, Answer again) {
        return switch (mode().mode()) {
            case CURRENT_STATE -> again.isSuccessful() && id(operation, first).equals(id(operation, again));
            case CONFLICT, REJECT -> reading.is(reading.refusal(Reason.REPLAYED_KEY), again);
            default -> isSameStatus(first, again) && reading.saysTheSame(first, again);
        };
    }

    /**
     * Whether a response can be a replay: one that has another result cannot, nor one that shows none where the first one did.
     * Where nothing shows which result it has, it may be.
     */
    public boolean isPossible(Operation operation, Answer first, Answer again) {
        boolean isShown = !id(operation, first).isMissingNode();
        return again.isSuccessful() == first.isSuccessful()
                && (!isShown || id(operation, first).equals(id(operation, again)));
    }

    /** What a response that is not the outcome lacks; null where it is nothing like it. */
    public @Nullable Point pointOf(Answer first, Answer again) {
        if (again.isSuccessful() != first.isSuccessful()) {
            return null;
        }
        return isSameStatus(first, again) ? Point.BODY : Point.STATUS;
    }

    private boolean isSameStatus(Answer first, Answer again) {
        return again.status() == (mode().status() == null || !first.isSuccessful() ? first.status() : mode().status());
    }

    /** Whether a replay is refused, and so can be no success. */
    public boolean isRefused() {
        return mode().refuses();
    }

    /** A failure may come again, for there is no result to refuse; and a key of an operation's own is not the contract's. */
    private void refused(Point point, Operation operation, Answer first, Answer again, Fact... where) {
        boolean mayRepeat = !first.isSuccessful() || operation.key() != null;
        Refusal refusal = reading.refusal(Reason.REPLAYED_KEY);
        checks.on(point)
                .shown(Sign.refused(again, refusal))
                .that(
                        "repeated request for " + operation.withArticle(),
                        reading.is(refusal, again)
                                || (mayRepeat && isSameStatus(first, again) && reading.saysTheSame(first, again)),
                        refusal.toString(),
                        again.described(),
                        where);
    }

    private void linked(Operation operation, Answer first, Answer again, Fact... where) {
        JsonPointer link = mode().link();
        if (link != null) {
            checks.on(Point.BODY)
                    .equal(
                            "result that the refusal of a repeated " + operation.name() + " links to",
                            id(operation, first).asText(),
                            again.at(link.toString()).asText(),
                            where);
        }
    }

    private void sameResult(Operation operation, Answer first, Answer again, Fact... where) {
        checks.on(Point.BODY)
                .shown(sameId(operation, again, first))
                .that(
                        replay(operation),
                        again.isSuccessful() && id(operation, first).equals(id(operation, again)),
                        "a success with the id " + id(operation, first),
                        again.described(),
                        where);
    }

    private void alike(Operation operation, Answer first, Answer again, Fact... where) {
        List<String> but = reading.differing().stream()
                .map(pointer -> pointer.last().getMatchingProperty())
                .toList();
        checks.on(Point.BODY)
                .shown(Sign.sameMembers(again, first, but))
                .equal("body of " + replay(operation), without(first), without(again), where);
    }

    private static Sign sameId(Operation operation, Answer again, Answer first) {
        return operation.id() == null ? Sign.success(again) : Sign.sameId(again, first, operation.id(), true);
    }

    private static String replay(Operation operation) {
        return "the replay of " + operation.withArticle();
    }

    private static JsonNode id(Operation operation, Answer answer) {
        return operation.id() == null ? MissingNode.getInstance() : Calls.id(operation, answer);
    }

    /** The body without what may differ, or its text where it is no JSON. */
    private Object without(Answer answer) {
        JsonNode tree = reading.withoutWhatVaries(answer, List.of());
        return tree.isMissingNode() ? answer.body() : tree;
    }

    private Replay mode() {
        Replay replay = contract.replay();
        if (replay == null) {
            throw Judgement.notChecked("replay: the contract does not say what a repeated request gets");
        }
        return replay;
    }
}
