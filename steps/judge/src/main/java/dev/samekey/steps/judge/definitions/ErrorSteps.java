package dev.samekey.steps.judge.definitions;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.judge.act.Sandbox;
import dev.samekey.steps.judge.act.Variations;
import dev.samekey.steps.judge.expect.Reading;
import dev.samekey.steps.judge.words.RefusalProperty;
import dev.samekey.steps.judge.words.Variation;
import dev.samekey.steps.judge.world.Attempt;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.RaceRounds;
import dev.samekey.steps.judge.world.Sign;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.RetryAfter;
import dev.samekey.steps.model.contract.Taxonomy;
import dev.samekey.steps.model.targets.SandboxWord;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.List;
import java.util.stream.Collectors;

/** What each error must say, whatever it is about. */
public final class ErrorSteps {
    private static final List<SandboxWord> FAILURES =
            List.of(SandboxWord.INVALID, SandboxWord.DECLINED, SandboxWord.RATE_LIMITED, SandboxWord.UNAVAILABLE);

    private final World world;
    private final Contract contract;
    private final Checks checks;
    private final Variations variations;
    private final Sandbox sandbox;
    private final RaceRounds raceRounds;
    private final Reading reading;

    public ErrorSteps(
            World world,
            Contract contract,
            Checks checks,
            Variations variations,
            Sandbox sandbox,
            RaceRounds raceRounds) {
        this.world = world;
        this.contract = contract;
        this.checks = checks;
        this.variations = variations;
        this.sandbox = sandbox;
        this.raceRounds = raceRounds;
        this.reading = new Reading(contract);
    }

    @When("every possible refusal is provoked")
    @Costs(value = 2 * Costs.HANDFUL, prepares = Costs.HANDFUL)
    public void areProvoked() {
        Call call = world.call();
        if (!call.operation().intent().isEmpty()) {
            send(call, Variation.ANOTHER_PAYLOAD);
        }
        send(call, Variation.WITHOUT_KEY);
        send(call, Variation.ILLEGAL_KEYS);
        if (variations.hasCredentials(call)) {
            send(call, Variation.NO_CREDENTIALS);
        }
        for (SandboxWord failure : FAILURES) {
            if (call.operation().can(failure)) {
                Call refused = sandbox.call(call.operation(), failure);
                // The repeat may get a stored error, which another part of the target writes.
                world.send(refused, Purpose.OTHER);
                world.send(refused, Purpose.OTHER);
                sandbox.leave();
            }
        }
        if (errors().isEmpty()) {
            throw Judgement.inconclusive("nothing was refused, so no error was seen");
        }
    }

    private void send(Call call, Variation variation) {
        variations.of(call, variation).forEach(one -> world.send(one.call(), one.purpose()));
    }

    @Then("each refusal {refusalProperty}")
    public void eachRefusal(RefusalProperty property) {
        switch (property) {
            case WHEN_TO_RETRY -> refusals().forEach(this::mustSayWhenToRetry);
            case CODE -> mustHaveCodes();
            case FITTING_STATUS -> mustHaveFittingStatuses();
        }
    }

    /** Those of a race are the losers that were refused as in progress. */
    private List<Exchange> refusals() {
        if (raceRounds.all().isEmpty()) {
            // A duplicate may be refused for what it would have done on its own; that is the matter of others.
            List<Exchange> refused = errors().stream()
                    .filter(error -> error.purpose() != Purpose.DUPLICATE || reading.hasMetInProgress(error.answer()))
                    .map(Attempt::exchange)
                    .toList();
            if (refused.isEmpty()) {
                throw Judgement.notChecked("no request was refused, so none had to say when to retry");
            }
            return refused;
        }
        List<Exchange> refused = raceRounds.all().stream()
                .flatMap(heat -> heat.round().exchanges().stream())
                .filter(exchange ->
                        exchange.reply().map(reading::hasMetInProgress).orElse(false))
                .toList();
        if (refused.isEmpty()) {
            throw Judgement.inconclusive("no loser was refused as in progress");
        }
        return refused;
    }

    private void mustSayWhenToRetry(Exchange exchange) {
        Answer answer = World.answer(exchange);
        RetryAfter promised = reading.retryAfter(answer);
        String value = answer.header("Retry-After").orElse("none");
        String subject = "Retry-After of a response with status " + answer.status();
        List<Long> seconds = Reading.secondsToRetry(answer, exchange.at().plus(exchange.took()));
        checks.shown(Sign.hasHeader(answer, "Retry-After"))
                .that(subject, !seconds.isEmpty(), "seconds or an HTTP date", value, World.repeat(exchange));
        checks.that(
                subject,
                seconds.stream().anyMatch(promised::allows),
                promised.toString(),
                value,
                World.repeat(exchange));
    }

    private void mustHaveCodes() {
        if (contract.errorCode() == null) {
            errors().forEach(this::mustBeNoPage);
            throw Judgement.notChecked("errors.code: the contract does not say where an error has its code");
        }
        for (Attempt error : errors()) {
            Answer answer = error.answer();
            checks.that(
                    "code of an error at "
                            + contract.errorCodes().stream()
                                    .map(String::valueOf)
                                    .collect(Collectors.joining(" or ")),
                    !reading.codeInItsPlace(answer).isBlank(),
                    "a code",
                    reading.codeElsewhere(answer)
                            .map(place -> "a code at " + place + " of " + error.described())
                            .orElseGet(error::described),
                    facts(error));
            String type = answer.header("Content-Type").orElse("none");
            String named = contract.errors() == null ? null : contract.errors().contentType();
            checks.that(
                    "content type of an error",
                    named == null ? type.contains("json") : type.startsWith(named),
                    named == null ? "a JSON type" : named,
                    type,
                    error.repeat());
        }
    }

    private Fact[] facts(Attempt error) {
        return reading.codeElsewhere(error.answer())
                .map(place -> new Fact[] {
                    new Fact("to accept it", "write «errors: {code: " + place + "}» into the contract"), error.repeat()
                })
                .orElseGet(() -> new Fact[] {error.repeat()});
    }

    /** Wherever a code may stand, a page for people has none. */
    private void mustBeNoPage(Attempt error) {
        String type = error.answer().header("Content-Type").orElse("none");
        checks.that(
                "content type of an error",
                !type.startsWith("text/html"),
                "one that a program reads",
                type,
                error.repeat());
    }

    private void mustHaveFittingStatuses() {
        Taxonomy taxonomy = contract.taxonomy();
        if (taxonomy == null) {
            throw Judgement.notChecked("taxonomy: the contract does not say which statuses a code may have");
        }
        for (Attempt error : errors()) {
            String code = reading.code(error.answer());
            List<Integer> statuses = taxonomy.of(code).orElse(List.of());
            checks.that(
                    "status of an error with the code " + code,
                    statuses.contains(error.answer().status()),
                    statuses.isEmpty() ? "a code of the contract's taxonomy" : "one of " + statuses,
                    error.described(),
                    error.repeat());
        }
    }

    /** An error is one by its code too, whatever its status says. */
    private boolean hasErrorCode(Answer answer) {
        Taxonomy taxonomy = contract.taxonomy();
        return taxonomy != null && taxonomy.of(reading.code(answer)).isPresent();
    }

    private List<Attempt> errors() {
        return world.attempts().stream()
                .filter(one -> one.answer().status() >= 400 || hasErrorCode(one.answer()))
                .toList();
    }
}
