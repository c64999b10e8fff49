package dev.samekey.reports.cli;

import dev.samekey.reports.render.Console;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.judge.audit.Audit;
import dev.samekey.steps.judge.audit.LogMembers;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.targets.TargetFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Judges recorded traffic, and writes the reports. */
@Command(
        name = "audit",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Judges recorded traffic by a contract, key by key. It sends nothing.",
        footer = {
            "",
            "A recording is an HTTP archive (HAR), or JSON Lines such as an access log; both may be packed by gzip.",
            "The exit codes are those of «samekey verify».",
            "",
            "Examples:",
            "  samekey audit traffic.har --contract stripe",
            "  samekey audit access.log access.log.1.gz --contract playbook",
            "  samekey audit access.log --target acme.yaml --member key=http.idem --member took_ms=http.ms"
        })
final class AuditCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "0..*", description = "The recordings; all are judged together.")
    private List<Path> files = List.of();

    @ArgGroup(exclusive = true)
    private Promise promise = new Promise();

    @Option(
            names = "--member",
            paramLabel = "PART=NAME",
            description = "Which member of a log's line a part of an exchange is: a name, a path with dots or a JSON"
                    + " pointer. The parts: at, answered_at, took_ms, took_s, caller, method, path, key, status,"
                    + " request_headers, payload, headers, body. The names that servers usually give are known.")
    private Map<String, String> members = Map.of();

    @Mixin
    private JudgedOptions options = new JudgedOptions();

    /** What was promised. */
    static final class Promise {
        @Option(
                names = "--contract",
                paramLabel = "NAME|FILE",
                description = "The contract: a shipped dialect, or a file that ends in .yaml (default: playbook).")
        private String contract = "playbook";

        @Option(
                names = "--target",
                paramLabel = "FILE",
                description = "A target file, whose contract it is. It says where results have their ids, too.")
        private @Nullable Path target;
    }

    @Override
    public Integer call() {
        Console console =
                Screen.here().console(Objects.requireNonNull(spec).commandLine().getOut());
        Set<String> chosen = options.chosen(Audit.CLAUSES);
        if (options.lists(Catalogue.shipped(), chosen, console)) {
            return 0;
        }
        if (files.isEmpty()) {
            throw new CannotRun("name a recording: samekey audit traffic.har --contract stripe");
        }
        files.stream().filter(file -> !Files.isRegularFile(file)).findFirst().ifPresent(file -> {
            throw new CannotRun("there is no file " + file);
        });
        return options.judge(console)
                .recordings(file(), LogMembers.of(members), files, chosen, options.out())
                .exitCode();
    }

    private TargetFile file() {
        return promise.target == null
                ? ContractAlone.of(String.valueOf(files.get(0).getFileName()), promise.contract)
                : TargetFile.read(promise.target, System.getenv());
    }
}
