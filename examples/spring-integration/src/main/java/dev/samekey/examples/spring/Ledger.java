package dev.samekey.examples.spring;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.http.HttpStatus;
import org.springframework.integration.annotation.IdempotentReceiver;
import org.springframework.integration.annotation.ServiceActivator;
import org.springframework.stereotype.Component;

/** What the API does: one item for each time that a handler ran to its effect. */
@Component
class Ledger {
    private static final long WORK_MS = 100; // long enough for duplicates to overlap
    private static final long SLOW_MS = 1500;
    private static final long SLOW_ANSWER_MS = 6000; // a crash must come before it, on a busy machine too

    private final Map<String, List<ObjectNode>> items =
            Map.of("payments", new CopyOnWriteArrayList<>(), "refunds", new CopyOnWriteArrayList<>());
    private final Set<String> failed = ConcurrentHashMap.newKeySet(); // whose first attempt was told to fail, and did

    /** An answer that is no success. */
    static final class Refusal extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final HttpStatus status;

        Refusal(HttpStatus status, String code) {
            super(code);
            this.status = status;
        }

        HttpStatus status() {
            return status;
        }
    }

    @ServiceActivator(inputChannel = "payments")
    @IdempotentReceiver("idempotentReceiver")
    public ObjectNode pay(ObjectNode order) throws InterruptedException {
        return book("payments", order, order.path("payer").asText());
    }

    @ServiceActivator(inputChannel = "refunds")
    @IdempotentReceiver("idempotentReceiver")
    public ObjectNode refund(ObjectNode order) throws InterruptedException {
        return book("refunds", order, order.path("reason").asText());
    }

    private ObjectNode book(String kind, ObjectNode order, String word) throws InterruptedException {
        if (!order.path("amount").isIntegralNumber() || order.path("amount").asLong() <= 0) {
            throw new Refusal(HttpStatus.BAD_REQUEST, "invalid_amount");
        }
        Thread.sleep(WORK_MS);
        if (word.equals("sandbox:slow") || word.equals("sandbox:slow_failure_once")) {
            Thread.sleep(SLOW_MS);
        }
        if (word.equals("broke")) {
            throw new Refusal(HttpStatus.UNPROCESSABLE_ENTITY, "insufficient_funds");
        }
        if (word.endsWith("_once") && failed.add(order.path("reference").asText())) {
            throw word.contains("rate_limited")
                    ? new Refusal(HttpStatus.TOO_MANY_REQUESTS, "rate_limited")
                    : new Refusal(HttpStatus.SERVICE_UNAVAILABLE, "unavailable");
        }
        ObjectNode item = order.deepCopy().put("id", UUID.randomUUID().toString());
        items.get(kind).add(item);
        if (word.equals("sandbox:slow_answer")) {
            Thread.sleep(SLOW_ANSWER_MS);
        }
        return item;
    }

    List<ObjectNode> all(String kind) {
        return items.get(kind);
    }
}
