package com.example.acme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.samekey.reports.cli.Judge;
import dev.samekey.reports.render.Console;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.judge.run.Extension;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Judges an API by the contract and by what we promise besides: a test for each clause, and one for the gate. */
class ContractTest {
    @TestFactory
    Stream<DynamicTest> contract() {
        ContractVerdict verdict = judged(new Judge(new Console(new PrintWriter(System.out, true)))
                .with(new Extension("acme", "com.example.acme")));
        return Stream.concat(
                verdict.clauses().stream()
                        .map(clause -> dynamicTest(
                                clause.clause().id() + " " + clause.clause().title(),
                                () -> assertEquals(List.of(), verdict.gate().of(clause), clause.reason()))),
                Stream.of(dynamicTest("the gate lets it pass", () -> assertEquals(0, verdict.exitCode()))));
    }

    /** Your target file by everything; without one the bundled server, so that the example runs as it stands. */
    private static ContractVerdict judged(Judge judge) {
        Path out = Path.of("target", "samekey");
        String target = System.getProperty("target", "");
        return target.isEmpty()
                ? judge.bundled("playbook", List.of(), Set.of("RPL-1", "RPL-2"), out)
                : judge.target(Path.of(target), out);
    }
}
