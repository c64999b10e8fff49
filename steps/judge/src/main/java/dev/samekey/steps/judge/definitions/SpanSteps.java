package dev.samekey.steps.judge.definitions;

import dev.samekey.oracles.traces.Span;
import dev.samekey.oracles.traces.TraceOracle;
import dev.samekey.steps.judge.expect.Outcomes;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.MachineWatch;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import io.cucumber.java.en.Then;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** What the spans of requests must have (OBS-5). */
public final class SpanSteps {
    private final World world;
    private final Contract contract;
    private final Capabilities capabilities;
    private final Journal journal;
    private final Checks checks;
    private final MachineWatch machine;

    public SpanSteps(
            World world,
            Contract contract,
            Capabilities capabilities,
            Journal journal,
            Checks checks,
            MachineWatch machine) {
        this.world = world;
        this.contract = contract;
        this.capabilities = capabilities;
        this.journal = journal;
        this.checks = checks;
        this.machine = machine;
    }

    @Then("each attempt has a span with its key and number")
    public void hasASpan() {
        Contract.Traces form = new Outcomes(contract).traces();
        TraceOracle traces = capabilities.traces();
        String key = String.valueOf(world.call().key());
        Instant first = world.exchanges().get(0).at();
        List<Span> spans = journal.note(machine.see(
                "spans",
                () -> Capabilities.ask(
                        () -> traces.spans(form.key(), key, found -> areComplete(found, form.attempt()), first)),
                seen -> areComplete(seen.value(), form.attempt())));
        checks.that(
                "spans of " + world.exchanges().size() + " attempts of "
                        + world.call().operation().withArticle(),
                areComplete(spans, form.attempt()),
                "one for each " + form.attempt() + ", with its " + form.key(),
                spans.isEmpty() ? "no span with " + form.key() + " = " + key : spans.toString(),
                world.where());
    }

    /** One with each number, where requests have one on the wire; otherwise as many as were sent. */
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
