package dev.samekey.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.samekey.reports.cli.Judge;
import dev.samekey.reports.render.Console;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.File;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The programs that the page on the client protocol shows are clients that hold, and the page shows them as they are. */
class ProtocolExamplesIT {
    /** Errors that are final, a lost response, a success, and the report of each attempt. */
    private static final Set<String> CLAUSES = Set.of("CLI-5", "CLI-6", "CLI-11");

    private static final Path ROOT = Path.of(System.getProperty("samekey.root"));
    private static final Path EXAMPLES = ROOT.resolve("examples").resolve("clients");

    /** What follows is a client that stands for the reader's. */
    private static final String REST = "\n\n/** A client that retries";

    @ParameterizedTest
    @CsvSource({"protocol-java, java", "protocol-js, node", "protocol-python, python3"})
    void each_program_holds(String name, String program, @TempDir Path folder) {
        assumeTrue(isThere(program), "there is no " + program + " on the path");

        ContractVerdict verdict = new Judge(new Console(new PrintWriter(Writer.nullWriter())))
                .client(TargetFile.read(EXAMPLES.resolve(name + ".yaml"), Map.of()), CLAUSES, folder.resolve("report"));

        assertThat(verdict.clauses())
                .hasSameSizeAs(CLAUSES)
                .allSatisfy(clause ->
                        assertThat(clause.verdict()).as(clause.reason()).isEqualTo(Verdict.HELD));
    }

    @ParameterizedTest
    @CsvSource({"Client.java", "client.mjs", "client.py"})
    void the_page_shows_each_program_as_it_is(String file) throws Exception {
        String page = Files.readString(ROOT.resolve("docs").resolve("client-protocol.md"));
        String program = Files.readString(EXAMPLES.resolve("protocol").resolve(file));
        int rest = program.indexOf(REST);

        assertThat(page).contains("\n" + (rest < 0 ? program : program.substring(0, rest + 1)) + "```");
    }

    private static boolean isThere(String program) {
        return Stream.of(String.valueOf(System.getenv("PATH")).split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
