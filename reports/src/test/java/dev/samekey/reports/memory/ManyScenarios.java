package dev.samekey.reports.memory;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.oracles.evidence.EvidenceStore;
import dev.samekey.reports.Samples;
import dev.samekey.reports.render.Reports;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.model.targets.Secrets;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Reports 200 MB of evidence, as a process of its own that has less memory. */
public final class ManyScenarios {
    private static final int SCENARIOS = 200;
    private static final int PIECES = 16;
    private static final int WORDS = 5_400;

    private ManyScenarios() {}

    public static void main(String[] arguments) throws IOException {
        EvidenceStore store = new EvidenceStore();
        ScenarioResult[] all = IntStream.range(0, SCENARIOS)
                .mapToObj(number -> scenario(store))
                .toArray(ScenarioResult[]::new);
        new Reports(null).write(Samples.verdict(Set.of("RPL-1"), all), Path.of(arguments[0]));
    }

    /** It did not hold, so that its evidence is on the page too. */
    private static ScenarioResult scenario(EvidenceStore store) {
        Journal journal = new Journal(new Secrets(Map.of()), store);
        for (int i = 0; i < PIECES; i++) {
            journal.add(Evidence.text(EvidenceKind.EXCHANGE, "request " + i, (i + " evidence ").repeat(WORDS)));
        }
        return Samples.scenario("RPL-1", "payment", Verdict.INCONCLUSIVE, "nobody knows")
                .with(new Fact("pieces", String.valueOf(PIECES)), journal.take());
    }
}
