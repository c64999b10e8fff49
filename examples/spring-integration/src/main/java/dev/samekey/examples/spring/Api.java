package dev.samekey.examples.spring;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.integration.MessageRejectedException;
import org.springframework.messaging.MessagingException;
import org.springframework.web.bind.MissingRequestHeaderException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** HTTP to messages, and errors of the flow to statuses. */
@RestController
class Api {
    private final Sales sales;
    private final Ledger ledger;

    Api(Sales sales, Ledger ledger) {
        this.sales = sales;
        this.ledger = ledger;
    }

    @PostMapping("/payments")
    ResponseEntity<ObjectNode> pay(@RequestBody ObjectNode order, @RequestHeader("Idempotency-Key") String key) {
        return created("/payments/", sales.pay(order, key));
    }

    @PostMapping("/refunds")
    ResponseEntity<ObjectNode> refund(@RequestBody ObjectNode order, @RequestHeader("Idempotency-Key") String key) {
        return created("/refunds/", sales.refund(order, key));
    }

    @GetMapping("/{kind:payments|refunds}/{id}")
    ResponseEntity<ObjectNode> one(@PathVariable("kind") String kind, @PathVariable("id") String id) {
        return ResponseEntity.of(ledger.all(kind).stream()
                .filter(item -> item.path("id").asText().equals(id))
                .findFirst());
    }

    @GetMapping("/{kind:payments|refunds}")
    Map<String, List<ObjectNode>> list(
            @PathVariable("kind") String kind, @RequestParam("reference") String reference) {
        return Map.of("items", ledger.all(kind).stream()
                .filter(item -> item.path("reference").asText().equals(reference))
                .toList());
    }

    @GetMapping("/health")
    Map<String, String> up() {
        return Map.of("status", "up");
    }

    @ExceptionHandler
    ResponseEntity<Map<String, String>> refused(MessagingException error) {
        if (error instanceof MessageRejectedException) {
            return ResponseEntity.status(HttpStatus.CONFLICT).body(Map.of("code", "duplicate"));
        }
        if (NestedExceptionUtils.getRootCause(error) instanceof Ledger.Refusal refusal) {
            return refused(refusal);
        }
        throw error;
    }

    @ExceptionHandler
    ResponseEntity<Map<String, String>> refused(Ledger.Refusal refusal) {
        ResponseEntity.BodyBuilder answer = ResponseEntity.status(refusal.status());
        if (refusal.status() == HttpStatus.TOO_MANY_REQUESTS || refusal.status() == HttpStatus.SERVICE_UNAVAILABLE) {
            answer.header("Retry-After", "1");
        }
        return answer.body(Map.of("code", String.valueOf(refusal.getMessage())));
    }

    @ExceptionHandler
    ResponseEntity<Map<String, String>> refused(MissingRequestHeaderException missing) {
        return ResponseEntity.badRequest().body(Map.of("code", "key_missing"));
    }

    private static ResponseEntity<ObjectNode> created(String path, ObjectNode item) {
        return ResponseEntity.created(URI.create(path + item.path("id").asText())).body(item);
    }
}
