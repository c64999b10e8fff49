package dev.samekey.steps.judge.definitions;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.judge.expect.Reading;
import dev.samekey.steps.judge.expect.Replaying;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Then;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How an API must say no, and what it must keep to itself. */
public final class RefusalSteps {
    /** Shorter values come up by chance. */
    private static final int TELLING = 5;

    private final World world;
    private final Contract contract;
    private final Checks checks;
    private final Reading reading;
    private final Replaying replaying;

    public RefusalSteps(World world, Contract contract, Checks checks) {
        this.world = world;
        this.contract = contract;
        this.checks = checks;
        this.reading = new Reading(contract);
        this.replaying = new Replaying(contract, reading, checks);
    }

    @Then("it is refused as {refusal}")
    public void isRefusedAs(String name) {
        refused(name, world.newest());
    }

    @Then("each is refused as {refusal}")
    public void eachIsRefusedAs(String name) {
        List<World.Sent> sent = world.sent();
        // What was completed before is the first of them.
        int from = name.equals("payload_mismatch") ? 1 : 0;
        sent.subList(from, sent.size()).forEach(one -> refused(name, one));
    }

    @Then("it is refused as beyond what is left")
    public void isRefusedAsBeyond() {
        Refusal refusal =
                Objects.requireNonNull(world.call().operation().partial()).refusal();
        if (refusal == null) {
            throw Judgement.notChecked("partial.refusal: the target file does not say how too much is refused");
        }
        refused(refusal, world.newest());
    }

    @Then("it is refused as any stranger's")
    public void isRefusedAsAnyStrangers() {
        List<World.Sent> sent = world.sent();
        Answer control = sent.get(sent.size() - 2).answer();
        if (control.isSuccessful()) {
            throw Judgement.notApplicable("the API lets strangers in");
        }
        Answer answer = world.last();
        checks.equal(
                "a stranger who knows a key is refused like one who does not",
                control.status(),
                answer.status(),
                world.where());
        hasNothingOfTheFirst();
    }

    @Then("every key is accepted")
    public void everyKeyIsAccepted() {
        for (World.Sent sent : world.sent()) {
            Answer answer = sent.served();
            // The shortest key of all may have been used by somebody else before: that, too, shows that it is legal.
            boolean known = String.valueOf(sent.call().key()).length() < TELLING
                    && (reading.isMismatch(answer) || reading.isReplay(answer));
            checks.that(
                    "a legal key is accepted",
                    known || Calls.succeeded(sent.call().operation(), answer),
                    "a success under the key «" + sent.call().key() + "»",
                    AnswerSteps.describe(answer),
                    World.repeat(sent.exchange()));
        }
    }

    @Then("it was refused as invalid and then went through")
    public void wasRefusedAndWentThrough() {
        World.Sent invalid = world.sent().get(0);
        Answer refusal = invalid.answer();
        checks.that(
                "an invalid request is refused",
                refusal.status() >= 400 && refusal.status() < 500,
                "a 4xx answer",
                AnswerSteps.describe(refusal),
                World.repeat(invalid.exchange()));
        Answer answer = world.newest().served();
        checks.that(
                "the corrected request goes through",
                answer.isSuccessful() && !reading.isReplay(answer),
                "a success of its own",
                AnswerSteps.describe(answer),
                world.where());
    }

    @Then("none is taken for the other")
    public void noneIsTakenForTheOther() {
        List<World.Sent> sent = world.sent();
        for (int i = 1; i < sent.size(); i += 2) {
            Answer other = sent.get(i).answer();
            checks.that(
                    "a payload that only looks like the first is refused",
                    other.status() >= 400
                            && other.status() < 500
                            && !isReplayOf(sent.get(i - 1).answer(), other),
                    "a refusal of its own",
                    AnswerSteps.describe(other),
                    World.repeat(sent.get(i).exchange()));
        }
    }

    @Then("the answer has nothing of the first payload or its outcome")
    public void hasNothingOfTheFirst() {
        Answer answer = world.last();
        checks.that(
                "the answer is not a replay of the first",
                !reading.isReplay(answer),
                "no replay",
                reading.marks() ? reading.mark(answer) : "a replay",
                world.where());
        Set<String> known = leaves(world.newest().call());
        Set<String> secrets = new LinkedHashSet<>(leaves(world.sent().get(0).call()));
        secrets.addAll(leaves(world.first().body()));
        secrets.removeIf(value -> value.length() < TELLING || known.contains(value));
        // A word such as a status is nobody's secret; what tells has a digit or more than one word.
        secrets.removeIf(value ->
                value.matches("[A-Za-z_-]+") && !value.equals(world.call().unique()));
        secrets.removeIf(value -> known.stream().anyMatch(sent -> sent.contains(value)));
        String whole = answer.headers() + "\n" + answer.body();
        for (String secret : secrets) {
            checks.that(
                    "the answer tells nothing of the first payload or its outcome",
                    !whole.contains(secret),
                    "no «" + secret + "»",
                    AnswerSteps.describe(answer),
                    world.where());
        }
    }

    private boolean isReplayOf(Answer first, Answer other) {
        return reading.isReplay(other) || (first.isSuccessful() && first.body().equals(other.body()));
    }

    private void refused(String name, World.Sent sent) {
        if (name.equals("missing_key") && Boolean.FALSE.equals(contract.key().required())) {
            throw Judgement.notApplicable("the contract lets a request go without a key");
        }
        if (name.equals("payload_mismatch") && contract.mismatch() == Contract.Mismatch.REPLAY) {
            // Such a contract does as if it were the first payload.
            replaying.body(sent.call().operation(), world.first(), sent.answer(), World.repeat(sent.exchange()));
            return;
        }
        if (name.equals("malformed_key") && contract.refusal(name) == null) {
            refusedSomehow(sent);
            return;
        }
        Refusal refusal = reading.refusal(name);
        boolean absent = name.equals("malformed_key")
                && String.valueOf(sent.call().key()).isBlank();
        Refusal missing = contract.refusal("missing_key");
        checks.that(
                "it is refused as the contract says",
                reading.is(refusal, sent.answer()) || (absent && missing != null && reading.is(missing, sent.answer())),
                refusal.toString(),
                AnswerSteps.describe(sent.answer()),
                World.repeat(sent.exchange()));
    }

    /** KEY-3, KEY-10: where the contract does not say how such a key is refused, it is refused all the same. */
    private void refusedSomehow(World.Sent sent) {
        int status = sent.answer().status();
        checks.that(
                "a malformed key is refused",
                status >= 400 && status < 500,
                "a 4xx answer",
                AnswerSteps.describe(sent.answer()),
                World.repeat(sent.exchange()));
    }

    private void refused(Refusal refusal, World.Sent sent) {
        checks.that(
                "it is refused as the contract says",
                reading.is(refusal, sent.answer()),
                refusal.toString(),
                AnswerSteps.describe(sent.answer()),
                World.repeat(sent.exchange()));
    }

    private static Set<String> leaves(Call call) {
        @Nullable String body = call.request().body();
        return body == null ? Set.of() : leaves(body);
    }

    private static Set<String> leaves(String body) {
        Set<String> leaves = new LinkedHashSet<>();
        try {
            collect(new ObjectMapper().readTree(body), leaves);
        } catch (JsonProcessingException noJson) {
            leaves.add(body);
        }
        return leaves;
    }

    private static void collect(JsonNode node, Set<String> leaves) {
        if (node.isValueNode()) {
            leaves.add(node.asText());
        }
        node.forEach(inner -> collect(inner, leaves));
    }
}
