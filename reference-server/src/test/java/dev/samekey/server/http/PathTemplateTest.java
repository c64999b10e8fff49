package dev.samekey.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathTemplateTest {
    private final PathTemplate template = new PathTemplate("/payments/{id}/void");

    @Test
    void a_path_of_its_form_gives_the_parameters() {
        assertThat(template.match("/payments/1/void")).contains(Map.of("id", "1"));
        assertThat(template.fill(Map.of("id", "1"))).isEqualTo("/payments/1/void");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/payments/1", "/refunds/1/void", "/payments/1/void/2", "", "/"})
    void another_path_does_not_match(String path) {
        assertThat(template.match(path)).isEmpty();
    }
}
