package dev.samekey.steps.model.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.YamlFile;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RefusalTest {
    @Test
    void a_refusal_may_have_any_of_several_statuses_and_codes() {
        Refusal refusal = read("status: [422, 409]\ncode: [a, b]\n");

        assertThat(refusal.isSaidBy(409, "b")).isTrue();
        assertThat(refusal.isSaidBy(409, "c")).isFalse();
        assertThat(refusal.isSaidBy(400, "a")).isFalse();
        assertThat(refusal).hasToString("422 or 409 a or b");
    }

    @Test
    void a_status_alone_or_a_code_alone_will_do() {
        assertThat(read("status: 409\n").isSaidBy(409, "anything")).isTrue();
        assertThat(read("code: used\n").isSaidBy(400, "used")).isTrue();
        assertThat(read("code: used\n").isSaidBy(400, "other")).isFalse();
    }

    @Test
    void a_code_may_be_a_pattern_or_a_number() {
        Refusal refusal = read("code: [/insufficient_.+/, 4009]\n");

        assertThat(refusal.isSaidBy(402, "insufficient_funds")).isTrue();
        assertThat(refusal.isSaidBy(402, "is_insufficient_funds")).isFalse();
        assertThat(refusal.isSaidBy(402, "4009")).isTrue();
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> read("code: /in(/\n"))
                .withMessageContaining("«/in(/» is no pattern");
    }

    @Test
    void where_nobody_knows_the_place_of_the_code_the_status_says_it() {
        assertThat(read("{status: 409, code: used}").isSaidBy(409, null)).isTrue();
    }

    @Test
    void it_may_say_when_to_return() {
        assertThat(read("{status: 409, retry_after: true}").retryAfter()).isEqualTo(RetryAfter.any());
        assertThat(read("{status: 409, retry_after: 2}")).hasToString("409 with Retry-After: 2");
        assertThat(read("{status: 409, retry_after: {max: 60}}")).hasToString("409 with Retry-After: at most 60");
        assertThat(read("{status: 409}").retryAfter()).isNull();
    }

    @Test
    void it_may_say_how_soon_and_how_late() {
        RetryAfter bounded = Objects.requireNonNull(
                read("{status: 409, retry_after: {min: 1, max: 60}}").retryAfter());

        assertThat(bounded.allows(1)).isTrue();
        assertThat(bounded.allows(60)).isTrue();
        assertThat(bounded.allows(0)).isFalse();
        assertThat(bounded.allows(61)).isFalse();
        assertThat(RetryAfter.any().allows(86_400)).isTrue();
        assertBad("{status: 409, retry_after: {min: 2, max: 1}}", "r.yaml:1: retry_after: min is more than max");
    }

    @Test
    void a_refusal_that_says_nothing_is_reported() {
        assertBad("{}", "r.yaml:1: names neither a status nor a code");
        assertBad(
                "{status: 409, retry_after: false}",
                "r.yaml:1: retry_after: is true or a number of seconds; leave it out where it is not promised");
    }

    @Test
    void the_longest_entry_of_a_taxonomy_that_fits_says_the_status() {
        Taxonomy taxonomy = YamlFile.of("t.yaml", "CONFLICT: [409]\nCONFLICT.version: [412]\n")
                .as(Taxonomy.class);

        assertThat(taxonomy.of("CONFLICT.key")).contains(List.of(409));
        assertThat(taxonomy.of("CONFLICT.version.stale")).contains(List.of(412));
        assertThat(taxonomy.of("CONFLICT")).contains(List.of(409));
        assertThat(taxonomy.of("CONFLICTING")).isEmpty();
    }

    private static Refusal read(String yaml) {
        return YamlFile.of("r.yaml", yaml).as(Refusal.class);
    }

    private static void assertBad(String yaml, String message) {
        assertThatExceptionOfType(BadFile.class).isThrownBy(() -> read(yaml)).withMessage(message);
    }
}
