package dev.samekey.steps.model.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.YamlFile;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrincipalCheckTest {
    private static final String PAYMENT = "{method: POST, path: /payments, body: {a: 1}}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{headers: {X: '${token}'}} | acme.yaml:4: principals.alice.headers.X: ${token} has no value",
                "{token: {lives: 5m}} | principals.alice.token: should have one of client_credentials, password",
                "{token: {command: [a], login: {url: /l, at: /t}}} | principals.alice.token: should have one of",
                "{token: {password: {url: /t, id: a}}} | principals.alice.token.password: needs «user» and «password»",
                "{token: {login: {url: /l}}} | principals.alice.token.login: should say where the token is",
                "{token: {login: {url: l, at: /t}}} | principals.alice.token.login.url: «l» is no URL such as",
                "{token: {login: {url: /l, at: t}}} | principals.alice.token.login.at: «t» is no JSON pointer such as /t",
                "{token: {command: []}} | principals.alice.token.command: names no command",
                "{sign: {headers: {X: y}}} | principals.alice.sign: should have one of hmac, aws, message and command",
                "{sign: {command: [a]}} | principals.alice.sign: needs «headers», one of them with ${signature}",
                "{sign: {hmac: {secret: s, over: '${methd}'}, headers: {X: '${signature}'}}} | ${methd} has no value here",
                "{sign: {message: {key_id: k}}} | principals.alice.sign.message: should have «secret»",
                "{sign: {message: {key_id: k, key: k, components: ['@methd']}}} | «@methd» is not known",
                "{sign: {aws: {region: r, service: s, access_key: a, secret_key: s}, headers: {X: y}}} | sign.headers: is for"
            })
    void a_way_in_that_cannot_work_is_refused_at_its_place(String principal, String reason) {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> read(principal, PAYMENT))
                .withMessageContaining(reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cleanup: {method: POST, path: /c, headers: {A: 'Bearer ${token.bob}'}} | cleanup: ${token.bob} is not known",
                "cleanup: {method: POST, path: '/c?t=${token}'} | cleanup: ${token} is not known",
                "clock: {advance: {method: POST, path: /c, body: {ms: '${ms}', t: '${token}'}}} | ${token} is not known",
                "oracles: {lookup: {path: '/k/${key}', state: /s, headers: {A: '${tokn}'}}} | ${tokn} has no value; did you",
                "lifecycle: {start: [a], ready: {path: /, headers: {A: '${token}'}}} | no token before the target is ready"
            })
    void a_token_stands_only_in_headers_and_is_one_of_a_principal(String member, String reason) {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> read("{token: {command: [a]}}", PAYMENT, member))
                .withMessageContaining(reason);
    }

    @Test
    void the_first_token_and_each_by_its_principal_may_stand_in_the_headers_of_a_control() {
        Target target = read("{token: {command: [a]}}", PAYMENT, """
                        clock: {advance: {method: POST, path: /c, body: {ms: '${ms}'}, headers: {A: 'Bearer ${token}'}}}
                        cleanup: {method: POST, path: /c, headers: {A: 'Bearer ${token.alice}'}}
                        oracles: {lookup: {path: '/k/${key}', state: /s, headers: {A: '${token}'}}}
                        """).target();

        assertThat(target.tokens()).containsExactly(Map.entry("token", "alice"), Map.entry("token.alice", "alice"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "text/xml | {a: 1} | should be one text",
                "application/octet-stream | text | bytes are no text of a target file: write «body_file: data.bin»",
                "text/plain; charset=iso-8859-1 | text | a body is sent in UTF-8",
                "application/x-www-form-urlencoded | text | should be a mapping of the fields of the form"
            })
    void a_body_that_cannot_be_sent_as_what_it_is_is_refused(String type, String body, String reason) {
        String request =
                "{method: POST, path: /payments, headers: {Content-Type: \"" + type + "\"}, body: " + body + "}";

        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> read("{}", request))
                .withMessageContaining("operations.payment.request.body: ")
                .withMessageContaining(reason);
    }

    @Test
    void the_result_of_an_operation_is_a_secret_where_another_one_sends_it_as_one() {
        Target target = read("{}", "{method: POST, path: /payments, headers: {Authorization: \"Bearer ${login.id}\"}}")
                .target();

        assertThat(target.operations().values())
                .filteredOn(target::isSecret)
                .extracting(Operation::name)
                .containsExactly("login");
    }

    private static TargetFile read(String principal, String request) {
        return read(principal, request, "");
    }

    private static TargetFile read(String principal, String request, String more) {
        return TargetFile.of(
                YamlFile.of("acme.yaml", """
                        name: Acme
                        urls: ["http://localhost:1"]
                        contract: playbook
                        principals: {alice: %s}
                        operations:
                          login: {role: setup, id: /token, request: {method: POST, path: /login}}
                          payment:
                            role: create
                            after: login
                            request: %s
                        """.formatted(principal, request) + more), Path.of("."), Map.of());
    }
}
