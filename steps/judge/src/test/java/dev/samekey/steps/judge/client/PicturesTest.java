package dev.samekey.steps.judge.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.steps.drive.client.Task;
import dev.samekey.steps.drive.service.Behaviour;
import dev.samekey.steps.drive.service.Received;
import dev.samekey.steps.model.contract.Envelope;
import java.io.StringReader;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class PicturesTest {
    private static final Task TASK = new Task("1", "pay <now> & here", JsonNodeFactory.instance.objectNode(), "u-1");

    /** Attempts 0, 150 and 450 ms after the first; the last succeeds. */
    private static final Performed ONE =
            new Performed(TASK, 0, 0, null, List.of(attempt(1, 0, 503), attempt(2, 150, 503), attempt(3, 450, 201)), 1);

    private static Received attempt(int number, long millis, int status) {
        long nanos = Duration.ofMillis(millis).toNanos();
        return new Received(
                "u-1",
                number,
                nanos,
                nanos,
                "HTTP/1.1",
                "POST",
                "/payments",
                List.of(),
                "{}",
                "k",
                new Behaviour.Succeed(),
                status == 201,
                status);
    }

    @Test
    void a_time_line_has_a_dot_for_each_attempt_and_says_when_it_came() throws Exception {
        Document svg = read(Pictures.timeLine(List.of(ONE)));

        assertThat(titles(svg, "circle"))
                .containsExactly("attempt 1, 0 ms, 503", "attempt 2, 150 ms, 503", "attempt 3, 450 ms, 201");
        assertThat(svg.getDocumentElement().getTextContent()).contains("pay <now> & here 1");
    }

    @Test
    void delays_stand_in_the_boxes_of_their_bounds() throws Exception {
        List<Envelope> bounds = List.of(
                new Envelope(Duration.ofMillis(100), Duration.ofMillis(200)),
                new Envelope(Duration.ofMillis(200), Duration.ofMillis(400)));
        Document svg = read(Pictures.delays(List.of(ONE), bounds));

        assertThat(titles(svg, "rect")).containsExactly("100 to 200 ms", "200 to 400 ms");
        assertThat(titles(svg, "circle")).containsExactly("150 ms", "300 ms");
        for (int retry = 0; retry < 2; retry++) {
            Element box = (Element) svg.getElementsByTagName("rect").item(retry);
            double y = number((Element) svg.getElementsByTagName("circle").item(retry), "cy");
            assertThat(y).isBetween(number(box, "y"), number(box, "y") + number(box, "height"));
        }
    }

    private static Document read(Evidence picture) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(picture.text())));
    }

    private static List<String> titles(Document svg, String element) {
        var all = svg.getElementsByTagName(element);
        return IntStream.range(0, all.getLength())
                .mapToObj(i -> all.item(i).getTextContent())
                .toList();
    }

    private static double number(Element element, String name) {
        return Double.parseDouble(element.getAttribute(name));
    }
}
