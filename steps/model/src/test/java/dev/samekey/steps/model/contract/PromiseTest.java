package dev.samekey.steps.model.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PromiseTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "mismatch                    | mismatch: refuse",
                "mismatch                    | `refusals: {payload_mismatch: {status: 409}}`",
                "mismatch=refuse             | mismatch: refuse",
                "in_progress!=wait           | in_progress: either",
                "in_progress!=wait           | ``",
                "scope=tenant                | `scope: [principal, tenant]`",
                "fingerprint.volatile        | `fingerprint: {volatile: [/at]}`",
                "replay.headers              | `replay: {mode: stored, headers: [ETag]}`",
                "stored.4xx=true             | `stored: {4xx: true}`",
                "stored.validation           | `stored: {validation: false}`",
                "stored.validation           | `stored: {4xx: false}`"
            })
    void what_a_contract_says_it_owes(String promise, String yaml) {
        assertThat(lacking(promise, yaml)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mismatch",
                "mismatch=refuse",
                "scope=tenant",
                "fingerprint.volatile",
                "replay.headers",
                "stored.validation"
            })
    void what_a_contract_does_not_say_is_not_checked(String promise) {
        assertThat(lacking(promise, "")).get().satisfies(judgement -> {
            assertThat(judgement.verdict()).isEqualTo(Verdict.NOT_CHECKED);
            assertThat(judgement.reason()).matches("[a-z_.]+: the contract does not say .*");
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "mismatch=refuse             | mismatch: replay                        | mismatch: the contract says replay",
                "in_progress!=wait           | in_progress: wait                       | in_progress: the contract says wait",
                "scope=tenant                | `scope: [principal]`                    | scope: the contract says [principal]",
                "fingerprint.volatile        | `fingerprint: {of: canonical}`          | fingerprint.volatile: the contract names none",
                "lifetime.high_stakes        | `lifetime: {default: 24h}`              | lifetime.high_stakes: the contract names none",
                "key.required=false          | key: {in: header, name: X, required: true} | key.required: the contract says true"
            })
    void what_a_contract_says_otherwise_is_not_applicable(String promise, String yaml, String reason) {
        assertThat(lacking(promise, yaml)).get().satisfies(judgement -> {
            assertThat(judgement.verdict()).isEqualTo(Verdict.NOT_APPLICABLE);
            assertThat(judgement.reason()).isEqualTo(reason);
        });
    }

    @Test
    void what_is_excluded_comes_before_what_is_not_said() {
        assertThat(lacking("lifetime mismatch=refuse", "mismatch: replay"))
                .get()
                .returns(Verdict.NOT_APPLICABLE, Judgement::verdict);
    }

    @Test
    void the_principals_of_a_tenant_may_have_keys_in_common() {
        assertThat(lacking("scope.principal!=false", "scope: [tenant, route]"))
                .get()
                .returns(Verdict.NOT_APPLICABLE, Judgement::verdict);
        assertThat(lacking("scope.principal!=false", "scope: [principal, tenant]"))
                .isEmpty();
        assertThat(lacking("scope.principal!=false", "scope: []"))
                .as("one key space for all is for the clause to judge")
                .isEmpty();
        assertThat(lacking("scope.principal!=false", "mismatch: refuse")).isEmpty();
    }

    @Test
    void of_several_members_one_is_enough() {
        assertThat(lacking("mismatch|fingerprint", "fingerprint: {of: canonical}"))
                .isEmpty();
        assertThat(lacking("mismatch|fingerprint", "")).isPresent();
    }

    @Test
    void a_member_that_no_contract_has_is_an_error_with_the_known_ones() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> Promise.of("mismatches"))
                .withMessageContaining("«mismatches» is no member of a contract (known: ")
                .withMessageContaining(" mismatch,");
        String csv = "id,level,title,statement,promised_by\nACME-1,MUST,One,The first,mismatches\n";
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> Catalogue.shipped()
                        .with("acme.csv", new ByteArrayInputStream(csv.getBytes(StandardCharsets.UTF_8))))
                .withMessageContaining("«mismatches» is no member of a contract");
    }

    /** A misspelt value would exclude every contract. */
    @Test
    void every_promise_of_the_catalogue_is_kept_by_a_shipped_dialect() {
        assertThat(Catalogue.shipped().all())
                .filteredOn(clause -> clause.promisedBy() != null)
                .hasSizeGreaterThan(50)
                .allSatisfy(clause -> assertThat(Dialects.SHIPPED)
                        .as("%s: %s", clause.id(), clause.promisedBy())
                        .anyMatch(name -> Optional.ofNullable(clause.promisedBy())
                                .flatMap(promise -> promise.lackingIn(Dialects.shipped(name)))
                                .isEmpty()));
    }

    private static Optional<Judgement> lacking(String promise, String yaml) {
        String key = yaml.startsWith("key:") ? "" : "key: {in: header, name: X-Key}\n";
        return Promise.of(promise)
                .lackingIn(YamlFile.of("own.yaml", "name: own\n" + key + yaml + "\n")
                        .as(Contract.class));
    }
}
