import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a run costs. It judges an API in the memory of this process.
 *
 * <p>{@code java docs/Benchmark.java memory HEAP JAR OPERATIONS...}, such as {@code memory 400m reports/target/samekey.jar 2 10 37}:
 * how much Samekey's own process holds at most, where responses have some kB. What it holds is what is left after a whole
 * collection, and there is one every few seconds.
 *
 * <p>{@code java docs/Benchmark.java time JAR...}: wall time and processor time of a run with two operations, start included, beside
 * a plain loop that sends as many requests, eight at a time. The jars take turns, three times.
 */
public final class Benchmark {
    private static final int KB_OF_A_RESPONSE = 16;
    private static final int TURNS = 3;
    private static final int AT_ONCE = 8;
    private static final int WORK_MS = 5;
    private static final String VOLATILE = "client_time";
    private static final Duration LONGEST_RUN = Duration.ofHours(2);
    private static final int SECONDS_BETWEEN_COLLECTIONS = 5;
    private static final Pattern MEMBER = Pattern.compile("\"(\\w+)\"\\s*:\\s*\"?([^\",}\\s]*)");
    private static final Pattern ESCAPE = Pattern.compile("\\\\u(\\p{XDigit}{4})");
    /** Such as {@code Pause Full (System.gc()) 210M->87M(400M) 61.2ms}. */
    private static final Pattern WHOLE_COLLECTION = Pattern.compile("Pause Full .*->(\\d+)M\\(");

    private record Response(int status, String body) {}

    /** @param response null while the first request works */
    private record Stored(String payload, Response response) {}

    private final Map<String, Stored> stored = new ConcurrentHashMap<>();
    /** By its path, such as {@code /payments-1/42}. */
    private final Map<String, String> things = new ConcurrentHashMap<>();
    /** By the path of the collection and the reference, the ids. */
    private final Map<String, List<String>> ids = new ConcurrentHashMap<>();

    private final AtomicLong requests = new AtomicLong();
    /** In kB. */
    private volatile int details;

    public static void main(String[] arguments) throws Exception {
        // Otherwise each response waits for 40 ms.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
        Benchmark api = new Benchmark();
        server.setExecutor(Executors.newFixedThreadPool(64, task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        }));
        server.createContext("/", api::answer);
        server.start();
        int port = server.getAddress().getPort();
        switch (arguments[0]) {
            case "memory" -> api.memory(arguments, port);
            case "time" -> api.time(Arrays.copyOfRange(arguments, 1, arguments.length), port);
            default -> throw new IllegalArgumentException("memory or time");
        }
        server.stop(0);
    }

    private void memory(String[] arguments, int port) throws Exception {
        details = KB_OF_A_RESPONSE;
        System.out.println("| operations | scenarios | report (MB) | held at most (MB) | seconds | exit code |");
        System.out.println("|---|---|---|---|---|---|");
        for (int i = 3; i < arguments.length; i++) {
            System.out.println(row(arguments[2], arguments[1], Integer.parseInt(arguments[i]), port));
            forget();
        }
    }

    private void time(String[] jars, int port) throws Exception {
        Path folder = Files.createTempDirectory("samekey-time");
        Path target = Files.writeString(folder.resolve("target.yaml"), target(2, port));
        System.out.println("| jar | requests | wall (s) | processor (s) | loop, wall (s) | wall / loop | exit code |");
        System.out.println("|---|---|---|---|---|---|---|");
        for (int turn = 0; turn < TURNS; turn++) {
            for (String jar : jars) {
                System.out.println(timed(jar, target, folder.resolve("report"), port));
                forget();
            }
        }
    }

    private String timed(String jar, Path target, Path out, int port) throws Exception {
        long before = requests.get();
        long start = System.nanoTime();
        Process run = new ProcessBuilder(
                        java(), "-jar", jar, "verify", "--target", target.toString(), "--out", out.toString())
                .redirectErrorStream(true)
                .redirectOutput(out.resolveSibling("output.txt").toFile())
                .start();
        Duration processor = Duration.ZERO;
        while (!run.waitFor(20, TimeUnit.MILLISECONDS)) {
            processor = run.info().totalCpuDuration().orElse(processor);
        }
        double wall = (System.nanoTime() - start) / 1e9;
        long sent = requests.get() - before;
        double loop = loop(sent, port);
        return String.format(Locale.ROOT, "| %s | %d | %.1f | %.1f | %.1f | %.1f | %d |",
                jar, sent, wall, processor.toMillis() / 1e3, loop, wall / loop, run.exitValue());
    }

    /** In a process that runs already, to an API that is warm: less than a loop of its own would take. */
    private static double loop(long requests, int port) throws Exception {
        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        ExecutorService senders = Executors.newFixedThreadPool(AT_ONCE);
        long start = System.nanoTime();
        List<Future<Integer>> sent = new ArrayList<>();
        for (long i = 0; i < requests; i++) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/payments-1"))
                    .header("Authorization", "Bearer alice")
                    .header("Idempotency-Key", UUID.randomUUID().toString())
                    .POST(HttpRequest.BodyPublishers.ofString("{\"amount\": 1000, \"reference\": \"" + i + "\"}"))
                    .build();
            sent.add(senders.submit(() -> client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode()));
        }
        for (Future<Integer> status : sent) {
            if (status.get(1, TimeUnit.MINUTES) != 201) {
                throw new IllegalStateException("the API answered " + status.get());
            }
        }
        senders.shutdown();
        return (System.nanoTime() - start) / 1e9;
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static String row(String jar, String heap, int operations, int port) throws Exception {
        Path folder = Files.createTempDirectory("samekey-memory");
        Path target = Files.writeString(folder.resolve("target.yaml"), target(operations, port));
        Path collections = folder.resolve("gc.log");
        Path said = folder.resolve("output.txt");
        Path out = folder.resolve("report");
        long start = System.nanoTime();
        Process run = new ProcessBuilder(
                        java(), "-Xmx" + heap, "-XX:+UseG1GC", "-Xlog:gc:file=" + collections,
                        "-jar", jar, "verify", "--target", target.toString(), "--out", out.toString())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        while (!run.waitFor(SECONDS_BETWEEN_COLLECTIONS, TimeUnit.SECONDS)) {
            if (System.nanoTime() - start > LONGEST_RUN.toNanos()) {
                run.destroyForcibly();
            }
            collect(run);
        }
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
        int held = WHOLE_COLLECTION.matcher(Files.readString(collections)).results()
                .mapToInt(found -> Integer.parseInt(found.group(1)))
                .max()
                .orElse(0);
        Path junit = out.resolve("junit.xml");
        long scenarios = Files.exists(junit) ? Pattern.compile("<testcase ").matcher(Files.readString(junit)).results().count() : -1;
        System.err.println("the report, and what the run said: " + folder);
        return "| %d | %d | %d | %d | %d | %d |".formatted(
                operations, scenarios, megabytes(out), held, seconds, run.exitValue());
    }

    private static void collect(Process run) throws Exception {
        Process collection = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), String.valueOf(run.pid()), "GC.run")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!collection.waitFor(1, TimeUnit.MINUTES)) {
            collection.destroyForcibly();
        }
    }

    private static long megabytes(Path place) throws IOException {
        if (!Files.exists(place)) {
            return -1;
        }
        try (var files = Files.walk(place)) {
            return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum() >> 20;
        }
    }

    private static String target(int operations, int port) {
        return """
                name: an API in memory
                urls: ["http://127.0.0.1:%d"]
                writes: allowed
                contract: playbook
                limits: {requests: 1000000, late: 0}
                principals:
                  alice: {headers: {Authorization: Bearer alice}}
                  bob: {headers: {Authorization: Bearer bob}}
                  carol: {headers: {Authorization: Bearer carol}}
                operations:
                """.formatted(port)
                + IntStream.rangeClosed(1, operations).mapToObj(i -> """
                          payment-%1$d:
                            role: create
                            request: {method: POST, path: /payments-%1$d, body: {amount: 1000, reference: "${unique}"}}
                            success: 201
                            id: /id
                            read: "/payments-%1$d/${payment-%1$d.id}"
                            intent: {/amount: 1100}
                            sandbox: {invalid: {/amount: -1}, declined: {/amount: 999999}}
                            effects:
                              list: {path: "/payments-%1$d?reference=${unique}", count: /items}
                        """.formatted(i).indent(0)).collect(Collectors.joining());
    }

    private void forget() {
        stored.clear();
        things.clear();
        ids.clear();
    }

    private void answer(HttpExchange exchange) throws IOException {
        requests.incrementAndGet();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String caller = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        String path = exchange.getRequestURI().getPath();
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        Response response;
        if (!caller.matches("Bearer (alice|bob|carol)")) {
            response = problem(401, "AUTH.unauthenticated");
        } else if (exchange.getRequestMethod().equals("GET")) {
            response = read(path, String.valueOf(exchange.getRequestURI().getQuery()).replace("reference=", ""));
        } else {
            try {
                response = keyed(exchange, caller, path, body);
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
                return;
            }
        }
        if (response.status() >= 400) {
            exchange.getResponseHeaders().set("Content-Type", "application/problem+json");
        }
        byte[] bytes = response.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(response.status(), bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private Response read(String path, String reference) {
        String thing = things.get(path);
        if (thing != null) {
            return new Response(200, thing);
        }
        return path.lastIndexOf('/') > 0
                ? problem(404, "NOT_FOUND")
                : new Response(200, "{\"items\": " + ids.getOrDefault(path + " " + reference, List.of()).stream()
                        .map(id -> things.get(path + "/" + id)).toList() + "}");
    }

    private Response keyed(HttpExchange exchange, String caller, String path, String body) throws InterruptedException {
        List<String> keys = exchange.getRequestHeaders().getOrDefault("Idempotency-Key", List.of());
        if (keys.isEmpty()) {
            return problem(400, "VALIDATION.idempotency.key_missing");
        }
        String key = keys.get(0);
        if (keys.size() > 1 || !key.matches("[!-~]{1,128}")) {
            return problem(400, "VALIDATION.idempotency.key_malformed");
        }
        Map<String, String> members = MEMBER.matcher(body).results()
                .collect(Collectors.toMap(found -> found.group(1), found -> unescaped(found.group(2)), (one, other) -> other, TreeMap::new));
        if (members.getOrDefault("amount", "-").startsWith("-")) {
            return problem(400, "VALIDATION.member");
        }
        members.computeIfPresent("amount", (name, amount) -> new BigDecimal(amount).stripTrailingZeros().toPlainString());
        members.remove(VOLATILE);
        String name = caller + " " + path + " " + key;
        Stored own = new Stored(members.toString(), null);
        Stored known = stored.putIfAbsent(name, own);
        if (known == null) {
            TimeUnit.MILLISECONDS.sleep(WORK_MS);
            Response response = members.get("amount").equals("999999")
                    ? problem(422, "VALIDATION.insufficient_funds")
                    : create(path, members);
            stored.put(name, new Stored(own.payload(), response));
            exchange.getResponseHeaders().add("Idempotency-Status", "stored");
            return response;
        }
        if (!known.payload().equals(own.payload())) {
            return problem(409, "CONFLICT.idempotency.payload_mismatch");
        }
        if (known.response() == null) {
            exchange.getResponseHeaders().add("Retry-After", "1");
            return problem(409, "CONFLICT.idempotency.in_progress");
        }
        exchange.getResponseHeaders().add("Idempotency-Status", "replayed");
        return known.response();
    }

    private static String unescaped(String text) {
        return ESCAPE.matcher(text).replaceAll(found -> String.valueOf((char) Integer.parseInt(found.group(1), 16)));
    }

    private Response create(String path, Map<String, String> members) {
        String id = UUID.randomUUID().toString();
        String thing = "{\"id\": \"" + id + "\", \"amount\": " + members.get("amount") + ", \"reference\": \""
                + members.get("reference") + "\", \"details\": \"" + details() + "\"}";
        things.put(path + "/" + id, thing);
        ids.computeIfAbsent(path + " " + members.get("reference"), unused -> new java.util.concurrent.CopyOnWriteArrayList<>()).add(id);
        return new Response(201, thing);
    }

    private String details() {
        byte[] bytes = new byte[details * 1024 * 3 / 4];
        java.util.concurrent.ThreadLocalRandom.current().nextBytes(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static Response problem(int status, String code) {
        return new Response(status, "{\"code\": \"" + code + "\", \"status\": " + status + "}");
    }
}
