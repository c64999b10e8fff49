package dev.samekey.reports.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.samekey.steps.model.file.BadFile;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

class ClauseTestsTest {
    private static final Path TARGET = Path.of("src/test/resources/junit/api.yaml");

    @TempDir
    private Path folder = Path.of("");

    private Map<String, DynamicTest> tests(SmallApi api, String... clauses) {
        return Samekey.target(TARGET)
                .url(api.url())
                .clauses(clauses)
                .out(folder.resolve("report"))
                .verify()
                .collect(Collectors.toMap(
                        test -> test.getDisplayName().split(" ", 2)[0], Function.identity(), (one, other) -> one));
    }

    private static ThrowingCallable executable(Map<String, DynamicTest> tests, String name) {
        return Objects.requireNonNull(tests.get(name)).getExecutable()::execute;
    }

    @Test
    void a_clause_that_holds_is_a_test_that_passes() {
        try (SmallApi api = new SmallApi(true)) {
            Map<String, DynamicTest> tests = tests(api, "RPL-1", "RPL-2");

            assertThatCode(executable(tests, "RPL-2")).doesNotThrowAnyException();
            assertThat(tests).containsKey("the");
            assertThat(folder.resolve("report").resolve("verdict.json")).exists();
        }
    }

    @Test
    void a_clause_that_is_broken_is_a_test_that_fails_with_the_facts() {
        try (SmallApi api = new SmallApi(false)) {
            Map<String, DynamicTest> tests = tests(api, "RPL-2");

            assertThatThrownBy(executable(tests, "RPL-2"))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("Body of the replay of a payment")
                    .hasMessageContaining("expected: ")
                    .hasMessageContaining("repeat: evidence/");
            assertThatThrownBy(executable(tests, "the"))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("RPL-2");
        }
    }

    @Test
    void a_clause_that_cannot_be_checked_is_a_test_that_is_skipped_with_the_reason() {
        try (SmallApi api = new SmallApi(false)) {
            assertThatThrownBy(executable(tests(api, "STO-1"), "STO-1"))
                    .isInstanceOf(TestAbortedException.class)
                    .hasMessageStartingWith("NOT_CHECKED: ");
        }
    }

    @Test
    void a_url_that_looks_like_production_is_refused_as_one_of_the_file_is() {
        assertThatThrownBy(() -> Samekey.target(TARGET)
                        .url("https://pay.live.acme.example")
                        .verify())
                .isInstanceOf(BadFile.class)
                .hasMessageContaining("production");
    }
}
