package dev.samekey.steps.judge.expect;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.judge.world.Attempt;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Sign;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Marker;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.contract.Replay;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Missing;
import dev.samekey.steps.model.verdict.SharedAssertion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a repeated request must get, by the contract: each a comparison of attempts that are handed in. */
public final class Replaying {
    private static final String ETAG = "ETag";
    private static final List<String> METADATA = List.of("Location", "Content-Type", ETAG);

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
            refused(SharedAssertion.STATUS, operation, first, again, where);
            return;
        }
        Integer named = first.isSuccessful() ? mode().status() : null;
        checks.on(SharedAssertion.STATUS)
                .shown(named == null ? Sign.sameStatus(again, first) : Sign.hasStatus(again, named))
                .equal("status of " + replay(operation), named == null ? first.status() : named, again.status(), where);
    }

    /** RPL-2: the body of the first response, as far as the replay mode says. */
    public void body(Operation operation, Answer first, Answer again, Fact... where) {
        switch (mode().mode()) {
            case STORED -> {
                if (reading.differing().isEmpty()) {
                    checks.on(SharedAssertion.BODY)
                            .shown(Sign.sameBody(again, first))
                            .equal("body of " + replay(operation), first.body(), again.body(), where);
                } else {
                    alike(operation, first, again, where);
                }
            }
            case SEMANTIC -> alike(operation, first, again, where);
            case CURRENT_STATE -> sameResult(operation, first, again, where);
            case CONFLICT -> {
                refused(SharedAssertion.BODY, operation, first, again, where);
                linked(operation, first, again, where);
            }
            case REJECT -> refused(SharedAssertion.BODY, operation, first, again, where);
        }
    }

    /**
     * RPL-5, RPL-6 and RPL-8: status and body of the first response.
     *
     * @param hasRestarted whether the target was killed: another result shows that the request was executed again
     */
    public void same(Attempt first, Attempt again, boolean hasRestarted) {
        Operation operation = first.call().operation();
        boolean isExecutedAgain =
                hasRestarted && again.isSuccessful() && !isPossible(operation, first.answer(), again.answer());
        Fact[] facts =
                isExecutedAgain ? new Fact[] {Missing.RECORD.fact(), again.repeat()} : new Fact[] {again.repeat()};
        status(operation, first.answer(), again.answer(), facts);
        body(operation, first.answer(), again.answer(), facts);
    }

    /** STO-4: the newest replay is like the one before, its mark included: nothing was executed again to make it. */
    public void sameAsBefore(Attempt first, List<Attempt> replays, boolean hasRestarted) {
        replays.forEach(Attempt::served);
        replays.forEach(replay -> same(first, replay, hasRestarted));
        if (reading.marks()) {
            Attempt newest = replays.get(replays.size() - 1);
            checks.equal(
                    "mark of " + replay(first.call().operation()) + " after a restart",
                    reading.mark(replays.get(0).answer()),
                    reading.mark(newest.answer()),
                    newest.repeat());
        }
    }

    /** REV-2: the id of the first result, whatever else the response has. */
    public void sameId(Attempt first, Attempt again) {
        Operation operation = first.call().operation();
        if (isRefused()) {
            body(operation, first.answer(), again.answer(), again.repeat());
        } else {
            checks.on(SharedAssertion.ONE_EFFECT)
                    .shown(sameId(operation, again.answer(), first.answer()))
                    .equal(
                            "id in " + replay(operation),
                            Calls.id(operation, first.answer()),
                            Calls.id(operation, again.answer()),
                            again.repeat());
        }
    }

    /** RPL-12: what is refused is no replay, and has no mark of one. */
    public void marked(Attempt again) {
        if (reading.marks() && !isRefused()) {
            Marker marker = reading.marker();
            checks.on(SharedAssertion.MARK)
                    .shown(Sign.marked(again.answer(), marker, true))
                    .that(
                            "mark of " + replay(again.call().operation()),
                            reading.isMarked(again.answer()),
                            marker.place() + ": " + marker.replay(),
                            reading.mark(again.answer()),
                            again.repeat());
        }
    }

    /** RPL-3: the first response as what it is, and the last one as a replay. */
    public void markedAsWhatTheyAre(Attempt first, Attempt last, Fact... where) {
        Marker marker = reading.marker();
        Answer original = first.answer();
        if (original.isRefusal()) {
            refusalsMustBeMarked();
        }
        Operation operation = first.call().operation();
        String subject = marker.place() + " of the first response to " + operation.withArticle();
        Checks.Assertions onTheFirst = checks.shown(Sign.marked(original, marker, false));
        if (marker.first() == null) {
            onTheFirst.that(
                    subject,
                    !reading.isMarked(original),
                    "anything but " + marker.replay(),
                    reading.mark(original),
                    where);
        } else {
            onTheFirst.equal(subject, marker.first(), reading.mark(original), where);
        }
        checks.shown(Sign.marked(last.answer(), marker, true))
                .that(
                        marker.place() + " of " + replay(operation),
                        reading.isMarked(last.answer()),
                        marker.replay(),
                        reading.mark(last.answer()),
                        where);
    }

    private void refusalsMustBeMarked() {
        Boolean marked = mode().marksRefusals();
        if (marked == null) {
            throw Judgement.notChecked(
                    "replay.marks_refusals: the contract does not say whether refusals that are kept are marked");
        }
        if (!marked) {
            throw Judgement.notApplicable("by the contract refusals are not marked");
        }
    }

    /** RPL-8: whether failures are marked at all, the contract need not say; what one replica marks, the others do. */
    public void markedAlike(List<Attempt> replays) {
        if (replays.stream()
                        .map(replay -> replay.exchange().replica())
                        .distinct()
                        .count()
                < 2) {
            throw Judgement.notChecked("replicas: the target file names one URL");
        }
        String place = reading.marker().place();
        String first = reading.mark(replays.get(0).answer());
        for (Attempt replay : replays) {
            checks.equal(
                    place + " of a replay of " + replay.call().operation().withArticle() + " by "
                            + replay.exchange().replica(),
                    first,
                    reading.mark(replay.answer()),
                    replay.repeat());
        }
    }

    /** RPL-7: the headers that matter. With a state that is there now comes the version that is there now. */
    public void metadata(Attempt first, Attempt again) {
        mustBePossible(first, again);
        Replay mode = mode();
        List<String> compared = (mode.headers() == null ? METADATA : mode.headers())
                .stream()
                        .filter(name -> mode.mode() != Replay.Mode.CURRENT_STATE || !ETAG.equalsIgnoreCase(name))
                        .filter(name -> first.answer().header(name).isPresent())
                        .toList();
        if (compared.isEmpty()) {
            throw Judgement.inconclusive("the first response had none of the headers that matter");
        }
        for (String name : compared) {
            checks.shown(Sign.sameHeader(again.answer(), first.answer(), name))
                    .equal(
                            name + " of " + replay(first.call().operation()),
                            first.answer().header(name).orElse("none"),
                            again.answer().header(name).orElse("none"),
                            again.repeat());
        }
    }

    private void mustBePossible(Attempt first, Attempt again) {
        Operation operation = first.call().operation();
        if (!isPossible(operation, first.answer(), again.answer())) {
            throw Judgement.notChecked("replay: the repeated " + operation.name() + " got no replay but "
                    + again.described() + ", so there were no headers to compare");
        }
    }

    /**
     * RPL-14 and RPL-15: what belongs to one response is not in a replay. Only what two new requests get otherwise can be such a
     * thing.
     */
    public void withoutOld(Fresh fresh, Attempt first, Attempt unrelated, Attempt repeated) {
        Operation operation = first.call().operation();
        List<String> promised = mode().headers() == null ? List.of() : mode().headers();
        List<Header> sent = first.answer().headers().stream()
                .filter(header -> fresh.has(header.name()))
                .filter(header -> promised.stream().noneMatch(header.name()::equalsIgnoreCase))
                .toList();
        if (sent.isEmpty()) {
            throw Judgement.notApplicable("the response to " + operation.withArticle() + " has no " + fresh.words()
                    + " that the contract does not replay");
        }
        List<Header> own = sent.stream()
                .filter(header -> !Fresh.isIn(unrelated.served(), header))
                .toList();
        if (own.isEmpty()) {
            throw Judgement.notChecked("another new " + operation.name() + " got the same "
                    + sent.get(0).name() + ", so nothing shows that it belongs to one response");
        }
        Answer again = repeated.served();
        own.forEach(header -> checks.shown(Sign.otherHeader(again, first.answer(), header.name()))
                .that(
                        header.name() + " of " + replay(operation),
                        !Fresh.isIn(again, header),
                        "another one than the first response had, or none",
                        "that of the first response" + fresh.named(header),
                        repeated.repeat()));
        if (!isRefused()) {
            mustBePossible(first, repeated);
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
    public @Nullable SharedAssertion pointOf(Answer first, Answer again) {
        if (again.isSuccessful() != first.isSuccessful()) {
            return null;
        }
        return isSameStatus(first, again) ? SharedAssertion.BODY : SharedAssertion.STATUS;
    }

    private boolean isSameStatus(Answer first, Answer again) {
        return again.status() == (mode().status() == null || !first.isSuccessful() ? first.status() : mode().status());
    }

    /** Whether a replay is refused, and so can be no success. */
    public boolean isRefused() {
        return mode().refuses();
    }

    /** A failure may come again, for there is no result to refuse; and a key of an operation's own is not the contract's. */
    private void refused(SharedAssertion point, Operation operation, Answer first, Answer again, Fact... where) {
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
            checks.on(SharedAssertion.BODY)
                    .equal(
                            "result that the refusal of a repeated " + operation.name() + " links to",
                            id(operation, first).asText(),
                            again.at(link.toString()).asText(),
                            where);
        }
    }

    private void sameResult(Operation operation, Answer first, Answer again, Fact... where) {
        checks.on(SharedAssertion.BODY)
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
        checks.on(SharedAssertion.BODY)
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
