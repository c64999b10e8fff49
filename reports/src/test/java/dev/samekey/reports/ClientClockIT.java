package dev.samekey.reports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.reports.bundled.BundledClient;
import dev.samekey.reports.cli.Judge;
import dev.samekey.reports.render.Console;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bundled client lets its clock be set. */
class ClientClockIT {
    private static final String PATIENT = """
            extends: retry-safe
            name: patient
            retry: {exponential: {initial: 8s, factor: 2, max: 30s}, total: 5m}
            """;

    @Test
    void delays_of_half_a_minute_hold_in_seconds(@TempDir Path folder) throws Exception {
        Path dialect = Files.writeString(folder.resolve("patient.yaml"), PATIENT);
        TargetFile file = TargetFile.of(
                YamlFile.of(
                        "client.yaml",
                        "{name: patient, contract: patient.yaml, client: {command: [hosted], clock_speed: 25}}"),
                folder,
                Map.of());
        try (BundledClient client = BundledClient.unpack();
                HostedClients hosted = new HostedClients(client.hostCommand())) {
            ContractVerdict verdict = new Judge(new Console(new PrintWriter(Writer.nullWriter())))
                    .client(
                            file,
                            hosted.with(List.of("--dialect", dialect.toString())),
                            Set.of("CLI-8", "CLI-12"),
                            folder.resolve("report"));

            assertThat(verdict.clauses())
                    .hasSize(2)
                    .allSatisfy(clause ->
                            assertThat(clause.verdict()).as(clause.reason()).isEqualTo(Verdict.HELD));
        }
    }
}
