package dev.samekey.examples.idempotent;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;

/** What the API does: one item for each time that a handler ran to its effect. */
final class Ledger {
    private static final long WORK_MS = 100; // long enough for duplicates to overlap
    private static final long SLOW_MS = 5500; // longer than a duplicate waits, which is 3.1 s
    private static final long OTHERWISE_SLOW_MS = 1500;
    private static final long SLOW_ANSWER_MS = 6000; // a crash must come before it, on a busy machine too

    private final List<Item> items = new CopyOnWriteArrayList<>();
    private final Set<String> failed = ConcurrentHashMap.newKeySet(); // whose first attempt was told to fail, and did
    private final String path;

    Ledger(String path) {
        this.path = path;
    }

    record Item(String id, JsonNode amount, JsonNode currency, JsonNode subject, String reference) {}

    record Items(List<Item> items) {}

    /** Works, and then keeps an item. */
    ResponseEntity<Object> book(JsonNode body) throws InterruptedException {
        JsonNode amount = body.path("amount");
        if (!amount.isIntegralNumber() || amount.asLong() <= 0) {
            return refusal(HttpStatus.BAD_REQUEST, "invalid_amount");
        }
        String word = body.path("note").asText();
        String reference = body.path("reference").asText();
        Thread.sleep(WORK_MS);
        if (word.equals("sandbox:slow")) {
            Thread.sleep(SLOW_MS);
        }
        if (word.equals("sandbox:slow_failure_once")) {
            Thread.sleep(OTHERWISE_SLOW_MS);
        }
        if (word.equals("broke")) {
            return refusal(HttpStatus.UNPROCESSABLE_ENTITY, "insufficient_funds");
        }
        if (word.endsWith("_once") && failed.add(reference)) {
            return word.contains("rate_limited")
                    ? refusal(HttpStatus.TOO_MANY_REQUESTS, "rate_limited")
                    : refusal(HttpStatus.SERVICE_UNAVAILABLE, "unavailable");
        }
        Item item = new Item(
                UUID.randomUUID().toString(), amount, body.path("currency"), body.path("subject"), reference);
        items.add(item);
        if (word.equals("sandbox:slow_answer")) {
            Thread.sleep(SLOW_ANSWER_MS);
        }
        return ResponseEntity.created(URI.create(path + "/" + item.id())).body(item);
    }

    ResponseEntity<Item> one(String id) {
        return ResponseEntity.of(items.stream().filter(item -> item.id().equals(id)).findFirst());
    }

    Items list(String reference) {
        return new Items(items.stream().filter(item -> item.reference().equals(reference)).toList());
    }

    private static ResponseEntity<Object> refusal(HttpStatus status, String code) {
        ResponseEntity.BodyBuilder answer = ResponseEntity.status(status);
        if (status == HttpStatus.TOO_MANY_REQUESTS || status == HttpStatus.SERVICE_UNAVAILABLE) {
            answer.header("Retry-After", "1");
        }
        return answer.body(Map.of("code", code));
    }
}
