package dev.samekey.steps.model.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.model.file.BadFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverridesTest {
    @TempDir
    private Path folder = Path.of("");

    private Path target = Path.of("");

    @BeforeEach
    void lay() throws IOException {
        target = Files.writeString(folder.resolve("acme.yaml"), """
                name: Acme
                urls: ["https://staging.acme.example"]
                writes: allowed
                contract: playbook
                operations:
                  payment: {role: create, request: {method: POST, path: /payments, body: {amount: 1000}}}
                """);
    }

    @Test
    void a_url_and_a_member_take_the_place_of_those_of_the_file() {
        TargetFile file = read(
                List.of("localhost:8080/", "http://localhost:8081"),
                "limits.rate=5",
                "operations.payment.request.body.amount=7",
                "operations.payment.id=/id");
        assertThat(file.target().urls())
                .containsExactly(URI.create("http://localhost:8080"), URI.create("http://localhost:8081"));
        assertThat(file.target().limits().rate(file.target().urls())).isEqualTo(5.0);
        Operation payment = Objects.requireNonNull(file.target().operations().get("payment"));
        assertThat(String.valueOf(payment.request().body())).isEqualTo("{\"amount\":7}");
        assertThat(payment.id()).isEqualTo("/id");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "limits.rat=5 | limits.rat: is not known; did you mean «rate»?",
                "limits | has no value: write it as limits.rate=5",
                "=5 | has no value",
                "name.first=a | «name» has no members",
                "limits.rate=[1 | --set:",
                "urls=[https://pay.acme.com] | looks like production"
            })
    void what_the_file_may_not_say_an_override_may_not_say(String set, String message) {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> read(List.of(), set))
                .withMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/v1 | --url: «/v1» is a path without a host: write https://staging.example/v1",
                ":8080 | --url: «:8080» has no host: write http://localhost:8080",
                "ftp://acme.example | --url: «ftp://acme.example» is no URL such as https://staging.example",
                "https://acme.example/?a=1 | --url: «https://acme.example/?a=1» is no URL such as",
                "http://a b | --url: «http://a b» is no URL such as",
                "staging.acme.example/v1 | --url: «staging.acme.example/v1» does not say whether it is http or https: write",
                "https://me:pass@staging.acme.example | --url: has a user or a password in it",
                "https://pay.acme.com | --url: «pay.acme.com» looks like production"
            })
    void a_mistake_in_a_url_is_one_of_the_option_and_says_what_to_write(String url, String message) {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> read(List.of("http://localhost:1", url)))
                .withMessageStartingWith(message);
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:7070, http://127.0.0.1:7070",
        "127.0.0.1:7070/, http://127.0.0.1:7070",
        "localhost/v1//, http://localhost/v1",
        "https://staging.acme.example/v1/, https://staging.acme.example/v1"
    })
    void a_url_without_a_scheme_or_with_a_slash_at_its_end_is_understood(String url, URI base) {
        assertThat(read(List.of(url)).target().urls()).containsExactly(base);
    }

    @Test
    void a_mistake_in_a_member_that_is_set_is_one_of_the_option_and_others_are_of_the_file() throws IOException {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> read(List.of(), "limits.rat=5"))
                .withMessageStartingWith("--set limits.rat: is not known; did you mean «rate»?");
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> read(List.of(), "operations.payment.request={method: POST}"))
                .withMessage("--set operations.payment.request: path: is missing");
        Files.writeString(target, Files.readString(target).replace("writes:", "wirtes:"));
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> read(List.of("http://localhost:1"), "limits.rate=5"))
                .withMessageContaining("acme.yaml:3: wirtes: is not known");
    }

    private TargetFile read(List<String> urls, String... sets) {
        return TargetFile.read(target, new Overrides(urls, List.of(sets)), Map.of());
    }
}
