package dev.samekey.reports.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.samekey.reports.render.Console;
import dev.samekey.reports.render.DesignFiles;
import dev.samekey.steps.author.design.Designer;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.judge.run.Choice;
import dev.samekey.steps.judge.run.Coverage;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.states.KeyStates;
import dev.samekey.steps.model.targets.TargetFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each secret of a target file is sent back by the target: no report may contain it. */
class PlantedSecretsTest {
    private static final Map<String, String> PLANTED = Map.of(
            "TOKEN", "planted-token-\"1'`&/+",
            "BASIC", Base64.getEncoder().encodeToString("alice:planted-2/word".getBytes(StandardCharsets.UTF_8)),
            "TENANT", "planted-tenant-3",
            "OWN", "planted-own-header-4",
            "CARD", "planted-card-5",
            "HOOK", "whsec_" + Base64.getEncoder().encodeToString("planted-hook-6".getBytes(StandardCharsets.UTF_8)),
            "CONTROL", "planted-control-7",
            "DATABASE", "jdbc:postgresql://127.0.0.1:1/x?user=me&password=planted-8",
            "PASSWORD", "planted-password-9",
            "CHILD", "planted-child-10");

    /** The target knows those that are meant for it. */
    private static final List<String> TOLD = Stream.of("TOKEN", "BASIC", "TENANT", "OWN", "CARD", "HOOK", "CONTROL")
            .map(PLANTED::get)
            .map(String::valueOf)
            .toList();

    private static final String TARGET = """
            name: Acme
            urls: ["%s"]
            writes: allowed
            contract: playbook
            limits: {answer: 20, races: {seen_in: 0.99}}
            principals:
              alice: {headers: {Authorization: "Bearer ${env:TOKEN}"}}
              bob: {headers: {Authorization: "Basic ${env:BASIC}"}}
            tenants:
              north: {headers: {X-Tenant: "${env:TENANT}"}}
              south: {headers: {X-Tenant: south}}
            clock: {advance: {method: POST, path: "/clock?by=${ms}", headers: {X-Control: "${env:CONTROL}"}}}
            oracles: {metrics: {path: /metrics}, log: {file: "%s"}}
            operations:
              payment:
                role: create
                id: /id
                read: "/payments/${payment.id}"
                request:
                  method: POST
                  path: "/payments?key=${env:OWN}"
                  headers: {X-Own: "${env:OWN}"}
                  body: {amount: 1000, card: "${env:CARD}", reference: "${unique}"}
                intent: {/amount: 1100}
                sandbox: {declined: {/card: "${env:CARD}-declined"}}
                effects: {list: {path: "/payments?reference=${unique}", count: /items}}
              settled:
                role: event
                request: {method: POST, path: /events, headers: {webhook-id: "${unique}"}, body: {id: "${unique}"}}
                delivery: {signature: {scheme: standard_webhooks, secret: "${env:HOOK}"}}
            """;

    /** What no file names: the target sets, sends or logs it. */
    private static final String JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJlLXBsYW50ZWQ";

    /** Each of them stands in the file itself. */
    private static final String LITERAL = """
            name: Acme
            urls: ["%s"]
            writes: allowed
            contract: playbook
            limits: {answer: 20, races: {seen_in: 0.99}}
            principals:
              alice:
                headers:
                  Authorization: Bearer planted-token-11
                  Cookie: "session=planted-cookie-12; theme=planted-theme-13"
                  X-Access: planted-custom-14
              bob: {headers: {Authorization: "Basic %s"}}
              carol: {token: {client_credentials: {url: /token, id: me, secret: planted-client-16}}}
              dave: {sign: {hmac: {secret: planted-signing-17, over: "${method}"}, headers: {X-Sign: "${signature}"}}}
            clock: {advance: {method: POST, path: "/clock?by=${ms}", headers: {X-Control: planted-control-18}}}
            oracles:
              metrics: {path: "/metrics?token=planted-metrics-19"}
              log: {file: "%s"}
            operations:
              payment:
                role: create
                id: /id
                read: "/payments/${payment.id}?api_key=planted-query-20"
                request:
                  method: POST
                  path: "/payments?api_key=planted-query-20"
                  headers: {X-Api-Key: planted-key-21}
                  body: {amount: 1000, password: planted-password-22, card: sk_live_planted23x, reference: "${unique}"}
                intent: {/amount: 1100}
                sandbox: {declined: {/password: planted-declined-24}}
                effects: {list: {path: "/payments?reference=${unique}", count: /items}}
              refund:
                role: reverse
                after: payment
                id: /id
                request: {method: POST, path: "/refunds?api_key=planted-query-20", body: {payment: "${payment.id}"}}
              settled:
                role: event
                request: {method: POST, path: /events, headers: {webhook-id: "${unique}"}, body: {id: "${unique}"}}
                delivery: {signature: {scheme: standard_webhooks, secret: whsec_%s}}
            """;

    private static final List<String> LITERALS = List.of(
            "planted-token-11",
            "planted-cookie-12",
            "planted-theme-13",
            "planted-custom-14",
            base64("bob:planted-15/word"),
            "planted-control-18",
            "planted-query-20",
            "planted-key-21",
            "planted-password-22",
            "sk_live_planted23x",
            "planted-declined-24",
            "whsec_" + base64("planted-hook-25"));

    private final StringWriter terminal = new StringWriter();

    @TempDir
    private Path out = Path.of("");

    @Test
    void no_secret_is_left_in_anything_that_a_run_leaves() throws IOException {
        Path log = out.resolveSibling("api-" + System.nanoTime() + ".log");
        Files.writeString(log, "");
        HttpServer server = telling(log, TOLD);
        try {
            TargetFile file = file(
                    TARGET.formatted("http://127.0.0.1:" + server.getAddress().getPort(), log));
            judge(file, out);
        } finally {
            server.stop(0);
            Files.delete(log);
        }

        assertThat(everything()).as("what is in the archive is among it").hasSizeGreaterThan(40);
        assertNoSecret();
    }

    @Test
    void no_secret_that_stands_in_the_file_or_comes_from_the_target_is_left_in_anything() throws IOException {
        Path folder = Files.createDirectory(out.resolveSibling("literal-" + System.nanoTime()));
        Path log = Files.writeString(folder.resolve("api.log"), "");
        HttpServer server = telling(log, LITERALS);
        try {
            Path file = Files.writeString(
                    folder.resolve("acme.yaml"),
                    LITERAL.formatted(
                            "http://127.0.0.1:" + server.getAddress().getPort(),
                            base64("bob:planted-15/word"),
                            log,
                            base64("planted-hook-25")));
            judge(TargetFile.read(file, Map.of()), out.resolve("report"), "RPL-[1-5]|MIS-.*|OBS-.*|EVT-11");
            assertThat(terminal.toString())
                    .contains("acme.yaml:9: principals.alice.headers.Authorization holds a secret: write"
                            + " «Bearer ${env:ALICE_TOKEN}», and set that variable of the environment");
            assertThat(terminal.toString()).contains("«session=${env:ALICE_COOKIE}; theme=${env:ALICE_COOKIE_2}»");
            for (String command : List.of("verify --plan", "check", "discover", "design")) {
                run(command, file.toString(), command.equals("discover") ? "contract.yaml" : command);
            }
        } finally {
            server.stop(0);
        }

        assertThat(everything()).as("what is in the archive is among it").hasSizeGreaterThan(40);
        assertThat(out.resolve("design/cases.json")).exists();
        assertNoSecret(LITERALS.stream());
        for (Path one : everything()) {
            assertThat(Files.readString(one)).doesNotContain(JWT);
        }
        assertThat(everything().stream().anyMatch(one -> read(one).contains("‹Authorization of alice›")))
                .isTrue();
    }

    @Test
    void no_secret_of_the_file_or_the_line_is_left_by_shards_repeated_runs_and_a_first_try() throws IOException {
        Path folder = Files.createDirectory(out.resolveSibling("commands-" + System.nanoTime()));
        Path log = Files.writeString(folder.resolve("api.log"), "");
        HttpServer server = telling(log, LITERALS);
        List<String> told = List.of("planted-query-31", "planted-line-32", "planted-own-33", "planted-body-35");
        server.createContext("/line", exchange -> tellAll(exchange, log, told));
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        try {
            String target = Files.writeString(
                            folder.resolve("acme.yaml"),
                            LITERAL.formatted(url, base64("bob:planted-15/word"), log, base64("planted-hook-25")))
                    .toString();
            for (String shard : List.of("1/2", "2/2")) {
                run("verify --clauses RPL,MIS-1 --run-id one --shard " + shard, target, "shards/" + shard.charAt(0));
            }
            run("merge " + out.resolve("shards"), null, "merged");
            run("repeat --times 2 --clauses RPL-1", target, "repeated");
            List<String> line = List.of(
                    "curl",
                    "-X",
                    "POST",
                    url + "/line/payments?api_key=planted-query-31",
                    "-H",
                    "Authorization: Bearer planted-line-32",
                    "-H",
                    "X-Api-Key: planted-own-33",
                    "-H",
                    "Content-Type: application/json",
                    "-d",
                    "{\"password\": \"planted-body-35\", \"reference\": \"${unique}\"}");
            List<String> words = new ArrayList<>(List.of("try", "-y", "--out", out + "/tried.yaml"));
            words.addAll(List.of("--report", out.resolve("tried").toString(), "--"));
            words.addAll(line);
            execute(words);
        } finally {
            server.stop(0);
        }

        for (String report : List.of("shards/1", "shards/2", "merged", "repeated", "tried")) {
            assertThat(everything().stream().filter(one -> one.startsWith(out.resolve(report))))
                    .as("%s; printed: %s", report, terminal)
                    .isNotEmpty();
        }
        assertThat(out.resolve("tried.yaml")).exists();
        assertNoSecret(LITERALS.stream());
    }

    private void run(String command, @Nullable String target, String where) {
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        if (target != null) {
            words.addAll(List.of("--target", target));
        }
        words.addAll(List.of("--out", out.resolve(where).toString()));
        execute(words);
    }

    private void execute(List<String> words) {
        var unused = Main.commandLine()
                .setOut(new PrintWriter(terminal, true))
                .setErr(new PrintWriter(terminal, true))
                .execute(words.toArray(String[]::new));
    }

    @Test
    void no_secret_of_the_environment_is_left_in_a_design_or_a_plan() {
        TargetFile file = file("""
                name: Acme
                urls: ["http://127.0.0.1:1"]
                contract: playbook
                principals: {alice: {headers: {Authorization: "Bearer ${env:TOKEN}"}}}
                operations:
                  payment:
                    role: create
                    id: /id
                    request:
                      method: POST
                      path: "/payments?of=${env:TENANT}"
                      headers: {X-Own: "${env:OWN}"}
                      body: {amount: 1000, card: "${env:CARD}", reference: "${unique}"}
                    intent: {/card: "${env:PASSWORD}"}
                  refund:
                    role: reverse
                    after: payment
                    request: {method: POST, path: "/refunds?of=${env:TENANT}", body: {payment: "${payment.id}"}}
                """);

        Map<String, String> design = new DesignFiles(new Designer(file, KeyStates.shipped()).design(), null).texts();
        new Judge(new Console(new PrintWriter(terminal))).plan(file, Coverage.clauses());

        assertThat(design.get("cases.json"))
                .contains("has succeeded under a key of its own: POST /payments?of=$TENANT");
        design.forEach((name, text) -> assertThat(text).as(name).doesNotContain("planted"));
        assertThat(terminal.toString()).contains("POST /payments?of=$TENANT").doesNotContain("planted");
    }

    @Test
    void what_a_target_prints_is_redacted_too() throws IOException {
        TargetFile file = file("""
                name: Acme
                urls: ["http://127.0.0.1:1"]
                contract: playbook
                operations: {note: {role: create, request: {method: POST, path: /notes}}}
                lifecycle: {start: [sh, -c, "echo I know $CHILD; exit 3"], environment: {CHILD: "${env:CHILD}"}, ready: /}
                """);

        assertThatExceptionOfType(CannotRun.class)
                .isThrownBy(() -> judge(file, out))
                .withMessageContaining("I know $CHILD")
                .withMessageNotContaining("planted");
        assertThat(out.resolve("target.log")).hasContent("I know $CHILD");
        assertNoSecret();
    }

    @Test
    void what_a_target_prints_of_the_file_is_redacted_too() throws IOException {
        Path literal = Files.writeString(out.resolveSibling("printed-" + System.nanoTime() + ".yaml"), """
                name: Acme
                urls: ["http://127.0.0.1:1"]
                contract: playbook
                principals: {alice: {headers: {Authorization: Bearer planted-token-36}}}
                operations: {note: {role: create, request: {method: POST, path: /notes}}}
                lifecycle: {start: [sh, -c, "echo I know $SECRET_KEY planted-token-36; exit 3"], environment: {SECRET_KEY: planted-child-37}, ready: /}
                """);

        assertThatExceptionOfType(CannotRun.class)
                .isThrownBy(() -> judge(TargetFile.read(literal, Map.of()), out))
                .withMessageContaining("I know ")
                .withMessageNotContaining("planted");
        assertThat(out.resolve("target.log")).content().startsWith("I know ");
        assertNoSecret(Stream.empty());
    }

    @Test
    void a_broker_and_a_token_endpoint_that_do_not_answer_do_not_tell() throws IOException {
        String common = """
                name: Acme
                urls: ["http://127.0.0.1:1"]
                contract: playbook
                """;
        for (String rest : List.of("""
                operations:
                  settled:
                    role: event
                    request: {method: POST, path: /events, body: {id: "${unique}"}}
                    delivery: {broker: {url: "nats://me:planted-38@127.0.0.1:1", stream: S, subject: s, consumer: c}}
                """, """
                principals: {alice: {token: {client_credentials: {url: "http://me:planted-39@127.0.0.1:1/", id: me, secret: planted-40}}}}
                operations: {note: {role: create, request: {method: POST, path: /notes}}}
                """)) {
            Path literal =
                    Files.writeString(out.resolveSibling("silent-" + System.nanoTime() + ".yaml"), common + rest);
            run("verify", literal.toString(), "silent");
            run("check", literal.toString(), "checked");
        }

        assertThat(terminal.toString()).contains("delivery.broker.url").contains("client_credentials.url");
        assertNoSecret(Stream.empty());
    }

    @Test
    void an_oracle_that_does_not_answer_does_not_tell() {
        TargetFile file = file("""
                name: Acme
                urls: ["http://127.0.0.1:1"]
                contract: playbook
                operations: {note: {role: create, request: {method: POST, path: /notes}}}
                oracles: {database: {url: "${env:DATABASE}", password: "${env:PASSWORD}"}}
                """);

        assertThatExceptionOfType(CannotRun.class)
                .isThrownBy(() -> judge(file, out))
                .withMessageNotContaining("planted");
    }

    @Test
    void a_mistake_in_the_file_does_not_tell() {
        for (String mistake : List.of("proxy: \"${env:TOKEN}\"", "proxy: \"http://me:${env:TENANT}@proxy:1\"")) {
            assertThatExceptionOfType(BadFile.class)
                    .isThrownBy(() -> file("""
                            name: Acme
                            urls: ["http://127.0.0.1:1"]
                            contract: playbook
                            operations: {note: {role: create, request: {method: POST, path: /notes}}}
                            """ + mistake + "\n"))
                    .withMessageNotContaining("planted");
        }
    }

    private void judge(TargetFile file, Path folder) {
        judge(file, folder, "(RPL|MIS|SCP|OBS|ERR)-.*|KEY-6|CON-[12]|TTL-1|EVT-11");
    }

    private void judge(TargetFile file, Path folder, String clauses) {
        Judge judge = new Judge(new Console(new PrintWriter(terminal)));
        Set<String> some = Coverage.clauses().stream()
                .filter(clause -> clause.matches(clauses))
                .collect(Collectors.toSet());
        var unused = judge.judge(file, some, Choice.of(some), folder);
    }

    private static TargetFile file(String yaml) {
        return TargetFile.of(YamlFile.of("acme.yaml", yaml), Path.of("").toAbsolutePath(), PLANTED);
    }

    private static HttpServer telling(Path log, List<String> told) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 500);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", exchange -> tellAll(exchange, log, told));
        server.start();
        return server;
    }

    /** Echoes the whole request, in every spelling, and logs it; now and then it answers as no server should. */
    private static void tellAll(HttpExchange exchange, Path log, List<String> told) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String received =
                exchange.getRequestURI() + " " + exchange.getRequestHeaders().values() + " " + body + " " + told;
        StringBuilder echo = new StringBuilder(received);
        told.forEach(secret -> {
            byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
            echo.append(' ').append(URLEncoder.encode(secret, StandardCharsets.UTF_8));
            echo.append(' ').append(Base64.getEncoder().encodeToString(bytes));
            echo.append(' ').append(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
        });
        String text = echo.toString().replace("\\", "\\\\").replace("\"", "\\\"");
        String key = String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
        synchronized (log) {
            Files.writeString(
                    log,
                    "{\"idempotency_key\": \"" + key + "\", \"said\": \"" + text
                            + " Authorization: Bearer planted-foreign-27\"}\n",
                    StandardOpenOption.APPEND);
        }
        boolean metrics = exchange.getRequestURI().getPath().equals("/metrics");
        String own = "\"access_token\": \"planted-access-26\", \"jwt\": \"" + JWT + "\", ";
        byte[] answer = (metrics
                        ? "requests_total{said=\"" + text + "\"} 1\n"
                        : "{" + own + "\"id\": \"p-1\", \"items\": [1], \"code\": \"" + text + "\", \"said\": \"" + text
                                + "\"}")
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.getResponseHeaders().set("X-Said", told.get(2) + told.get(3));
        exchange.getResponseHeaders().set("Set-Cookie", "sid=planted-set-28; Path=/; HttpOnly");
        exchange.sendResponseHeaders(exchange.getRequestMethod().equals("GET") ? 200 : 201, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void assertNoSecret() throws IOException {
        assertNoSecret(PLANTED.values().stream());
    }

    private void assertNoSecret(Stream<String> secrets) throws IOException {
        Map<String, String> hidden = new LinkedHashMap<>();
        for (String secret : List.of("planted")) {
            hidden.put(secret, "as it is");
        }
        secrets.forEach(secret -> {
            byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
            hidden.put(secret, "as it is");
            hidden.put(URLEncoder.encode(secret, StandardCharsets.UTF_8), "in a URL");
            hidden.put(Base64.getEncoder().encodeToString(bytes), "in Base64");
            hidden.put(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes), "in Base64 for URLs");
        });
        for (Path file : everything()) {
            // Names of files count too.
            String text = file + "\n" + Files.readString(file, StandardCharsets.UTF_8);
            hidden.forEach((secret, form) -> assertThat(text.contains(secret))
                    .as("%s has %s %s: %s", file, secret, form, around(text, secret))
                    .isFalse());
        }
        hidden.forEach((secret, form) -> assertThat(terminal.toString()).doesNotContain(secret));
    }

    private static String around(String text, String secret) {
        int at = text.indexOf(secret);
        return at < 0 ? "" : text.substring(Math.max(0, at - 200), Math.min(text.length(), at + 200));
    }

    /** All files; in the place of an archive what is in it. */
    private List<Path> everything() throws IOException {
        for (Path archive :
                files().filter(file -> file.endsWith("evidence.zip")).toList()) {
            try (ZipFile zip = new ZipFile(archive.toFile())) {
                Path unpacked = Files.createDirectory(archive.resolveSibling("unpacked"));
                for (ZipEntry entry : Collections.list(zip.entries())) {
                    Files.write(
                            unpacked.resolve(entry.getName()),
                            zip.getInputStream(entry).readAllBytes());
                }
            }
            Files.delete(archive);
        }
        return files().toList();
    }

    private Stream<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(out)) {
            return files.filter(Files::isRegularFile).toList().stream();
        }
    }
}
