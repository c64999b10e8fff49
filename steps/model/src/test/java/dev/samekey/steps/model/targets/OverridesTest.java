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
import org.junit.jupiter.api.Nested;
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
                "limits.rate=fast | limits.rate: «fast» is no number",
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

    @Nested
    class A_profile {
        @BeforeEach
        void add() throws IOException {
            Files.writeString(target, Files.readString(target) + """
                    profiles:
                      local:
                        urls: [localhost:8080]
                        limits: {rate: 5}
                        principals: {alice: {headers: {Authorization: "Bearer ${env:LOCAL_TOKEN}"}}}
                      staging:
                        operations: {payment: {id: /id, request: {body: {currency: EUR}}}}
                        principals: {alice: {headers: {Authorization: "Bearer ${env:STAGING_TOKEN}"}}}
                      broken:
                        limits: {rat: 5}
                      worse:
                        urls: [/v1]
                        operations: {refund: {role: reverse}}
                      nested: {profiles: {}}
                    """);
        }

        @Test
        void takes_the_place_of_members_of_the_file_and_others_stay() {
            TargetFile file = with("local", Map.of("LOCAL_TOKEN", "l0cal-t0ken"));
            assertThat(file.target().urls()).containsExactly(URI.create("http://localhost:8080"));
            assertThat(file.target().limits().rate(file.target().urls())).isEqualTo(5.0);
            assertThat(file.target().operations()).containsOnlyKeys("payment");
        }

        @Test
        void is_merged_member_by_member_and_what_it_names_is_a_secret() {
            TargetFile file = with("staging", Map.of("STAGING_TOKEN", "st4ging-token"));
            Operation payment =
                    Objects.requireNonNull(file.target().operations().get("payment"));
            assertThat(String.valueOf(payment.request().body())).isEqualTo("{\"amount\":1000,\"currency\":\"EUR\"}");
            assertThat(payment.id()).isEqualTo("/id");
            assertThat(file.secrets().redact("Bearer st4ging-token")).doesNotContain("st4ging-token");
        }

        @Test
        void counts_only_when_it_is_chosen_and_then_needs_its_variables() {
            assertThat(read(List.of()).target().urls()).containsExactly(URI.create("https://staging.acme.example"));
            assertThatExceptionOfType(BadFile.class)
                    .isThrownBy(() -> with("local", Map.of()))
                    .withMessageContaining("acme.yaml:11: profiles.local.principals.alice.headers.Authorization: the"
                            + " environment variable LOCAL_TOKEN is not set");
        }

        @Test
        void counts_less_than_an_option() {
            Overrides both = new Overrides("local", List.of("localhost:1"), List.of("limits.rate=7"));
            TargetFile file = TargetFile.read(target, both, Map.of("LOCAL_TOKEN", "l0cal-t0ken"));
            assertThat(file.target().urls()).containsExactly(URI.create("http://localhost:1"));
            assertThat(file.target().limits().rate(file.target().urls())).isEqualTo(7.0);
            Overrides wrong = new Overrides("local", List.of(), List.of("limits={rat: 7}"));
            assertThatExceptionOfType(BadFile.class)
                    .isThrownBy(() -> TargetFile.read(target, wrong, Map.of("LOCAL_TOKEN", "l0cal-t0ken")))
                    .withMessageStartingWith("--set limits: rat: is not known");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "stagin | acme.yaml:7: profiles: there is no profile «stagin»; did you mean «staging»? (known: broken,",
                    "broken | acme.yaml:16: profiles.broken.limits.rat: is not known; did you mean «rate»?",
                    "worse | acme.yaml:18: profiles.worse.urls.0: «/v1» is a path without a host",
                    "nested | acme.yaml:20: profiles.nested.profiles: a profile has no profiles of its own"
                })
        void that_is_wrong_is_reported_with_its_line(String profile, String message) {
            assertThatExceptionOfType(BadFile.class)
                    .isThrownBy(() -> with(profile, Map.of()))
                    .withMessageContaining(message);
        }

        @Test
        void is_offered_where_the_file_itself_names_no_url() throws IOException {
            Files.writeString(target, Files.readString(target).replaceFirst("urls: .*\n", ""));
            assertThatExceptionOfType(BadFile.class)
                    .isThrownBy(() -> read(List.of()))
                    .withMessageContaining(
                            "urls: names no URL: write one, or choose a profile: local, staging, broken");
        }

        @Test
        void that_the_file_does_not_have_is_refused() throws IOException {
            Files.writeString(target, Files.readString(target).replaceFirst("(?s)profiles:.*", ""));
            assertThatExceptionOfType(BadFile.class)
                    .isThrownBy(() -> with("local", Map.of()))
                    .withMessageContaining("has no «profiles», so there is no profile «local»");
        }

        private TargetFile with(String profile, Map<String, String> environment) {
            return TargetFile.read(target, Overrides.of(profile, List.of()), environment);
        }
    }

    private TargetFile read(List<String> urls, String... sets) {
        return TargetFile.read(target, new Overrides(null, urls, List.of(sets)), Map.of());
    }
}
