package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.ConditionedRun;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Isolation;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnderConditionsTest {
    private static final String CREATED = answer("{\"id\":\"1\"}");
    private static final String OTHER = answer("{\"id\":\"2\"}");
    private static final String REFUSED = "HTTP/1.1 400 Bad Request\r\nContent-Length: 8\r\n\r\ntoo long";
    private static final int LONG = 128;
    private static final String NAMED = "application/json; charset=utf-8";
    /** Five kinds of keys, two codings and two types, but for those that are usual. */
    private static final int TRIPLES = 19;

    private static final String NO_PAUSE = "{pause: second}";

    private final Path out;
    private final Map<String, Integer> seen = new ConcurrentHashMap<>();

    UnderConditionsTest(@TempDir Path out) {
        this.out = out;
    }

    @Test
    void the_smallest_combination_that_breaks_a_clause_is_named() throws IOException {
        ScenarioResult result = judged(2, request -> key(request).length() == LONG && acceptsGzip(request));

        assertThat(result.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(result.sentence())
                .startsWith("Body of")
                .endsWith(", when the key has 128 characters and the client accepts gzip");
        assertThat(conditions(result)).isEqualTo("key: long, coding: gzip");
        assertThat(result.combinations())
                .filteredOn(run -> run.verdict() == Verdict.BROKEN)
                .isNotEmpty()
                .allSatisfy(run -> assertThat(run.conditions())
                        .containsEntry("key", "long")
                        .containsEntry("coding", "gzip"));
    }

    @Test
    void one_condition_alone_is_named_alone() throws IOException {
        assertThat(conditions(judged(2, UnderConditionsTest::acceptsGzip))).isEqualTo("coding: gzip");
    }

    @Test
    void what_breaks_as_usual_is_broken_as_ever() throws IOException {
        ScenarioResult result = judged(2, request -> true);

        assertThat(result.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(result.sentence()).doesNotContain(", when ");
    }

    @Test
    void what_others_disturb_is_not_judged_under_conditions() throws IOException {
        AtomicInteger notes = new AtomicInteger();
        String memo = "  memo: {role: create, request: {method: POST, path: /memos, body: {text: \"${unique}\"}}}\n";
        ScenarioResult note = answered(2, Targets.BARE + memo, "", request -> {
            TimeUnit.MILLISECONDS.sleep(60);
            if (seen.merge(key(request), 1, Integer::sum) == 1 || request.line().contains("/memos")) {
                return CREATED;
            }
            // It is broken beside the memo, holds alone three times, and then is broken whatever it meets.
            int replay = notes.incrementAndGet();
            return replay == 1 || replay > 4 ? OTHER : CREATED;
        });

        assertThat(note.operation()).isEqualTo("note");
        assertThat(note.isolation()).isEqualTo(Isolation.DISTURBED);
        assertThat(note.verdict()).isEqualTo(Verdict.HELD);
        assertThat(note.combinations()).isEmpty();
    }

    @Test
    void with_the_strength_of_one_nothing_is_sent_but_what_is_usual() throws IOException {
        ScenarioResult result = judged(1, request -> key(request).length() == LONG);

        assertThat(result.verdict()).isEqualTo(Verdict.HELD);
        assertThat(result.facts()).isEmpty();
        assertThat(result.combinations()).isEmpty();
    }

    @Test
    void what_holds_says_under_how_many_combinations() throws IOException {
        ScenarioResult result = judged(2, request -> false);

        assertThat(conditions(result)).matches("held under (\\d+) of \\1 combinations");
        assertThat(result.combinations()).isNotEmpty().allSatisfy(run -> {
            assertThat(run.verdict()).isEqualTo(Verdict.HELD);
            assertThat(run.conditions()).containsKeys("key", "coding", "pause", "between");
        });
    }

    @Test
    void the_factors_of_the_target_file_are_tried_and_what_it_excludes_is_not() throws IOException {
        String own = """
                conditions: {version: {v1: {headers: {Version: "1"}}, v2: {headers: {Version: "2"}}}}
                not_together: [{coding: gzip}, {pause: second}]
                """;
        ScenarioResult result = judged(
                2,
                own,
                request ->
                        request.header("Version").contains("2") && key(request).length() == LONG);

        assertThat(conditions(result)).isEqualTo("key: long, version: v2");
        assertThat(result.sentence()).endsWith("the key has 128 characters and version is v2");
        assertThat(conditions(judged(2, own, UnderConditionsTest::acceptsGzip))).startsWith("held under");
    }

    @Test
    void of_the_factors_that_the_target_file_names_more_values_meet() throws IOException {
        Predicate<RawServer.Received> three = request -> key(request).length() == LONG
                && acceptsGzip(request)
                && request.header("Content-Type").contains(NAMED);
        String stronger = "stronger: [{factors: [key, coding, charset], strength: 3}]\n";

        List<Map<String, String>> usual = runs(judged(2, request -> false));
        List<Map<String, String>> more =
                runs(judged(2, "not_together: [" + NO_PAUSE + "]\n" + stronger, request -> false));

        assertThat(triples(usual)).hasSizeLessThan(TRIPLES);
        assertThat(triples(more)).hasSize(TRIPLES);
        assertThat(conditions(judged(2, "not_together: [" + NO_PAUSE + "]\n" + stronger, three)))
                .isEqualTo("key: long, coding: gzip, charset: named");
    }

    private static List<Map<String, String>> runs(ScenarioResult result) {
        return Objects.requireNonNull(result.combinations()).stream()
                .map(ConditionedRun::conditions)
                .toList();
    }

    /** Without what is usual in all, which may have no row. */
    private static Set<String> triples(List<Map<String, String>> runs) {
        return runs.stream()
                .map(run -> run.get("key") + " " + run.get("coding") + " " + run.get("charset"))
                .filter(triple -> !triple.equals("usual none unnamed"))
                .collect(Collectors.toSet());
    }

    @Test
    void a_large_payload_is_as_large_as_its_sentence_says() throws IOException {
        ScenarioResult result = judged(2, request -> isLarge(request) && acceptsGzip(request));

        assertThat(conditions(result)).isEqualTo("payload: large, coding: gzip");
        assertThat(result.sentence()).contains("the payload has 65536 bytes");
    }

    private static boolean isLarge(RawServer.Received request) {
        return request.body().length() == 65_536;
    }

    @Test
    void a_payload_that_the_target_refuses_in_its_own_right_is_left_out_with_the_reason() throws IOException {
        ScenarioResult result = refused(
                "not_together: [" + NO_PAUSE + "]\n", request -> request.body().contains("-".repeat(100)));

        assertThat(result.verdict()).isEqualTo(Verdict.HELD);
        assertThat(conditions(result))
                .matches("held under (\\d+) of \\1 combinations; payload: long is left out for note, because the target"
                        + " does not serve a note with it, though nothing is repeated: 400 .*");
        assertThat(result.combinations())
                .filteredOn(run -> "long".equals(run.conditions().get("payload")))
                .singleElement()
                .extracting(ConditionedRun::verdict)
                .isEqualTo(Verdict.NOT_CHECKED);
    }

    @Test
    void a_payload_that_no_list_finds_is_left_out_with_the_reason() throws IOException {
        Set<String> texts = ConcurrentHashMap.newKeySet();
        ScenarioResult result = answered(
                2,
                Targets.BARE + "    effects: {list: {path: \"/notes?text=${unique}\", count: /items}}\n",
                "not_together: [" + NO_PAUSE + "]\n",
                request -> listedUnlessLong(request, texts));

        assertThat(result.verdict()).as(result.reason()).isEqualTo(Verdict.HELD);
        assertThat(conditions(result))
                .contains("payload: long is left out for note, because the target does not serve a note with it,"
                        + " though nothing is repeated: it succeeds, and its effect is not counted");
    }

    private static String listedUnlessLong(RawServer.Received request, Set<String> texts) {
        if (!request.line().startsWith("GET")) {
            texts.add(request.body());
            return CREATED;
        }
        String asked = request.line().split("text=| HTTP", -1)[1];
        boolean isListed = asked.length() < 100 && texts.stream().anyMatch(text -> text.contains(asked));
        return answer(isListed ? "{\"items\":[1]}" : "{\"items\":[]}").replace("201 Created", "200 OK");
    }

    @Test
    void a_strength_without_enough_factors_and_exclusions_that_leave_nothing_are_refused() {
        TargetFile file = Targets.file(Targets.FULL);
        String nothing =
                "not_together: [{payload: usual}, {payload: unicode}, {payload: long}, {payload: large}, {payload: turned}]\n";

        assertThatExceptionOfType(CannotRun.class)
                .isThrownBy(() -> run(file).ofStrength(50))
                .withMessageContaining("--strength 50 asks for combinations of 50 factors")
                .withMessageContaining("scenario, principal");
        assertThatExceptionOfType(CannotRun.class)
                .isThrownBy(() -> run(Targets.file(Targets.BARE + nothing)).ofStrength(2))
                .withMessageContaining("no combination of conditions is left")
                .withMessageContaining("not_together");
    }

    @Test
    void the_plan_says_what_the_combinations_cost_and_what_is_left_out() {
        Plan usual = run(Targets.file(Targets.FULL)).plan();
        Plan plan = run(Targets.file(Targets.FULL)).ofStrength(2).plan();

        assertThat(usual.combinations().runs()).isZero();
        assertThat(plan.scenarios()).isEqualTo(usual.scenarios());
        assertThat(plan.combinations().runs()).isGreaterThan(20);
        assertThat(plan.requests() - usual.requests())
                .isEqualTo(plan.combinations().requests());
        assertThat(plan.combinations().left())
                .contains("replica: other is left out, because the target file names one of «urls»");
    }

    private ContractRun run(TargetFile file) {
        return new ContractRun(file, Choice.of(Set.of("RPL-2")), out);
    }

    private ScenarioResult judged(int strength, Predicate<RawServer.Received> breaks) throws IOException {
        return judged(strength, "not_together: [" + NO_PAUSE + "]\n", breaks);
    }

    /** What became of a payment at a server that answers a repeat otherwise where it is such a request. */
    private ScenarioResult judged(int strength, String more, Predicate<RawServer.Received> breaks) throws IOException {
        return answered(strength, more, request -> {
            int number = isWhole(request) ? seen.merge(key(request), 1, Integer::sum) : 0;
            return number > 1 && breaks.test(request) ? OTHER : CREATED;
        });
    }

    /** The same at a server that refuses such requests. */
    private ScenarioResult refused(String more, Predicate<RawServer.Received> refuses) throws IOException {
        return answered(2, more, request -> refuses.test(request) ? REFUSED : CREATED);
    }

    private ScenarioResult answered(int strength, String more, Answers answer) throws IOException {
        return answered(strength, Targets.BARE, more, answer);
    }

    private ScenarioResult answered(int strength, String bare, String more, Answers answer) throws IOException {
        try (RawServer server = RawServer.doing((request, connection) -> send(connection, answer.to(request)))) {
            String target = bare.replace("http://127.0.0.1:1", server.uri().toString());
            return new ContractRun(
                            Targets.file(target + "writes: allowed\nlimits: {late: 0}\n" + more),
                            Choice.of(Set.of("RPL-2")),
                            out)
                    .ofStrength(strength)
                    .run(unused -> {})
                    .scenarios()
                    .get(0);
        }
    }

    /** What a server answers. */
    private interface Answers {
        String to(RawServer.Received request) throws InterruptedException;
    }

    /** What broke off has no effect. */
    private static boolean isWhole(RawServer.Received request) {
        return request.header("Content-Length")
                .equals(List.of(String.valueOf(request.body().getBytes(StandardCharsets.UTF_8).length)));
    }

    private static String key(RawServer.Received request) {
        return String.join("", request.header("Idempotency-Key"));
    }

    private static boolean acceptsGzip(RawServer.Received request) {
        return request.header("Accept-Encoding").contains("gzip");
    }

    private static void send(Socket connection, String answer) throws IOException {
        connection.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
        connection.getOutputStream().flush();
    }

    private static String answer(String body) {
        return "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n"
                + body;
    }

    private static String conditions(ScenarioResult result) {
        return result.facts().stream()
                .filter(fact -> fact.name().equals(UnderConditions.CONDITIONS))
                .map(Fact::value)
                .findFirst()
                .orElse("");
    }
}
