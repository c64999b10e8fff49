package dev.samekey.reports;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A small API whose fresh requests work, and that otherwise does one and the same thing whatever it is asked. */
public final class EmptyServer implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Kind kind;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger ids = new AtomicInteger();
    private final List<ObjectNode> done = new CopyOnWriteArrayList<>();
    private final Map<String, Reply> remembered = new ConcurrentHashMap<>();

    /** What it does. */
    public enum Kind {
        /** Accepts everything and does nothing. */
        STONE,
        /** Does what it is asked under a fresh key, and refuses whatever comes under a known one. */
        REFUSER,
        /** The same, with the status of a success for whatever it refuses. */
        COURTIER,
        /** Does the first thing that it is asked at a place, and answers all that follows with its response. */
        PARROT,
        /** Keeps the response to each key and to each reading for ever, refusals too. */
        ELEPHANT
    }

    private record Reply(int status, String body) {}

    private EmptyServer(Kind kind, HttpServer server) {
        this.kind = kind;
        this.server = server;
    }

    public static EmptyServer start(Kind kind) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        EmptyServer empty = new EmptyServer(kind, server);
        server.setExecutor(empty.threads);
        server.createContext("/", empty::handle);
        server.start();
        return empty;
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Reply reply = reply(exchange, body);
            byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private Reply reply(HttpExchange exchange, String body) {
        String path = exchange.getRequestURI().toString();
        String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        boolean reads = exchange.getRequestMethod().equals("GET");
        return switch (kind) {
            case STONE -> reads ? read(path) : new Reply(201, created(path, body, false));
            case REFUSER -> reads ? read(path) : once(key, path, body);
            case COURTIER -> {
                Reply reply = reads ? read(path) : once(key, path, body);
                yield reply.status() < 400 ? reply : new Reply(200, reply.body());
            }
            case PARROT ->
                remembered.computeIfAbsent(
                        exchange.getRequestMethod() + path.replaceAll("[?].*", ""),
                        place -> reads ? read(path) : act(path, body));
            case ELEPHANT ->
                remembered.computeIfAbsent(
                        reads ? path : String.valueOf(key), question -> reads ? read(path) : act(path, body));
        };
    }

    private Reply once(@Nullable String key, String path, String body) {
        AtomicInteger fresh = new AtomicInteger();
        Reply first = remembered.computeIfAbsent(String.valueOf(key), unused -> {
            fresh.incrementAndGet();
            return act(path, body);
        });
        return fresh.get() == 1
                ? first
                : new Reply(409, "{\"code\": \"CONFLICT.idempotency.payload_mismatch\", \"message\": \"no\"}");
    }

    private Reply act(String path, String body) {
        JsonNode asked = json(body);
        if (!asked.isObject() || asked.path("amount").asLong(1) < 0) {
            return new Reply(422, "{\"code\": \"VALIDATION.payload.invalid\", \"message\": \"no\"}");
        }
        return new Reply(201, created(path, body, true));
    }

    private String created(String path, String body, boolean kept) {
        JsonNode asked = json(body);
        ObjectNode result = JSON.createObjectNode();
        result.put("id", kind.name().toLowerCase(Locale.ROOT) + "-" + ids.incrementAndGet());
        result.put("of", path);
        if (asked instanceof ObjectNode object) {
            result.setAll(object);
        }
        if (kept) {
            done.add(result);
        }
        return result.toString();
    }

    /** A payment shows how much of it was paid back. */
    private Reply read(String path) {
        if (path.equals("/health")) {
            return new Reply(200, "{}");
        }
        if (path.contains("?reference=")) {
            String place = path.replaceAll("[?].*", "");
            String reference = path.replaceAll(".*=", "");
            List<ObjectNode> items = done.stream()
                    .filter(one -> one.path("of").asText().equals(place)
                            && one.path("reference").asText().equals(reference))
                    .toList();
            return new Reply(
                    200,
                    JSON.createObjectNode()
                            .set("items", JSON.valueToTree(items))
                            .toString());
        }
        String id = path.replaceAll(".*/", "");
        if (kind == Kind.STONE) {
            return new Reply(200, "{\"id\": \"" + id + "\"}");
        }
        return done.stream()
                .filter(one -> one.path("id").asText().equals(id))
                .findFirst()
                .map(one -> new Reply(200, one.deepCopy().put("back", back(id)).toString()))
                .orElse(new Reply(404, "{\"code\": \"VALIDATION.payload.unknown\"}"));
    }

    private long back(String id) {
        return done.stream()
                .filter(one -> one.path("payment").asText().equals(id))
                .mapToLong(one -> one.path("amount").asLong())
                .sum();
    }

    private static JsonNode json(String body) {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException none) {
            return JSON.nullNode();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
