package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.samekey.steps.model.file.XmlText;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Servers that take a body that is neither JSON nor a form, and refuse whatever is not exactly that. They tell a retry from another
 * payload by the bytes.
 */
class OtherBodiesTest {
    private static final Set<String> CLAUSES = Set.of("KEY-5", "RPL-1", "RPL-4", "MIS-1", "MIS-2");
    private static final String PICTURE = "\u0089P\u0000\r\n\u00ff\"--";
    private static final String OTHER_PICTURE = "\u0089P\u0001\u00fe";
    private static final String AMOUNT = "/*/*[local-name()='amount' and namespace-uri()='urn:orders']";
    private static final Pattern UNIQUE = Pattern.compile("u[0-9a-f]{19}");

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, String> payloads = new ConcurrentHashMap<>();
    private final Map<String, String> ids = new ConcurrentHashMap<>();
    private final List<String> orders = new CopyOnWriteArrayList<>();
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final AtomicInteger last = new AtomicInteger();
    private boolean looksAtPayload = true;
    private boolean takesLess;

    @TempDir
    private Path folder = Path.of("");

    private @Nullable HttpServer server;

    /** What a server demands: the reference of an order that is as it should be, and nothing for any other. */
    private enum Kind {
        XML("""
                        headers: {Content-Type: application/xml}
                        body: |
                          <?xml version="1.0" encoding="UTF-8"?>
                          <o:order xmlns:o="urn:orders" currency="EUR"><reference>${unique}</reference><o:amount>1000</o:amount></o:order>
                """, "{\"/o:order/o:amount\": 1100}"),
        TEXT("""
                        headers: {Content-Type: text/plain; charset=utf-8}
                        body: |
                          amount 1000
                          reference ${unique}
                """, "{amount 1000: amount 1100}"),
        PARTS("""
                        headers: {Content-Type: multipart/form-data}
                        body:
                          amount: 1000
                          reference: {value: "${unique}", type: text/plain}
                          scan: {file: picture.png, type: image/png}
                """, "{amount: 1100, scan: {file: other.png, filename: picture.png, type: image/png}}"),
        FILE("""
                        headers: {Content-Type: image/png}
                        body_file: picture.png
                """, "{body_file: other.png}"),
        TEXT_FILE("""
                        headers: {Content-Type: text/plain}
                        body_file: order.txt
                """, "{amount 1000: amount 1100}");

        private final String request;
        private final String intent;

        Kind(String request, String intent) {
            this.request = request;
            this.intent = intent;
        }
    }

    /** @param bytes one character for each */
    private record Received(String path, String type, String bytes) {
        String text() {
            return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        }
    }

    @BeforeEach
    void write() throws IOException {
        Files.writeString(folder.resolve("picture.png"), PICTURE, StandardCharsets.ISO_8859_1);
        Files.writeString(folder.resolve("other.png"), OTHER_PICTURE, StandardCharsets.ISO_8859_1);
        Files.writeString(folder.resolve("order.txt"), "amount 1000\nreference ${unique}\n");
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(0);
        }
        threads.shutdownNow();
    }

    @ParameterizedTest
    @EnumSource
    void an_operation_is_judged_whatever_its_body_is(Kind kind) throws IOException {
        assertThat(run(kind))
                .hasSizeGreaterThanOrEqualTo(5)
                .allSatisfy(scenario -> assertThat(scenario.verdict())
                        .as(scenario.clauses() + " " + scenario.name() + ": " + scenario.reason() + scenario.facts())
                        .isEqualTo(Verdict.HELD));
    }

    @ParameterizedTest
    @EnumSource
    void what_has_no_members_has_none_that_look_alike(Kind kind) throws IOException {
        boolean hasMembers = kind == Kind.XML || kind == Kind.PARTS;
        takesLess = true;

        assertThat(judged(kind, Set.of("MIS-10")))
                .filteredOn(scenario -> scenario.operation() != null && scenario.verdict() != Verdict.NOT_CHECKED)
                .isNotEmpty()
                .extracting(ScenarioResult::verdict)
                .containsOnly(hasMembers ? Verdict.HELD : Verdict.NOT_APPLICABLE);
    }

    @ParameterizedTest
    @EnumSource(names = {"XML", "PARTS"})
    void where_each_payload_that_another_looks_like_is_refused_nothing_shows_that_they_are_told_apart(Kind kind)
            throws IOException {
        assertThat(judged(kind, Set.of("MIS-10")))
                .filteredOn(scenario -> scenario.operation() != null)
                .extracting(ScenarioResult::verdict)
                .contains(Verdict.NOT_CHECKED)
                .doesNotContain(Verdict.HELD);
    }

    @ParameterizedTest
    @EnumSource
    void another_payload_that_is_not_refused_is_broken(Kind kind) throws IOException {
        looksAtPayload = false;

        assertThat(run(kind))
                .filteredOn(scenario -> scenario.clauses().contains("MIS-1"))
                .isNotEmpty()
                .allMatch(scenario -> scenario.verdict() == Verdict.BROKEN);
    }

    @ParameterizedTest
    @EnumSource
    void what_its_body_has_no_notations_or_members_for_is_not_applicable(Kind kind) throws IOException {
        Map<String, List<Verdict>> verdicts = judged(kind, Set.of("MIS-3", "MIS-4", "MIS-6")).stream()
                .filter(scenario -> scenario.operation() != null)
                .collect(Collectors.groupingBy(
                        scenario -> String.join("", scenario.clauses()),
                        Collectors.mapping(ScenarioResult::verdict, Collectors.toList())));

        assertThat(verdicts.get("MIS-3")).containsExactly(Verdict.NOT_APPLICABLE);
        assertThat(verdicts.get("MIS-4")).containsExactly(Verdict.NOT_APPLICABLE);
        // Each field of the intent counts in every body; members are removed only where there are some.
        assertThat(verdicts.get("MIS-6"))
                .containsExactly(
                        Verdict.HELD,
                        kind == Kind.XML || kind == Kind.PARTS ? Verdict.HELD : Verdict.NOT_APPLICABLE,
                        Verdict.NOT_APPLICABLE);
    }

    @ParameterizedTest
    @EnumSource(names = {"XML", "PARTS"})
    void a_removed_element_or_part_that_is_taken_for_the_first_payload_is_broken(Kind kind) throws IOException {
        looksAtPayload = false;
        takesLess = true;

        assertThat(judged(kind, Set.of("MIS-6")))
                .filteredOn(scenario -> scenario.operation() != null && scenario.verdict() != Verdict.NOT_APPLICABLE)
                .hasSize(2)
                .allMatch(scenario -> scenario.verdict() == Verdict.BROKEN);
    }

    @Test
    void a_part_that_does_not_count_is_named_as_parts_are() throws IOException {
        looksAtPayload = false;
        takesLess = true;

        assertThat(judged(Kind.PARTS, Set.of("MIS-5")))
                .filteredOn(scenario -> scenario.operation() != null)
                .allSatisfy(scenario -> assertThat(scenario.verdict())
                        .as(scenario.reason() + scenario.facts())
                        .isEqualTo(Verdict.HELD));
        assertThat(received).anyMatch(bytes -> bytes.contains("name=\"client_time\""));
    }

    private List<ScenarioResult> run(Kind kind) throws IOException {
        return judged(kind, CLAUSES).stream()
                .filter(scenario -> scenario.operation() != null && scenario.verdict() != Verdict.NOT_CHECKED)
                .toList();
    }

    private List<ScenarioResult> judged(Kind kind, Set<String> clauses) throws IOException {
        HttpServer started = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server = started;
        started.setExecutor(threads);
        started.createContext("/", exchange -> handle(kind, exchange));
        started.start();
        TargetFile target = TargetFile.of(
                YamlFile.of("acme.yaml", yaml(kind, started.getAddress().getPort())), folder, Map.of());
        return new ContractRun(target, Choice.of(clauses), folder.resolve("out"))
                .run(unused -> {})
                .scenarios();
    }

    private static String yaml(Kind kind, int port) {
        return """
                name: Acme
                urls: ["http://127.0.0.1:%s"]
                writes: allowed
                contract: playbook
                limits: {rate: 1000}
                operations:
                  order:
                    role: create
                    request:
                      method: POST
                      path: /orders%s
                %s    id: /id
                    intent: %s
                    effects: {list: {path: "/orders?reference=${unique}", count: /items}}
                """.formatted(
                        port,
                        kind == Kind.FILE ? "/${unique}" : "",
                        kind.request.indent(-8).indent(6),
                        kind.intent);
    }

    private void handle(Kind kind, HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().toString();
            String bytes = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1);
            received.add(bytes);
            if (exchange.getRequestMethod().equals("GET")) {
                long found = orders.stream().filter(path::contains).count();
                answer(exchange, 200, "{\"items\": [" + "1,".repeat((int) found).replaceAll(",$", "") + "]}");
                return;
            }
            String type = String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type"));
            String reference = takesLess ? unique(path + bytes) : reference(kind, new Received(path, type, bytes));
            if (reference == null) {
                answer(exchange, 415, "{\"code\": \"VALIDATION.body\"}");
                return;
            }
            String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
            String first = payloads.putIfAbsent(key, bytes);
            if (first == null) {
                orders.add(reference);
                ids.put(key, "o-" + last.incrementAndGet());
            } else if (!first.equals(bytes) && looksAtPayload) {
                answer(exchange, 409, "{\"code\": \"CONFLICT.idempotency.payload_mismatch\"}");
                return;
            }
            exchange.getResponseHeaders().set("Idempotency-Status", first == null ? "stored" : "replayed");
            answer(exchange, 201, "{\"id\": \"" + ids.get(key) + "\"}");
        }
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        exchange.getResponseHeaders()
                .set("Content-Type", status < 300 ? "application/json" : "application/problem+json");
        exchange.sendResponseHeaders(status, body.length());
        exchange.getResponseBody().write(body.getBytes(StandardCharsets.UTF_8));
    }

    private static @Nullable String reference(Kind kind, Received request) {
        return switch (kind) {
            case XML -> ofXml(request);
            case TEXT, TEXT_FILE -> ofText(request);
            case PARTS -> ofParts(request);
            case FILE -> ofFile(request);
        };
    }

    private static @Nullable String ofXml(Received request) {
        XmlText xml = new XmlText(request.text());
        boolean isRight = request.type().equals("application/xml")
                && xml.fault().isEmpty()
                && xml.fault("/*[local-name()='order' and namespace-uri()='urn:orders' and @currency='EUR']/reference")
                        .isEmpty()
                && xml.fault(AMOUNT).isEmpty()
                && xml.at(AMOUNT).matches("1[01]00");
        return isRight ? unique(xml.at("/*/reference")) : null;
    }

    private static @Nullable String ofText(Received request) {
        Matcher text = Pattern.compile("amount 1[01]00\nreference (\\S+)\n").matcher(request.text());
        return request.type().startsWith("text/plain") && text.matches() ? unique(text.group(1)) : null;
    }

    private static @Nullable String ofParts(Received request) {
        Matcher type =
                Pattern.compile("multipart/form-data; boundary=([\\w-]+)").matcher(request.type());
        if (!type.matches()) {
            return null;
        }
        String line = "--" + type.group(1);
        Matcher parts = Pattern.compile(
                        Pattern.quote(line) + "\r\nContent-Disposition: form-data; name=\"amount\"\r\n\r\n1[01]00\r\n"
                                + Pattern.quote(line)
                                + "\r\nContent-Disposition: form-data; name=\"reference\"\r\nContent-Type: text/plain\r\n\r\n"
                                + "(\\S+)\r\n" + Pattern.quote(line)
                                + "\r\nContent-Disposition: form-data; name=\"scan\"; filename=\"picture.png\"\r\n"
                                + "Content-Type: image/png\r\n\r\n(.*)\r\n" + Pattern.quote(line) + "--\r\n",
                        Pattern.DOTALL)
                .matcher(request.bytes());
        return parts.matches() && isPicture(parts.group(2)) ? unique(parts.group(1)) : null;
    }

    private static @Nullable String ofFile(Received request) {
        return request.type().equals("image/png") && isPicture(request.bytes()) ? unique(request.path()) : null;
    }

    private static boolean isPicture(String bytes) {
        return bytes.equals(PICTURE) || bytes.equals(OTHER_PICTURE);
    }

    private static @Nullable String unique(String text) {
        Matcher unique = UNIQUE.matcher(text);
        return unique.find() ? unique.group() : null;
    }
}
