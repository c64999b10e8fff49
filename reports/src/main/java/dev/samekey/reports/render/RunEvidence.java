package dev.samekey.reports.render;

import dev.samekey.oracles.evidence.Failures;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.file.Nearest;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The evidence of a run, as the folder of its report has it: in files and in the archive. */
public final class RunEvidence {
    private final Path run;
    private final List<VerdictJson.Noted> all;

    /** @throws CannotRun when the folder holds no report */
    public RunEvidence(Path run) {
        this.run = run;
        this.all = VerdictJson.noted(run.resolve("verdict.json"));
    }

    /** A line for each scenario. */
    public void list(PrintWriter out) {
        distinct(all).filter(noted -> !noted.name().isEmpty()).forEach(noted -> out.println(line(noted)));
    }

    /**
     * Prints what was noted in some scenarios.
     *
     * @param wanted the number or the id of one, a clause, a group of clauses, or a part of a name, in any case
     * @throws CannotRun when it is none of these, or what was noted cannot be read
     */
    public void print(String wanted, PrintWriter out) {
        matching(wanted).forEach(noted -> {
            out.println(line(noted));
            if (!noted.reason().isEmpty()) {
                out.println(noted.reason());
            }
            out.println();
            try {
                pieces(noted, out);
            } catch (IOException failure) {
                throw new CannotRun("cannot read the evidence of " + noted.clause() + " in " + run + ": "
                        + Failures.words(failure));
            }
        });
    }

    private Stream<VerdictJson.Noted> matching(String wanted) {
        String lower = wanted.strip().toLowerCase(Locale.ROOT);
        return Stream.<Predicate<VerdictJson.Noted>>of(
                        noted -> lower.equals(noted.number())
                                || lower.equals(noted.id().toLowerCase(Locale.ROOT)),
                        noted -> isOf(noted.clause().toLowerCase(Locale.ROOT), lower),
                        noted -> noted.name().toLowerCase(Locale.ROOT).contains(lower))
                .map(fits -> all.stream().filter(fits).toList())
                .filter(found -> !found.isEmpty())
                .findFirst()
                .map(RunEvidence::distinct)
                .orElseThrow(() -> unknown(wanted));
    }

    private static boolean isOf(String clause, String wanted) {
        return clause.equals(wanted) || clause.startsWith(wanted + "-");
    }

    private CannotRun unknown(String wanted) {
        String clause = Nearest.offer(
                wanted.toUpperCase(Locale.ROOT),
                all.stream().map(VerdictJson.Noted::clause).distinct().toList());
        String near = clause.isEmpty()
                ? Nearest.offer(
                        wanted,
                        all.stream().map(VerdictJson.Noted::name).distinct().toList())
                : clause;
        return new CannotRun("no scenario of the report in " + run + " has the number, the clause or the name «"
                + wanted + "»" + (near.isEmpty() ? "." : near) + " «samekey evidence " + run + "» lists all of them");
    }

    /** A scenario may be one of several clauses. */
    private static Stream<VerdictJson.Noted> distinct(List<VerdictJson.Noted> some) {
        Set<String> ids = new HashSet<>();
        return some.stream().filter(noted -> noted.id().isEmpty() || ids.add(noted.id()));
    }

    private static String line(VerdictJson.Noted noted) {
        return "%4s  %-7s %-14s %s"
                .formatted(noted.number(), noted.clause(), noted.verdict(), noted.name())
                .stripTrailing();
    }

    private void pieces(VerdictJson.Noted noted, PrintWriter out) throws IOException {
        if (!noted.archived().isEmpty()) {
            try (ZipFile zip = new ZipFile(run.resolve(EvidenceFiles.ARCHIVE).toFile())) {
                ZipEntry entry = zip.getEntry(noted.archived());
                if (entry == null) {
                    throw new FileNotFoundException(EvidenceFiles.ARCHIVE + " has no " + noted.archived());
                }
                try (InputStream in = zip.getInputStream(entry);
                        Reader text = new InputStreamReader(in, StandardCharsets.UTF_8)) {
                    text.transferTo(out);
                }
            }
        } else if (noted.pieces().isEmpty()) {
            out.println("Nothing was noted.\n");
        }
        for (VerdictJson.Piece piece : noted.pieces()) {
            out.print(EvidenceFiles.headed(piece.kind(), piece.title(), Files.readString(run.resolve(piece.file()))));
        }
    }
}
