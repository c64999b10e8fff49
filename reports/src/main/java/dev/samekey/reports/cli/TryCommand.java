package dev.samekey.reports.cli;

import dev.samekey.reports.render.Console;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.author.discover.Discovered;
import dev.samekey.steps.author.discover.TargetDiscovery;
import dev.samekey.steps.author.draft.CurlDraft;
import dev.samekey.steps.author.draft.CurlLine;
import dev.samekey.steps.author.draft.Rehearsal;
import dev.samekey.steps.author.draft.WebhookDraft;
import dev.samekey.steps.author.draft.WebhookTrial;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.judge.run.Choice;
import dev.samekey.steps.judge.run.ContractRun;
import dev.samekey.steps.judge.run.Coverage;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Judges what one curl line sends, as far as that can be seen from outside, and leaves a target file. */
@Command(
        name = "try",
        mixinStandardHelpOptions = true,
        description = {
            "Judges the API behind one curl line, or a webhook consumer, as far as that can be seen from outside.",
            "It says what it will send and to whom, and asks. It sends the line some hundred times under different keys, finds"
                    + " which contract the API keeps, judges that, and writes a target file to go on with."
        },
        footer = {
            "",
            "Write $${unique} in the line, in single quotes, where each request needs a new value.",
            "A secret of the line is not written to the file or to a report: a variable of the environment stands there.",
            "",
            "Exit code 0: what could be checked holds; 1: a MUST clause is broken; 2: nothing could be judged,",
            "or a MUST clause is inconclusive.",
            "",
            "With --webhook it delivers events in place of that: once, twice, at once, out of order, forged and stale.",
            "",
            "Examples:",
            "  samekey try -- curl -X POST https://staging.example/payments -H \"Authorization: Bearer $TOKEN\" \\",
            "      -d '{\"amount\": 1000, \"currency\": \"EUR\", \"reference\": \"order-1\"}'",
            "  samekey try --webhook http://localhost:3000/hooks --as stripe --secret \"$SECRET\""
        })
final class TryCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "curl ...", description = "The curl line, after «--».")
    private List<String> line = List.of();

    @Option(
            names = "--webhook",
            paramLabel = "URL",
            description = "Deliver events to this webhook consumer, in place of a curl line.")
    private @Nullable String webhook;

    @Option(
            names = "--as",
            paramLabel = "PRODUCER",
            defaultValue = "plain",
            description = "Who sends the events: stripe, github, standard_webhooks or plain (the default).")
    private WebhookDraft.Producer producer = WebhookDraft.Producer.PLAIN;

    @Option(
            names = "--secret",
            paramLabel = "SECRET",
            description = "With which the events are signed. Without it they are not.")
    private @Nullable String secret;

    @Option(
            names = "--event",
            paramLabel = "FILE",
            description = "An event in JSON that the consumer knows (default: one that the producer might send).")
    private @Nullable Path event;

    @Option(
            names = {"-y", "--yes"},
            description = "Send without asking.")
    private boolean yes;

    @Option(
            names = "--key",
            paramLabel = "HEADER",
            description =
                    "The header that carries the idempotency key (default: the one in the line, or Idempotency-Key).")
    private @Nullable String key;

    @Option(names = "--production", description = "The host may look like production: what the line does is meant.")
    private boolean production;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Where to write the target file (default: ${DEFAULT-VALUE}).")
    private Path out = TargetChoice.USUAL;

    @Option(names = "--force", description = "Replace the file that is there.")
    private boolean force;

    @Option(
            names = "--report",
            paramLabel = "DIR",
            description =
                    "Folder for the reports (default: ${DEFAULT-VALUE}). A folder that holds files and no report is"
                            + " refused.")
    private Path report = Path.of("samekey-report");

    @Override
    public Integer call() {
        CommandSpec command = Objects.requireNonNull(spec);
        Console console = Screen.here().console(command.commandLine().getOut());
        if (webhook != null) {
            return deliver(webhook, console);
        }
        if (line.isEmpty()) {
            throw new CannotRun("«samekey try» needs a curl line, such as: samekey try -- curl -X POST"
                    + " https://staging.example/payments -d '{\"amount\": 1000}'");
        }
        Path folder = Objects.requireNonNull(out.toAbsolutePath().getParent());
        CurlDraft draft = new CurlDraft(CurlLine.of(line, Path.of("")), key, folder, production, System.getenv());
        NewFile target = new NewFile(out, force);
        EditorSchemas schemas = EditorSchemas.beside(out, force);
        target.mustBeFree();
        schemas.mustBeOurs();
        OutFolder.mustBeFree(report);
        announce(draft, console);
        if (!yes && !new Question(console, System.in).isYes("Send it?")) {
            console.say("Nothing was sent.");
            return 2;
        }
        Rehearsal.Result seen = new Rehearsal(draft).run();
        prepare(seen.file());
        console.say("");
        console.say("The line works. What it does not say was found in " + seen.requests() + " requests.");
        seen.remarks().forEach(remark -> console.say("  note: " + remark));
        Discovered discovered = new TargetDiscovery(seen.file()).run();
        console.say("Which contract the API keeps was asked in " + discovered.requests() + " requests.");
        console.say(dialect(discovered));
        discovered.findings().stream()
                .filter(finding -> finding.member().equals("replay.status") && finding.isKnown())
                .filter(finding -> !finding.value().isNull())
                .forEach(finding -> console.say("  note: a repeated request gets another status than the first one: "
                        + String.join("; ", finding.brief())));
        schemas.write();
        target.write(seen.text(discovered.observed()));
        TargetFile file = seen.file(discovered.observed(), folder);
        Set<String> all = Coverage.clauses();
        // Of a key that means nothing there is nothing to say, but of what a repeat does.
        Set<String> clauses = discovered.isIdempotent() ? all : ClauseChoice.of(List.of("RPL", "CON"), all);
        ContractVerdict verdict = new Judge(console).showing(Judge.Extent.BRIEF).target(file, clauses, report);
        conclude(draft, discovered, verdict, console);
        return verdict.exitCode();
    }

    /** Reads the features while the API is asked: the first reading takes seconds, and what it loads is there for the second. */
    private void prepare(TargetFile file) {
        Thread thread = new Thread(() -> new ContractRun(file, Choice.of(Coverage.clauses()), report).plan());
        thread.setDaemon(true);
        // What is wrong is said by who judges.
        thread.setUncaughtExceptionHandler((unused, failure) -> {});
        thread.start();
    }

    private int deliver(String url, Console console) {
        if (!line.isEmpty() || key != null) {
            throw new CannotRun("--webhook takes no curl line and no --key: leave one of them out");
        }
        WebhookDraft draft = new WebhookDraft(url, producer, secret, event, production, System.getenv());
        NewFile target = new NewFile(out, force);
        EditorSchemas schemas = EditorSchemas.beside(out, force);
        target.mustBeFree();
        schemas.mustBeOurs();
        console.say("Samekey will send such events to " + draft.base() + ", and to nobody else:");
        console.say("");
        draft.described().forEach(one -> console.say("  " + one));
        console.say("");
        console.say("It sends about 20 requests, 50 at most. Each event may take effect.");
        if (!yes && !new Question(console, System.in).isYes("Send them?")) {
            console.say("Nothing was sent.");
            return 2;
        }
        List<WebhookTrial.Row> rows = new WebhookTrial(draft).run();
        schemas.write();
        target.write(draft.text());
        console.say("");
        console.say("right?  what                                       answer");
        rows.forEach(row -> console.say("%-7s %-42s %s%s"
                .formatted(
                        row.works() ? "yes" : "NO",
                        row.what(),
                        row.actual(),
                        row.expected().isEmpty() ? "" : " → " + row.expected())));
        console.say("");
        console.say(
                "The answers do not show what an event did. Say in the file how its effects are counted, and «samekey verify»"
                        + " judges whether a duplicate takes effect.");
        if (!draft.isSigned()) {
            console.say("Nothing was delivered with a wrong signature: --secret is missing.");
        }
        wrote(draft.missingVariables(), console);
        return rows.stream().allMatch(WebhookTrial.Row::works) ? 0 : 1;
    }

    private static void announce(CurlDraft draft, Console console) {
        console.say("Samekey will send this to " + draft.base() + ", and to nobody else:");
        console.say("");
        draft.described().forEach(one -> console.say("  " + one));
        console.say("");
        draft.remarks().forEach(remark -> console.say("  note: " + remark));
        console.say(
                "It is sent some hundred times, 3000 at most, under many keys and with other values. Many of these requests"
                        + " take effect, and nothing is taken back. Its results are read by GET.");
    }

    private static String dialect(Discovered discovered) {
        if (!discovered.isIdempotent()) {
            return "No idempotency was seen: a key changes nothing. What a repeated request does is judged (RPL, CON).";
        }
        return discovered.resemblance() + " What was not seen is not judged.";
    }

    private void conclude(CurlDraft draft, Discovered discovered, ContractVerdict verdict, Console console) {
        console.say("");
        long broken = verdict.clauses().stream()
                .filter(clause -> clause.verdict() == Verdict.BROKEN && clause.cause() == null)
                .count();
        if (!discovered.isIdempotent()) {
            console.say("The API was not seen to use " + draft.keyName()
                    + ". If it takes its key elsewhere, name the header with --key and try again.");
        }
        if (broken > 0) {
            console.say(broken + (broken == 1 ? " clause is" : " clauses are")
                    + " broken; each is above, with the line that repeats it.");
        } else if (verdict.exitCode() == 0) {
            console.say("Nothing broken was seen, as far as one line from outside can show it.");
        }
        wrote(draft.missingVariables(), console);
    }

    private void wrote(List<String> variables, Console console) {
        console.say("wrote " + out + ": complete it, and run");
        variables.forEach(name -> console.say("  export " + name + "=...   the secret that was given"));
        console.say("  samekey check" + target() + "      what else could be judged?");
        console.say("  samekey verify" + target());
    }

    private String target() {
        return out.equals(TargetChoice.USUAL) ? "" : " --target " + out;
    }
}
