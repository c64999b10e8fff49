package dev.samekey.steps.judge.definitions;

import dev.samekey.oracles.traces.Span;
import dev.samekey.oracles.traces.TraceOracle;
import dev.samekey.steps.judge.expect.Outcomes;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import io.cucumber.java.en.Then;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** What the spans of requests must carry (OBS-5). */
public final class SpanSteps {
    private final World world;
    private final Contract contract;
    private final Capabilities capabilities;
    private final Journal journal;
    private final Checks checks;

    public SpanSteps(World world, Contract contract, Capabilities capabilities, Journal journal, Checks checks) {
        this.world = world;
        this.contract = contract;
        this.capabilities = capabilities;
        this.journal = journal;
        this.checks = checks;
    }

    @Then("a span of each attempt carries the key and the attempt")
    public void carriesKeyAndAttempt() {
        Contract.Traces form = new Outcomes(contract).traces();
        TraceOracle traces = capabilities.traces();
        String key = String.valueOf(world.call().key());
        Instant first = world.exchanges().get(0).at();
        List<Span> spans = journal.note(Capabilities.ask(
                () -> traces.spans(form.key(), key, found -> areComplete(found, form.attempt()), first)));
        checks.that(
                "a span of each attempt carries " + form.key() + " and " + form.attempt(),
                areComplete(spans, form.attempt()),
                form.key() + " = " + key + " with each " + form.attempt() + " up to "
                        + world.exchanges().size(),
                spans.isEmpty() ? "spans, and none with that key" : spans.toString(),
                world.where());
    }

    /** By its number, where the harness tells the target which attempt it is; else there must be as many as were sent. */
    private boolean areComplete(List<Span> spans, String attempt) {
        List<String> attempts = spans.stream()
                .map(span -> span.attributes().get(attempt))
                .filter(Objects::nonNull)
                .toList();
        int sent = world.exchanges().size();
        return contract.attemptHeader() == null
                ? attempts.size() >= sent
                : IntStream.rangeClosed(1, sent).mapToObj(String::valueOf).allMatch(attempts::contains);
    }
}
