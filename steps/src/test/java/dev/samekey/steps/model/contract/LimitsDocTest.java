package dev.samekey.steps.model.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The table of docs/limits-of-each-clause.md says of each clause that is judged what is not looked at. */
class LimitsDocTest {
    private static final Path DOC = Path.of("../docs/limits-of-each-clause.md");
    private static final Pattern ROW =
            Pattern.compile("^\\| ([A-Z]{3}-\\d+) \\| [^|]+\\. \\| [^|]+\\. \\|$", Pattern.MULTILINE);

    @Test
    void every_judged_clause_has_a_row_in_the_order_of_the_catalogue() throws IOException {
        List<String> judged = Catalogue.shipped().all().stream()
                .filter(Clause::isJudged)
                .map(Clause::id)
                .toList();
        Matcher rows = ROW.matcher(Files.readString(DOC));

        assertThat(rows.results().map(row -> row.group(1)).toList()).isEqualTo(judged);
    }
}
