package dev.samekey.reports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.judge.run.Coverage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What CONTRIBUTING.md names is there. */
class ContributingTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern FILE = Pattern.compile("`([\\w./-]+/[\\w.-]+)`");
    private static final Pattern EXAMPLE = Pattern.compile("\\| the defect `([\\w-]+)` \\| `([\\w./-]+)` \\|");
    private static final Pattern PROVEN = Pattern.compile("-Dproof=([A-Z]+-\\d+)\\b");

    private final String text = text();

    @Test
    void every_file_is_there() {
        assertThat(found(FILE))
                .hasSizeGreaterThan(5)
                .filteredOn(file -> !file.group(1).contains("/target/"))
                .allSatisfy(file -> assertThat(ROOT.resolve(file.group(1))).exists());
    }

    @Test
    void the_example_is_a_clause_with_its_defect() {
        assertThat(found(PROVEN))
                .singleElement()
                .satisfies(proven -> assertThat(Coverage.clauses()).contains(proven.group(1)));
        assertThat(found(EXAMPLE))
                .singleElement()
                .satisfies(defect -> assertThat(ROOT.resolve(defect.group(2)))
                        .content()
                        .contains('"' + defect.group(1) + "\", \""
                                + found(PROVEN).get(0).group(1) + '"'));
    }

    private List<MatchResult> found(Pattern pattern) {
        return pattern.matcher(text).results().toList();
    }

    private static String text() {
        try {
            return Files.readString(ROOT.resolve("CONTRIBUTING.md"));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
