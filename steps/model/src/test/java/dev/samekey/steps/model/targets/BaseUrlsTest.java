package dev.samekey.steps.model.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.samekey.steps.model.file.YamlFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BaseUrlsTest {
    @ParameterizedTest
    @CsvSource({
        "http//api.example, http://api.example",
        "http:/api.example/v1, http://api.example/v1",
        "https:api.example, https://api.example",
        "https:///api.example, https://api.example",
        "htp://api.example:8080, http://api.example:8080",
        "htttps://api.example, https://api.example",
        "HTTPS//api.example, https://api.example",
        "http//localhost:8080, http://localhost:8080",
        "//api.example, https://api.example",
        "api.example, https://api.example",
        "http.example:8080, https://http.example:8080"
    })
    void a_url_that_is_misspelt_is_refused_with_the_one_that_is_meant(String written, String meant) {
        assertThatThrownBy(() -> plain(written))
                .hasMessageContaining("write " + meant)
                .hasMessageEndingWith(meant);
    }

    @ParameterizedTest
    @CsvSource({
        "localhost:8080, http://localhost:8080",
        "' http://api.example/ ', http://api.example",
        "'https://api.example/v1  ', https://api.example/v1"
    })
    void what_is_clear_is_taken(String written, String meant) {
        assertThat(plain(written)).isEqualTo(meant);
    }

    private static String plain(String url) {
        YamlFile file = YamlFile.of("acme.yaml", "urls: [\"" + url + "\"]");
        return BaseUrls.plain(file).tree().at("/urls/0").textValue();
    }
}
