package dev.samekey.steps.judge.world;

import static dev.samekey.steps.judge.world.ReadyCalls.body;
import static dev.samekey.steps.judge.world.ReadyCalls.form;
import static dev.samekey.steps.judge.world.ReadyCalls.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Dialects;
import dev.samekey.steps.model.contract.Ulid;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class KeysTest {
    private static final String LEGAL = "[!-~]{1,128}";
    private static final String EACH = "{in: header, name: X-Key}";

    private final Keys playbook = new Keys(Dialects.shipped("playbook"));

    @Test
    void legal_keys_stand_at_both_bounds_and_one_character_within_them_and_have_every_legal_character() {
        List<String> legal = playbook.legal();

        assertThat(legal).allMatch(key -> key.matches(LEGAL));
        assertThat(legal).extracting(String::length).contains(1, 2, 127, 128);
        assertThat(legal)
                .anyMatch(key -> key.matches("[A-Za-z]"))
                .anyMatch(key -> key.matches("\\d{3}"))
                .anyMatch(key -> key.matches("\\d{18}"));
        assertThat(legal.stream().flatMapToInt(String::chars).distinct().count())
                .isEqualTo('~' - '!' + 1);
    }

    @Test
    void a_key_of_its_own_may_stand_in_a_header_and_in_the_body() {
        Operation job = Targets.file(Targets.FULL.replace("key: {member: /run}", "key: {header: Run-Id, member: /run}"))
                .target()
                .operations()
                .values()
                .stream()
                .filter(one -> one.role() == Role.JOB)
                .findFirst()
                .orElseThrow();
        Call call = new Call(job, json("{}").caller(), "u-1", null, json("{}").request(), Map.of());

        Call keyed = playbook.put(call, "run-7");

        assertThat(keyed.request().header("Run-Id")).contains("run-7");
        assertThat(body(keyed)).isEqualTo("{\"run\":\"run-7\"}");
        assertThat(playbook.remove(keyed).request().header("Run-Id")).isEmpty();
        assertThat(body(playbook.remove(keyed))).isEqualTo("{}");
    }

    @Test
    void where_the_characters_are_known_and_no_bound_is_a_key_may_have_one_of_them() {
        assertThat(keys("{in: header, name: X-Key, characters: '[0-9A-F-]'}").legal())
                .anyMatch(key -> key.matches("[A-F]"))
                .anyMatch(key -> key.matches("[0-9]{3}"))
                .anyMatch(key -> key.matches("[0-9]{18}"));
    }

    @Test
    void a_key_of_digits_or_letters_alone_is_followed_by_another_such_key() {
        assertThat(playbook.asLongAs("042")).matches("\\d{3}");
        assertThat(playbook.asLongAs("x")).matches("[A-Za-z]");
        assertThat(playbook.asLongAs("x-1-y")).matches("[A-Za-z0-9]{5}");
    }

    @Test
    void a_key_that_may_be_quoted_or_bare_is_tried_as_both() {
        List<String> legal =
                keys(EACH.replace("name:", "syntax: either, name:")).legal();

        assertThat(legal).hasSize(2);
        assertThat(legal.get(0)).doesNotContain("\"");
        assertThat(legal.get(1)).startsWith("\"").endsWith("\"");
    }

    @Test
    void a_usual_key_is_new_whatever_characters_are_legal() {
        assertThat(keys("{in: header, name: X-Key, min: 12, max: 20, characters: '[A-Z]'}")
                        .fresh())
                .matches("[A-Z]{20}");
        assertThat(keys("{in: header, name: X-Key, min: 40}").fresh()).hasSize(40);
        assertThat(keys("{in: header, name: X-Key, max: 5}").fresh()).hasSize(5);
    }

    @Test
    void where_no_bound_is_known_no_key_stands_at_it() {
        assertThat(keys(EACH).legal()).hasSize(1);
        assertThat(keys(EACH).illegal()).containsExactly("", " ");
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> keys(EACH).longest())
                .satisfies(judgement -> assertThat(judgement.verdict()).isEqualTo(Verdict.NOT_CHECKED));
    }

    @Test
    void illegal_keys_are_empty_blank_too_long_or_have_an_illegal_character() {
        List<String> illegal = playbook.illegal();

        assertThat(illegal).hasSize(4).noneMatch(key -> key.matches(LEGAL)).startsWith("", " ");
        assertThat(illegal.get(2)).hasSize(129);
        assertThat(illegal.get(3)).matches("[!-~]+ [!-~]+");
    }

    @Test
    void a_blank_key_may_be_none_or_a_legal_one() {
        assertThat(keys("{in: header, name: X-Key, required: false}").illegal()).isEmpty();
        assertThat(keys("{in: body, name: key, required: true, characters: '[ -~]'}")
                        .illegal())
                .doesNotContain(" ")
                .contains("");
        assertThat(keys("{in: body, name: reference, required: true, min: 1, max: 80}")
                        .illegal())
                .as("which texts are keys, the contract does not say")
                .doesNotContain(" ")
                .contains("");
        assertThat(keys("{in: body, name: key, required: true, min: 8}").illegal())
                .contains(" ");
        assertThat(keys("{in: body, name: key, required: true, syntax: uuid}").illegal())
                .contains(" ");
        Keys none = keys("{in: header, name: X-Key, required: false}");
        assertThat(none.underIllegal(json("{}")))
                .as("other clauses go on without one")
                .isEmpty();
    }

    @Test
    void a_string_between_quotes_may_be_a_space_and_has_what_is_escaped() {
        Keys strings = keys(EACH.replace("name:", "syntax: sf-string, name:"));

        assertThat(strings.illegal()).containsExactly("");
        assertThat(strings.legal()).anyMatch(key -> key.startsWith("\"\\"));
        assertThat(strings.put(json("{}"), "a\"\\").request().header("X-Key")).hasValue("\"a\\\"\\\\\"");
    }

    @Test
    void a_key_below_the_least_length_is_illegal() {
        assertThat(keys("{in: header, name: X-Key, min: 4}").illegal())
                .hasSize(3)
                .last()
                .asString()
                .hasSize(3);
    }

    @Test
    void a_string_without_its_quotes_is_illegal() {
        List<Call> calls = keys("{in: header, name: X-Key, syntax: sf-string}").underIllegal(json("{}"));

        assertThat(calls)
                .extracting(call -> call.request().header("X-Key").orElseThrow())
                .hasSize(2)
                .startsWith("\"\"")
                .last()
                .asString()
                .doesNotContain("\"");
    }

    @Test
    void a_key_that_is_a_uuid_stays_one_and_an_illegal_one_is_none() {
        Keys keys = keys("{in: header, name: X-Key, syntax: uuid}");

        assertThat(keys.legal()).singleElement().satisfies(KeysTest::assertUuid);
        assertThat(keys.alike()).singleElement().satisfies(pair -> pair.forEach(KeysTest::assertUuid));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> UUID.fromString(keys.illegal().get(2)));
    }

    @Test
    void a_key_that_is_a_ulid_stays_one_and_an_illegal_one_is_none() {
        Keys keys = keys("{in: header, name: X-Key, syntax: ulid}");

        assertThat(keys.legal()).singleElement().matches(Ulid::is);
        assertThat(keys.alike())
                .singleElement()
                .satisfies(pair -> assertThat(pair).allMatch(Ulid::is).doesNotHaveDuplicates());
        assertThat(keys.illegal())
                .noneMatch(Ulid::is)
                .last()
                .satisfies(key -> assertThat(key).hasSize(26));
    }

    @Test
    void alike_keys_differ_in_case_alone_and_at_their_end_alone() {
        List<List<String>> pairs = playbook.alike();

        assertThat(pairs).hasSize(3).allSatisfy(pair -> assertThat(pair).doesNotHaveDuplicates());
        assertThat(pairs.get(0).get(0)).isEqualToIgnoringCase(pairs.get(0).get(1));
        assertThat(pairs.get(0)).as("a server may fold UUIDs alone").allSatisfy(KeysTest::assertUuid);
        assertThat(pairs.get(1)).allMatch(key -> key.length() == 128);
        assertThat(pairs.get(1).stream().map(key -> key.substring(0, 127)).collect(Collectors.toSet()))
                .hasSize(1);
        assertThat(pairs.get(2)).allMatch(key -> key.length() == 128);
        assertThat(pairs.get(2).get(0)).isEqualToIgnoringCase(pairs.get(2).get(1));
    }

    @Test
    void a_key_in_a_header_takes_the_place_of_another_and_can_be_doubled_or_left_out() {
        Keys keys = keys(EACH);
        Call call = keys.put(keys.put(json("{}"), "k-1"), "k-2");

        assertThat(call.key()).isEqualTo("k-2");
        assertThat(call.request().headers()).containsExactly(new Header("X-Key", "k-2"));
        assertThat(keys.second(call, "k-3").request().headers())
                .hasSize(2)
                .contains(new Header("X-Key", "k-2"))
                .extracting(Header::name)
                .containsOnly("X-Key");
        assertThat(keys.remove(call).request().headers()).isEmpty();
        assertThat(body(call)).isEqualTo("{}");
    }

    @Test
    void a_structured_string_stands_in_quotes_and_escapes_its_own() {
        Keys keys = keys("{in: header, name: X-Key, syntax: sf-string}");

        assertThat(keys.put(json("{}"), "a\"b\\c").request().headers())
                .containsExactly(new Header("X-Key", "\"a\\\"b\\\\c\""));
    }

    @Test
    void a_key_in_the_body_stands_where_its_path_says() {
        Keys keys = keys("{in: body, name: input.key}");
        Call call = keys.put(json("{\"amount\":1}"), "k-1");

        assertThat(call.key()).isEqualTo("k-1");
        assertThat(body(call)).isEqualTo("{\"amount\":1,\"input\":{\"key\":\"k-1\"}}");
        assertThat(body(keys.remove(call))).isEqualTo("{\"amount\":1,\"input\":{}}");
        assertThat(call.request().headers()).isEmpty();
        assertNotApplicable(() -> keys.second(call, "k-3"));
        assertNotApplicable(() -> keys.put(json(null), "k-1"));
    }

    @Test
    void a_key_in_a_form_is_a_field_of_it() {
        Keys keys = keys("{in: form, name: ClientToken}");
        Call call = keys.put(form("amount=1"), "k&1");

        assertThat(body(call)).isEqualTo("amount=1&ClientToken=k%261");
        assertThat(body(keys.remove(call))).isEqualTo("amount=1");
        assertNotApplicable(() -> keys.second(call, "k-3"));
    }

    @Test
    void an_operation_with_a_key_of_its_own_can_go_without_it() {
        Keys keys = keys("{in: header, name: X-Key}");
        Call call = keys.put(of("key: {member: /id}", "{\"amount\":1}"), "k-1");
        Call inHeader = keys.put(of("key: {header: X-Run}", "{}"), "k-1");

        assertThat(body(call)).isEqualTo("{\"amount\":1,\"id\":\"k-1\"}");
        assertThat(body(keys.remove(call))).isEqualTo("{\"amount\":1}");
        assertNotApplicable(() -> keys.second(call, "k-2"));
        assertThat(keys.remove(inHeader).request().headers()).isEmpty();
        assertThat(keys.second(inHeader, "k-2").request().headers())
                .containsExactly(new Header("X-Run", "k-1"), new Header("X-Run", "k-2"));
    }

    private static Call of(String key, String body) {
        Operation operation = Targets.file("""
                        name: Acme
                        urls: ["http://127.0.0.1:9"]
                        contract: playbook
                        operations:
                          run: {role: create, %s, request: {method: POST, path: /runs, body: {}}}
                        """.formatted(key))
                .target()
                .operations(Role.CREATE)
                .get(0);
        Request request = new Request("POST", "/runs", List.of(), body);
        return new Call(operation, new Caller("alice", null), "u-1", null, request, Map.of());
    }

    private static void assertUuid(String key) {
        assertThatNoException().isThrownBy(() -> UUID.fromString(key));
    }

    private static void assertNotApplicable(Runnable asked) {
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(asked::run)
                .satisfies(judgement -> assertThat(judgement.verdict()).isEqualTo(Verdict.NOT_APPLICABLE));
    }

    private static Keys keys(String rules) {
        return new Keys(
                YamlFile.of("keys.yaml", "name: keys\nkey: " + rules + "\n").as(Contract.class));
    }
}
