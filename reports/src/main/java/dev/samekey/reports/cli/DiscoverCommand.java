package dev.samekey.reports.cli;

import dev.samekey.reports.render.Console;
import dev.samekey.steps.author.discover.Certainty;
import dev.samekey.steps.author.discover.Discovered;
import dev.samekey.steps.author.discover.Finding;
import dev.samekey.steps.author.discover.TargetDiscovery;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.targets.TargetFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Asks an API which dialect it follows. */
@Command(
        name = "discover",
        mixinStandardHelpOptions = true,
        description = {
            "Asks the API itself which dialect it follows, and writes the «contract» of a target file.",
            "It sends about a hundred requests, many of which take effect. Of the contract that the target file has"
                    + " only «key.in» and «key.name» count."
        },
        footer = {
            "",
            "How sure a finding is:",
            "  sure      it was seen twice, was the same, and leaves no other reading",
            "  likely    it was seen once, or may mean something else",
            "  open      what was seen contradicts itself, or no dialect has a word for it; nothing is written",
            "  not seen  it could not be observed; the reason says why",
            "",
            "A warning names the clause that the API was seen to break. The contract then says what the clause demands, so"
                    + " «verify» reports it too. With --accept-warnings the contract says what was seen.",
            "",
            "Exit code 0: the contract is written; 2: it is not, and the message says why.",
            "",
            "Example:",
            "  samekey discover --target acme.yaml   writes acme-contract.yaml"
        })
final class DiscoverCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--target", paramLabel = "FILE", description = TargetChoice.DESCRIPTION)
    private @Nullable Path target;

    @Mixin
    private OverrideOptions overrides = new OverrideOptions();

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description =
                    "Where to write the contract (default: beside the target file, with «-contract» in its name).")
    private @Nullable Path out;

    @Option(names = "--force", description = "Replace the file that is there.")
    private boolean force;

    @Option(
            names = "--accept-warnings",
            description = "Write what was seen also where it breaks a MUST clause: «verify» then does not report it.")
    private boolean acceptWarnings;

    @Override
    public Integer call() {
        Console open = new Console(Objects.requireNonNull(spec).commandLine().getOut());
        Path read = TargetChoice.required(target, open);
        TargetFile file = overrides.read(read);
        Console console = open.hiding(file.secrets());
        console.warnOf(file.secrets());
        NewFile written = new NewFile(out == null ? beside(read) : out, force);
        // Before the API is asked a hundred things for nothing.
        written.mustBeFree();
        console.say("asking " + file.target().name() + " at " + file.target().urls());
        console.say("  " + file.target().limits().described(file.target().urls()));
        Discovered discovered = new TargetDiscovery(file).run();
        console.say("  sent " + discovered.requests() + " requests");
        for (Certainty certainty : Certainty.values()) {
            tell(certainty, discovered, console);
        }
        warn(discovered, console);
        discovered.remarks().forEach(console::say);
        console.say(discovered.notAsked());
        if (!discovered.cleaned().isNothing()) {
            console.say(discovered.cleaned().described());
        }
        String contract = acceptWarnings ? discovered.lenient() : discovered.contract();
        if (contract == null) {
            throw new CannotRun("no idempotency seen under the " + key(file)
                    + ": nothing is written. Check «key» in the contract of the target file: is the key sent there?");
        }
        console.say("");
        console.say(discovered.resemblance());
        if (discovered.nearest() != null) {
            discovered
                    .nearest()
                    .differing()
                    .forEach(one -> console.say("  differs: " + one.member() + " " + one.described()));
        }
        written.write(file.secrets().redact(contract));
        console.say("");
        console.say("wrote " + written + "; next: read it, use it as «contract» in " + read + ", and run");
        console.say("  samekey check --target " + read);
        return 0;
    }

    private static void tell(Certainty certainty, Discovered discovered, Console console) {
        List<Finding> findings = discovered.findings().stream()
                .filter(one -> one.certainty() == certainty)
                .toList();
        if (findings.isEmpty()) {
            return;
        }
        console.say("");
        console.say(certainty + ":");
        findings.forEach(one -> {
            console.say("  " + one.member() + (one.described().isEmpty() ? "" : ": " + one.described()));
            (certainty == Certainty.SURE ? one.brief() : one.seen()).forEach(line -> console.say("      " + line));
        });
    }

    private void warn(Discovered discovered, Console console) {
        console.say("");
        if (discovered.warnings().isEmpty()) {
            console.say("No warning: nothing was seen that breaks a MUST clause.");
            return;
        }
        console.say("WARNING: this breaks MUST clauses. "
                + (acceptWarnings
                        ? "It is accepted, as far as a contract can say it:"
                        : "The contract says what they demand; --accept-warnings writes what was seen:"));
        discovered.warnings().forEach(one -> {
            console.say("  " + one.described());
            one.seen().forEach(line -> console.say("      " + line));
        });
    }

    private static String key(TargetFile file) {
        return file.contract().key().in().name().toLowerCase(Locale.ROOT) + " «"
                + file.contract().key().name() + "»";
    }

    /** Such as {@code acme-contract.yaml} beside {@code acme.yaml}. */
    private static Path beside(Path target) {
        String name = String.valueOf(target.getFileName()).replaceFirst("\\.ya?ml$", "");
        return target.resolveSibling(name + "-contract.yaml");
    }
}
