package dev.samekey.steps.judge.definitions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.judge.act.Variations;
import dev.samekey.steps.judge.expect.Reading;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Payloads;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Taxonomy;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.List;
import java.util.Map;

/** What each error must say, whatever it is about. */
public final class ErrorSteps {
    private static final List<String> FAILURES = List.of("invalid", "declined", "rate_limited", "unavailable");

    private final World world;
    private final Contract contract;
    private final Calls calls;
    private final Checks checks;
    private final Variations variations;
    private final Reading reading;

    public ErrorSteps(World world, Contract contract, Calls calls, Checks checks, Variations variations) {
        this.world = world;
        this.contract = contract;
        this.calls = calls;
        this.checks = checks;
        this.variations = variations;
        this.reading = new Reading(contract);
    }

    @When("it is refused in every way that can be brought about")
    @Costs(value = 2 * Costs.HANDFUL, prepares = Costs.HANDFUL)
    public void inEveryWay() {
        Call call = world.call();
        if (!call.operation().intent().isEmpty()) {
            world.send(SendingSteps.anotherPayload(call));
        }
        variations.of(call, "without its key").forEach(world::send);
        variations.of(call, "under each kind of illegal key").forEach(world::send);
        if (!calls.credentials(call.principal()).isEmpty()) {
            variations.of(call, "by a stranger").forEach(world::send);
        }
        for (String failure : FAILURES) {
            Map<String, JsonNode> members = call.operation().sandbox().get(failure);
            if (members != null) {
                calls.provoke();
                world.send(Payloads.changed(calls.prepare(call.operation()), members));
            }
        }
        if (errors().isEmpty()) {
            throw Judgement.inconclusive("nothing was refused, so no error was seen");
        }
    }

    @Then("each error has a code in its place and a fitting content type")
    public void eachHasACode() {
        if (contract.errorCode() == null) {
            errors().forEach(this::mustBeNoPage);
            throw Judgement.notChecked("errors.code: the contract does not say where an error has its code");
        }
        for (World.Sent error : errors()) {
            Answer answer = error.answer();
            checks.that(
                    "an error has a code at " + contract.errorCode(),
                    !reading.code(answer).isBlank(),
                    "a code",
                    AnswerSteps.describe(answer),
                    World.repeat(error.exchange()));
            String type = answer.header("Content-Type").orElse("none");
            String named = contract.errors() == null ? null : contract.errors().contentType();
            checks.that(
                    "the content type of an error fits its body",
                    named == null ? type.contains("json") : type.startsWith(named),
                    named == null ? "a JSON type" : named,
                    type,
                    World.repeat(error.exchange()));
        }
    }

    /** Wherever a code may stand, a page for people has none. */
    private void mustBeNoPage(World.Sent error) {
        String type = error.answer().header("Content-Type").orElse("none");
        checks.that(
                "an error has a code",
                !type.startsWith("text/html"),
                "something that a program reads",
                type,
                World.repeat(error.exchange()));
    }

    @Then("the status of each error fits its code")
    public void eachStatusFits() {
        Taxonomy taxonomy = contract.taxonomy();
        if (taxonomy == null) {
            throw Judgement.notChecked("taxonomy: the contract does not say which statuses a code may have");
        }
        for (World.Sent error : errors()) {
            String code = reading.code(error.answer());
            List<Integer> statuses = taxonomy.of(code).orElse(List.of());
            checks.that(
                    "status and code agree",
                    statuses.contains(error.answer().status()),
                    code + " with one of " + statuses,
                    AnswerSteps.describe(error.answer()),
                    World.repeat(error.exchange()));
        }
    }

    private List<World.Sent> errors() {
        return world.sent().stream()
                .filter(sent -> sent.answer().status() >= 400)
                .toList();
    }
}
