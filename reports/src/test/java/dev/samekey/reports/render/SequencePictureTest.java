package dev.samekey.reports.render;

import static dev.samekey.reports.Samples.scenario;
import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class SequencePictureTest {
    private static final Evidence CONTROL = exchange("the control request for a payment: POST /payments → 201");
    private static final Evidence ROWS = Evidence.text(EvidenceKind.ROWS, "select count(*) from <payments>", "1");
    private static final Evidence FIRST = exchange("request 1: POST /payments → 504");
    private static final Evidence CRASH = Evidence.text(EvidenceKind.RESTART, "the target was killed", "");
    private static final Evidence AGAIN = exchange("request 2: POST /payments → 201");
    private static final Evidence CALLS = Evidence.text(EvidenceKind.ARRIVALS, "2 arrivals at «payments»", "");

    private static final Evidence BALANCE = Evidence.text(EvidenceKind.NUMBER, "GET /accounts/1", "7");

    private static Evidence exchange(String title) {
        return Evidence.text(EvidenceKind.EXCHANGE, title, "");
    }

    private static ScenarioResult showing(Evidence... pieces) {
        return scenario("EXT-1", "payment", Verdict.BROKEN, "keys: expected one key, got 2")
                .with(new Fact("seen", "here"), List.of(pieces));
    }

    private static SequencePicture picture(Evidence... pieces) {
        return SequencePicture.of(showing(pieces)).orElseThrow();
    }

    private static Document svg(Evidence... pieces) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(picture(pieces).svg("sequence-EXT-1"))));
    }

    /** From where to where each arrow goes: its shaft is a level line, and its tip is none. */
    private static List<String> arrows(Evidence... pieces) throws Exception {
        NodeList lines = svg(pieces).getElementsByTagName("line");
        return IntStream.range(0, lines.getLength())
                .mapToObj(i -> (Element) lines.item(i))
                .filter(line -> line.getAttribute("y1").equals(line.getAttribute("y2")))
                .map(line -> line.getAttribute("x1") + " to " + line.getAttribute("x2"))
                .toList();
    }

    @Test
    void it_begins_after_the_control_and_tells_all_in_its_order() {
        assertThat(picture(CONTROL, ROWS, FIRST, CRASH, AGAIN, CALLS).text())
                .isEqualTo("In order: request 1: POST /payments, answered 504; the target was killed; request 2:"
                        + " POST /payments, answered 201; 2 arrivals at «payments».");
    }

    @Test
    void each_response_is_an_arrow_back_and_a_screen_reader_has_a_title() throws Exception {
        Document svg = svg(CONTROL, FIRST, AGAIN, ROWS);

        assertThat(svg.getElementsByTagName("line").getLength())
                .as("three lines of those who take part, and five arrows of three lines each")
                .isEqualTo(3 + 5 * 3);
        assertThat(svg.getDocumentElement().getAttribute("aria-labelledby")).isEqualTo("sequence-EXT-1-title");
        assertThat(svg.getDocumentElement().getTextContent()).contains("select count(*) from <payments>");
    }

    @Test
    void samekey_is_who_looks_at_the_api_and_at_what_is_behind_it() throws Exception {
        assertThat(arrows(CONTROL, FIRST, CALLS, ROWS, BALANCE))
                .containsExactly("60 to 350", "350 to 60", "60 to 620", "60 to 620", "60 to 350");
    }

    @Test
    void of_many_steps_the_number_of_the_others_is_said() {
        List<Evidence> many = new ArrayList<>(List.of(CONTROL));
        IntStream.range(0, 30).forEach(i -> many.add(exchange("request " + i + ": POST /payments → 201")));

        assertThat(picture(many.toArray(Evidence[]::new)).text()).endsWith("; and 6 more.");
    }

    @Test
    void what_sent_nothing_has_no_picture() {
        assertThat(SequencePicture.of(showing(CONTROL, ROWS))).isEmpty();
    }
}
