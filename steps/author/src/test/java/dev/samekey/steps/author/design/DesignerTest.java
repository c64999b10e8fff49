package dev.samekey.steps.author.design;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.author.design.Bound.Place;
import dev.samekey.steps.author.design.DesignCoverage.Extent;
import dev.samekey.steps.author.design.DesignCoverage.Result;
import dev.samekey.steps.judge.run.Choice;
import dev.samekey.steps.judge.run.ContractRun;
import dev.samekey.steps.judge.run.Coverage;
import dev.samekey.steps.judge.run.Foreseen;
import dev.samekey.steps.judge.world.Keys;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.contract.Dialects;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.states.KeyStates;
import dev.samekey.steps.model.states.Transition;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DesignerTest {
    private static final Map<String, String> ENVIRONMENT = Map.of("ALICE_TOKEN", "alice-secret");

    private static final Interactions NO_PAIRS = new Interactions(List.of(), List.of(), List.of(), List.of());

    private static final KeyStates STATES = KeyStates.shipped();
    private static final TestDesign DESIGN = design(Targets.FULL);
    /** A design takes a quarter of a second, and three tests look at each. */
    private static final Map<String, TestDesign> BY_DIALECT = new ConcurrentHashMap<>();

    @TempDir
    private Path folder = Path.of("");

    private static TestDesign design(String yaml) {
        return new Designer(file(yaml, Path.of("")), STATES).design();
    }

    private static TestDesign designOf(String dialect) {
        return BY_DIALECT.computeIfAbsent(
                dialect, name -> design(Targets.FULL.replace("contract: playbook", "contract: " + name)));
    }

    private static TargetFile file(String yaml, Path folder) {
        return TargetFile.of(YamlFile.of("target.yaml", yaml), folder, ENVIRONMENT);
    }

    private static TestCase find(TestDesign design, String clause, String operation) {
        return design.cases().stream()
                .filter(one -> one.clause().equals(clause) && operation.equals(one.operation()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_case_has_the_request_of_the_target_file_and_what_the_contract_says() {
        TestCase one = find(DESIGN, "MIS-1", "payment");

        assertThat(one.title())
                .isEqualTo("Another payload under the key of a completed payment gets what the contract says");
        assertThat(one.steps()).singleElement().satisfies(step -> {
            assertThat(step.action()).isEqualTo("The request is sent again with another payload: amount = 1100.");
            assertThat(step.data())
                    .contains("POST http://127.0.0.1:1/payments", "Idempotency-Key: ", "\"amount\":1000")
                    .contains("Authorization: Bearer $ALICE_TOKEN")
                    .doesNotContain("alice-secret", "${unique}");
        });
        assertThat(one.expected())
                .containsExactly("The response is as the contract says for a payload mismatch: 409"
                        + " CONFLICT.idempotency.payload_mismatch.");
        assertThat(one.executedBy()).isEqualTo(Executor.SAMEKEY);
        assertThat(one.techniques())
                .contains(Technique.REQUIREMENT, Technique.EQUIVALENCE_CLASS, Technique.STATE_TRANSITION);
    }

    @Test
    void a_request_without_a_key_has_none() {
        assertThat(find(DESIGN, "KEY-1", "payment").steps().get(0).data()).doesNotContain("Idempotency-Key");
    }

    @Test
    void a_second_design_gives_the_same_cases() {
        assertThat(design(Targets.FULL).cases()).isEqualTo(DESIGN.cases());
        assertThat(DESIGN.cases()).extracting(TestCase::id).doesNotHaveDuplicates();
        // Another contract changes no id.
        String without = Targets.FULL.replace("contract: playbook", "contract: platform");
        assertThat(design(without).cases())
                .filteredOn(one -> one.clause().equals("KEY-4"))
                .extracting(TestCase::id)
                .containsExactlyElementsOf(DESIGN.cases().stream()
                        .filter(one -> one.clause().equals("KEY-4"))
                        .map(TestCase::id)
                        .toList());
    }

    @Test
    void what_the_target_file_lacks_makes_a_case_for_a_person() {
        TestCase crash = find(DESIGN, "STO-4", "payment");
        assertThat(crash.executedBy()).isEqualTo(Executor.PERSON);
        assertThat(crash.why()).contains("lifecycle");
        assertThat(find(DESIGN, "TTL-1", "payment").why()).contains("clock");

        TestDesign unwritten = design(Targets.FULL.replace("writes: allowed\n", ""));
        assertThat(find(unwritten, "RPL-1", "payment").why()).contains("writes: allowed");
        assertThat(find(unwritten, "RPL-1", "payment").executedBy()).isEqualTo(Executor.PERSON);
    }

    @Test
    void what_the_contract_does_not_say_is_asked_of_a_person() {
        TestDesign silent = design(Targets.FULL.replace(
                "contract: playbook", "contract: {name: silent, key: {in: header, name: Idempotency-Key}}"));
        assertThat(find(silent, "RPL-1", "payment").why())
                .startsWith("What is expected is not known: replay.mode")
                .endsWith("Ask for it, and write it into the contract.");
        assertThat(silent.decisions())
                .filteredOn(rule -> rule.name().equals("known key, same payload, completed"))
                .singleElement()
                .satisfies(rule -> assertThat(rule.response()).contains("The contract does not say it (replay.mode"));
    }

    @Test
    void what_the_contract_excludes_is_left_out_with_its_reason() {
        assertThat(DESIGN.leftOut())
                .anySatisfy(out -> {
                    assertThat(out.clause()).isEqualTo("CON-8");
                    assertThat(out.reason()).isEqualTo("in_progress: the contract says refuse");
                })
                .allSatisfy(out -> assertThat(out.reason()).isNotBlank());
    }

    @Test
    void each_scenario_is_a_case_or_is_left_out() {
        List<Foreseen> scenarios =
                new ContractRun(file(Targets.FULL, Path.of("")), Choice.of(Coverage.clauses()), Path.of("")).foreseen();
        Set<String> titles = new HashSet<>();
        DESIGN.cases().forEach(one -> titles.add(one.clause() + one.title()));
        DESIGN.leftOut().forEach(one -> titles.add(one.clause() + one.what()));
        assertThat(scenarios)
                .isNotEmpty()
                .allSatisfy(one -> assertThat(titles)
                        .contains(one.scenario().clause() + one.scenario().name()));
    }

    @Test
    void the_decision_table_has_a_rule_for_each_combination() {
        assertThat(DESIGN.decisions())
                .extracting(Decision::name)
                .containsExactly(
                        "none key",
                        "malformed key",
                        "new key, absent",
                        "known key, same payload, in progress",
                        "known key, other payload, in progress",
                        "known key, same payload, taken over",
                        "known key, other payload, taken over",
                        "known key, same payload, completed",
                        "known key, other payload, completed",
                        "known key, same payload, failed",
                        "known key, other payload, failed",
                        "known key, same payload, expired",
                        "known key, other payload, expired");
        assertThat(DESIGN.decisions())
                .allSatisfy(rule -> assertThat(rule.response()).isNotBlank());
        assertThat(DESIGN.decisions().get(8).response())
                .isEqualTo("The request is refused for its payload. Refusal: 409"
                        + " CONFLICT.idempotency.payload_mismatch.");
    }

    @Test
    void a_rule_names_the_way_to_it_and_the_cases_that_try_it() {
        assertThat(DESIGN.decisions().get(8).path()).containsExactly("first-request", "success", "mismatch-refused");
        assertThat(DESIGN.decisions().get(6).path())
                .containsExactly("first-request", "takeover", "other-payload-after-takeover");
        assertThat(DESIGN.decisions().get(6).tried().whyNone()).contains("MIS-8");
        assertThat(DESIGN.decisions().get(0).path()).isEmpty();
    }

    @Test
    void the_decision_table_follows_the_dialect() {
        TestDesign replays = design(Targets.FULL.replace(
                "contract: playbook",
                "contract: {extends: playbook, mismatch: replay, stored: {4xx: false}, key: {required: false}}"));
        Map<String, String> responses =
                replays.decisions().stream().collect(Collectors.toMap(Decision::name, Decision::response));
        assertThat(responses.get("none key")).contains("is executed");
        assertThat(responses.get("known key, other payload, completed")).contains("gets the outcome of the first one");
        assertThat(responses.get("known key, same payload, failed"))
                .isEqualTo("The contract has no such state (stored.4xx: the contract says false).");
    }

    /** Refunds have their key in the body, of other length, are made to wait, and keep no failure. */
    private static final String DIFFERING =
            Targets.FULL.replace("    after: payment\n    request:\n      method: POST\n", """
                after: payment
                contract:
                  key: {in: body, name: request_id, max: 64, repeated: null}
                  in_progress: wait
                  wait_at_most: 5s
                  stored: {4xx: false}
                  refusals: {in_progress: null}
                request:
                  method: POST
            """);

    @Test
    void what_an_operation_promises_otherwise_is_designed_by_its_own_contract() {
        TestDesign differing = design(DIFFERING);

        assertThat(find(differing, "RPL-1", "refund").steps().get(0).data())
                .contains("\"request_id\":\"")
                .doesNotContain("Idempotency-Key");
        assertThat(find(differing, "RPL-1", "payment").steps().get(0).data()).contains("Idempotency-Key: ");
        assertThat(differing.bounds())
                .extracting(bound -> bound.what() + ", " + bound.source())
                .contains(
                        "length of a key, at most (change, payment, removal), key.max: 128",
                        "length of a key, at most (refund), key.max: 64",
                        "length of a key, at least, key.min: 1",
                        "wait of a duplicate (refund), wait_at_most: 5 s");
        assertThat(operations(differing, "length of a key, at most (refund)")).containsExactly("refund");
        assertThat(operations(differing, "length of a key, at most (change, payment, removal)"))
                .contains("payment")
                .doesNotContain("refund");
    }

    private static Set<String> operations(TestDesign design, String bound) {
        Set<String> ids = design.bounds().stream()
                .filter(one -> one.what().equals(bound))
                .flatMap(one -> one.points().stream())
                .flatMap(point -> point.tried().cases().stream())
                .collect(Collectors.toSet());
        return design.cases().stream()
                .filter(one -> ids.contains(one.id()))
                .map(one -> String.valueOf(one.operation()))
                .collect(Collectors.toSet());
    }

    @Test
    void a_rule_a_transition_or_a_class_names_the_operations_whose_contract_has_it() {
        TestDesign differing = design(DIFFERING);

        assertThat(differing.decisions())
                .extracting(Decision::name)
                .contains(
                        "known key, same payload, in progress (change, payment, removal)",
                        "known key, same payload, in progress (refund)",
                        "known key, same payload, completed");
        assertThat(transition(differing, "failure-kept").operations()).containsExactly("change", "payment", "removal");
        assertThat(transition(differing, "failure-forgotten").operations()).containsExactly("refund");
        assertThat(transition(differing, "replay").operations()).isEmpty();
        assertThat(transition(differing, "duplicate-waits").tried().cases())
                .isNotEmpty()
                .allSatisfy(id -> assertThat(id).contains("-refund-"));
        assertThat(transition(differing, "duplicate-refused").tried().cases())
                .isNotEmpty()
                .noneSatisfy(id -> assertThat(id).contains("-refund-"));
        assertThat(differing.transitionPairs())
                .extracting(PairCover::name)
                .contains("first-request, then duplicate-waits");
        assertThat(differing.contract()).isEqualTo("playbook, with differences for refund");
    }

    private static TransitionCover transition(TestDesign design, String id) {
        return design.transitions().stream()
                .filter(one -> one.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void everything_designed_has_cases_or_a_reason() {
        Set<String> ids = DESIGN.cases().stream().map(TestCase::id).collect(Collectors.toSet());
        assertThat(tried(DESIGN)).allSatisfy(tried -> {
            assertThat(ids).containsAll(tried.cases());
            assertThat(tried.cases().isEmpty()).isEqualTo(tried.whyNone() != null);
        });
    }

    private static List<Tried> tried(TestDesign design) {
        return Stream.of(
                        design.transitions().stream().map(TransitionCover::tried),
                        design.decisions().stream().map(Decision::tried),
                        design.classes().stream().map(ClassCover::tried),
                        design.bounds().stream()
                                .flatMap(bound -> bound.points().stream())
                                .map(Bound.Point::tried))
                .flatMap(stream -> stream)
                .toList();
    }

    @Test
    void each_bound_of_the_contract_has_values_around_it() {
        assertThat(DESIGN.bounds())
                .filteredOn(bound -> bound.source().equals("key.max: 128"))
                .singleElement()
                .satisfies(bound -> assertThat(bound.points())
                        .extracting(Bound.Point::value)
                        .containsExactly("127 characters", "128 characters", "129 characters"));
        assertThat(DESIGN.bounds())
                .extracting(Bound::source)
                .contains(
                        "key.min: 1",
                        "lifetime.default: 24 h",
                        "processing_timeout: 30 s",
                        "retry.attempts: 5",
                        "partial");
    }

    @Test
    void each_bound_says_below_at_and_above_it_which_cases_try_it_or_why_none_does() {
        assertThat(Dialects.SHIPPED)
                .allSatisfy(dialect -> assertThat(designOf(dialect).bounds())
                        .isNotEmpty()
                        .allSatisfy(bound -> assertThat(bound.points())
                                .as(bound.what())
                                .extracting(Bound.Point::place)
                                .contains(Place.BELOW, Place.AT, Place.ABOVE)));
    }

    @Test
    void a_bound_in_time_is_not_tried_at_its_very_moment() {
        assertThat(bound("lifetime.default: 24 h")).satisfies(bound -> {
            assertThat(titles(bound, Place.BELOW))
                    .contains("The outcome of a completed change lives as long as promised");
            assertThat(titles(bound, Place.ABOVE))
                    .contains("A completed change that was replayed is not replayed after its lifetime");
            assertThat(bound.points().get(1).tried().whyNone()).contains("cannot arrive at one instant");
        });
    }

    @Test
    void what_is_left_is_tried_where_the_target_file_says_how_much_it_is() {
        assertThat(titles(bound("partial"), Place.AT)).contains("Another refund for exactly what is left is executed");
        assertThat(DESIGN.cases())
                .filteredOn(one -> one.title().startsWith("Another refund for exactly"))
                .singleElement()
                .satisfies(one -> assertThat(one.why()).contains("partial.left"));
        TestDesign known = design(Targets.FULL.replace("beyond: 700", "left: 600\n      beyond: 601"));
        assertThat(known.bounds())
                .filteredOn(bound -> bound.source().equals("partial"))
                .singleElement()
                .satisfies(bound -> assertThat(bound.points())
                        .extracting(Bound.Point::value)
                        .contains("/amount = 599", "/amount = 600", "/amount = 601"));
    }

    private Bound bound(String source) {
        return DESIGN.bounds().stream()
                .filter(bound -> bound.source().equals(source))
                .findFirst()
                .orElseThrow();
    }

    private List<String> titles(Bound bound, Place place) {
        return bound.points().stream()
                .filter(point -> point.place() == place)
                .flatMap(point -> point.tried().cases().stream())
                .flatMap(id -> DESIGN.cases().stream().filter(one -> one.id().equals(id)))
                .map(TestCase::title)
                .toList();
    }

    @Test
    void a_bound_or_a_class_of_keys_names_only_cases_that_send_such_a_key() {
        assertThat(Dialects.SHIPPED).allSatisfy(dialect -> {
            TestDesign one = designOf(dialect);
            Keys keys = new Keys(Dialects.shipped(dialect));
            assertSent(one, "an empty key", keys.illegal(), String::isEmpty);
            assertSent(one, "a blank key", keys.illegal(), String::isBlank);
            assertSent(
                    one, "each legal character of visible ASCII, and the space", keys.legal(), key -> key.length() > 8);
            Integer max = Dialects.shipped(dialect).key().max();
            assertSent(one, "a key that is too long", keys.illegal(), key -> max != null && key.length() > max);
            assertSent(
                    one,
                    "a key with an illegal character",
                    keys.illegal(),
                    key -> key.length() > 8 && (max == null || key.length() <= max));
            one.bounds().stream()
                    .filter(bound -> bound.what().startsWith("length of a key"))
                    .flatMap(bound -> bound.points().stream())
                    .filter(point -> !point.tried().cases().isEmpty())
                    .forEach(point -> assertThat(Stream.concat(keys.legal().stream(), keys.illegal().stream())
                                    .map(key -> key.isEmpty() ? "an empty key" : key.length() + " character"))
                            .contains(point.value().replaceFirst("s$", "")));
        });
    }

    private static void assertSent(TestDesign design, String of, List<String> keys, Predicate<String> such) {
        if (!titles(design, of).isEmpty()) {
            assertThat(keys).as(of).anyMatch(such);
        }
    }

    @Test
    void each_dialect_can_be_designed_for() {
        assertThat(Dialects.SHIPPED).allSatisfy(dialect -> {
            TestDesign one = designOf(dialect);
            assertThat(one.cases()).isNotEmpty();
            assertThat(tried(one))
                    .allSatisfy(tried -> assertThat(tried.cases().isEmpty() == (tried.whyNone() == null))
                            .isFalse());
        });
    }

    @Test
    void the_bounds_of_an_openapi_document_make_cases() throws IOException {
        Files.writeString(folder.resolve("api.yaml"), """
                openapi: 3.1.0
                info: {title: a, version: "1"}
                paths:
                  /payments:
                    post:
                      requestBody:
                        content:
                          application/json:
                            schema:
                              type: object
                              properties:
                                amount: {type: integer, minimum: 1, exclusiveMaximum: 5000}
                                payer: {type: string, maxLength: 4}
                      responses: {"201": {description: done}}
                """);
        String yaml = Targets.FULL.replace("contract: playbook", "contract: playbook\nopenapi: api.yaml");
        TestDesign bounded = new Designer(file(yaml, folder), STATES).design();

        assertThat(bounded.bounds())
                .filteredOn(bound -> bound.what().endsWith(" of a payment"))
                .extracting(Bound::source)
                .containsExactly("minimum: 1", "exclusiveMaximum: 5000", "maxLength: 4");
        assertThat(bounded.cases())
                .filteredOn(one -> one.title().contains("whose amount is just below its bound"))
                .singleElement()
                .satisfies(one -> {
                    assertThat(one.steps().get(0).data()).contains("\"amount\":0");
                    assertThat(one.steps().get(1).data()).contains("\"amount\":1,");
                    assertThat(one.techniques()).contains(Technique.BOUNDARY_VALUE);
                    assertThat(one.executedBy()).isEqualTo(Executor.PERSON);
                });
        assertThat(bounded.cases())
                .filteredOn(one -> one.title().contains("whose amount is just above its bound"))
                .singleElement()
                .satisfies(one -> assertThat(one.steps().get(0).data()).contains("\"amount\":5000"));
    }

    @Test
    void covered_is_only_what_was_executed_and_held() {
        Map<String, Result> results = new HashMap<>();
        DESIGN.cases().stream()
                .filter(one -> one.clause().startsWith("RPL-") || one.clause().startsWith("KEY-"))
                .forEach(one -> results.put(one.id(), new Result(Verdict.HELD, "", List.of())));
        results.put(find(DESIGN, "RPL-6", "payment").id(), new Result(Verdict.BROKEN, "it was paid", List.of()));
        results.put(find(DESIGN, "CON-10", "payment").id(), new Result(Verdict.INCONCLUSIVE, "too fast", List.of()));
        DesignCoverage coverage = DesignCoverage.of(DESIGN, results, NO_PAIRS);

        DesignCoverage.Group transitions = coverage.group("transitions");
        assertThat(transitions.extent("replay")).isEqualTo(Extent.COVERED);
        assertThat(transitions.extent("failure-replayed")).isEqualTo(Extent.BROKEN);
        assertThat(transitions.extent("takeover")).isEqualTo(Extent.OPEN);
        assertThat(transitions.extent("mismatch-replayed")).isNull();
        assertThat(coverage.group("states").extent("absent")).isEqualTo(Extent.COVERED);
        assertThat(coverage.group("states").extent("completed")).isEqualTo(Extent.COVERED);
        assertThat(coverage.group("states").extent("expired")).isEqualTo(Extent.OPEN);
        assertThat(coverage.group("clauses").extent("RPL-6")).isEqualTo(Extent.BROKEN);
        assertThat(coverage.group("operations").extent("payment")).isEqualTo(Extent.BROKEN);
        assertThat(coverage.group("clauses").items())
                .filteredOn(item -> item.name().equals("CON-10"))
                .singleElement()
                .satisfies(item -> assertThat(item.why()).contains("too fast", "a person executes"));
        assertThat(coverage.groups())
                .allSatisfy(group -> assertThat(group.items())
                        .filteredOn(item -> item.extent() == Extent.OPEN)
                        .allSatisfy(item -> assertThat(item.why()).isNotBlank()));
    }

    @Test
    void a_state_is_covered_by_what_leaves_it_or_is_seen_in_it_and_not_by_the_way_into_it() {
        DesignCoverage into = DesignCoverage.of(DESIGN, held("TTL-1"), NO_PAIRS);
        assertThat(into.group("transitions").extent("completed-expires")).isEqualTo(Extent.COVERED);
        assertThat(into.group("states").extent("expired")).isEqualTo(Extent.OPEN);
        DesignCoverage out = DesignCoverage.of(DESIGN, held("TTL-2"), NO_PAIRS);
        assertThat(out.group("states").extent("expired")).isEqualTo(Extent.COVERED);
    }

    @Test
    void each_state_of_the_contract_is_in_the_coverage() {
        TestDesign silent = design(Targets.FULL.replace(
                "contract: playbook", "contract: {extends: playbook, lifetime: {default: 24h}, expired: null}"));
        assertThat(DesignCoverage.of(silent, Map.of(), NO_PAIRS).group("states").items())
                .extracting(DesignCoverage.Item::name)
                .containsExactlyInAnyOrderElementsOf(STATES.states().keySet());
    }

    private Map<String, Result> held(String clause) {
        return DESIGN.cases().stream()
                .filter(one -> one.clause().equals(clause))
                .collect(Collectors.toMap(TestCase::id, one -> new Result(Verdict.HELD, "", List.of())));
    }

    @Test
    void a_pair_of_transitions_is_covered_by_the_case_whose_paths_have_it() {
        String id = paths();
        PairCover pair = new PairCover("replay", "mismatch-refused", new Tried(List.of(id), null));

        assertThat(DESIGN.transitionPairs()).hasSizeGreaterThan(100).contains(pair);
        assertThat(pairs(id, new Result(Verdict.HELD, "", List.of())).extent(pair.name()))
                .isEqualTo(Extent.COVERED);
        assertThat(DESIGN.transitionPairs())
                .filteredOn(one -> one.name().equals("replay, then crash-after-completion"))
                .isNotEmpty()
                .allSatisfy(one -> assertThat(one.tried().whyNone())
                        .isEqualTo("the target cannot be ended and started (lifecycle)"));
    }

    @Test
    void a_path_that_broke_breaks_its_last_pair_and_says_nothing_of_the_others() {
        String id = paths();
        DesignCoverage.Group pairs = pairs(
                id,
                new Result(
                        Verdict.BROKEN,
                        "it was paid again",
                        List.of("first-request", "success", "replay", "mismatch-refused")));

        assertThat(pairs.extent("replay, then mismatch-refused")).isEqualTo(Extent.BROKEN);
        assertThat(pairs.count(Extent.BROKEN)).isEqualTo(1);
        assertThat(pairs.count(Extent.COVERED)).isZero();
        assertThat(pairs.items())
                .filteredOn(item -> item.name().equals("success, then replay"))
                .singleElement()
                .satisfies(item -> assertThat(item.why()).contains("it was paid again"));
    }

    private String paths() {
        return DESIGN.cases().stream()
                .filter(one -> one.title().startsWith("What happens to the key of a new payment"))
                .findFirst()
                .orElseThrow()
                .id();
    }

    private DesignCoverage.Group pairs(String id, Result result) {
        return DesignCoverage.of(DESIGN, Map.of(id, result), NO_PAIRS).group("pairs of transitions");
    }

    @Test
    void a_run_that_saw_nothing_covers_nothing() {
        assertThat(DesignCoverage.of(DESIGN, Map.of(), NO_PAIRS).groups())
                .allSatisfy(group -> assertThat(group.count(Extent.OPEN))
                        .isEqualTo(group.items().size()));
    }

    @Test
    void the_scenarios_that_a_transition_or_a_class_names_are_there() {
        Set<List<String>> titles = new HashSet<>();
        for (String dialect : List.of("playbook", "charges", "platform", "stripe-v1", "zalando-230")) {
            new ContractRun(
                            file(Targets.FULL.replace("contract: playbook", "contract: " + dialect), Path.of("")),
                            Choice.of(Coverage.clauses()),
                            Path.of(""))
                    .foreseen()
                    .forEach(one -> titles.add(
                            List.of(one.scenario().clause(), one.scenario().name())));
        }
        assertThat(Stream.concat(
                                STATES.transitions().stream().map(Transition::judgedBy),
                                EquivalenceClass.shipped().stream().map(EquivalenceClass::triedBy))
                        .flatMap(List::stream))
                .isNotEmpty()
                .allSatisfy(judged -> assertThat(titles).anyMatch(title -> judged.means(title.get(0), title.get(1))));
    }

    @Test
    void the_clauses_of_the_manual_cases_are_there() {
        Catalogue catalogue = Catalogue.shipped();
        assertThat(ManualCase.shipped())
                .isNotEmpty()
                .allSatisfy(one -> assertThat(catalogue.find(one.clause())).isPresent());
    }

    @Test
    void a_class_of_keys_or_payloads_is_tried_or_says_why_not() {
        assertThat(EquivalenceClass.shipped())
                .isNotEmpty()
                .allSatisfy(one -> assertThat(one.triedBy().isEmpty()).isEqualTo(one.notTried() != null));
    }

    @Test
    void a_class_is_tried_by_the_scenarios_that_have_a_member_of_it_alone() {
        assertThat(titles(DESIGN, "an invalid payload"))
                .isNotEmpty()
                .allSatisfy(title -> assertThat(title).contains("will be invalid"));
        assertThat(titles(DESIGN, "more than what is left"))
                .isNotEmpty()
                .noneSatisfy(title -> assertThat(title).contains("Another key"));
        assertThat(titles(DESIGN, "a key that is too long")).isNotEmpty();

        TestDesign silent = design(Targets.FULL.replace(
                "contract: playbook", "contract: {name: silent, key: {in: header, name: Idempotency-Key}}"));
        assertThat(silent.classes())
                .filteredOn(one -> one.is().equals("a key that is too long"))
                .singleElement()
                .satisfies(one -> assertThat(one.tried().whyNone())
                        .isEqualTo("key.max: the contract does not say how long a key may be."));
        assertThat(titles(silent, "an empty key")).isNotEmpty();
    }

    private static List<String> titles(TestDesign design, String of) {
        List<String> cases = design.classes().stream()
                .filter(one -> one.is().equals(of))
                .flatMap(one -> one.tried().cases().stream())
                .toList();
        return design.cases().stream()
                .filter(one -> cases.contains(one.id()))
                .map(TestCase::title)
                .toList();
    }

    @Test
    void how_often_published_servers_break_a_clause_is_the_table_of_the_docs() throws IOException {
        Pattern row = Pattern.compile("\\| ([A-Z]+-\\d+) \\|(.*)\\|");
        Map<String, PublishedBreaks.Count> table = new HashMap<>();
        for (String line : Files.readAllLines(Path.of("../../docs/published-servers.md"))) {
            Matcher cells = row.matcher(line);
            if (cells.matches()) {
                long asked = cells.group(2)
                        .chars()
                        .filter(sign -> "✓✗?·".indexOf(sign) >= 0)
                        .count();
                long broken = cells.group(2).chars().filter(sign -> sign == '✗').count();
                table.put(cells.group(1), new PublishedBreaks.Count(cells.group(1), (int) asked, (int) broken));
            }
        }
        PublishedBreaks shipped = PublishedBreaks.shipped();
        assertThat(shipped.of("KEY-6"))
                .hasValueSatisfying(count -> assertThat(count.isOften())
                        .as("two break it, and nine cannot show it")
                        .isFalse());
        assertThat(Catalogue.shipped().all())
                .extracting(Clause::id)
                .allSatisfy(id -> assertThat(shipped.of(id).orElse(null))
                        .as("the row of %s in features/contract/published-breaks.csv", id)
                        .isEqualTo(table.get(id)));
    }
}
