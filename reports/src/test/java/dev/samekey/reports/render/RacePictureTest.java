package dev.samekey.reports.render;

import static dev.samekey.reports.Samples.scenario;
import static dev.samekey.reports.Samples.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Round;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** Four requests: two are executed, one gets the body of the first, one is refused. */
class RacePictureTest {
    private static final Round ROUND = new Round(List.of(
            exchange(0, 40, 201, "one"),
            exchange(2, 50, 201, "two"),
            exchange(1, 60, 201, "one"),
            exchange(3, 70, 409, "in progress")));

    private static final ScenarioResult RACE = with(
            scenario("CON-1", "payment", Verdict.BROKEN, "effects of 4 simultaneous requests: expected 1, got 2"),
            Evidence.text(EvidenceKind.RACE, "round 1", ROUND.table()));

    @TempDir
    private Path out = Path.of("");

    @Test
    void a_picture_says_who_won_who_was_refused_and_who_got_the_same_again() {
        RacePicture picture = RacePicture.of(RACE).orElseThrow();

        assertThat(picture.text())
                .isEqualTo("4 of 4 requests were under way together. 2 winners (successes with a body of their own), "
                        + "1 replay (the body of an earlier success), 1 refused.");
        assertThat(picture.svg("race"))
                .containsSubsequence("201 new body", "201 new body", "201 same body", "409 refused", "70 ms");
    }

    @Test
    void a_bar_goes_from_the_last_byte_to_the_response_and_a_screen_reader_has_a_title() throws Exception {
        Document svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(
                        new StringReader(RacePicture.of(RACE).orElseThrow().svg("race"))));

        assertThat(svg.getElementsByTagName("rect").getLength())
                .as("and the overlap")
                .isEqualTo(5);
        assertThat(svg.getElementsByTagName("rect").item(2).getTextContent())
                .isEqualTo("request 1 to http://127.0.0.1:1/%3Ca%3E: sent at 2.00 ms, answered at 50.00 ms");
        assertThat(svg.getDocumentElement().getAttribute("aria-labelledby")).isEqualTo("race-title race-desc");
        assertThat(svg.getElementsByTagName("desc").item(0).getTextContent()).startsWith("4 of 4 requests");
    }

    @Test
    void it_stands_in_place_of_the_table_and_the_terminal_keeps_the_table() throws IOException {
        ScenarioResult told = RACE.with(new Fact("responses", ROUND.table()), List.of());
        new Reports(null).write(verdict(Set.of("CON-1"), told), out);

        String page = Files.readString(out.resolve("contract-matrix.html"));
        assertThat(page).containsOnlyOnce("<svg class=\"race\"").doesNotContain("<dt>responses</dt>");
        assertThat(page).contains("<figcaption>4 of 4 requests were under way together. ");
    }

    @Test
    void the_picture_is_of_the_round_that_broke() {
        Round later = new Round(List.of(exchange(0, 10, 201, "one"), exchange(0, 12, 201, "one")));
        ScenarioResult both = with(
                RACE.with(new Fact("unique", "u-1"), List.of()),
                Evidence.text(EvidenceKind.RACE, "round 1", ROUND.table()),
                Evidence.text(EvidenceKind.EXCHANGE, "one of the round", "POST {\"reference\": \"u-1\"}"),
                Evidence.text(EvidenceKind.RACE, "round 2", later.table()),
                Evidence.text(EvidenceKind.EXCHANGE, "one of the round", "POST {\"reference\": \"u-2\"}"));

        assertThat(RacePicture.of(both).orElseThrow().lines()).hasSize(4);
        assertThat(RacePicture.of(scenario("RPL-1", "payment", Verdict.BROKEN))).isEmpty();
    }

    private static ScenarioResult with(ScenarioResult result, Evidence... evidence) {
        return result.with(new Fact("seen", "here"), List.of(evidence));
    }

    private static Exchange exchange(long sent, long answered, int status, String body) {
        return new Exchange(
                new Request("POST", "/", List.of(), null),
                URI.create("http://127.0.0.1:1/%3Ca%3E"),
                new Answer(status, List.of(), body),
                null,
                Instant.EPOCH,
                sent * 1_000_000,
                answered * 1_000_000);
    }
}
