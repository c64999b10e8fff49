package dev.samekey.steps.judge.expect;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.oracles.log.LogOracle;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.targets.Secrets;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.List;

/** What a log must not contain (OBS-6). */
public final class LogSecrecy {
    private static final int LONGEST_START = 500;

    private final World world;
    private final Secrets secrets;
    private final Capabilities capabilities;
    private final Journal journal;
    private final Checks checks;

    public LogSecrecy(World world, Secrets secrets, Capabilities capabilities, Journal journal, Checks checks) {
        this.world = world;
        this.secrets = secrets;
        this.capabilities = capabilities;
        this.journal = journal;
        this.checks = checks;
    }

    /** No line has a secret of the requests. */
    public void check() {
        LogOracle log = capabilities.log();
        Confidential confidential =
                Confidential.of(world.exchanges().stream().map(Exchange::left).toList(), secrets);
        if (confidential.kindsByText().isEmpty()) {
            throw Judgement.notChecked("principals: the target file sends no credential that a log could contain");
        }
        requireLines(log, confidential);
        confidential.kindsByText().forEach((secret, kind) -> {
            // Not for the report: it is looked for by the secret itself.
            List<String> lines =
                    Capabilities.ask(() -> log.containing(secret, 0)).value();
            checks.that(
                    "log of " + world.exchanges().size() + " requests for "
                            + world.call().operation().withArticle(),
                    lines.isEmpty(),
                    "no line with " + kind,
                    lines.isEmpty() ? "none" : start(confidential.masked(lines.get(0))),
                    new Fact("lines", String.valueOf(lines.size())),
                    new Fact("searched for", confidential.kinds()));
        });
    }

    /** A log without a line about the requests has not shown that it keeps their secrets. */
    private void requireLines(LogOracle log, Confidential confidential) {
        Call call = world.call();
        String mark = call.key() == null ? call.unique() : call.key();
        List<String> lines = Capabilities.ask(
                        () -> log.containing(mark, world.exchanges().size()))
                .value();
        journal.add(
                Evidence.text(EvidenceKind.LOG, "lines with " + mark, confidential.masked(String.join("\n", lines))));
        if (lines.isEmpty()
                && Capabilities.ask(() -> log.containing(call.unique(), 0))
                        .value()
                        .isEmpty()) {
            throw Judgement.inconclusive(
                    "the log has no line about the requests, so it was not seen what such lines contain",
                    new Fact("searched for", mark + ", " + call.unique()));
        }
    }

    private static String start(String line) {
        return line.substring(0, Math.min(LONGEST_START, line.length()));
    }
}
