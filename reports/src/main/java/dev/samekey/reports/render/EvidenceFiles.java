package dev.samekey.reports.render;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes the evidence of a run, and knows where it went. A scenario that is broken or unclear has a file for each piece. All others
 * share one archive, with an entry for each scenario: thousands of files that nobody opens take time and room.
 */
public final class EvidenceFiles {
    /** The folder of the files, in that of the report. */
    public static final String FOLDER = "evidence";

    /** The name of the script that repeats a break. */
    static final String SCRIPT = "repeat.sh";

    /** The archive. */
    public static final String ARCHIVE = "evidence.zip";

    private static final Set<Verdict> NEED_A_LOOK =
            EnumSet.of(Verdict.BROKEN, Verdict.INCONCLUSIVE, Verdict.HARNESS_ERROR);

    /** By the list of its evidence, for a clause may have a scenario with another verdict than the run has. */
    private final IdentityHashMap<List<Evidence>, String> ids = new IdentityHashMap<>();

    private final Set<List<Evidence>> archived = identities();
    private final IdentityHashMap<Evidence, String> paths = new IdentityHashMap<>();

    private EvidenceFiles() {}

    private static <T> Set<T> identities() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    /** The names that the evidence of a run has, whether or not it is written yet. */
    public static EvidenceFiles named(ContractVerdict verdict) {
        EvidenceFiles files = new EvidenceFiles();
        List<ScenarioResult> scenarios = verdict.run().scenarios();
        for (int i = 0; i < scenarios.size(); i++) {
            ScenarioResult scenario = scenarios.get(i);
            if (!scenario.evidence().isEmpty()) {
                files.ids.putIfAbsent(scenario.evidence(), id(i + 1, scenario));
            }
        }
        return files;
    }

    /** Writes all evidence of a run into {@code out}. */
    static EvidenceFiles write(ContractVerdict verdict, Path out) throws IOException {
        EvidenceFiles files = named(verdict);
        Set<List<Evidence>> shown = identities();
        List<ScenarioResult> scenarios = verdict.run().scenarios();
        Stream.concat(scenarios.stream(), verdict.clauses().stream().flatMap(clause -> clause.scenarios().stream()))
                .filter(scenario -> NEED_A_LOOK.contains(scenario.verdict()))
                .forEach(scenario -> shown.add(scenario.evidence()));
        List<List<Evidence>> others = new ArrayList<>();
        Set<List<Evidence>> seen = identities();
        for (ScenarioResult scenario : scenarios) {
            if (!scenario.evidence().isEmpty() && seen.add(scenario.evidence())) {
                if (shown.contains(scenario.evidence())) {
                    files.write(scenario.evidence(), out);
                } else {
                    others.add(scenario.evidence());
                }
            }
        }
        if (!others.isEmpty()) {
            files.archive(others, out.resolve(ARCHIVE));
        }
        return files;
    }

    private static String id(int number, ScenarioResult scenario) {
        return "%03d-%s%s"
                .formatted(
                        number,
                        String.join("-", scenario.clauses()),
                        scenario.operation() == null ? "" : "-" + scenario.operation());
    }

    private void write(List<Evidence> pieces, Path out) throws IOException {
        String folder = FOLDER + "/" + ids.get(pieces);
        Files.createDirectories(out.resolve(folder));
        int number = 0;
        boolean hasScript = false;
        for (Evidence evidence : pieces) {
            number++;
            // The first one: a scenario that was judged again has another.
            boolean isScript = evidence.kind() == EvidenceKind.REPEAT && !hasScript;
            hasScript |= isScript;
            String path = isScript
                    ? folder + "/" + SCRIPT
                    : "%s/%02d-%s.%s".formatted(folder, number, evidence.kind(), ending(evidence));
            Files.writeString(out.resolve(path), evidence.text());
            if (isScript) {
                // Where a file system has no such thing, a shell is named to start it.
                var unused = out.resolve(path).toFile().setExecutable(true);
            }
            paths.put(evidence, path);
        }
    }

    /** Each text is read when its turn comes, so that they are never in memory together. */
    private void archive(List<List<Evidence>> scenarios, Path file) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            for (List<Evidence> pieces : scenarios) {
                zip.putNextEntry(new ZipEntry(entry(String.valueOf(ids.get(pieces)))));
                for (Evidence piece : pieces) {
                    zip.write(headed(piece.kind().toString(), piece.title(), piece.text())
                            .getBytes(StandardCharsets.UTF_8));
                }
                zip.closeEntry();
            }
        }
        archived.addAll(scenarios);
    }

    /** A piece of evidence with a line above it that says what it is. */
    static String headed(String kind, String title, String text) {
        return "--- " + kind + ": " + title + "\n" + text + (text.endsWith("\n") ? "\n" : "\n\n");
    }

    /** The name in the archive. */
    static String entry(String id) {
        return id + ".txt";
    }

    static String ending(Evidence evidence) {
        return switch (evidence.mediaType()) {
            case "application/json" -> "json";
            case "image/svg+xml" -> "svg";
            case Evidence.SCRIPT -> "sh";
            default -> "txt";
        };
    }

    /** The facts of a scenario, and where the script is that repeats its break, from the folder of the report. */
    public List<Fact> facts(ScenarioResult scenario) {
        return Stream.concat(
                        scenario.facts().stream(),
                        scenario.evidence().stream()
                                .filter(piece -> piece.kind() == EvidenceKind.REPEAT)
                                .limit(1)
                                .map(unused ->
                                        new Fact("repeat", FOLDER + "/" + ids.get(scenario.evidence()) + "/" + SCRIPT)))
                .toList();
    }

    /** Whether there is an archive. */
    boolean hasArchive() {
        return !archived.isEmpty();
    }

    /** How the reports call a scenario; nothing where it has no evidence. */
    Optional<String> id(ScenarioResult scenario) {
        return Optional.ofNullable(ids.get(scenario.evidence()));
    }

    /** Nothing where its evidence is in files, or it has none. */
    Optional<String> archivedId(ScenarioResult scenario) {
        return id(scenario).filter(unused -> archived.contains(scenario.evidence()));
    }

    /** The line that prints what is in the archive of a scenario; nothing where it is in files, or there is none. */
    Optional<String> command(ScenarioResult scenario) {
        return line(scenario).filter(unused -> archived.contains(scenario.evidence()));
    }

    /** The line that prints the evidence of a scenario, wherever it is; nothing where it has none. */
    Optional<String> line(ScenarioResult scenario) {
        return id(scenario).map(id -> "samekey evidence " + Integer.parseInt(id.substring(0, id.indexOf('-'))));
    }

    /** Where a piece of a scenario is that is not in the archive, from the report's folder. */
    String path(Evidence evidence) {
        return String.valueOf(paths.get(evidence));
    }

    /** The files of a scenario, as {@code verdict.json} has them. */
    List<Map<String, String>> references(ScenarioResult scenario) {
        List<Map<String, String>> references = new ArrayList<>();
        if (!archived.contains(scenario.evidence())) {
            for (Evidence evidence : scenario.evidence()) {
                references.add(
                        Map.of("kind", evidence.kind().toString(), "title", evidence.title(), "file", path(evidence)));
            }
        }
        return references;
    }
}
