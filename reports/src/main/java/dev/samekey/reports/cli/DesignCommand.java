package dev.samekey.reports.cli;

import dev.samekey.reports.bundled.BundledServer;
import dev.samekey.reports.render.Console;
import dev.samekey.reports.render.DesignFiles;
import dev.samekey.reports.render.VerdictJson;
import dev.samekey.steps.author.design.DesignCoverage;
import dev.samekey.steps.author.design.DesignCoverage.Extent;
import dev.samekey.steps.author.design.Designer;
import dev.samekey.steps.author.design.Executor;
import dev.samekey.steps.author.design.Interactions;
import dev.samekey.steps.author.design.TestDesign;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.states.KeyStates;
import dev.samekey.steps.model.targets.TargetFile;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Writes the test cases of an API. It asks the API nothing. */
@Command(
        name = "design",
        mixinStandardHelpOptions = true,
        description =
                "Writes the test cases for an API and its contract, for people and for test management tools. Sends"
                        + " nothing.",
        footer = {
            "",
            "Exit code 0: the files are written; 1: they are, except for those that you have edited;",
            "          2: nothing is written, and the message says why.",
            "",
            "Examples:",
            "  samekey design                                 the cases for the bundled server",
            "  samekey design --target my-api.yaml --out cases",
            "  samekey design --target my-api.yaml --out cases --coverage my-report/verdict.json"
        })
final class DesignCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--target",
            paramLabel = "FILE",
            description =
                    "The target file that describes your API (default: samekey.yaml in the current folder, if there is one;"
                            + " else the bundled server).")
    private @Nullable Path target;

    @Mixin
    private OverrideOptions overrides = new OverrideOptions();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Folder for the cases (default: ${DEFAULT-VALUE}). What Samekey wrote there before is replaced;"
                            + " what you have edited or added is left alone.")
    private Path out = Path.of("samekey-cases");

    @Option(names = "--overwrite", description = "Replace files that you have edited, too.")
    private boolean overwrite;

    @Option(
            names = "--coverage",
            paramLabel = "FILE",
            description =
                    "The verdict.json of a run against the same target: the design says what the run has covered, what"
                            + " not, and why.")
    private @Nullable Path verdict;

    @Option(
            names = "--states",
            paramLabel = "FILE",
            description = "A state model of your own, in place of the shipped one (docs/states.md).")
    private @Nullable Path states;

    @Override
    public Integer call() {
        Console console = new Console(Objects.requireNonNull(spec).commandLine().getOut());
        CasesFolder folder = new CasesFolder(out, overwrite);
        folder.mustBeFree();
        KeyStates model =
                states == null ? KeyStates.shipped() : KeyStates.of(YamlFile.read(states), Catalogue.shipped());
        TargetFile file = file(console);
        console.warnOf(file.secrets());
        TestDesign design = new Designer(file, model).design();
        DesignCoverage coverage =
                verdict == null ? null : coverage(design, file, VerdictJson.earlier(verdict), verdict);
        CasesFolder.Written written = folder.write(new DesignFiles(design, coverage).texts());
        console.say("%d test cases for %s by the contract «%s»: Samekey executes %d, a person %d; nothing was sent"
                .formatted(
                        design.cases().size(),
                        design.target(),
                        design.contract(),
                        count(design, Executor.SAMEKEY),
                        count(design, Executor.PERSON)));
        if (coverage != null) {
            coverage.groups()
                    .forEach(group -> console.say("covered: %d of %d %s; broken: %d"
                            .formatted(
                                    group.count(Extent.COVERED),
                                    group.items().size(),
                                    group.name(),
                                    group.count(Extent.BROKEN))));
            Interactions pairs = coverage.interactions();
            if (!pairs.pairs().isEmpty()) {
                console.say("covered: %d of %d pairs of conditions; broken: %d"
                        .formatted(
                                pairs.count(Interactions.Extent.COVERED),
                                pairs.possible(),
                                pairs.count(Interactions.Extent.BROKEN)));
            }
            pairs.notes().forEach(console::say);
        }
        written.written().forEach(name -> console.say("written: " + out.resolve(name)));
        written.removed()
                .forEach(name -> console.say("removed: " + out.resolve(name) + ", which is in no design any more"));
        written.old()
                .forEach(name -> console.say("left alone: " + out.resolve(name)
                        + ", which is in no design any more, and which you have edited"));
        written.kept()
                .forEach(
                        name -> console.say(
                                "left alone: " + out.resolve(name)
                                        + ", which Samekey did not write or you have edited: move your changes, or replace it with --overwrite"));
        return written.kept().isEmpty() ? 0 : 1;
    }

    private TargetFile file(Console console) {
        var found = TargetChoice.of(target, console);
        if (found.isEmpty() && !overrides.isEmpty()) {
            throw new CannotRun("--url and --set are for a target file, and the bundled server has its own");
        }
        return found.map(path -> overrides.unsent(path, console))
                .orElseGet(() -> BundledServer.described(BundledServer.SYSTEMS_SHIPPED.get(0), out));
    }

    /** Compares a design with a run; the title of a case is that of its scenario. */
    private static DesignCoverage coverage(
            TestDesign design, TargetFile target, VerdictJson.Earlier earlier, Path file) {
        if (!earlier.target().equals(design.target()) || !earlier.contract().equals(design.contract())) {
            throw new CannotRun("the verdict " + file + " is on «" + earlier.target() + "» by the contract «"
                    + earlier.contract() + "», and the cases are for «" + design.target() + "» by «" + design.contract()
                    + "»: name a verdict of this target. Nothing was written");
        }
        Map<List<String>, DesignCoverage.Result> seen = new HashMap<>();
        earlier.scenarios()
                .forEach(scenario -> seen.put(
                        key(scenario.clause(), scenario.name(), scenario.operation()),
                        new DesignCoverage.Result(scenario.verdict(), scenario.reason(), scenario.path())));
        Map<String, DesignCoverage.Result> results = new HashMap<>();
        design.cases().forEach(one -> {
            DesignCoverage.Result result = seen.get(key(one.clause(), one.title(), one.operation()));
            if (result != null) {
                results.put(one.id(), result);
            }
        });
        List<Interactions.Judged> judged = earlier.scenarios().stream()
                .map(scenario -> new Interactions.Judged(
                        scenario.clause(),
                        scenario.operation(),
                        scenario.verdict(),
                        scenario.reason(),
                        scenario.combinations()))
                .toList();
        return DesignCoverage.of(design, results, Interactions.of(target, judged));
    }

    private static List<String> key(String clause, String title, @Nullable String operation) {
        return List.of(clause, title, operation == null ? "" : operation);
    }

    private static long count(TestDesign design, Executor executor) {
        return design.cases().stream()
                .filter(one -> one.executedBy() == executor)
                .count();
    }
}
