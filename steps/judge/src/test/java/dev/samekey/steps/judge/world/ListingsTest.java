package dev.samekey.steps.judge.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A shop whose orders have items, which are cancelled; nothing in it can be asked for by a reference. */
class ListingsTest {
    private static final String FILE = """
            name: Acme shop
            urls: ["http://127.0.0.1:%d"]
            writes: allowed
            contract: playbook
            operations:
              order: {role: setup, request: {method: POST, path: /orders, body: {}}, id: /id}
              item: {role: setup, after: order, request: {method: POST, path: "/orders/${order.id}/items", body: {}}, id: /id}
              cancel:
                role: reverse
                after: item
                request: {method: POST, path: "/orders/${order.id}/items/${item.id}/cancel", body: {note: "${unique}"}}
                effects: {%s}
            """;

    private static final String BALANCE = "ledger: {path: /cancellations, at: /balance, difference: true}";

    /** What each success books; 0 where that is not known. */
    private long usual;

    private final Controls controls = new Controls() {
        @Override
        public void require(Operation operation, Journal asking) {}

        @Override
        public Map<String, Long> booked(Operation operation) {
            return usual == 0 ? Map.of() : Map.of("growth of GET /cancellations at /balance", usual);
        }
    };

    private final List<String> paths = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private TargetFile file = Targets.file(Targets.BARE);
    private Journal journal = new Journal(file.secrets());
    private Calls calls = Lacking.calls(file, new Wire(Duration.ofSeconds(1)), journal);

    ListingsTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    }

    @BeforeEach
    void start() {
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void a_listing_may_name_any_earlier_result() {
        assertThat(counted("list: {path: \"/orders/${order.id}/cancellations\", count: /items}"))
                .containsExactly(Map.entry("GET /orders/${order.id}/cancellations", 1L));
    }

    @Test
    void only_the_items_with_the_right_values_count() {
        String list = "list: {path: /cancellations, count: /items, where: {/item: \"${item.id}\"%s}}";
        send(prepared(list.formatted("")));
        Call call = sent(list.formatted(""));
        Call other = sent(list.formatted(", /state: open"));

        assertThat(effects().count(call, List.of())).containsValue(1L);
        assertThat(effects().count(other, List.of())).containsValue(0L);
    }

    @Test
    void a_number_that_others_change_counts_by_its_difference() {
        send(prepared("list: {path: /cancellations, count: /items}"));
        String total = "list: {path: /cancellations, count: /total%s}";

        assertThat(counted(total.formatted(""))).containsValue(2L);
        assertThat(counted(total.formatted(", difference: true"))).containsValue(1L);
        assertThat(file.target().atOnce()).isEqualTo(1);
    }

    @Test
    void the_difference_of_two_requests_is_that_of_neither() {
        Call first = sent("list: {path: /cancellations, count: /total, difference: true}");
        send(calls.prepare(first.operation()));
        Judgement unknown =
                catchThrowableOfType(Judgement.class, () -> effects().count(first, List.of()));

        assertThat(unknown.verdict()).isEqualTo(Verdict.NOT_CHECKED);
        assertThat(unknown.reason()).contains("the difference at «/cancellations» is that of 2 operations");
    }

    @Test
    void what_two_callers_see_in_one_listing_counts_once() {
        Call call = sent("list: {path: /cancellations, count: /items, where: {/item: \"${item.id}\"}}");

        assertThat(effects().count(call, List.of(call, ofAnother(call)))).containsValue(1L);
    }

    @Test
    void what_another_caller_did_under_another_parent_counts_too() {
        Call call = sent("list: {path: \"/orders/${order.id}/cancellations\", count: /items}");
        Call theirs = send(calls.prepare(call.operation(), "bob", call.unique()));

        assertThat(effects().count(call, List.of(call, theirs))).containsValue(2L);
    }

    @Test
    void a_number_does_not_say_whether_two_callers_see_the_same() {
        Call call = sent("list: {path: /cancellations, count: /total}");
        Judgement unknown =
                catchThrowableOfType(Judgement.class, () -> effects().count(call, List.of(call, ofAnother(call))));

        assertThat(unknown.verdict()).isEqualTo(Verdict.NOT_CHECKED);
        assertThat(unknown.reason()).contains("«/cancellations» shows something to each of several callers");
    }

    private static Call ofAnother(Call call) {
        return new Call(call.operation(), new Caller("bob", null), "u-other", null, call.request(), call.values());
    }

    @Test
    void each_of_several_listings_counts() {
        assertThat(counted("list: [{path: /cancellations, count: /items}, {path: /cancellations, count: /total},"
                        + " {path: \"/orders/${order.id}/cancellations\", count: /items}]"))
                .containsOnlyKeys(
                        "GET /cancellations", "GET /cancellations at /total", "GET /orders/${order.id}/cancellations")
                .allSatisfy((name, count) -> assertThat(count).isEqualTo(1));
    }

    @Test
    void a_ledger_may_be_a_number_of_the_api() {
        send(prepared("ledger: {path: /cancellations, at: /total}"));
        Call call = sent("ledger: [{path: /cancellations, at: /balance},"
                + " {path: /cancellations, at: /balance, difference: true}]");
        List<Long> booked = new ArrayList<>();
        effects().booked(call, (ledger, sum) -> true).forEach((ledger, sum) -> booked.add(sum));

        assertThat(booked).containsExactly(-10L, -5L);
    }

    @Test
    void several_calls_that_have_changed_one_ledger_are_booked_together() {
        Call one = sent(BALANCE);
        Call other = again(one);

        assertThat(effects().booked(List.of(one, other), (ledger, call) -> -5))
                .singleElement()
                .satisfies(booked -> {
                    assertThat(booked.calls()).containsExactly(one, other);
                    assertThat(booked.sum()).isEqualTo(-10);
                });
        assertThatThrownBy(() -> effects().booked(List.of(one), (ledger, call) -> -5))
                .isInstanceOfSatisfying(
                        Judgement.class, judged -> assertThat(judged.verdict()).isEqualTo(Verdict.NOT_CHECKED));
    }

    @Test
    void what_comes_after_a_call_has_settled_is_seen_though_others_have_changed_the_same() {
        Call call = sent(BALANCE + ", list: {path: /cancellations, count: /total, difference: true}");
        again(call);
        Effects effects = effects();
        effects.settle(call);

        assertThatNoException().isThrownBy(() -> effects.check("effects", call, List.of(), 1));
        send(call);
        assertThatThrownBy(() -> effects.check("effects", call, List.of(), 1)).hasMessage("effects: expected 1, got 2");
    }

    @Test
    void a_ledger_that_moves_after_a_call_has_settled_is_seen() {
        Call call = sent(BALANCE + ", list: {path: /once, count: /items}");
        Effects effects = effects();
        effects.settle(call);
        send(call);

        assertThatThrownBy(() -> effects.check("effects", call, List.of(), 1))
                .hasMessage("ledger entry of a cancel after its repetition: expected 0, got -5");
    }

    @Test
    void one_effect_is_booked_as_a_control_request_was() {
        usual = -5;
        Call call = sent(BALANCE + ", list: {path: /once, count: /items}");

        assertThatNoException().isThrownBy(() -> effects().check("effects", call, List.of(), 1));
        usual = -4;
        assertThatThrownBy(() -> effects().check("effects", call, List.of(), 1))
                .hasMessage("what is booked for the effects: expected -4, got -5");
    }

    @Test
    void a_ledger_alone_counts_where_it_is_known_what_one_effect_books() {
        usual = -5;
        Call call = sent(BALANCE);
        send(call);

        assertThatThrownBy(() -> effects().check("effects", call, List.of(), 1))
                .hasMessage("what is booked for the effects: expected -5, got -10");
        assertThatNoException().isThrownBy(() -> effects().check("effects", call, List.of(), 2));
        assertThatThrownBy(() -> effects().check("effects", call, List.of(), 0))
                .hasMessage("what is booked for the effects: expected 0, got -10");
    }

    @Test
    void what_another_payload_books_is_not_known() {
        usual = -4;
        Call call = sent(BALANCE + ", list: {path: /once, count: /items}");
        Call other = call.with(call.request().withBody("{\"note\": \"other\"}"));

        assertThatNoException().isThrownBy(() -> effects().check("effects", other, List.of(), 1));
    }

    @Test
    void which_of_two_payloads_had_the_effect_is_not_known() {
        usual = -4;
        Call call = sent(BALANCE + ", list: {path: /once, count: /items}");
        Request other = call.request().withBody("{\"note\": \"" + call.unique() + "\", \"amount\": 2}");
        journal.note(
                "another payload",
                new Wire(Duration.ofSeconds(30))
                        .send(other, file.target().urls().get(0)));

        assertThatNoException().isThrownBy(() -> effects().check("effects", call, List.of(), 1));
    }

    @Test
    void a_ledger_that_others_have_changed_too_is_not_compared() {
        usual = -5;
        Call call = sent(BALANCE + ", list: {path: /once, count: /items}");
        again(call);

        assertThatNoException().isThrownBy(() -> effects().check("effects", call, List.of(), 1));
    }

    private Map<String, Long> counted(String list) {
        Call call = sent(list);
        return effects().count(call, List.of());
    }

    private Effects effects() {
        return new Effects(Lacking.everything(file), calls, journal, new Checks());
    }

    private Call sent(String list) {
        return send(prepared(list));
    }

    /** Another one on the same parent. */
    private Call again(Call call) {
        return send(calls.again(call));
    }

    private Call send(Call call) {
        var unused = new Wire(Duration.ofSeconds(30))
                .send(call.request(), file.target().urls().get(0));
        return call;
    }

    private Call prepared(String list) {
        file = Targets.file(FILE.formatted(server.getAddress().getPort(), list));
        journal = new Journal(file.secrets());
        calls = Lacking.calls(file, new Wire(Duration.ofSeconds(30)), journal, controls);
        return calls.prepare(
                file.target().operations().values().stream().skip(2).findFirst().orElseThrow());
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        exchange.getRequestBody().readAllBytes();
        String answer;
        if (exchange.getRequestMethod().equals("POST")) {
            paths.add(path);
            answer = "{\"id\": \"" + paths.size() + "\"}";
        } else if (path.equals("/once")) {
            answer = "{\"items\": [1]}";
        } else {
            String order = path.substring(0, path.length() - "/cancellations".length());
            List<String> cancelled = paths.stream()
                    .filter(one -> one.startsWith(order + "/") && one.endsWith("/cancel"))
                    .map(one -> one.split("/", -1)[4])
                    .toList();
            answer = "{\"total\": " + cancelled.size() + ", \"balance\": \"-" + 5 * cancelled.size()
                    + ".00\", \"items\": "
                    + cancelled.stream()
                            .map(item -> "{\"item\": " + item + ", \"state\": \"done\"}")
                            .collect(Collectors.joining(", ", "[", "]"))
                    + "}";
        }
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
