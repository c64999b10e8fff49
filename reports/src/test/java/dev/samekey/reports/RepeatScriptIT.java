package dev.samekey.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.samekey.reports.bundled.BundledServer;
import dev.samekey.reports.bundled.WarmServer;
import dev.samekey.reports.cli.Main;
import dev.samekey.reports.render.Reports;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.drive.process.Starter;
import dev.samekey.steps.judge.run.Choice;
import dev.samekey.steps.model.targets.Delivery;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.TargetFile;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The script of a break shows the break again where the defect is (exit code 1), and does not show it where the defect is not (exit
 * code 0). What no request shows ends with 2.
 */
@OfTheWholeProof
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RepeatScriptIT {
    private static final long LIMIT_MINUTES = 2;

    private final Path out = Path.of(System.getProperty("samekey.out")).resolveSibling("repeat");
    private @Nullable BundledServer server;
    private @Nullable WarmServer process;

    @BeforeAll
    void start() {
        assumeTrue(
                Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                        .anyMatch(path -> Files.isExecutable(Path.of(path, "curl"))),
                "there is no curl on the PATH");
        server = BundledServer.start();
        process = server.warm();
    }

    @AfterAll
    void stop() {
        if (process != null) {
            process.close();
        }
        if (server != null) {
            server.close();
        }
    }

    /** A replay, a second effect, another payload of a reversal, a race, a refusal, a lifetime, an update; and a crash. */
    @ParameterizedTest
    @CsvSource({
        "RPL-1, replay-always-200, payment, 1, 0",
        "RPL-4, re-executes-on-replay, payment, 1, 0",
        "MIS-1, mismatch-replays, refund, 1, 0",
        "CON-1, check-then-act, payment, 1, 0",
        "ERR-3, 429-without-retry-after, payment, 1, 0",
        "TTL-1, expires-early, payment, 1, 0",
        "CND-1, ignores-if-match, change, 1, 0",
        "KEY-3, empty-key-accepted, payment, 1, 0",
        "SCP-1, global-key-scope, payment, 1, 0",
        "EVT-2, duplicate-rejected, settlement, 1, 0",
        "STO-2, record-after-response, payment, 2, 2"
    })
    void shows_a_break_where_it_is_and_nowhere_else(
            String clause, String defect, String operation, int broken, int clean) throws Exception {
        Path folder = out.resolve(defect);
        TargetFile file = server().target("playbook", List.of("--defect", defect), folder);
        ContractVerdict verdict = new Unwritten(process())
                .judge(file, new Choice(Set.of(clause), Set.of(), Set.of(operation), Set.of(), false), folder);
        new Reports(null).write(verdict, folder);
        List<Path> scripts = scripts(folder);

        assertThat(scripts).isNotEmpty();
        // A schema of its own: a key that cannot be new, such as an empty one, would be known there.
        Map<Path, Ended> there = repeat(scripts, defect + "-there", List.of("--defect", defect));
        assertThat(codes(there)).as(there.toString()).contains(broken).doesNotContain(0);
        Map<Path, Ended> gone = repeat(scripts, defect + "-gone", List.of());
        assertThat(codes(gone)).as(gone.toString()).contains(clean).doesNotContain(1);
    }

    private static List<Integer> codes(Map<Path, Ended> ended) {
        return ended.values().stream().map(Ended::code).toList();
    }

    private Map<Path, Ended> repeat(List<Path> scripts, String name, List<String> arguments) throws Exception {
        Path folder = Files.createDirectories(out.resolve(name));
        return repeat(scripts, server().target("playbook", arguments, folder), folder);
    }

    private record Ended(int code, String said) {}

    private static List<Path> scripts(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.endsWith("repeat.sh")).sorted().toList();
        }
    }

    /** Runs them against a server that is started for them. */
    private Map<Path, Ended> repeat(List<Path> scripts, TargetFile file, Path folder) throws Exception {
        Target target = file.target();
        try (Starter.Started started =
                process().prepare(alone(target), target.urls(), folder, folder.resolve("said.log"))) {
            started.start();
            Map<Path, Ended> ended = new LinkedHashMap<>();
            for (Path script : scripts) {
                ended.put(script, repeat(script, target, folder));
            }
            return ended;
        }
    }

    private static Ended repeat(Path script, Target target, Path folder) throws Exception {
        List<String> command = new ArrayList<>(List.of(script.toAbsolutePath().toString()));
        target.urls().stream().map(URI::toString).forEach(command::add);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("SAMEKEY_ALICE_TOKEN", "alice-token");
        builder.environment().put("SAMEKEY_BOB_TOKEN", "bob-token");
        builder.environment().put("SAMEKEY_TARGET", signing(target, folder).toString());
        builder.environment().merge("PATH", samekey(folder) + ":", (path, own) -> own + path);
        Process running = builder.start();
        running.getOutputStream().close();
        String said = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(running.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)).isTrue();
        return new Ended(running.exitValue(), said);
    }

    /** Without what the harness plays for it: the server stands in for its provider, and goes to its database itself. */
    private static Target.Lifecycle alone(Target target) {
        Target.Lifecycle lifecycle = Objects.requireNonNull(target.lifecycle());
        Target.Store store = Objects.requireNonNull(target.store());
        List<String> start = lifecycle.start().stream()
                .filter(argument -> !argument.startsWith("--counterpart=") && !argument.startsWith("--traces="))
                .map(argument -> argument.replace("127.0.0.1:" + store.listen(), String.valueOf(store.upstream())))
                .toList();
        return new Target.Lifecycle(start, lifecycle.environment(), lifecycle.ready());
    }

    /** What signs as the provider of the events does. */
    private static Path signing(Target target, Path folder) throws IOException {
        Delivery delivery = Objects.requireNonNull(
                Objects.requireNonNull(target.operations().get("settlement")).delivery());
        return Files.writeString(folder.resolve("signing.yaml"), """
                name: signing
                urls: ["%s"]
                contract: playbook
                writes: allowed
                operations:
                  settlement:
                    role: event
                    request: {method: POST, path: /webhooks/provider, body: {id: "${unique}"}}
                    success: 200
                    delivery:
                      id: {member: /id}
                      signature: {scheme: standard_webhooks, secret: "%s"}
                """.formatted(
                        target.urls().get(0),
                        Objects.requireNonNull(delivery.signature()).secret()));
    }

    /** The folder with the command. */
    private static Path samekey(Path folder) throws IOException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path command = Files.writeString(bin.resolve("samekey"), """
                #!/bin/sh
                exec "%s/bin/java" -XX:TieredStopAtLevel=1 -cp '%s' %s "$@"
                """.formatted(
                        System.getProperty("java.home"), System.getProperty("java.class.path"), Main.class.getName()));
        assertThat(command.toFile().setExecutable(true)).isTrue();
        return bin.toAbsolutePath();
    }

    private BundledServer server() {
        return Optional.ofNullable(server).orElseThrow();
    }

    private WarmServer process() {
        return Optional.ofNullable(process).orElseThrow();
    }
}
