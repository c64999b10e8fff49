package dev.samekey.reports;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.samekey.reports.cli.Judge;
import dev.samekey.reports.render.Console;
import dev.samekey.reports.verdict.ClauseVerdict;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.judge.run.Coverage;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The main job of the build: a test for each clause of the contract. */
class ContractIT {
    @TestFactory
    Stream<DynamicTest> contract() {
        Judge judge = new Judge(new Console(new PrintWriter(System.out, true, StandardCharsets.UTF_8)))
                .linkedTo("allure-report");
        Path out = Path.of(System.getProperty("samekey.out"));
        ContractVerdict verdict = verdict(judge, out);
        return Stream.concat(
                Stream.of(dynamicTest(
                        "something was judged",
                        () -> Assertions.assertNotEquals(Verdict.NOT_CHECKED, verdict.overall()))),
                verdict.clauses().stream().map(clause -> dynamicTest(name(clause), () -> judge(verdict, clause))));
    }

    private static ContractVerdict verdict(Judge judge, Path out) {
        String target = System.getProperty("samekey.target", "");
        String client = System.getProperty("samekey.client", "");
        String defect = System.getProperty("samekey.defect", "");
        if (!client.isBlank()) {
            return judge.client(inProject(client), Coverage.clientClauses(), out);
        }
        return target.isBlank()
                ? judge.bundled(
                        "playbook", defect.isBlank() ? List.of() : List.of("--defect", defect), Coverage.clauses(), out)
                : judge.target(inProject(target), Coverage.clauses(), out);
    }

    private static Path inProject(String file) {
        return Path.of(System.getProperty("samekey.root")).resolve(file);
    }

    private static String name(ClauseVerdict clause) {
        return clause.clause().id() + " " + clause.clause().title();
    }

    private static void judge(ContractVerdict verdict, ClauseVerdict clause) {
        String what = clause.verdict() + ": " + clause.reason();
        Assertions.assertEquals(
                List.of(),
                verdict.gate().of(clause).stream()
                        .filter(finding -> !finding.isOpen())
                        .toList(),
                what);
        Assertions.assertNotEquals(Verdict.HARNESS_ERROR, clause.verdict(), what);
        Assumptions.assumeTrue(clause.verdict() == Verdict.HELD, what);
    }
}
