package dev.samekey.server.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.samekey.server.Contracts;
import dev.samekey.server.contract.Contract;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.KeyRules.Place;
import dev.samekey.server.contract.Refusal;
import dev.samekey.server.contract.ReplayRules.Mode;
import dev.samekey.server.contract.Stakes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class DialectsTest {
    @Test
    void the_playbook_is_read_from_its_file() {
        Contract playbook = Contracts.playbook();

        assertThat(playbook.key().name()).isEqualTo("Idempotency-Key");
        assertThat(playbook.key().max()).isEqualTo(128);
        assertThat(playbook.lifetimes().of(Stakes.USUAL)).isEqualTo(Duration.ofHours(24));
        assertThat(playbook.lifetimes().of(Stakes.HIGH)).isEqualTo(Duration.ofDays(7));
        assertThat(playbook.refusal(Fault.IN_PROGRESS).headers()).containsEntry("Retry-After", "1");
        assertThat(playbook.isFinal(Fault.INSUFFICIENT_FUNDS)).isTrue();
        assertThat(playbook.isFinal(Fault.DEPENDENCY_TIMEOUT)).isFalse();
        assertThat(playbook.isFinal(Fault.RATE_LIMITED)).isFalse();
    }

    @ParameterizedTest
    @MethodSource
    void every_shipped_dialect_can_be_spoken(String name) {
        Contract contract = new Dialects().contract(name);

        assertThat(contract.name()).isEqualTo(name);
        assertThat(contract.refusals()).containsOnlyKeys(Fault.values());
    }

    static List<String> every_shipped_dialect_can_be_spoken() {
        return ShippedDialects.names();
    }

    @Test
    void the_shipped_dialects_are_those_that_the_harness_judges_by() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("../features/contract/dialects"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(ShippedDialects.names().stream()
                            .map(name -> name + ".yaml")
                            .toList());
        }
    }

    @ParameterizedTest
    @EnumSource
    void every_fault_can_be_told(Fault fault) {
        assertThat(Contracts.playbook().refusal(fault).title()).isNotBlank();
    }

    @Test
    void what_a_dialect_says_counts_and_what_it_leaves_out_is_the_playbooks() {
        Contract contract = Contracts.of("""
                name: other
                key: {in: body, name: request_id, required: false}
                replay: {mode: current_state, status: 200}
                refusals:
                  in_progress: {status: [422, 409], code: 704, retry_after: 2}
                  payload_mismatch: {code: [reused, used_before]}
                  expired_key: {status: 410}
                """);

        assertThat(contract.key().in()).isEqualTo(Place.BODY);
        assertThat(contract.key().required()).isFalse();
        assertThat(contract.replay().mode()).isEqualTo(Mode.CURRENT_STATE);
        assertThat(contract.replay().marker()).isNull();
        assertThat(contract.scope().dimensions()).hasSize(2);
        Refusal inProgress = contract.refusal(Fault.IN_PROGRESS);
        assertThat(inProgress.status()).isEqualTo(422);
        assertThat(inProgress.code()).isEqualTo("704");
        assertThat(inProgress.headers()).containsEntry("Retry-After", "2");
        assertThat(contract.refusal(Fault.PAYLOAD_MISMATCH).status()).isEqualTo(409);
        assertThat(contract.refusal(Fault.PAYLOAD_MISMATCH).code()).isEqualTo("reused");
        assertThat(contract.refusal(Fault.KEY_EXPIRED).code()).isEqualTo("CONFLICT.idempotency.key_expired");
        assertThat(contract.refusal(Fault.KEY_MISSING).status()).isEqualTo(400);
    }

    @Test
    void a_dialect_that_extends_another_says_only_what_differs() {
        Contract contract = Contracts.but("""
                key: {max: 64}
                refusals: {payload_mismatch: {status: 422}}
                """);

        assertThat(contract.key().max()).isEqualTo(64);
        assertThat(contract.key().name()).isEqualTo("Idempotency-Key");
        assertThat(contract.refusal(Fault.PAYLOAD_MISMATCH).status()).isEqualTo(422);
        assertThat(contract.refusal(Fault.PAYLOAD_MISMATCH).code()).isEqualTo("CONFLICT.idempotency.payload_mismatch");
        assertThat(contract.replay().marker()).isNotNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "key: {in: query}              | key.in must be one of header, body, form, and is query",
                "key: {max: long}              | key.max must be a whole number",
                "key: {characters: '['}        | key.characters must be a regular expression",
                "scope: [principal, tenant]    | tenant_header is needed where the scope has tenant",
                "lifetime: {default: 1 day}    | lifetime.default must be a duration such as 100ms",
                "replay: {mode: newest}        | replay.mode must be one of stored, semantic, current_state",
                "stored: {2xx: false}          | stored.2xx must be true",
                "errors: {code: code}          | errors.code must be a JSON pointer",
                "refusals: {invalid: {status: 99}} | refusals.invalid.status must be a status from 400 to 599",
                "name: [a                      | line",
            })
    void what_cannot_be_spoken_is_told_with_its_file_and_member(String members, String what) {
        assertThatThrownBy(() -> Contracts.but(members))
                .isInstanceOf(DialectException.class)
                .hasMessageMatching("(?s).*dialect.*\\.yaml: .*")
                .hasMessageContaining(what);
    }

    @Test
    void an_unknown_dialect_is_told_so() {
        assertThatThrownBy(() -> new Dialects().contract("esperanto"))
                .isInstanceOf(UnknownDialectException.class)
                .hasMessage("there is no dialect 'esperanto', nor a file of that name");
    }
}
