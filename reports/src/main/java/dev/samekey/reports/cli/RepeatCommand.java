package dev.samekey.reports.cli;

import dev.samekey.reports.bundled.BundledClient;
import dev.samekey.reports.bundled.BundledServer;
import dev.samekey.reports.render.Console;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.judge.run.Coverage;
import dev.samekey.steps.judge.run.Features;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Judges a target again and again, and counts the verdicts: a false alarm shows, and so does a missed defect. */
@Command(
        name = "repeat",
        mixinStandardHelpOptions = true,
        description =
                "Judges the bundled server, the API of a target file, or a client, many times, and counts the verdicts on"
                        + " each clause.",
        footer = {
            "",
            "Exit code 0: all runs have the same verdicts; 1: some differ; 2: a run could not judge, and the message says why.",
            "",
            "Examples:",
            "  samekey repeat --times 50                      does a clean server ever raise an alarm?",
            "  samekey repeat --times 100 --defect check-then-act-1ms --clauses CON-1",
            "                                                 how often is a window of 1 ms found?",
            "  samekey repeat --times 5 --target staging.yaml --clauses CON",
            "                                                 which verdicts on my API are a matter of luck?",
            "  samekey repeat --times 20 --client --target my-client.yaml --clauses CLI-8,CLI-9,BUD",
            "                                                 and which of those on my client's delays and budget?"
        })
final class RepeatCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--times",
            paramLabel = "N",
            defaultValue = "50",
            description = "How often (default: ${DEFAULT-VALUE}).")
    private int times;

    @Option(
            names = "--target",
            paramLabel = "FILE",
            description =
                    "The target file of your API, in place of the bundled server. Each run sends what verify sends.")
    private @Nullable Path target;

    @Option(
            names = "--client",
            description = "Judge a client, as «samekey client» does: the bundled one, or that of the target file.")
    private boolean client;

    @Mixin
    private OverrideOptions overrides = new OverrideOptions();

    @Option(
            names = "--system",
            paramLabel = "NAME",
            description = "Which of its systems the bundled server is, as for verify (default: playbook).")
    private @Nullable String system;

    @Option(names = "--defect", paramLabel = "NAME", description = "As for verify.")
    private @Nullable String defect;

    @Option(names = "--features", paramLabel = "DIR", description = "As for verify.")
    private @Nullable Path features;

    @Option(names = "--clauses", paramLabel = "IDS", split = ",", description = "As for verify.")
    private List<String> clauses = List.of();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for the reports of the first run, and of each run with other verdicts (default:"
                    + " ${DEFAULT-VALUE}). A folder that holds files and no report is refused.")
    private Path out = Path.of("samekey-report");

    @Override
    public Integer call() {
        if (times < 1) {
            throw new CannotRun("--times is " + times + "; it must be at least 1");
        }
        if (target != null && (system != null || defect != null)) {
            throw new CannotRun("--system and --defect are for what is bundled: leave them or --target out");
        }
        if (client && (system != null || features != null)) {
            throw new CannotRun("--system and --features are for servers: leave them or --client out");
        }
        if (target == null && !overrides.isEmpty()) {
            throw new CannotRun(OverrideOptions.FOR_TARGET_FILES);
        }
        // Before a bundled server is started for nothing.
        OutFolder.mustBeFree(out);
        Console console = new Console(Objects.requireNonNull(spec).commandLine().getOut());
        Features run = features == null ? Features.shipped() : Features.in(features);
        Judge judge = new Judge(new Console(new PrintWriter(Writer.nullWriter()))).running(run);
        Set<String> chosen = ClauseChoice.of(clauses, client ? Coverage.clientClauses() : Coverage.clauses(run));
        if (target != null) {
            TargetFile file = overrides.read(target);
            return repeated(
                    folder -> client ? judge.client(file, chosen, folder) : judge.target(file, chosen, folder),
                    console);
        }
        List<String> arguments = defect == null ? List.of() : List.of("--defect", defect);
        if (client) {
            try (BundledClient bundled = BundledClient.unpack()) {
                bundled.recordClasses();
                TargetFile file = bundled.target(BundledClient.CONTRACT, arguments);
                return repeated(folder -> judge.client(file, chosen, folder), console);
            }
        }
        String name = system == null ? BundledServer.SYSTEMS_SHIPPED.get(0) : system;
        try (BundledServer server = BundledServer.start(arguments)) {
            server.recordClasses();
            return repeated(folder -> judge.bundled(server, name, arguments, chosen, folder), console);
        }
    }

    /** @param judging one run, whose reports go to the folder */
    int repeated(Function<Path, ContractVerdict> judging, Console console) {
        try (OutFolder folder = OutFolder.claim(out);
                Interruption interruption = new Interruption(console, folder)) {
            for (int run = 1; run <= times; run++) {
                OutFolder.mustBeFree(folder(run));
            }
            return interruption.mayEnd(() -> counted(judging, interruption::hasBegun, console));
        }
    }

    /** The counts are said however the last run ends. */
    private int counted(Function<Path, ContractVerdict> judging, BooleanSupplier ends, Console console) {
        Map<String, Map<Verdict, Integer>> counts = new TreeMap<>();
        Map<String, Verdict> first = new TreeMap<>();
        int different = 0;
        List<ContractVerdict> unjudged = new ArrayList<>();
        for (int run = 1; run <= times; run++) {
            Path folder = folder(run);
            Map<String, Verdict> verdicts = new TreeMap<>();
            ContractVerdict verdict;
            try {
                verdict = judging.apply(folder);
            } catch (CannotRun failure) {
                summed(counts, different, run - 1, console);
                throw failure;
            }
            if (ends.getAsBoolean()) {
                summed(counts, different, run - 1, console);
                throw new CannotRun("the runs were ended: run " + run + " of " + times + " is not counted");
            }
            verdict.clauses().forEach(clause -> verdicts.put(clause.clause().id(), clause.verdict()));
            verdicts.forEach((clause, seen) -> counts.computeIfAbsent(clause, unused -> new EnumMap<>(Verdict.class))
                    .merge(seen, 1, Integer::sum));
            if (run == 1) {
                first.putAll(verdicts);
            } else if (verdicts.equals(first)) {
                OutFolder.remove(folder);
            } else {
                different++;
            }
            if (!verdict.couldJudge()) {
                unjudged.add(verdict);
            }
            console.say(run + " of " + times + ": " + Console.summary(verdict));
        }
        int code = summed(counts, different, times, console);
        if (unjudged.isEmpty()) {
            return code;
        }
        List<String> why = unjudged.get(0).whyItFails();
        console.say(unjudged.size() + " of " + times + " runs could not judge: "
                + (why.isEmpty() ? "nothing was checked" : String.join("; ", why)));
        return 2;
    }

    private Path folder(int run) {
        return out.resolve("run-" + run);
    }

    /**
     * @param different how many runs have other verdicts than the first: a clause may be reported in some of them only
     * @param runs how many there were
     */
    private static int summed(Map<String, Map<Verdict, Integer>> counts, int different, int runs, Console console) {
        if (runs == 0) {
            return 0;
        }
        console.say("");
        counts.forEach((clause, verdicts) -> {
            int reported =
                    verdicts.values().stream().mapToInt(Integer::intValue).sum();
            if (verdicts.size() > 1 || !verdicts.containsKey(Verdict.HELD) || reported < runs) {
                console.say(clause + ": " + verdicts + (reported < runs ? ", in no other run was it reported" : ""));
            }
        });
        console.say(
                different == 0
                        ? "all " + runs + " runs have the same verdicts"
                        : "the verdicts of " + different + " of " + runs + " runs differ from those of the first");
        return different == 0 ? 0 : 1;
    }
}
