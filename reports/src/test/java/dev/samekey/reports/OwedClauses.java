package dev.samekey.reports;

import dev.samekey.reports.bundled.BundledServer;
import dev.samekey.steps.judge.run.Choice;
import dev.samekey.steps.judge.run.ContractRun;
import dev.samekey.steps.judge.run.Coverage;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The clauses that the systems of the bundled server owe, as can be said before anything is sent. */
record OwedClauses(Map<String, Set<String>> bySystem) {
    /** @param out a folder that the systems are described for; nothing is written to it */
    static OwedClauses of(Path out) {
        Map<String, Set<String>> owed = new LinkedHashMap<>();
        BundledServer.SYSTEMS_SHIPPED.forEach(system -> owed.put(
                system,
                new ContractRun(BundledServer.described(system, out), Choice.of(Coverage.clauses()), out)
                        .foreseen().stream()
                                .filter(foreseen -> foreseen.lacking() == null)
                                .map(foreseen -> foreseen.scenario().clause())
                                .collect(Collectors.toSet())));
        return new OwedClauses(owed);
    }

    /** The first system whose contract owes the clause; the first of all where none does. */
    String system(String clause) {
        return bySystem.entrySet().stream()
                .filter(system -> system.getValue().contains(clause))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(BundledServer.SYSTEMS_SHIPPED.get(0));
    }
}
