package dev.samekey.server.idempotency;

import dev.samekey.server.http.Body;
import dev.samekey.server.http.Call;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** TestCalls as tests need them. */
final class TestCalls {
    private TestCalls() {}

    static Call with(String body) {
        return new Call("POST", "/payments", Map.of(), Map.of(), Map.of(), body(body));
    }

    static Call withKeys(String... keys) {
        return new Call("POST", "/payments", Map.of(), Map.of(), Map.of("idempotency-key", List.of(keys)), body("{}"));
    }

    static Call to(String route, Map<String, String> path) {
        return new Call("POST", route, path, Map.of(), Map.of(), body("{}"));
    }

    static Call with(Map<String, List<String>> headers, String body) {
        return new Call("POST", "/payments", Map.of(), Map.of(), headers, body(body));
    }

    static Call asking(Map<String, String> query) {
        return new Call("DELETE", "/payments/{id}", Map.of("id", "1"), query, Map.of(), body(""));
    }

    private static Body body(String text) {
        return new Body(text.getBytes(StandardCharsets.UTF_8));
    }
}
