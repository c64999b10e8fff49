package dev.samekey.reports.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/clauses.md is made of the contract and the features; where they differ, the right one is in the folder target. */
class ClausesDocTest {
    private static final Pattern LINK = Pattern.compile("]\\(#([^)]+)\\)");

    @Test
    void the_page_says_what_the_contract_and_the_features_say() throws IOException {
        String right = ClausesPage.of();
        Files.writeString(Path.of("target/clauses.md"), right);

        assertThat(Path.of("../docs/clauses.md"))
                .as("copy reports/target/clauses.md to docs")
                .hasContent(right);
    }

    @Test
    void each_link_within_the_page_leads_to_a_heading() {
        String page = ClausesPage.of();
        Set<String> headings = page.lines()
                .filter(line -> line.startsWith("#"))
                .map(line ->
                        line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT).replace(' ', '-'))
                .collect(Collectors.toSet());

        List<String> links =
                LINK.matcher(page).results().map(link -> link.group(1)).toList();
        assertThat(links).isNotEmpty();
        assertThat(headings).containsAll(links);
    }
}
