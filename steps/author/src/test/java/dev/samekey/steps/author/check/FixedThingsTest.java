package dev.samekey.steps.author.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.samekey.steps.judge.run.Choice;
import dev.samekey.steps.judge.run.ContractRun;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.ScenarioResult;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIM cards cannot be made, only looked up. Each topup of one is an item in its ledger, beside those of all others. */
class FixedThingsTest {
    private static final Set<String> CLAUSES = Set.of("RPL-1", "RPL-4", "KEY-5", "KEY-7", "CON-1", "MIS-1");
    private static final String BY_REFERENCE = "{path: \"/topups?reference=${unique}\", count: /items}";
    private static final String BY_LEDGER = "{path: \"/sims/${sim.id}/ledger\", count: /items, difference: true}";
    private static final String BY_PLAN =
            "{path: \"/plans/${plan.id}/sims/${sim.id}/ledger\", count: /items, difference: true}";

    private final Map<String, Topup> kept = new HashMap<>();
    private final List<Topup> done = new ArrayList<>();
    private final HttpServer server;

    @TempDir
    private Path out = Path.of("");

    private String effects = BY_LEDGER;
    private int sims = 1;
    private int given;
    /** Whether a duplicate is booked too. */
    private boolean isBookedAgain;

    FixedThingsTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
    }

    private record Topup(String sim, String body, String answer) {}

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
    void what_is_counted_in_the_ledger_of_one_sim_holds_as_what_is_counted_alone() {
        assertHeldAsCountedAlone(BY_LEDGER);
    }

    @Test
    void a_sim_that_comes_after_a_plan_that_is_always_the_same_is_shared_too() {
        assertHeldAsCountedAlone(BY_PLAN);
    }

    @Test
    void what_several_scenarios_may_have_got_is_told_apart_before_it_is_judged() {
        sims = 3;

        assertHeldAsCountedAlone(BY_LEDGER);
    }

    @Test
    void a_duplicate_that_is_booked_again_breaks_the_clause_of_one_effect() {
        isBookedAgain = true;

        assertThat(verdicts())
                .containsEntry("A repeated topup changes nothing", "BROKEN")
                .containsEntry(
                        "Another payload under the key of a completed topup gets what the contract says", "HELD");
    }

    @Test
    void a_check_says_that_all_scenarios_share_it() {
        assertThat(new TargetCheck(Targets.file(yaml()), out).run())
                .filteredOn(row -> row.what().startsWith("effects of topup"))
                .extracting(row -> row.works() + " " + row.actual())
                .containsExactly(
                        "true 1",
                        "true what it shows is the same for all requests, so the scenarios run one at a time, and it is not"
                                + " counted once more at the end of the run");
    }

    private void assertHeldAsCountedAlone(String shared) {
        effects = BY_REFERENCE;
        Map<String, String> alone = verdicts();
        effects = shared;

        assertThat(verdicts())
                .containsEntry("A repeated topup changes nothing", "HELD")
                .allSatisfy((name, verdict) -> assertThat(verdict).as(name).isIn(alone.get(name), "NOT TOLD APART"));
    }

    /** By scenario. The differences of two topups in one scenario are not told apart. */
    private Map<String, String> verdicts() {
        return judged().stream()
                .collect(Collectors.toMap(
                        ScenarioResult::name,
                        scenario -> scenario.reason().contains("does not say which of them had an effect")
                                ? "NOT TOLD APART"
                                : scenario.verdict().name()));
    }

    private List<ScenarioResult> judged() {
        return new ContractRun(Targets.file(yaml()), Choice.of(CLAUSES), out)
                .run(unused -> {}).scenarios().stream()
                        .filter(scenario -> "topup".equals(scenario.operation()))
                        .toList();
    }

    private String yaml() {
        return """
                name: Acme mobile
                urls: ["http://127.0.0.1:%d"]
                writes: allowed
                contract: playbook
                limits: {late: 0}
                operations:
                  plan:
                    role: setup
                    request: {method: GET, path: /plans}
                    id: /id
                  sim:
                    role: setup
                    after: plan
                    request: {method: GET, path: "/plans/${plan.id}/sims"}
                    id: /id
                  topup:
                    role: create
                    after: sim
                    request: {method: POST, path: "/sims/${sim.id}/topups", body: {amount: "5.00", text: "${unique}"}}
                    success: 201
                    id: /id
                    intent: {/amount: "6.00"}
                    effects: {list: %s}
                """.formatted(server.getAddress().getPort(), effects);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        URI uri = exchange.getRequestURI();
        String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        String answer = exchange.getRequestMethod().equals("GET")
                ? "200 " + read(uri)
                : key == null
                        ? refusal(400, "VALIDATION.idempotency.key_required")
                        : toppedUp(key, Path.of(uri.getPath()).getName(1).toString(), body);
        boolean isRefused = answer.charAt(0) == '4';
        byte[] bytes = answer.substring(4).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", isRefused ? "application/problem+json" : "application/json");
        exchange.sendResponseHeaders(Integer.parseInt(answer.substring(0, 3)), bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private synchronized String read(URI uri) {
        String path = uri.getPath();
        if (path.equals("/plans")) {
            return "{\"id\": \"plan-1\"}";
        }
        if (path.endsWith("/sims")) {
            return "{\"id\": \"sim-%d\"}".formatted(given++ % sims);
        }
        Stream<Topup> shown = uri.getQuery() == null
                ? done.stream().filter(one -> path.contains("/" + one.sim() + "/"))
                : done.stream().filter(one -> one.body().contains(uri.getQuery().replaceAll(".*=", "")));
        return "{\"items\": " + shown.map(one -> 1).toList() + "}";
    }

    private synchronized String toppedUp(String key, String sim, String body) {
        Topup known = kept.get(key);
        if (known != null && !known.body().equals(body)) {
            return refusal(409, "CONFLICT.idempotency.payload_mismatch");
        }
        if (known != null) {
            if (isBookedAgain) {
                done.add(known);
            }
            return known.answer();
        }
        Topup topup = new Topup(sim, body, "201 {\"id\": \"t-%d\"}".formatted(done.size()));
        kept.put(key, topup);
        done.add(topup);
        return topup.answer();
    }

    private static String refusal(int status, String code) {
        return "%d {\"status\": %d, \"code\": \"%s\"}".formatted(status, status, code);
    }
}
