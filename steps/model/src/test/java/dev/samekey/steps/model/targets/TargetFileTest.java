package dev.samekey.steps.model.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.oracles.database.RecordTable;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Level;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.net.WireProtocol;
import dev.samekey.steps.model.verdict.Judgement;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetFileTest {
    @Test
    void an_operation_may_differ_from_the_contract() {
        String yaml = """
                name: Acme
                urls: ["http://127.0.0.1:1"]
                contract:
                  key: {in: header, name: X-Key, required: true}
                  in_progress: refuse
                  refusals: {in_progress: {status: 409}, missing_key: {status: 400}}
                operations:
                  order: {role: create, request: {method: POST, path: /orders}}
                  topup:
                    role: create
                    contract: {key: {in: form, name: id}, in_progress: wait, refusals: {in_progress: null}}
                    request: {method: POST, path: /topups}
                """;
        TargetFile file = Targets.file(yaml);
        Map<String, Operation> operations = file.target().operations();

        assertThat(file.contracts().of(operations.get("order"))).isEqualTo(file.contract());
        Contract own = file.contracts().of(operations.get("topup"));
        assertThat(own.key().name()).isEqualTo("id");
        assertThat(own.key().required()).as("what it does not name").isTrue();
        assertThat(own.inProgress()).isEqualTo(Contract.InProgress.WAIT);
        assertThat(own.refusals()).containsOnlyKeys(Reason.MISSING_KEY);
        assertThat(file.contracts().name()).isEqualTo("Acme, with differences for topup");
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> Targets.file(yaml.replace("in_progress: wait", "in_progress: wiat")))
                .withMessage(
                        "acme.yaml:11: operations.topup.contract.in_progress: «wiat» is not known; did you mean «wait»? (known: either, refuse, wait)");
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> Targets.file(yaml.replace("in_progress: wait", "retry: {attempts: 3}")))
                .withMessage("acme.yaml:11: operations.topup.contract.retry: cannot differ by operation");
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> Targets.file(yaml.replace("in_progress: wait", "in_progres: wait")))
                .withMessageContaining("acme.yaml:11: operations.topup.contract.in_progres: is not known");
    }

    @Test
    void a_file_is_chosen_by_its_name(@TempDir Path folder) throws IOException {
        Path path = Files.writeString(folder.resolve("my api.yaml"), Targets.FULL);
        assertThat(TargetFile.read(path, Map.of("ALICE_TOKEN", "alice-secret")).choice())
                .containsExactly("--target", "my api.yaml");
    }

    @Test
    void what_looks_like_production_needs_a_second_word() {
        String yaml = Targets.FULL.replace("http://127.0.0.1:1", "https://api.acme.com");

        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> Targets.file(yaml))
                .withMessageContaining("acme.yaml:2: urls.0: «api.acme.com» looks like production")
                .withMessageContaining("«production: allowed»");
        assertThatExceptionOfType(BadFile.class)
                .as("a second one")
                .isThrownBy(() -> Targets.file(Targets.FULL.replace(
                        "\"http://127.0.0.1:1\"", "https://a.staging.acme.com, https://api.acme.com")))
                .withMessageContaining("urls.1: «api.acme.com» looks like production");
        assertThat(Targets.file(yaml + "production: allowed\n").target().allowsWrites())
                .isTrue();
        assertThat(Targets.file(yaml.replace("writes: allowed\n", "")).target().allowsWrites())
                .isFalse();
    }

    @Test
    void tls_that_cannot_be_used_is_reported() {
        for (String[] wrong : new String[][] {
            {"{ca: no-such.pem}", "tls.ca: "},
            {"{ca: pom.xml}", "tls.ca: "},
            {"{certificate: pom.xml, key: pom.xml}", "tls.key: "},
            {"{certificate: src/test/resources/tls/client.pem, key: no-such.pem}", "tls.key: "},
            {"{password: secret}", "tls: has a key or a password, and no «certificate»"},
            {"{certificate: no-such.p12, password: x}", "tls.certificate: "},
            {"{certificate: src/test/resources/tls/client.p12, password: wrong}", "tls.certificate: "},
            {"{key: pom.xml}", "tls: has a key or a password, and no «certificate»"}
        }) {
            assertThatExceptionOfType(BadFile.class)
                    .as(wrong[0])
                    .isThrownBy(() -> Targets.file(Targets.BARE + "tls: " + wrong[0] + "\n"))
                    .withMessageContaining(wrong[1]);
        }
    }

    @Test
    void a_pkcs_12_file_may_be_called_pfx_too(@TempDir Path folder) throws IOException {
        Path pfx = Files.copy(Path.of("src/test/resources/tls/client.p12"), folder.resolve("Client.PFX"));
        assertThat(Targets.file(Targets.BARE + "tls: {certificate: \"" + pfx + "\", password: secret}\n")
                        .target()
                        .tls())
                .isNotNull();
    }

    @Test
    void a_limit_is_above_zero() {
        for (String limit : List.of("answer: 0", "at_once: -1", "requests: 0", "rate: 0", "connections: 0")) {
            assertThatExceptionOfType(BadFile.class)
                    .isThrownBy(() -> Targets.file(Targets.BARE + "limits: {" + limit + "}\n"))
                    .withMessageContaining("limits." + limit.replaceAll(":.*", "") + ": ")
                    .withMessageContaining("must be above 0");
        }
    }

    @Test
    void a_query_that_writes_is_reported_before_it_is_asked() {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> Targets.file(Targets.BARE + "    effects: {sql: [delete from notes]}\n"))
                .withMessageContaining("operations.note.effects: «delete from notes» is no query");
    }

    @Test
    void a_proxy_that_cannot_be_used_is_reported() {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> Targets.file(Targets.BARE + "proxy: \"socks5://proxy:1\"\n"))
                .withMessageContaining("proxy: a proxy is written as http://host:port");
    }

    @Test
    void http_2_that_cannot_be_sent_is_reported() {
        Map.of(
                        "protocol: h2\n",
                        "protocol: h2 is agreed on over TLS, and http://127.0.0.1:1 is without",
                        "protocol: http2\n",
                        "«http2» is not known",
                        "protocol: h2c\nproxy: \"http://proxy:1\"\nurls: [\"http://pay.test\"]\n",
                        "protocol: HTTP/2 is not sent through a proxy, and one leads to http://pay.test",
                        "protocol: h2c\nurls: [\"https://127.0.0.1:1\"]\n",
                        "protocol: h2c is HTTP/2 without TLS, and https://127.0.0.1:1 is with it",
                        "other_protocol: h2\n",
                        "other_protocol: h2 is agreed on over TLS, and http://127.0.0.1:1 is without",
                        "other_protocol: http/1.1\n",
                        "other_protocol: is what every request is sent in anyway")
                .forEach((more, problem) -> {
                    String rest =
                            more.contains("urls:") ? Targets.BARE.replaceAll("(?m)^urls: .*\n", "") : Targets.BARE;
                    assertThatExceptionOfType(BadFile.class)
                            .isThrownBy(() -> Targets.file(rest + more))
                            .withMessageContaining(problem);
                });
        assertThat(Targets.file(Targets.BARE).network().protocol()).isEqualTo(WireProtocol.HTTP_1_1);
        assertThat(Targets.file(Targets.BARE + "protocol: h2c\n")
                        .network()
                        .protocol(URI.create("http://127.0.0.1:1/x")))
                .isEqualTo(WireProtocol.H2C);
    }

    @Test
    void a_poll_that_cannot_end_is_reported() {
        Map.of(
                        "{at: Location, until: {}}",
                        "says nowhere how an end is known",
                        "{at: \"my header\", until: {/status: done}}",
                        "should be a header such as Location, or a JSON pointer such as /status_url",
                        "{at: Location, until: {status: done}}",
                        "«status» is no JSON pointer such as /status",
                        "{at: Location, until: {/status: done}, within: 0s}",
                        "must be above 0",
                        "{until: {/status: done}}",
                        "at: is missing")
                .forEach((poll, problem) -> assertThatExceptionOfType(BadFile.class)
                        .isThrownBy(() -> Targets.file(Targets.FULL.replace(
                                "    success: 201\n", "    success: 201\n    poll: " + poll + "\n")))
                        .withMessageMatching("(?s).*:\\d+: operations.payment.poll.*")
                        .withMessageContaining(problem));
    }

    @Test
    void the_environment_names_the_proxy_unless_the_file_does() {
        Map<String, String> environment = Map.of("HTTPS_PROXY", "http://proxy:1");
        assertThat(port("", environment)).isEqualTo(1);
        assertThat(port("proxy: \"http://other:2\"\n", environment)).isEqualTo(2);
        assertThat(port("proxy: none\n", environment)).as("no proxy").isZero();
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> port("", Map.of("HTTPS_PROXY", "socks5://proxy:1")))
                .withMessageContaining("HTTP_PROXY or HTTPS_PROXY cannot be used: a proxy is written as");
    }

    /** The port of the proxy on the way to a URL, 0 where there is none. */
    private static int port(String more, Map<String, String> environment) {
        Proxy proxy = TargetFile.of(YamlFile.of("acme.yaml", Targets.BARE + more), Path.of(""), environment)
                .network()
                .proxies()
                .select(URI.create("https://pay.staging.acme.com"))
                .get(0);
        return proxy.address() instanceof InetSocketAddress address ? address.getPort() : 0;
    }

    private static final String GOOD = """
            name: Acme
            urls: [http://a.example, http://b.example:8080/v1]
            contract: playbook
            operations:
              payment:
                role: create
                request: {method: POST, path: /payments, body: {amount: 1, reference: "${unique}"}}
                id: /id
                intent: {/amount: 2}
                effects: {list: {path: /payments, count: /items}}
              refund:
                role: reverse
                after: payment
                request: {method: POST, path: "/payments/${payment.id}/refunds", body: {amount: 1}}
                partial: {amount: /amount, beyond: 2, refusal: {status: 422}}
            """;

    private static final String CONTROLS = """
            tenants: {north: {headers: {X-Tenant: north}}, south: {headers: {X-Tenant: south}}}
            clock: {advance: {method: POST, path: /_control/clock, body: {advance_ms: "${ms}"}}}
            cleanup: {method: POST, path: /_control/cleanup}
            store: {listen: 15432, upstream: "127.0.0.1:5432"}
            oracles:
              database:
                url: jdbc:postgresql://db.example/x
                records: {table: app.records, key: key, payload_hash: hash, states: {in_progress: RUNNING}}
            """;

    @Test
    void the_gate_is_what_the_file_says_and_otherwise_asks_for_must_alone() {
        GatePolicy said = Targets.file(
                        Targets.FULL + "gate: {levels: [must, should], inconclusive: fails, baseline: known.yaml}\n")
                .target()
                .gate();

        assertThat(said)
                .isEqualTo(new GatePolicy(
                        Set.of(Level.MUST, Level.SHOULD),
                        GatePolicy.Decision.FAILS,
                        GatePolicy.Decision.PASSES,
                        GatePolicy.Decision.UNKNOWN,
                        "known.yaml"));
        assertThat(Targets.file(Targets.FULL).target().gate())
                .isEqualTo(new GatePolicy(
                        Set.of(Level.MUST),
                        GatePolicy.Decision.UNKNOWN,
                        GatePolicy.Decision.PASSES,
                        GatePolicy.Decision.UNKNOWN,
                        null));
    }

    @Test
    void a_gate_that_fails_for_what_cannot_be_checked_fails_for_what_there_was_no_time_for() {
        GatePolicy said = Targets.file(Targets.FULL + "gate: {not_checked: fails}\n")
                .target()
                .gate();

        assertThat(said.notReached()).isEqualTo(GatePolicy.Decision.FAILS);
    }

    @Test
    void a_wrong_gate_is_reported() {
        assertGate("gate: {levels: [must, shuold]}", "gate.levels.1", "should");
        assertGate("gate: {inconclusive: fail}", "gate.inconclusive", "did you mean «fails»?");
        assertGate("gate: {nothing_checked: fails}", "gate", "not_checked");
        assertGate("gate:", "gate: has no value");
        assertGate("gate: {baseline: }", "gate.baseline: has no value");
    }

    private static void assertGate(String gate, String... words) {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> Targets.file(Targets.FULL + gate + "\n"))
                .satisfies(bad ->
                        assertThat(bad.getMessage()).contains("acme.yaml:").contains(words));
    }

    @Test
    void a_good_file_comes_whole() {
        Target target = Targets.file(Targets.FULL).target();

        assertThat(target.name()).isEqualTo("Acme payments");
        assertThat(target.allowsWrites()).isTrue();
        assertThat(target.principals().keySet()).containsExactly("alice", "bob");
        assertThat(target.operations().keySet())
                .containsExactly("payment", "refund", "change", "removal", "nightly", "settled");
        assertThat(target.operations(Role.REVERSE)).extracting(Operation::name).containsExactly("refund");
        assertThat(target.limits().answerLimit()).isEqualTo(Duration.ofSeconds(10));
        Operation payment = target.operations(Role.CREATE).get(0);
        assertThat(payment.success()).hasToString("201");
        assertThat(payment.intent().keySet()).containsExactly("/amount", "/payer");
        assertThat(payment.sandbox())
                .containsOnlyKeys(SandboxWord.DECLINED, SandboxWord.RATE_LIMITED, SandboxWord.UNAVAILABLE);
    }

    @ParameterizedTest
    @CsvSource({"201, 201, 200", "'[200, 201]', 200, 202", "2xx, 299, 302"})
    void several_statuses_can_be_a_success(String written, int success, int none) {
        Success statuses = Objects.requireNonNull(
                Objects.requireNonNull(Targets.file(Targets.FULL.replace("success: 201", "success: " + written))
                                .target()
                                .operations()
                                .get("payment"))
                        .success());

        assertThat(statuses.has(success)).isTrue();
        assertThat(statuses.has(none)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "made", "[200, 2xx]", "20"})
    void a_success_that_is_no_status_is_refused(String written) {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> Targets.file(Targets.FULL.replace("success: 201", "success: " + written)))
                .withMessageContaining("operations.payment.success: should be a status such as 201");
    }

    @Test
    void what_the_file_leaves_out_is_nothing() {
        TargetFile file = Targets.file(GOOD);

        assertThat(file.target().allowsWrites()).isFalse();
        assertThat(file.target().urls())
                .containsExactly(URI.create("http://a.example"), URI.create("http://b.example:8080/v1"));
        assertThat(file.target().principals().keySet()).containsExactly("anyone");
        assertThat(file.target().notOffered()).isEmpty();
        assertThat(file.target().oracles()).isEqualTo(new Target.Oracles(null, null, null, null, null));
        assertThat(file.target().lifecycle()).isNull();
        assertThat(file.contract().name()).isEqualTo("playbook");
    }

    @Test
    void what_is_not_offered_is_said_by_role() {
        assertThat(Targets.file(GOOD + "not_offered: {update: it is all final, partial reverse: all or nothing}\n")
                        .target()
                        .notOffered())
                .isEqualTo(Map.of("update", "it is all final", "partial reverse", "all or nothing"));
    }

    @Test
    void an_api_that_offers_no_operation_of_a_role_offers_no_partial_one() {
        Target target = Targets.file(GOOD + "not_offered: {update: final, partial reverse: all or nothing}\n")
                .target();

        assertThat(target.whyNotOffered("partial update")).isEqualTo("final");
        assertThat(target.whyNotOffered("partial reverse")).isEqualTo("all or nothing");
        assertThat(target.whyNotOffered("reverse")).isNull();
    }

    @Test
    void an_unknown_role_that_is_not_offered_is_reported() {
        assertBad(
                GOOD + "not_offered: {updat: no}\n",
                "acme.yaml:16: not_offered.updat: «updat» is not known; did you mean «update»?");
    }

    @Test
    void an_unknown_role_is_reported_with_the_nearest_one() {
        assertBad(
                GOOD.replace("role: reverse", "role: revers"),
                "acme.yaml:12: operations.refund.role: «revers» is not known; did you mean «reverse»?"
                        + " (known: create, delete, event, job, reverse, setup, update)");
    }

    @Test
    void a_job_says_where_its_run_id_stands_and_what_it_works_on() {
        String job = GOOD + "  payout: {role: job, %s work: {operation: %s}, request: {method: POST, path: /payout}}\n";
        assertThat(Targets.file(job.formatted("key: {header: Run-Id},", "payment"))
                        .target()
                        .operations(Role.JOB))
                .extracting(Operation::name)
                .containsExactly("payout");
        assertBad(
                job.formatted("", "payment"),
                "acme.yaml:16: operations.payout: is a job, and says nowhere where its run id stands: key");
        assertBad(
                job.formatted("key: {},", "payment"),
                "acme.yaml:16: operations.payout.key: should name a place: {header: Run-Id}, {member: /run_id} or both");
        assertBad(
                job.formatted("key: {header: Run-Id},", "paymant"),
                "acme.yaml:16: operations.payout.work.operation: the operation «paymant» is not known;"
                        + " did you mean «payment»?");
    }

    @Test
    void an_unknown_member_is_reported_with_the_nearest_name() {
        assertBad(
                GOOD + "operation: {}\n", "acme.yaml:16: operation: is not known; did you mean «operations»? (known: ");
        assertBad(
                GOOD.replace("{method: POST, path: /payments,", "{metod: POST, path: /payments,"),
                "acme.yaml:7: operations.payment.request.metod: is not known; did you mean «method»?"
                        + " (known: body, body_file, headers, method, path)");
    }

    @Test
    void a_member_that_stands_twice_is_reported() {
        assertBad(GOOD + "name: again\n", "acme.yaml:16: name: stands here and in line 1");
    }

    @Test
    void a_missing_member_is_reported() {
        assertBad(GOOD.replace("name: Acme\n", ""), "acme.yaml:1: name: is missing");
        assertBad(GOOD.replace("    role: create\n", ""), "acme.yaml:5: operations.payment.role: is missing");
        assertBad(
                GOOD.replace("method: POST, path: /payments,", "path: /payments,"),
                "acme.yaml:7: operations.payment.request.method: is missing");
    }

    @Test
    void a_member_without_a_value_is_reported() {
        assertBad("name: x\ncontract: playbook\nurls:\noperations: {}\n", "acme.yaml:3: urls: has no value");
        assertBad("name: x\ncontract:\nurls: []\noperations: {}\n", "acme.yaml:2: contract: has no value");
        assertBad(
                "name: x\ncontract: playbook\nurls: [http://a.example]\noperations:\n  payment:\n",
                "acme.yaml:5: operations.payment: has no value");
    }

    @Test
    void a_value_of_another_type_is_reported() {
        assertBad(
                GOOD.replace("id: /id", "success: ok"),
                "acme.yaml:8: operations.payment.success: should be a status such as 201");
        assertBad(GOOD + "writes: yes please\n", "acme.yaml:16: writes: «yes please» is not known (known: allowed)");
    }

    @Test
    void an_unknown_dialect_is_reported_with_the_nearest_one() {
        assertBad(
                GOOD.replace("contract: playbook", "contract: playbok"),
                "acme.yaml:3: contract: the dialect «playbok» is not known; did you mean «playbook»?");
    }

    @Test
    void a_dialect_file_that_is_not_there_is_reported() {
        assertBad(
                GOOD.replace("contract: playbook", "contract: mine.yaml"),
                "acme.yaml:3: contract: there is no file "
                        + Path.of("mine.yaml").toAbsolutePath());
    }

    @Test
    void a_dialect_file_stands_beside_the_target_file(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("mine.yaml"), "name: mine\nkey: {in: header, name: X-Key}\n");
        Path path = Files.writeString(
                folder.resolve("acme.yaml"), GOOD.replace("contract: playbook", "contract: mine.yaml"));

        assertThat(TargetFile.read(path, Map.of()).contract().key().name()).isEqualTo("X-Key");
    }

    @Test
    void a_target_may_say_how_it_differs_from_a_dialect() {
        Contract contract = Targets.file(
                        GOOD.replace("contract: playbook", "contract: {extends: playbook, in_progress: wait}"))
                .contract();

        assertThat(contract.name()).isEqualTo("playbook with another in_progress");
        assertThat(contract.inProgress()).isEqualTo(Contract.InProgress.WAIT);
        assertBad(
                GOOD.replace("contract: playbook", "contract: {extends: playbook, in_progress: wat}"),
                "acme.yaml:3: contract.in_progress: «wat» is not known; did you mean «wait»? (known: either, refuse, wait)");
    }

    @Test
    void a_contract_without_a_name_has_that_of_the_target() {
        Contract contract = Targets.file(
                        GOOD.replace("contract: playbook", "contract: {key: {in: header, name: X-Key}}"))
                .contract();

        assertThat(contract.name()).isEqualTo("Acme");
        assertThat(contract.key().name()).isEqualTo("X-Key");
    }

    @Test
    void a_target_may_take_away_what_a_dialect_says() {
        Contract contract = Targets.file(
                        GOOD.replace("contract: playbook", "contract: {extends: playbook, in_progress: null}"))
                .contract();

        assertThat(contract.inProgress()).isNull();
    }

    @Test
    void a_mistake_in_a_dialect_file_is_reported_with_its_own_place(@TempDir Path folder) throws IOException {
        Path mine = Files.writeString(folder.resolve("mine.yaml"), "name: mine\nkey: {in: heder, name: X-Key}\n");
        Path path = Files.writeString(
                folder.resolve("acme.yaml"), GOOD.replace("contract: playbook", "contract: mine.yaml"));

        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> TargetFile.read(path, Map.of()))
                .withMessage(
                        mine + ":2: key.in: «heder» is not known; did you mean «header»? (known: body, form, header)");
    }

    @Test
    void an_unknown_variable_is_reported() {
        assertBad(
                GOOD + "principals:\n  alice:\n    headers: {Authorization: \"Bearer ${env:ALICE}\"}\n",
                "acme.yaml:18: principals.alice.headers.Authorization: the environment variable ALICE is not set");
    }

    @Test
    void an_unknown_operation_before_another_is_reported() {
        assertBad(
                GOOD.replace("after: payment", "after: paymnt"),
                "acme.yaml:13: operations.refund.after: the operation «paymnt» is not known; did you mean «payment»?"
                        + " (known: payment, refund)");
    }

    @Test
    void a_switch_that_cannot_be_used_is_reported() {
        String start = "{start: {method: POST, path: /_test/on}%s}";
        String stop = ", stop: {method: POST, path: /_test/off}";
        String once = "    switches: {unavailable_once: " + start.formatted("") + "}\n";
        assertThat(Targets.file(GOOD + once).target().atOnce())
                .as("it would hit others")
                .isEqualTo(1);
        assertThat(Targets.file(GOOD + once.replace("/_test/on", "\"/_test/on/${key}\""))
                        .target()
                        .atOnce())
                .isEqualTo(4);
        assertThat(Targets.file(GOOD + "    switches: {slow: "
                                + start.replace("/_test/on", "\"/_test/on/${unique}\"")
                                        .formatted(stop) + "}\n")
                        .target()
                        .atOnce())
                .as("its end would be the end of others")
                .isEqualTo(1);
        assertThat(Targets.file(GOOD + "    switches: {slow: " + start.formatted(stop) + "}\n"))
                .isNotNull();
        assertBad(
                GOOD + "    switches: {slow: " + start.formatted("") + "}\n",
                "acme.yaml:16: operations.refund.switches.slow: holds for every request");
        assertBad(
                GOOD + "    switches: {invalid: " + start.formatted(stop) + "}\n",
                "acme.yaml:16: operations.refund.switches.invalid: is about the values of the request itself");
        assertBad(
                GOOD + "    sandbox: {slow: {/amount: 2}}\n    switches: {slow: " + start.formatted(stop) + "}\n",
                "acme.yaml:17: operations.refund.switches.slow: stands in «sandbox» too");
        assertBad(
                GOOD + "    sandbox: {slow: {/amount: 2}}\n    takes: 3s\n",
                "acme.yaml:17: operations.refund.takes: says that it is always slow");
        assertBad(
                GOOD + "    switches: {slow: {}}\n",
                "acme.yaml:16: operations.refund.switches.slow: should name one of two");
        assertBad(
                GOOD + "    switches: {slow: {headers: {X-Test: slow}" + stop + "}}\n",
                "acme.yaml:16: operations.refund.switches.slow: has a «stop», and no «start»");
        assertBad(
                GOOD + "    switches: {fails_three_times: {headers: {X-Test: fail}}}\n",
                "acme.yaml:16: operations.refund.switches.fails_three_times: cannot be said by a header");
        assertBad(
                GOOD + "    switches: {slwo: " + start.formatted(stop) + "}\n",
                "acme.yaml:16: operations.refund.switches.slwo: «slwo» is not known; did you mean «slow»?");
    }

    @Test
    void a_store_is_taken_away_in_one_way() {
        String cut = "cut: {method: POST, path: /_test/down}";
        String restore = "restore: {method: POST, path: /_test/up}";
        assertThat(Targets.file(GOOD + "store: {" + cut + ", " + restore + "}\n"))
                .isNotNull();
        for (String half : List.of(cut, restore, cut + ", listen: 1", cut + ", " + restore + ", listen: 1")) {
            assertBad(GOOD + "store: {" + half + "}\n", "acme.yaml:16: store: should name a port");
        }
    }

    @Test
    void a_contract_of_its_own_may_name_the_environment(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("own.yaml"), "{extends: playbook, wait_at_most: \"${env:WAIT}\"}");
        YamlFile yaml = YamlFile.of("acme.yaml", GOOD.replace("contract: playbook", "contract: own.yaml"));

        assertThat(TargetFile.of(yaml, folder, Map.of("WAIT", "7s")).contract().waitAtMost())
                .isEqualTo(Duration.ofSeconds(7));
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> TargetFile.of(yaml, folder, Map.of()))
                .withMessageContaining("own.yaml:1: wait_at_most: the environment variable WAIT is not set");
    }

    @Test
    void a_path_that_shows_that_it_is_ready_may_need_headers() {
        String lifecycle = "lifecycle: {start: [run], ready: %s}\n";

        assertThat(ready(lifecycle.formatted("/health"))).isEqualTo(Target.Ready.at("/health"));
        assertThat(ready(lifecycle.formatted("{path: /health, headers: {X-Probe: mine}}")))
                .isEqualTo(new Target.Ready("/health", Map.of("X-Probe", "mine")));
        assertBad(
                GOOD + lifecycle.formatted("health"),
                "acme.yaml:16: lifecycle.ready: «health» is no path such as /health");
    }

    private static Target.Ready ready(String lifecycle) {
        return Objects.requireNonNull(Targets.file(GOOD + lifecycle).target().lifecycle())
                .ready();
    }

    @Test
    void what_is_not_offered_is_not_checked_for_its_own_reason() {
        Target target = Targets.file(
                        GOOD + "not_offered: {store: the cloud keeps it, tenants: one only, principals: one"
                                + " only, intent: none, lookup: nobody asks}\n")
                .target();

        assertThat(target.explained(Judgement.notChecked("store: none")).reason())
                .isEqualTo("store: not offered, because the cloud keeps it");
        assertThat(target.explained(Judgement.notChecked("tenants: the target file names less than two"))
                        .reason())
                .isEqualTo("tenants: not offered, because one only");
        assertThat(target.explained(Judgement.notChecked("clock: none")).reason())
                .isEqualTo("clock: none");
        assertThat(target.explained(Judgement.inconclusive("store: it is slow")).reason())
                .isEqualTo("store: it is slow");
        assertBad(
                GOOD + "not_offered: {stoer: why}\n",
                "acme.yaml:16: not_offered.stoer: «stoer» is not known; did you mean «store»?");
    }

    @Test
    void a_circle_of_operations_is_reported() {
        assertBad(
                GOOD.replace("role: create", "role: create\n    after: refund"),
                "acme.yaml:7: operations.payment.after: goes round in a circle");
        assertBad(
                GOOD.replace("after: payment", "after: refund"),
                "acme.yaml:13: operations.refund.after: goes round in a circle");
    }

    @Test
    void an_unknown_reference_is_reported() {
        assertBad(
                GOOD.replace("${payment.id}", "${paymen.id}"),
                "acme.yaml:14: operations.refund.request.path: ${paymen.id} has no value here; did you mean «payment.id»?");
        assertBad(
                GOOD.replace("\"${unique}\"", "\"${refund.id}\""),
                "acme.yaml:7: operations.payment.request.body.reference: ${refund.id} has no value here (known: unique)");
    }

    @Test
    void a_reference_is_known_only_where_it_has_a_value() {
        assertBad(
                GOOD.replace("path: /payments, count", "path: \"/payments?of=${payment.id}\", count"),
                "acme.yaml:10: operations.payment.effects.list.path: ${payment.id} has no value here (known: unique)");
        assertBad(
                GOOD.replace("\"${unique}\"", "\"${payment.id}\""),
                "acme.yaml:7: operations.payment.request.body.reference: ${payment.id} has no value here (known: unique)");
        String read = "    intent: {/amount: 2}\n    read: \"/payments/${payment.id}\"\n";
        assertThat(Targets.file(GOOD.replace("    intent: {/amount: 2}\n", read)))
                .isNotNull();
        assertBad(
                GOOD.replace("    id: /id\n    intent: {/amount: 2}\n", read),
                "acme.yaml:9: operations.payment.read: ${payment.id} has no value here (known: unique)");
        String request = "    request: {method: POST, path: \"/${payment.id}/${refund.id}\"}\n";
        String chargeback = "  chargeback:\n    role: reverse\n    after: refund\n" + request;
        String withId = GOOD.replace("after: payment", "after: payment\n    id: /id");
        assertThat(Targets.file(withId + chargeback)).as("all that come before").isNotNull();
        assertBad(
                GOOD + chargeback, "acme.yaml:19: operations.chargeback.request.path: ${refund.id} has no value here");
        String list = "    effects: {list: {path: \"/payments/${payment.id}/${refund.id}\", count: /items}}\n";
        assertThat(Targets.file(withId + chargeback + list)).as("effects too").isNotNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/pay ments|has « », which no path may have: write %20",
                "/pay{ments}|has «{», which no path may have: write %7B",
                "/a%zz|has «%», which no path may have: write %25",
                "/zürich|has «ü», which no path may have: write %C3%BC",
                "payments|is no path such as /payments"
            })
    void a_path_that_cannot_be_sent_is_reported(String path, String problem) {
        String bad = GOOD.replace("path: /payments, body", "path: \"" + path + "\", body");
        assertBad(bad, "acme.yaml:7: operations.payment.request.path: «" + path + "» " + problem);
    }

    @Test
    void what_is_no_url_is_reported() {
        assertBad(
                GOOD.replace("http://a.example", "a.example"),
                "acme.yaml:2: urls.0: «a.example» does not say whether it is http or https: write https://a.example");
        assertBad(GOOD.replace("http://a.example", "\"http://a b\""), "acme.yaml:2: urls.0: «http://a b» is no U");
        assertBad(
                GOOD.replace("http://a.example", "\"http://a:99999\""),
                "acme.yaml:2: urls.0: «http://a:99999» is no URL");
        assertBad(
                GOOD.replace("http://a.example", "\"http://a?x=1\""), "acme.yaml:2: urls.0: «http://a?x=1» is no URL");
        assertBad(
                GOOD.replace("[http://a.example, http://b.example:8080/v1]", "[]"), "acme.yaml:2: urls: names no URL");
    }

    @Test
    void a_pointer_to_nothing_is_reported() {
        assertBad(
                GOOD.replace("/amount: 2", "/amout: 2"),
                "acme.yaml:9: operations.payment.intent./amout: points to nothing in the request's body");
        assertBad(
                GOOD.replace("amount: /amount", "amount: /sum"),
                "acme.yaml:15: operations.refund.partial.amount: points to nothing in the request's body");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[\"http://127.0.0.1:1/\"]",
                "[\"127.0.0.1:1\"]",
                "http://127.0.0.1:1//",
                "\"127.0.0.1:1/\"",
            })
    void a_url_may_end_in_a_slash_and_on_this_machine_lack_its_scheme(String urls) {
        TargetFile file = Targets.file(GOOD.replace("[http://a.example, http://b.example:8080/v1]", urls));
        assertThat(file.target().urls()).containsExactly(URI.create("http://127.0.0.1:1"));
    }

    @Test
    void a_pointer_without_its_slash_is_reported() {
        assertBad(
                GOOD.replace("id: /id", "id: id"),
                "acme.yaml:8: operations.payment.id: «id» is no JSON pointer such as /id");
        assertBad(
                GOOD.replace("count: /items", "count: items"),
                "acme.yaml:10: operations.payment.effects.list.count: «items» is no JSON pointer such as /items");
    }

    @Test
    void a_file_without_an_operation_is_reported() {
        assertBad(
                "name: x\nurls: [http://a.example]\ncontract: playbook\noperations: {}\n",
                "acme.yaml:4: operations: names no operation, so there is nothing to judge");
    }

    @Test
    void an_operation_has_a_word_for_a_name() {
        assertBad(
                GOOD.replace("  refund:", "  Full refund:"),
                "acme.yaml:11: operations.Full refund: an operation's name is a word such as «refund»");
    }

    @Test
    void the_controls_come_whole() {
        Target target = Targets.file(GOOD + CONTROLS).target();

        assertThat(target.tenants().keySet()).containsExactly("north", "south");
        assertThat(Objects.requireNonNull(target.clock()).advance().path()).isEqualTo("/_control/clock");
        assertThat(Objects.requireNonNull(target.cleanup()).method()).isEqualTo("POST");
        assertThat(Objects.requireNonNull(target.store()).upstreamAddress()).hasToString("/127.0.0.1:5432");
        RecordTable records = Objects.requireNonNull(
                Objects.requireNonNull(target.oracles().database()).records());
        assertThat(records.table()).isEqualTo("app.records");
        assertThat(records.columns()).containsExactly(Map.entry("key", "key"), Map.entry("payload_hash", "hash"));
        assertThat(records.states()).containsExactly(Map.entry("in_progress", "RUNNING"));
        assertThat(records.scope()).isEmpty();
    }

    @Test
    void keys_are_scoped_by_one_column_or_several() {
        assertThat(scope("tenant")).containsExactly("tenant");
        assertThat(scope("[tenant, route]")).containsExactly("tenant", "route");
    }

    private static List<String> scope(String written) {
        Target.Database database = Targets.file(GOOD + CONTROLS.replace("key: key", "key: key, scope: " + written))
                .target()
                .oracles()
                .database();
        return Objects.requireNonNull(Objects.requireNonNull(database).records())
                .scope();
    }

    @Test
    void an_operation_says_what_its_sandbox_and_its_state_can_do() {
        Operation refund = Objects.requireNonNull(Targets.file(GOOD.replace(
                        "beyond: 2, refusal: {status: 422}}",
                        "beyond: 2, fits: 3, refusal: {status: 422}}"
                                + "\n    stakes: high\n    sandbox: {slow: {/note: zzz}}"
                                + "\n    stale: {headers: {If-Match: '\"0\"'}}"))
                .target()
                .operations()
                .get("refund"));

        assertThat(Objects.requireNonNull(refund.partial()).fits()).isEqualTo(3);
        assertThat(refund.stakes()).isEqualTo(Operation.Stakes.HIGH);
        assertThat(refund.sandbox().get(SandboxWord.SLOW)).isEqualTo(Map.of("/note", TextNode.valueOf("zzz")));
        assertThat(refund.stale()).isEqualTo(new Operation.Stale(Map.of("If-Match", "\"0\"")));
    }

    @Test
    void an_amount_just_within_what_is_left_is_as_far_from_it_as_one_that_is_too_much() {
        assertThat(within("left: 600, beyond: 601")).hasToString("599");
        assertThat(within("left: 6.00, beyond: 6.01").decimalValue()).isEqualByComparingTo("5.99");
        assertThat(within("left: \"6.00\", beyond: \"6.01\"")).isEqualTo(TextNode.valueOf("5.99"));
        assertThat(within("left: 1, beyond: 2")).as("nothing is no amount").isEqualTo(MissingNode.getInstance());
        assertThat(within("left: 600, beyond: all")).isEqualTo(MissingNode.getInstance());
        assertThat(within("beyond: 2")).isEqualTo(MissingNode.getInstance());
    }

    private static JsonNode within(String amounts) {
        Operation refund =
                Objects.requireNonNull(Targets.file(GOOD.replace("beyond: 2, refusal", amounts + ", refusal"))
                        .target()
                        .operations()
                        .get("refund"));
        return Objects.requireNonNullElse(
                Objects.requireNonNull(refund.partial()).justWithin(), MissingNode.getInstance());
    }

    @Test
    void a_request_may_name_the_etag_of_what_comes_before() {
        Targets.file(
                GOOD.replace("body: {amount: 1}}", "headers: {If-Match: \"${payment.etag}\"}, body: {amount: 1}}"));
        assertBad(
                GOOD.replace("body: {amount: 1}}", "headers: {If-Match: \"${payment.tag}\"}, body: {amount: 1}}"),
                "acme.yaml:14: operations.refund.request.headers.If-Match: ${payment.tag} has no value here; did you mean");
    }

    @Test
    void a_clock_without_a_distance_is_reported() {
        assertBad(
                GOOD + CONTROLS.replace("${ms}", "1000"),
                "acme.yaml:17: clock.advance: says nowhere how far: write ${ms}");
        assertBad(
                GOOD + CONTROLS.replace("\"${ms}\"", "\"${ms}\", of: \"${unique}\""),
                "acme.yaml:17: clock.advance: ${unique} is not known (known: ms)");
    }

    @Test
    void a_restart_of_a_replica_is_one_command_or_one_request_and_needs_two_replicas() {
        String member = "restart_replica: ";
        for (String wrong : List.of("{}", "{command: []}", "{command: [a], request: {method: POST, path: /r}}")) {
            assertBad(
                    GOOD + member + wrong + "\n",
                    "acme.yaml:16: restart_replica: should name one way: {command: [docker, restart, api-2]} or"
                            + " {request: {method: POST, path: /_test/restart}}");
        }
        assertBad(
                GOOD.replace(", http://b.example:8080/v1", "") + member + "{command: [./restart.sh]}\n",
                "acme.yaml:16: restart_replica: restarts the last of several replicas, and «urls» names one");
        assertBad(
                GOOD + member + "{request: {method: POST, path: \"/r/${unique}\"}}\n",
                "acme.yaml:16: restart_replica: ${unique} is not known");
        assertBad(
                GOOD + member + "{request: {method: POST, path: r}}\n",
                "acme.yaml:16: restart_replica.request.path: «r» is no path such as /r");
    }

    @Test
    void a_store_without_a_port_is_reported() {
        for (String upstream : List.of("localhost", "db:0", "db:99999", "a b:5432")) {
            assertBad(
                    GOOD + CONTROLS.replace("127.0.0.1:5432", upstream),
                    "acme.yaml:19: store: should name a port and the store behind it");
        }
        assertBad(GOOD + CONTROLS.replace("15432", "0"), "acme.yaml:19: store: should name a port");
    }

    @Test
    void what_is_no_name_in_a_database_is_reported() {
        assertBad(
                GOOD + CONTROLS.replace("payload_hash: hash", "payload_hash: \"hash; drop table x\""),
                "acme.yaml:23: oracles.database.records.payload_hash: «hash; drop table x» is no name such as");
        assertBad(
                GOOD + CONTROLS.replace("key: key", "key: key, scope: [tenant, \"a b\"]"),
                "acme.yaml:23: oracles.database.records.scope: «a b» is no name such as");
        assertBad(
                GOOD + CONTROLS.replace("in_progress: RUNNING", "running: RUNNING"),
                "acme.yaml:23: oracles.database.records.states.running: is not known");
    }

    @Test
    void no_operation_fits_less_than_once() {
        assertBad(
                GOOD.replace("beyond: 2,", "beyond: 2, fits: 0,"),
                "acme.yaml:15: operations.refund.partial.fits: «0» is no number of operations");
    }

    @Test
    void a_tenant_without_a_value_is_reported() {
        assertBad(GOOD + "tenants:\n  north:\n", "acme.yaml:17: tenants.north: has no value");
    }

    @Test
    void secrets_of_the_controls_are_shown_by_the_name_of_their_variable() {
        String yaml = GOOD
                + CONTROLS.replace("{X-Tenant: north}", "{X-Tenant: \"${env:TENANT}\"}")
                        .replace("path: /_control/cleanup", "path: /c, headers: {X-Token: \"${env:TOKEN}\"}");
        Secrets secrets = TargetFile.of(
                        YamlFile.of("acme.yaml", yaml), Path.of(""), Map.of("TENANT", "north-1", "TOKEN", "token-1"))
                .secrets();

        assertThat(secrets.redact("north-1 token-1")).isEqualTo("$TENANT $TOKEN");
    }

    @Test
    void secrets_are_shown_by_the_name_of_their_variable() {
        String yaml = GOOD + """
                principals:
                  alice: {headers: {Authorization: "Bearer ${env:ALICE}", X-Other: "${env:ALICE_LONG}"}}
                  bob: {headers: {X-Api-Key: literal-key}}
                oracles:
                  database: {url: "jdbc:postgresql://db.example/x", user: reader, password: "${env:DB-PASSWORD}"}
                """;
        Map<String, String> environment =
                Map.of("ALICE", "token", "ALICE_LONG", "token-and-more", "DB-PASSWORD", "pw99");
        Secrets secrets = TargetFile.of(YamlFile.of("acme.yaml", yaml), Path.of(""), environment)
                .secrets();

        assertThat(secrets.redact("Authorization: Bearer token, X-Other: token-and-more"))
                .isEqualTo("Authorization: Bearer $ALICE, X-Other: $ALICE_LONG");
        assertThat(secrets.redact("X-Api-Key: literal-key; password=pw99; user=reader"))
                .isEqualTo("X-Api-Key: ‹X-Api-Key of bob›; password=$DB-PASSWORD; user=reader");
    }

    @Test
    void secrets_of_conditions_and_of_commands_are_shown_by_the_name_of_their_variable() {
        String yaml = GOOD + """
                conditions: {tier: {basic: {}, gold: {headers: {X-Api-Key: "${env:GOLD}"}}}}
                lifecycle: {start: [run, "--license=${env:LICENSE}"], ready: /health}
                oracles: {log: {command: [logs, "--token", "${env:LOGS}"]}}
                """;
        Secrets secrets = TargetFile.of(
                        YamlFile.of("acme.yaml", yaml),
                        Path.of(""),
                        Map.of("GOLD", "gold-key", "LICENSE", "license-1", "LOGS", "logs-token"))
                .secrets();

        assertThat(secrets.redact("gold-key license-1 logs-token")).isEqualTo("$GOLD $LICENSE $LOGS");
    }

    @Test
    void secrets_that_stand_in_the_file_are_shown_by_their_place() {
        Secrets secrets = secrets(GOOD + """
                        principals:
                          alice:
                            headers:
                              Authorization: Bearer 4f81-alice
                              Cookie: "session=c00kie-of-alice; theme=dark"
                              X-Access: 7Q2m-41xx-access
                              X-Tenant: acme
                              Accept-Language: de-DE, en; q=0.5
                              Acme-Version: 2024-01-01
                          bob: {sign: {hmac: {secret: signs-4-bob, over: "${body}"}, headers: {X-Sign: "${signature}"}}}
                          carol: {token: {login: {url: "/in?sig=url-s1g", body: {user: carol, pin: 4711}, at: /token}}}
                        clock: {advance: {method: POST, path: "/clock?by=${ms}", headers: {X-Api-Key: c1ock-key}}}
                        oracles: {database: {url: "jdbc:postgresql://db/x?password=dbpass-1", password: "${env:DB}"}}
                        """, Map.of("DB", "dbpass-2"));

        assertThat(secrets.redact(
                        "4f81-alice c00kie-of-alice theme=dark 7Q2m-41xx-access acme de-DE, en; q=0.5 2024-01-01"))
                .isEqualTo("‹Authorization of alice› ‹Cookie of alice› theme=‹Cookie of alice› ‹X-Access of alice› acme"
                        + " de-DE, en; q=0.5 2024-01-01");
        assertThat(secrets.redact("signs-4-bob url-s1g carol 4711 /token c1ock-key dbpass-1 dbpass-2"))
                .isEqualTo("‹secret of bob› ‹url of carol› carol ‹pin of carol› /token ‹X-Api-Key of clock›"
                        + " ‹url of database› $DB");
    }

    private static Secrets secrets(String yaml, Map<String, String> environment) {
        return TargetFile.of(YamlFile.of("acme.yaml", yaml), Path.of(""), environment)
                .secrets();
    }

    @Test
    void a_secret_that_stands_in_the_file_is_named_with_its_line_and_what_to_write_instead() {
        Secrets secrets = secrets(GOOD + """
                        principals:
                          alice: {headers: {Authorization: Bearer literal-token-1, X-Tenant: acme}}
                          bob: {headers: {Authorization: "Bearer ${env:BOB}"}}
                        """, Map.of("BOB", "token-of-bob"));

        assertThat(secrets.literals())
                .extracting(LiteralSecret::advice)
                .containsExactly("acme.yaml:17: principals.alice.headers.Authorization holds a secret: write"
                        + " «Bearer ${env:ALICE_TOKEN}», and set that variable of the environment");
    }

    @Test
    void what_a_request_is_about_is_no_secret() {
        Secrets secrets = secrets(
                GOOD.replace("body: {", "body: {card: tok_visa, token: tok_visa, amount_key: a-1-b, "), Map.of());

        assertThat(secrets.literals()).isEmpty();
    }

    @Test
    void a_url_from_the_environment_is_no_secret() {
        Secrets secrets = TargetFile.of(
                        YamlFile.of("acme.yaml", GOOD.replaceFirst("urls: .*", "urls: [\"\\${env:URL}\"]")),
                        Path.of(""),
                        Map.of("URL", "http://127.0.0.1:8080"))
                .secrets();

        assertThat(secrets.redact("GET http://127.0.0.1:8080/payments"))
                .isEqualTo("GET http://127.0.0.1:8080/payments");
    }

    @Test
    void an_empty_secret_hides_nothing() {
        assertThat(new Secrets(Map.of("", "$EMPTY", " ", "$BLANK")).redact("a b"))
                .isEqualTo("a b");
    }

    @Test
    void a_target_can_be_started_with_more_arguments() {
        Target target = Targets.file(GOOD + "lifecycle: {start: [run, it], ready: /health}\n")
                .target();

        assertThat(target.startedWith(List.of("--defect", "x")).lifecycle())
                .isEqualTo(
                        new Target.Lifecycle(List.of("run", "it", "--defect", "x"), null, Target.Ready.at("/health")));
    }

    private static void assertBad(String yaml, String message) {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> Targets.file(yaml))
                .withMessageStartingWith(message);
    }

    @Test
    void a_confidence_that_no_race_can_reach_is_an_error() {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> Targets.file(GOOD + "limits: {races: {confidence: 1.0}}\n"))
                .withMessageContaining("wants shares between 0 and 1");
    }

    @Test
    void a_delivery_is_of_an_event_and_says_what_can_be_used() {
        String event = Targets.FULL.stripTrailing() + "\n    delivery: ";

        assertThat(Targets.file(event + "{form: cloudevents_binary}\n")
                        .target()
                        .operations(Role.EVENT)
                        .get(0)
                        .delivery())
                .extracting(Delivery::id)
                .isEqualTo(new Delivery.Place(null, "ce-id"));
        refused(event + "{id: {member: /id, header: x-id}}\n", "delivery.id", "either");
        refused(event + "{earlier: {/nowhere: 1}}\n", "earlier", "points to nothing");
        refused(event + "{signature: {scheme: standard_webhooks, secret: no_base64}}\n", "secret", "base64");
        refused(event + "{signature: {scheme: rsa, secret: s}}\n", "scheme", "rsa");
        refused(GOOD.stripTrailing() + "\n    delivery: {form: plain}\n", "delivery", "role");
    }

    @Test
    void a_broker_is_named_by_a_url_that_its_client_understands() {
        String broker = Targets.FULL.stripTrailing()
                + "\n    delivery: {broker: {url: \"URL\", stream: S, subject: s.in, consumer: c}}\n";

        assertThat(Targets.file(broker.replace("URL", "nats://127.0.0.1:4222"))
                        .target()
                        .operations(Role.EVENT)
                        .get(0)
                        .delivery())
                .extracting(Delivery::broker)
                .isEqualTo(new Delivery.Broker(URI.create("nats://127.0.0.1:4222"), "S", "s.in", "c"));
        refused(broker.replace("URL", "127.0.0.1"), "settled.delivery.broker.url", "nats://127.0.0.1:4222");
        refused(broker.replace("consumer: c", "durable: c"), "broker", "durable");
    }

    @Test
    void a_sink_listens_at_a_port_or_reads_a_stream() {
        String sink =
                Targets.FULL.replace("counterparts:\n", "counterparts:\n  news: {role: sink, about: /reference, AT}\n");
        String stream = "nats: {url: \"nats://127.0.0.1:4222\", stream: S, subject: s.out}";

        assertThat(Objects.requireNonNull(Targets.file(sink.replace("AT", stream))
                                .target()
                                .counterparts()
                                .get("news"))
                        .key())
                .isEqualTo(new Target.CounterpartKey("Nats-Msg-Id", null));
        refused(sink.replace(", AT", ""), "counterparts.news", "either listen or nats");
        refused(sink.replace("AT", stream + ", listen: 3"), "counterparts.news", "either listen or nats");
        refused(sink.replace("AT", stream).replace("role: sink", "role: vendor"), "counterparts.news.nats", "sink");
        refused(sink.replace("AT", stream.replace("nats://", "http://")), "counterparts.news.nats.url", "no URL");
    }

    @Test
    void a_provider_alone_has_members_that_may_differ() {
        String shop = "  shop: {listen: 2, role: vendor, about: /reference";

        refused(Targets.FULL.replace(shop, shop + ", volatile: [/at]"), "counterparts.shop.volatile", "provider");
        refused(Targets.FULL.replace("[/sent_at]", "[sent_at]"), "counterparts.bank.volatile");
    }

    @Test
    void a_place_of_a_story_is_of_one_kind_and_says_where_the_id_is() {
        String story = Targets.FULL + "story: ";

        assertThat(Targets.file(story + "{call: {counterpart: bank}, line: {log: key, id: /operation}}\n")
                        .target()
                        .story())
                .containsOnlyKeys("call", "line");
        refused(story + "{line: {log: key, sql: select 1}}\n", "story.line", "one of");
        refused(story + "{line: {log: key}}\n", "story.line", "«id»");
        refused(story + "{line: {log: key, id: operation}}\n", "story.line.id", "/operation");
        refused(story + "{call: {counterpart: bnk}}\n", "story.call.counterpart", "bank");
        refused(story + "{call: {counterpart: shop}}\n", "story.call", "no key");
    }

    private static void refused(String yaml, String... words) {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> Targets.file(yaml))
                .satisfies(bad -> assertThat(bad.getMessage()).contains(words));
    }
}
