package dev.samekey.server.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.samekey.client.Ulids;
import dev.samekey.server.Contracts;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.contract.KeyRules;
import dev.samekey.server.http.Call;
import dev.samekey.server.json.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SentKeyTest {
    private static final String UUID = "8e03978e-40d5-43e8-bc93-6894a57f9324";

    private final KeyPolicy playbook = policy("");
    private final KeyPolicy inBody = policy("key: {in: body, name: input.request_id}");

    @ParameterizedTest
    @ValueSource(strings = {"k", "A-key_with.every:kind/of=sign~!", "\"quoted\""})
    void a_visible_key_is_taken_as_it_is(String key) {
        assertThat(playbook.keyOf(TestCalls.withKeys(key))).isEqualTo(key);
    }

    @Test
    void the_longest_key_is_accepted_and_a_longer_one_is_not() {
        assertThat(playbook.keyOf(TestCalls.withKeys("k".repeat(128)))).hasSize(128);
        assertThat(malformed(playbook, "k".repeat(129))).isTrue();
    }

    @Test
    void the_shortest_key_is_accepted_and_a_shorter_one_is_not() {
        KeyPolicy policy = policy("key: {min: 4}");
        assertThat(policy.keyOf(TestCalls.withKeys("four"))).isEqualTo("four");
        assertThat(malformed(policy, "abc")).isTrue();
    }

    @Test
    void a_request_without_a_key_is_refused() {
        assertThat(faultOf(playbook, TestCalls.withKeys())).isEqualTo(Fault.KEY_MISSING);
        assertThat(faultOf(inBody, TestCalls.with("{\"input\":{\"request_id\":null}}")))
                .isEqualTo(Fault.KEY_MISSING);
        assertThat(faultOf(inBody, TestCalls.with(""))).isEqualTo(Fault.KEY_MISSING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "tab\there", "two words", "\u00e9", "bell\u0007"})
    void a_key_that_is_blank_or_cannot_be_seen_is_malformed(String key) {
        assertThat(malformed(playbook, key)).isTrue();
    }

    @Test
    void two_different_keys_are_refused_and_one_sent_twice_is_one() {
        assertThat(malformed(playbook, "a", "b")).isTrue();
        assertThat(playbook.keyOf(TestCalls.withKeys("a", "a"))).isEqualTo("a");
    }

    @Test
    void one_key_in_the_header_and_another_in_the_body_are_two() {
        Map<String, List<String>> header = Map.of("idempotency-key", List.of("a"));
        assertThat(faultOf(playbook, TestCalls.with(header, "{\"idempotency_key\":\"b\"}")))
                .isEqualTo(Fault.KEY_MALFORMED);
        assertThat(playbook.keyOf(TestCalls.with(header, "{\"idempotency_key\":\"a\"}")))
                .isEqualTo("a");
        assertThat(playbook.keyOf(TestCalls.with(header, "{"))).isEqualTo("a");
    }

    @Test
    void a_key_travels_in_a_member_of_the_body() {
        assertThat(inBody.keyOf(TestCalls.with("{\"input\":{\"request_id\":\"a\"}}")))
                .isEqualTo("a");
        assertThat(faultOf(inBody, TestCalls.with("{"))).isEqualTo(Fault.BODY_MALFORMED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "\"\"", "[\"a\",\"b\"]", "{}"})
    void what_is_not_one_text_is_no_key(String member) {
        assertThat(faultOf(inBody, TestCalls.with("{\"input\":{\"request_id\":" + member + "}}")))
                .isEqualTo(Fault.KEY_MALFORMED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\\u0000", "\\ud800"})
    void a_key_that_cannot_be_stored_is_malformed_whatever_characters_are_legal(String key) {
        KeyPolicy policy = policy("key: {in: body, name: id, characters: '(?s:.)'}");
        assertThat(policy.keyOf(TestCalls.with("{\"id\":\"\\t\\ud83d\\udd11\"}")))
                .isEqualTo("\t\ud83d\udd11");
        assertThat(faultOf(policy, TestCalls.with("{\"id\":\"" + key + "\"}"))).isEqualTo(Fault.KEY_MALFORMED);
    }

    @Test
    void a_key_in_the_wrong_place_only_is_a_missing_one() {
        assertThat(faultOf(playbook, TestCalls.with("{\"idempotency_key\":\"b\"}")))
                .isEqualTo(Fault.KEY_MISSING);
    }

    @Test
    void where_keys_are_uuids_nothing_else_is_one() {
        KeyPolicy policy = policy("key: {syntax: uuid}");
        assertThat(policy.keyOf(TestCalls.withKeys(UUID))).isEqualTo(UUID);
        assertThat(malformed(policy, UUID.replace("-", ""))).isTrue();
    }

    @Test
    void where_keys_are_ulids_nothing_else_is_one() {
        KeyPolicy policy = policy("key: {syntax: ulid}");
        String ulid = new Ulids().next();
        assertThat(policy.keyOf(TestCalls.withKeys(ulid))).isEqualTo(ulid);
        assertThat(malformed(policy, UUID)).isTrue();
        assertThat(malformed(policy, "8" + ulid.substring(1))).isTrue();
        assertThat(malformed(policy, ulid.substring(1) + "U")).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {"\"a\", a", "\"a\\\"b\\\\\", a\"b\\", "\"" + UUID + "\", " + UUID})
    void a_structured_key_is_what_stands_in_its_quotes(String sent, String key) {
        assertThat(policy("key: {syntax: sf-string}").keyOf(TestCalls.withKeys(sent)))
                .isEqualTo(key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "\"", "\"\"", "\"a", "\"a\"b\"", "\"\\a\"", "\"a\";p=1"})
    void a_structured_key_without_its_quotes_is_malformed(String sent) {
        assertThat(malformed(policy("key: {syntax: sf-string}"), sent)).isTrue();
    }

    private static KeyPolicy policy(String members) {
        KeyRules rules = Contracts.but(members).key();
        return new SentKey(new KeyPlaces(rules, new Json()), new KeySyntax(rules));
    }

    private static boolean malformed(KeyPolicy policy, String... keys) {
        return faultOf(policy, TestCalls.withKeys(keys)) == Fault.KEY_MALFORMED;
    }

    private static Fault faultOf(KeyPolicy policy, Call call) {
        return catchThrowableOfType(FaultException.class, () -> policy.keyOf(call))
                .fault();
    }
}
