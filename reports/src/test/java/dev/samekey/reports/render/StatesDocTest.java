package dev.samekey.reports.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.model.states.KeyStates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;

/** docs/states.md and its picture are made of the state model; where they differ, the right ones are in the folder target. */
class StatesDocTest {
    private static final Path DOCS = Path.of("../docs");
    private static final Path TARGET = Path.of("target");

    private final KeyStates model = KeyStates.shipped();

    @Test
    void the_page_says_what_the_model_says() throws IOException {
        is("states.md", StatesPage.of(model));
    }

    @Test
    void the_picture_shows_what_the_model_says() throws IOException {
        is("states.svg", StateDiagram.whole(model));
    }

    @Test
    void the_picture_is_xml_with_each_state_and_event() throws Exception {
        String svg = StateDiagram.whole(model);
        Path file = Files.writeString(TARGET.resolve("picture.svg"), svg);
        assertThat(DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(file.toFile())
                        .getElementsByTagName("rect")
                        .getLength())
                .isEqualTo(model.states().size());
        assertThat(model.events().keySet()).allSatisfy(event -> assertThat(svg).contains(event.replace('_', ' ')));
    }

    private static void is(String name, String right) throws IOException {
        Files.writeString(TARGET.resolve(name), right);
        assertThat(DOCS.resolve(name)).as("copy target/" + name + " to docs").hasContent(right);
    }
}
