package dev.samekey.steps.judge.definitions;

import dev.samekey.steps.drive.credentials.PrincipalCredentials;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.judge.act.InProgress;
import dev.samekey.steps.judge.words.LookupState;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.MachineWatch;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.file.Placeholders;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.Telemetry;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What an operator sees of a key (OBS-7). */
public final class LookupSteps {
    /** What ends this much later was running when its key was looked up. */
    private static final Duration LEAD = Duration.ofMillis(300);

    private final World world;
    private final Target target;
    private final Calls calls;
    private final InProgress inProgress;
    private final Journal journal;
    private final Checks checks;
    private final MachineWatch machine;
    private @Nullable Exchange looked;

    public LookupSteps(
            World world,
            Target target,
            Calls calls,
            InProgress inProgress,
            Journal journal,
            Checks checks,
            MachineWatch machine) {
        this.world = world;
        this.target = target;
        this.calls = calls;
        this.inProgress = inProgress;
        this.journal = journal;
        this.checks = checks;
        this.machine = machine;
    }

    @When("its key is looked up")
    @Costs
    public void isLookedUp() {
        Call call = world.call();
        String key = call.key();
        if (key == null) {
            throw Judgement.notApplicable(call.operation().withArticle() + " has no key");
        }
        Call lookup = call.with(new Request("GET", lookup().pathOf(key), headers(call), null));
        // A slow request may be on its way still.
        Exchange exchange = machine.see(
                "the key of what is in progress",
                () -> world.look(lookup),
                seen -> inProgress.isDone()
                        || seen.reply().filter(this::showsAState).isPresent());
        journal.note("the lookup of the key", exchange);
        looked = exchange;
    }

    /** An unknown key may be a list without items. */
    private boolean showsAState(Answer answer) {
        return answer.isSuccessful() && !answer.at(lookup().state()).asText().isEmpty();
    }

    @Then("the operator sees {lookupState}")
    public void sees(LookupState state) {
        switch (state) {
            case COMPLETED -> {
                mustShow("completed", checks.on(null));
                mustShowTheResult();
            }
            case RUNNING -> {
                mustHaveEndedLater();
                mustShow("in_progress", checks.timed(lead()));
            }
            case REFUSED -> mustShow("failed", checks.on(null));
        }
    }

    /** On its last moments the operation may be completed, and its response still on the way. */
    private void mustHaveEndedLater() {
        Duration lead = lead();
        if (lead.compareTo(LEAD) < 0) {
            throw Judgement.inconclusive(
                    "the slow operation ended before its key was looked up, or about then",
                    new Fact("actual", lead.toMillis() + " ms after the lookup"));
        }
    }

    /** On a busy machine its response may have been on the way for so long. */
    private Duration lead() {
        return Duration.ofNanos(inProgress.end().finished()
                - Objects.requireNonNull(looked, "the key was not looked up").answered());
    }

    private void mustShow(String state, Checks.Assertions such) {
        Answer answer = answer();
        such.that("lookup of " + ofTheKey(), answer.isSuccessful(), "a success", answer.described(), repeat());
        String actual = answer.at(lookup().state()).asText();
        such.equal(
                "state in the lookup of " + ofTheKey(),
                lookup().word(state),
                actual.isEmpty() ? "nothing" : actual,
                repeat());
    }

    private void mustShowTheResult() {
        String resource = lookup().resource();
        if (resource == null) {
            throw Judgement.notChecked("lookup.resource: the target file does not say where the result is named");
        }
        String id = world.firstId().asText();
        String shown = answer().at(resource).asText();
        checks.that("result in the lookup of " + ofTheKey(), shown.contains(id), id, shown, repeat());
    }

    private String ofTheKey() {
        return "the key of " + world.call().operation().withArticle();
    }

    private Answer answer() {
        return World.answer(Objects.requireNonNull(looked, "the key was not looked up"));
    }

    private Fact repeat() {
        return World.repeat(Objects.requireNonNull(looked, "the key was not looked up"));
    }

    private Telemetry.Lookup lookup() {
        Telemetry.Lookup lookup = target.oracles().lookup();
        if (lookup == null) {
            throw Judgement.notChecked("lookup: the target file has no «oracles.lookup»");
        }
        return lookup;
    }

    private List<Header> headers(Call call) {
        Map<String, String> own = lookup().headers();
        if (own == null) {
            return calls.credentials(call.principal());
        }
        Placeholders tokens = new Placeholders(name ->
                Objects.requireNonNull(PrincipalCredentials.tokens(target).get(name), name));
        return own.entrySet().stream()
                .map(header -> new Header(header.getKey(), tokens.fill(header.getValue())))
                .toList();
    }
}
