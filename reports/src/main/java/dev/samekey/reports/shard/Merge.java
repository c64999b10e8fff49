package dev.samekey.reports.shard;

import dev.samekey.reports.verdict.Baseline;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.judge.run.RunResult;
import dev.samekey.steps.judge.run.Shard;
import dev.samekey.steps.judge.world.Controlled;
import dev.samekey.steps.model.contract.Catalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The shards of one run, by their number. */
public final class Merge {
    private final Map<Integer, Found> shards;
    private final ShardReport any;

    private Merge(Map<Integer, Found> shards) {
        this.shards = shards;
        this.any = shards.values().iterator().next().report();
    }

    /** A report and the file that it was read from. */
    private record Found(Path file, ShardReport report) {}

    /**
     * Reads the reports of shards.
     *
     * @param folders of shards, or folders that hold such folders
     * @throws CannotRun when one holds no shard, when two have one number, or when they are not of one run
     */
    public static Merge of(List<Path> folders) {
        Map<Integer, Found> shards = new TreeMap<>();
        Found first = null;
        for (Path file : folders.stream().flatMap(Merge::files).distinct().toList()) {
            Found found = new Found(file, ShardReport.read(file));
            first = first == null ? found : first;
            mustMatch(first, found);
            Found other = shards.put(found.report().shard().number(), found);
            if (other != null) {
                throw new CannotRun(other.file() + " and " + file + " are both "
                        + found.report().shard() + ": give each machine a number of its own, or leave one of them out");
            }
        }
        return new Merge(shards);
    }

    private static Stream<Path> files(Path folder) {
        Path own = folder.resolve(ShardReport.NAME).normalize();
        if (Files.isRegularFile(own)) {
            return Stream.of(own);
        }
        if (!Files.isDirectory(folder)) {
            throw new CannotRun("there is no folder " + folder + ": name the folders that «verify --shard» wrote");
        }
        try (Stream<Path> inner = Files.list(folder)) {
            List<Path> files = inner.sorted()
                    .map(one -> one.resolve(ShardReport.NAME).normalize())
                    .filter(Files::isRegularFile)
                    .toList();
            if (files.isEmpty()) {
                throw new CannotRun("the folder " + folder + " holds no " + ShardReport.NAME
                        + ", and no folder in it does: name the folders that «verify --shard» wrote");
            }
            return files.stream();
        } catch (IOException failure) {
            throw new CannotRun("cannot read the folder " + folder + ": " + failure.getMessage());
        }
    }

    private static void mustMatch(Found first, Found other) {
        ShardReport one = first.report();
        ShardReport two = other.report();
        List<String> differences = new ArrayList<>();
        differ("version", one.version(), two.version(), differences);
        differ("run", one.run(), two.run(), differences);
        differ("number of shards", one.shard().of(), two.shard().of(), differences);
        differ("target", one.result().target(), two.result().target(), differences);
        differ("contract", one.result().contract(), two.result().contract(), differences);
        differ("gate", one.api().gate(), two.api().gate(), differences);
        if (differences.isEmpty() && !one.clauses().equals(two.clauses())) {
            differences.add("their --clauses differ");
        }
        if (differences.isEmpty()
                && !one.baseline().narrowed().equals(two.baseline().narrowed())) {
            differences.add("their --operation, --scenario or --only-failed differ");
        }
        if (differences.isEmpty() && !one.baseline().equals(two.baseline())) {
            differences.add("their known breaks differ");
        }
        if (differences.isEmpty()
                && !(one.api().equals(two.api()) && one.split().equals(two.split()))) {
            differences.add(
                    "their scenarios differ or are split in another way: each shard needs the same target file, and"
                            + " the same --costs");
        }
        if (!differences.isEmpty()) {
            throw new CannotRun(
                    first.file() + " and " + other.file() + " are not of one run: " + String.join("; ", differences));
        }
    }

    private static void differ(String what, Object one, Object two, List<String> differences) {
        if (!one.equals(two)) {
            differences.add("the " + what + " of the first " + named(one) + ", that of the second " + named(two));
        }
    }

    private static String named(Object value) {
        return String.valueOf(value).isEmpty() ? "has no name" : "is «" + value + "»";
    }

    /** Whether a folder is that of one of the shards, or lies in it. */
    public boolean isIn(Path folder) {
        Path absolute = folder.toAbsolutePath().normalize();
        return shards.values().stream()
                .map(found -> found.file().toAbsolutePath().normalize().getParent())
                .anyMatch(absolute::startsWith);
    }

    /** Reads the known breaks of the run from another file. */
    public Baseline baseline(Path file, Set<String> clauses) {
        return Baseline.read(file, clauses, any.api().operations().keySet())
                .narrowed(any.baseline().narrowed());
    }

    /** The verdict on the whole run, with the known breaks of the shards. A missing shard lets nothing pass. */
    public ContractVerdict verdict() {
        return verdict(any.baseline());
    }

    /** The same with other known breaks. */
    public ContractVerdict verdict(Baseline baseline) {
        Map<Integer, RunResult> results = results();
        ContractVerdict verdict =
                ContractVerdict.of(any.split().join(results), any.api(), Catalogue.shipped(), any.clauses(), baseline);
        for (int number : any.split().missing(results)) {
            verdict = verdict.lacking(new Shard(number, any.split().shards())
                    + " is missing: no folder has its report. Run it, and merge again");
        }
        return verdict;
    }

    private Map<Integer, RunResult> results() {
        Map<Integer, RunResult> results = new TreeMap<>();
        shards.forEach((number, found) -> results.put(number, found.report().seen()));
        return results;
    }

    /** What a reader must know of the shards: how each went, and which control request failed in which. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        shards.values().forEach(found -> {
            RunResult result = found.report().result();
            lines.add("%s: %d scenarios, %d requests, %.1f s%s"
                    .formatted(
                            found.report().shard(),
                            result.scenarios().size(),
                            result.requests(),
                            result.took().toMillis() / 1000.0,
                            result.ended() ? ", ended early" : ""));
            result.controls().stream()
                    .filter(control -> !control.works())
                    .map(Controlled::reason)
                    .forEach(reason -> lines.add("  " + reason));
        });
        return lines;
    }
}
