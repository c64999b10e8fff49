package com.example.shop;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/** Takes orders. It looks for the key, works, and then writes the key; with the variable SHOP_FIXED it writes the key first. */
public final class Shop {
    private static final long WORK_MS = 50;
    private static final String IN_PROGRESS = "";

    private record Order(String reference, String json) {}

    private final boolean fixed = System.getenv("SHOP_FIXED") != null;
    private final List<Order> orders = new CopyOnWriteArrayList<>();
    private final Map<String, String> answers = new ConcurrentHashMap<>();

    public static void main(String[] arguments) throws IOException {
        Shop shop = new Shop();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 3917), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/orders", shop::handle);
        server.start();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        if (exchange.getRequestMethod().equals("POST")) {
            String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
            if (key == null) {
                answer(exchange, 400, "{\"code\": \"no_key\"}");
            } else {
                order(exchange, key, body);
            }
        } else {
            answer(exchange, 200, listed(exchange.getRequestURI().getQuery().replace("reference=", "")));
        }
    }

    private void order(HttpExchange exchange, String key, String body) throws IOException {
        String before = fixed ? answers.putIfAbsent(key, IN_PROGRESS) : answers.get(key);
        if (before == null) {
            String made = made(body);
            answers.put(key, made);
            answer(exchange, 201, made);
        } else if (before.equals(IN_PROGRESS)) {
            answer(exchange, 409, "{\"code\": \"in_progress\"}");
        } else {
            answer(exchange, 201, before);
        }
    }

    private String made(String body) {
        try {
            Thread.sleep(WORK_MS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        String json = "{\"id\": \"" + UUID.randomUUID() + "\"}";
        orders.add(new Order(body.replaceFirst("(?s).*\"reference\"\\s*:\\s*\"([^\"]*)\".*", "$1"), json));
        return json;
    }

    private String listed(String reference) {
        return orders.stream()
                .filter(order -> order.reference().equals(reference))
                .map(Order::json)
                .collect(Collectors.joining(", ", "{\"items\": [", "]}"));
    }

    private static void answer(HttpExchange exchange, int status, String json) throws IOException {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
