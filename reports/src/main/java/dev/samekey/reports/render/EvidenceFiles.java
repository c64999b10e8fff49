package dev.samekey.reports.render;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.steps.judge.run.RunResult;
import dev.samekey.steps.model.verdict.ScenarioResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Writes each piece of evidence to a file of its own, and knows where it went. */
public final class EvidenceFiles {
    private final IdentityHashMap<Evidence, String> paths = new IdentityHashMap<>();

    /** Writes all evidence of a run below {@code out/evidence}. */
    public static EvidenceFiles write(RunResult run, Path out) throws IOException {
        EvidenceFiles files = new EvidenceFiles();
        int number = 0;
        for (ScenarioResult scenario : run.scenarios()) {
            number++;
            String folder = "evidence/%03d-%s%s"
                    .formatted(
                            number,
                            String.join("-", scenario.clauses()),
                            scenario.operation() == null ? "" : "-" + scenario.operation());
            Files.createDirectories(out.resolve(folder));
            int piece = 0;
            for (Evidence evidence : scenario.evidence()) {
                piece++;
                String path = "%s/%02d-%s.%s".formatted(folder, piece, evidence.kind(), ending(evidence));
                Files.writeString(out.resolve(path), evidence.text());
                files.paths.put(evidence, path);
            }
        }
        return files;
    }

    static String ending(Evidence evidence) {
        return switch (evidence.mediaType()) {
            case "application/json" -> "json";
            case "image/svg+xml" -> "svg";
            default -> "txt";
        };
    }

    /** Where it is, from the report's folder. */
    public String path(Evidence evidence) {
        return String.valueOf(paths.get(evidence));
    }

    /** The references of a scenario, as {@code verdict.json} has them. */
    List<Map<String, String>> references(ScenarioResult scenario) {
        List<Map<String, String>> references = new ArrayList<>();
        for (Evidence evidence : scenario.evidence()) {
            references.add(
                    Map.of("kind", evidence.kind().toString(), "title", evidence.title(), "file", path(evidence)));
        }
        return references;
    }
}
