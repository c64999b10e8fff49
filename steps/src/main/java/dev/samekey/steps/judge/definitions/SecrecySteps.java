package dev.samekey.steps.judge.definitions;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.log.LogOracle;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.judge.expect.Confidential;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.targets.Secrets;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Then;
import java.util.List;

/** What a log must keep to itself (OBS-6). */
public final class SecrecySteps {
    private static final int MOST_OF_A_LINE = 500;

    private final World world;
    private final Secrets secrets;
    private final Capabilities capabilities;
    private final Journal journal;
    private final Checks checks;

    public SecrecySteps(World world, Secrets secrets, Capabilities capabilities, Journal journal, Checks checks) {
        this.world = world;
        this.secrets = secrets;
        this.capabilities = capabilities;
        this.journal = journal;
        this.checks = checks;
    }

    @Then("no line of the log tells a secret")
    public void tellsNoSecret() {
        LogOracle log = capabilities.log();
        Confidential confidential = Confidential.of(
                world.exchanges().stream().map(Exchange::request).toList(), secrets);
        if (confidential.told().isEmpty()) {
            throw Judgement.notChecked("principals: the target file sends no credential that a log could tell");
        }
        mustTellOfIt(log, confidential);
        confidential.told().forEach((secret, what) -> {
            // Not for the report: it is looked for by the secret itself.
            List<String> lines =
                    Capabilities.ask(() -> log.containing(secret, 0)).value();
            checks.that(
                    "no line of the log has " + what,
                    lines.isEmpty(),
                    "no line with " + what,
                    lines.isEmpty() ? "none" : start(confidential.masked(lines.get(0))),
                    new Fact("lines", String.valueOf(lines.size())),
                    new Fact("looked for", confidential.kinds()));
        });
    }

    /** A log that tells nothing of the requests has not shown that it keeps their secrets. */
    private void mustTellOfIt(LogOracle log, Confidential confidential) {
        Call call = world.call();
        String mark = call.key() == null ? call.unique() : call.key();
        List<String> lines = Capabilities.ask(
                        () -> log.containing(mark, world.exchanges().size()))
                .value();
        journal.add(Evidence.text("log", "lines with " + mark, confidential.masked(String.join("\n", lines))));
        if (lines.isEmpty()
                && Capabilities.ask(() -> log.containing(call.unique(), 0))
                        .value()
                        .isEmpty()) {
            throw Judgement.inconclusive(
                    "no line of the log tells of the requests, so it was not seen what such lines tell",
                    new Fact("looked for", mark + ", " + call.unique()));
        }
    }

    private static String start(String line) {
        return line.substring(0, Math.min(MOST_OF_A_LINE, line.length()));
    }
}
