package dev.samekey.steps.judge.definitions;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.UnderWay;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.file.Placeholders;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.Watching;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What an operator is told of a key (OBS-7). */
public final class LookupSteps {
    private final World world;
    private final Target target;
    private final Calls calls;
    private final UnderWay underWay;
    private final Journal journal;
    private final Checks checks;
    private @Nullable Exchange looked;

    public LookupSteps(World world, Target target, Calls calls, UnderWay underWay, Journal journal, Checks checks) {
        this.world = world;
        this.target = target;
        this.calls = calls;
        this.underWay = underWay;
        this.journal = journal;
        this.checks = checks;
    }

    @When("its key is looked up")
    @Costs
    public void isLookedUp() {
        Call call = world.call();
        String key = call.key();
        if (key == null) {
            throw Judgement.notApplicable("a " + call.name() + " has no key");
        }
        String path = new Placeholders(name -> TextNode.valueOf(URLEncoder.encode(key, StandardCharsets.UTF_8)))
                .fill(lookup().path());
        Exchange exchange = world.look(call.with(new Request("GET", path, headers(call), null)));
        journal.note("the key looked up", exchange);
        looked = exchange;
    }

    @Then("it is told as completed, with its result")
    public void asCompleted() {
        told("completed");
        String resource = lookup().resource();
        if (resource == null) {
            throw Judgement.notChecked("lookup.resource: the target file does not say where the result is named");
        }
        String id = world.firstId().asText();
        String came = answer().at(resource).asText();
        checks.that("an operator sees the result", came.contains(id), "the result " + id, came, repeat());
    }

    @Then("it is told as running")
    public void asRunning() {
        Answer answer = answer();
        if (underWay.isDone()) {
            throw Judgement.inconclusive("the slow one was done before its key was looked up");
        }
        told("in_progress", answer);
    }

    @Then("it is told as refused")
    public void asRefused() {
        told("failed");
    }

    private void told(String state) {
        told(state, answer());
    }

    private void told(String state, Answer answer) {
        checks.that("an operator finds the key", answer.isSuccessful(), "a success", answer.described(), repeat());
        checks.equal(
                "an operator sees where the operation stands",
                lookup().word(state),
                answer.at(lookup().state()).asText(),
                repeat());
    }

    private Answer answer() {
        return World.answer(Objects.requireNonNull(looked, "the key was not looked up"));
    }

    private Fact repeat() {
        return World.repeat(Objects.requireNonNull(looked, "the key was not looked up"));
    }

    private Watching.Lookup lookup() {
        Watching.Lookup lookup = target.oracles().lookup();
        if (lookup == null) {
            throw Judgement.notChecked("lookup: the target file has no «oracles.lookup»");
        }
        return lookup;
    }

    private List<Header> headers(Call call) {
        Map<String, String> own = lookup().headers();
        return own == null
                ? calls.credentials(call.principal())
                : own.entrySet().stream()
                        .map(header -> new Header(header.getKey(), header.getValue()))
                        .toList();
    }
}
