package dev.samekey.examples.idempotent;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.arun0009.idempotent.core.annotation.Idempotent;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/payments")
class Payments {
    private final Ledger ledger = new Ledger("/payments");

    @Idempotent
    @PostMapping
    public ResponseEntity<Object> create(@RequestBody JsonNode body) throws InterruptedException {
        return ledger.book(body);
    }

    @GetMapping("/{id}")
    public ResponseEntity<Ledger.Item> one(@PathVariable("id") String id) {
        return ledger.one(id);
    }

    @GetMapping
    public Ledger.Items list(@RequestParam("reference") String reference) {
        return ledger.list(reference);
    }
}
