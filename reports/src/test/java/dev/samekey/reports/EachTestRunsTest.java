package dev.samekey.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No test stands where nothing runs it: each has a name that Surefire knows, or its module's POM includes it. */
class EachTestRunsTest {
    private static final Path ROOT = Path.of("..");
    private static final Path SOURCES = Path.of("src", "test", "java");
    private static final Pattern OF_A_TEST =
            Pattern.compile("(?m)^\\s+@(Test|ParameterizedTest|RepeatedTest|TestFactory|Property|Example|ArchTest)\\b");
    /** What Surefire runs unless it is told otherwise. */
    private static final Pattern RUN = Pattern.compile("Test.*|.*(Test|Tests|TestCase)");

    private static final List<String> MODULES = List.of(
            "features",
            "seeds",
            "oracles",
            "steps/model",
            "steps/drive",
            "steps/judge",
            "steps/author",
            "reference-server",
            "reports",
            "reports/maven-plugin",
            ".ci/testing");

    @Test
    void each_test_class_is_run_by_the_build() {
        assertThat(MODULES.stream().flatMap(EachTestRunsTest::tests).toList())
                .hasSizeGreaterThan(300)
                .allSatisfy(test -> assertThat(isRun(test)).as(test.toString()).isTrue());
    }

    private record TestClass(String module, String name) {}

    private static boolean isRun(TestClass test) {
        String pom = read(ROOT.resolve(test.module()).resolve("pom.xml"));
        return RUN.matcher(test.name()).matches()
                || pom.contains("<include>**/" + test.name() + ".java</include>")
                || (test.name().endsWith("IT") && pom.contains("<include>**/*IT.java</include>"));
    }

    private static Stream<TestClass> tests(String module) {
        Path sources = ROOT.resolve(module).resolve(SOURCES);
        if (!Files.isDirectory(sources)) {
            return Stream.empty();
        }
        try (Stream<Path> files = Files.walk(sources)) {
            return files
                    .filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> OF_A_TEST.matcher(read(file)).find())
                    .map(file ->
                            new TestClass(module, file.getFileName().toString().replace(".java", "")))
                    .toList()
                    .stream();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
