package dev.samekey.reports.render;

import static dev.samekey.reports.Samples.scenario;
import static dev.samekey.reports.Samples.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.reports.bundled.BundledServer;
import dev.samekey.reports.verdict.Baseline;
import dev.samekey.steps.author.design.Designer;
import dev.samekey.steps.model.states.KeyStates;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No page that Samekey makes has a browser ask for anything. The build looks at the page of Allure, which exists after the run only. */
class NothingFromOutsideTest {
    /** What makes a browser ask. A link that somebody has to follow is none of it. */
    private static final Pattern ASKS = Pattern.compile(
            "<(?:script|img|link|iframe|object|embed|audio|video|source|image)\\b[^>]*\\s(?:src|href|data|xlink:href)\\s*="
                    + "|@import|url\\((?![\"']?#)|fetch\\(|sendBeacon|XMLHttpRequest|WebSocket|EventSource|import\\(|http-equiv=\"?refresh",
            Pattern.CASE_INSENSITIVE);

    @Test
    void no_page_of_a_run_asks_for_anything(@TempDir Path out) throws IOException {
        new Reports(null)
                .write(verdict("", Baseline.NONE, Set.of("RPL-1"), scenario("RPL-1", "payment", Verdict.BROKEN)), out);

        assertThat(Files.readString(out.resolve("contract-matrix.html"))).doesNotContainPattern(ASKS);
        assertThat(Files.readString(out.resolve("contract-matrix.md"))).doesNotContainPattern(ASKS);
    }

    @Test
    void no_page_of_a_design_or_of_the_states_asks_for_anything(@TempDir Path out) {
        var design = new Designer(
                        BundledServer.described(BundledServer.SYSTEMS_SHIPPED.get(0), out), KeyStates.shipped())
                .design();

        new DesignFiles(design, null)
                .texts()
                .forEach((name, text) -> assertThat(text).as(name).doesNotContainPattern(ASKS));
        assertThat(StatesPage.of(KeyStates.shipped())).doesNotContainPattern(ASKS);
        assertThat(StateDiagram.whole(KeyStates.shipped())).doesNotContainPattern(ASKS);
    }
}
