package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.model.states.KeyPath;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several keys about one thing (STO-8), sent to a small server that keeps the contract but for one thing. */
class SharedThingTest {
    private static final String TARGET = """
            name: Acme orders
            urls: ["%s"]
            writes: allowed
            contract: playbook
            limits: {late: 0}
            operations:
              order:
                role: create
                request: {method: POST, path: /orders, body: {text: "${unique}"}}
                success: 201
                id: /id
                effects: {list: {path: "/done?text=${unique}", count: /items}}
              cancellation:
                role: reverse
                after: order
                request: {method: POST, path: "/orders/${order.id}/cancellations", body: {text: "${unique}", kind: usual}}
                success: 201
                id: /id
                intent: {/kind: other}
                partial: {fits: 9}
                sandbox: {declined: {/kind: declined}}
                effects: {list: {path: "/done?text=${unique}", count: /items}}
              change:
                role: update
                after: order
                request: {method: PUT, path: "/orders/${order.id}", body: {text: "${unique}"}}
                success: 200
                id: /id
                effects: {list: {path: "/done?of=${order.id}", count: /items, difference: true}}
            """;

    private final Path out;

    SharedThingTest(@TempDir Path out) {
        this.out = out;
    }

    @Test
    void a_server_that_keeps_the_contract_holds_in_every_history() throws IOException {
        ScenarioResult result = judged(Wrong.NOTHING);

        assertThat(result.verdict()).as(result.reason()).isEqualTo(Verdict.HELD);
    }

    @Test
    void what_another_key_makes_the_server_forget_is_shown_by_the_shortest_history() throws IOException {
        ScenarioResult result = judged(Wrong.CANCELLATION_IS_FORGOTTEN_AFTER_A_CHANGE);

        assertThat(result.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(fact(result, "history"))
                .isEqualTo("1: an order; 2: a cancellation on the result of 1;"
                        + " 3: a change on the result of 1; 2 again");
        assertThat(fact(result, KeyPath.ALONE)).isEmpty();
    }

    @Test
    void a_declined_request_is_part_of_a_history() throws IOException {
        ScenarioResult result = judged(Wrong.ALL_IS_FORGOTTEN_WHEN_A_CANCELLATION_IS_DECLINED);

        assertThat(result.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(fact(result, "history")).contains("a cancellation on the result of 1 that is declined");
    }

    /** An order takes one request more, if it is one that is declined; in nearly all long histories another comes before. */
    @Test
    void what_an_api_refuses_in_a_long_history_is_sent_in_a_short_one() throws IOException {
        ScenarioResult result = judged(Wrong.DECLINED_LAST_CANCELLATION_FORGETS_THE_ONE_BEFORE);

        assertThat(result.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(fact(result, "history"))
                .isEqualTo("1: an order; 2: a cancellation on the result of 1;"
                        + " 3: a cancellation on the result of 1 that is declined; 2 again");
    }

    @Test
    void an_effect_behind_the_same_response_is_seen() throws IOException {
        ScenarioResult result = judged(Wrong.CHANGE_IS_MADE_AGAIN_AFTER_ANOTHER_CHANGE);

        assertThat(result.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(result.reason()).startsWith("effects of request");
    }

    @Test
    void what_breaks_without_another_key_names_the_clauses_that_judge_it_alone() throws IOException {
        ScenarioResult result = judged(Wrong.CANCELLATION_IS_NEVER_KEPT);

        assertThat(result.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(fact(result, "history")).isEqualTo("1: an order; 2: a cancellation on the result of 1; 2 again");
        assertThat(fact(result, KeyPath.ALONE)).startsWith("RPL-4, ").endsWith("REV-2");
        assertThat(fact(result, KeyPath.OPERATION)).isEqualTo("cancellation");
    }

    private ScenarioResult judged(Wrong wrong) throws IOException {
        Orders orders = new Orders(wrong);
        try (RawServer server = RawServer.doing(orders::meet)) {
            return new ContractRun(Targets.file(TARGET.formatted(server.uri())), Choice.of(Set.of("STO-8")), out)
                    .run(unused -> {}).scenarios().stream()
                            .filter(scenario -> scenario.name().contains("whatever is done"))
                            .findFirst()
                            .orElseThrow();
        }
    }

    private static String fact(ScenarioResult result, String name) {
        return result.facts().stream()
                .filter(fact -> fact.name().equals(name))
                .map(Fact::value)
                .findFirst()
                .orElse("");
    }

    /** What the server does otherwise than it should. */
    private enum Wrong {
        NOTHING,
        CANCELLATION_IS_FORGOTTEN_AFTER_A_CHANGE,
        ALL_IS_FORGOTTEN_WHEN_A_CANCELLATION_IS_DECLINED,
        DECLINED_LAST_CANCELLATION_FORGETS_THE_ONE_BEFORE,
        CHANGE_IS_MADE_AGAIN_AFTER_ANOTHER_CHANGE,
        CANCELLATION_IS_NEVER_KEPT
    }

    /** Orders that are made, changed and cancelled once for each key. */
    private static final class Orders {
        private final Wrong wrong;
        private final Map<String, Kept> kept = new HashMap<>();
        private final List<Done> done = new ArrayList<>();
        /** How many requests came about each order. */
        private final Map<String, Integer> asked = new HashMap<>();

        private int ids;

        Orders(Wrong wrong) {
            this.wrong = wrong;
        }

        private record Kept(String path, String body, String answer) {
            boolean isCancellation() {
                return path.endsWith("/cancellations");
            }

            boolean isChange() {
                return path.matches("/orders/\\d+");
            }

            String order() {
                return path.replaceAll("\\D", "");
            }
        }

        private record Done(String order, String body) {}

        synchronized void meet(RawServer.Received request, Socket connection) throws IOException {
            String path = request.line().replaceAll("^\\S+ | .*$", "");
            String answer = path.startsWith("/done")
                    ? listed(path)
                    : answer(String.join("", request.header("Idempotency-Key")), path, request.body());
            connection.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
            connection.getOutputStream().flush();
        }

        private String listed(String path) {
            String value = path.replaceAll(".*=", "");
            long count = done.stream()
                    .filter(one -> path.contains("?of=")
                            ? one.order().equals(value)
                            : one.body().contains(value))
                    .count();
            return http(
                    200,
                    "application/json",
                    "{\"items\":[" + "{},".repeat((int) count).replaceAll(",$", "") + "]}");
        }

        private String answer(String key, String path, String body) {
            Kept known = kept.get(key);
            if (known == null) {
                return executed(key, path, body);
            }
            if (!known.body().equals(body)) {
                return refusal(409, "CONFLICT.idempotency.payload_mismatch");
            }
            boolean isChangedSince = kept.values().stream()
                    .anyMatch(one -> one.isChange() && one.order().equals(known.order()) && !one.equals(known));
            if (wrong == Wrong.CHANGE_IS_MADE_AGAIN_AFTER_ANOTHER_CHANGE && known.isChange() && isChangedSince) {
                done.add(new Done(known.order(), body));
            }
            return known.answer();
        }

        private String executed(String key, String path, String body) {
            String id = String.valueOf(++ids);
            Kept now = new Kept(path, body, "");
            boolean isDeclined = body.contains("declined");
            if (wrong == Wrong.ALL_IS_FORGOTTEN_WHEN_A_CANCELLATION_IS_DECLINED && isDeclined) {
                kept.values().removeIf(one -> one.order().equals(now.order()) && one.isChange());
            }
            if (wrong == Wrong.DECLINED_LAST_CANCELLATION_FORGETS_THE_ONE_BEFORE && !path.equals("/orders")) {
                int before = asked.merge(now.order(), 1, Integer::sum);
                if (before > 1 && !(before == 2 && isDeclined)) {
                    return refusal(409, "CONFLICT.order.closed");
                }
                kept.values().removeIf(one -> isDeclined && one.order().equals(now.order()) && one.isCancellation());
            }
            if (wrong == Wrong.CANCELLATION_IS_FORGOTTEN_AFTER_A_CHANGE && now.isChange()) {
                kept.values().removeIf(one -> one.order().equals(now.order()) && one.isCancellation());
            }
            if (!isDeclined) {
                done.add(new Done(now.order(), body));
            }
            String answer = isDeclined
                    ? refusal(422, "VALIDATION.insufficient_funds")
                    : http(
                            now.isChange() ? 200 : 201,
                            "application/json",
                            "{\"id\":\"%s\",\"at\":%d}".formatted(now.isChange() ? now.order() : id, done.size()));
            if (wrong != Wrong.CANCELLATION_IS_NEVER_KEPT || !now.isCancellation()) {
                kept.put(key, new Kept(path, body, answer));
            }
            return answer;
        }

        private static String refusal(int status, String code) {
            return http(status, "application/problem+json", "{\"status\":%d,\"code\":\"%s\"}".formatted(status, code));
        }

        private static String http(int status, String type, String body) {
            return "HTTP/1.1 %d x\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
                    .formatted(status, type, body.length(), body);
        }
    }
}
