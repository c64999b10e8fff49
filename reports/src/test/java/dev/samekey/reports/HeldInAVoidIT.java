package dev.samekey.reports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.reports.EmptyServer.Kind;
import dev.samekey.reports.verdict.ClauseVerdict;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.drive.process.TargetProcess;
import dev.samekey.steps.judge.run.Choice;
import dev.samekey.steps.judge.run.Coverage;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What servers are shown to hold that do nothing, refuse everything, answer everything alike, or remember everything. The
 * rows of {@code held-in-a-void.csv} are all that they may hold, and each says why it is honest.
 */
@Execution(ExecutionMode.CONCURRENT)
class HeldInAVoidIT {
    private static final String BLACK_BOX = """
            name: %1$s
            urls: ["%2$s"]
            writes: allowed
            contract: playbook
            limits: {late: 0, at_once: 8, connections: 1000}
            principals:
              alice: {headers: {Authorization: Bearer alice}}
              bob: {headers: {Authorization: Bearer bob}}
            operations:
              payment:
                role: create
                request: {method: POST, path: /payments, body: {amount: 1000, payer: a, reference: "${unique}"}}
                success: 201
                id: /id
                read: "/payments/${payment.id}"
                intent: {/amount: 1100, /payer: b}
                sandbox: {invalid: {/amount: -1}}
                %3$s
              refund:
                role: reverse
                after: payment
                request: {method: POST, path: /refunds, body: {payment: "${payment.id}", amount: 400, reference: "${unique}"}}
                success: 201
                id: /id
                read: "/refunds/${refund.id}"
                intent: {/amount: 300}
                partial: {amount: /amount, beyond: 900}
                sandbox: {invalid: {/amount: -1}}
                %4$s
            """;

    /** What one of these servers may hold, and why that is honest. */
    record Row(String clause, Set<String> servers, String why) {
        static Row of(String line) {
            String[] cells = line.split(",", 3);
            return new Row(cells[0], Set.of(cells[1].split(" ", -1)), cells[2]);
        }
    }

    @ParameterizedTest(name = "{0}, which lists: {1}")
    @CsvSource({
        "STONE, false",
        "STONE, true",
        "REFUSER, false",
        "REFUSER, true",
        "COURTIER, false",
        "PARROT, false",
        "PARROT, true",
        "ELEPHANT, false",
        "ELEPHANT, true"
    })
    void it_holds_no_more_than_the_table_says(Kind kind, boolean lists, @TempDir Path folder) throws IOException {
        Set<String> allowed = rows().stream()
                .filter(row -> row.servers().contains(kind.name()))
                .map(Row::clause)
                .collect(Collectors.toSet());
        try (EmptyServer server = EmptyServer.start(kind)) {
            assertThat(allowed).containsAll(heldBy(server, kind, lists, folder));
        }
    }

    private static List<Row> rows() throws IOException {
        return Files.readAllLines(Path.of("src/test/resources/held-in-a-void.csv")).stream()
                .skip(1)
                .map(Row::of)
                .toList();
    }

    private static Set<String> heldBy(EmptyServer server, Kind kind, boolean listing, Path folder) throws IOException {
        Path file = folder.resolve("target.yaml");
        Files.writeString(
                file,
                BLACK_BOX.formatted(kind, server.url(), effects("payments", listing), effects("refunds", listing)));
        ContractVerdict verdict = new Unwritten(TargetProcess::new)
                .judge(TargetFile.read(file, Map.of()), Choice.of(Coverage.clauses()), folder.resolve("report"));
        return verdict.clauses().stream()
                .filter(clause -> clause.verdict() == Verdict.HELD)
                .map(ClauseVerdict::clause)
                .filter(clause -> !clause.isOfTheContract())
                .map(Clause::id)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String effects(String place, boolean listing) {
        return listing ? "effects: {list: {path: \"/" + place + "?reference=${unique}\", count: /items}}" : "";
    }
}
