package com.example.shop;

import java.util.List;
import java.util.UUID;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

@RestController
@RequestMapping("/payments")
class PaymentController {
    private static final String KEY = "Idempotency-Key";

    /** How long the bank takes. */
    private static final long WORK_MS = 50;

    private final JdbcClient database;
    private final Keys keys;
    private final JsonMapper json;

    PaymentController(JdbcClient database, Keys keys, JsonMapper json) {
        this.database = database;
        this.keys = keys;
        this.json = json;
    }

    record Order(long amount, String currency, String reference) {
        boolean isLegal() {
            return amount > 0
                    && currency != null
                    && currency.matches("[A-Z]{3}")
                    && reference != null
                    && reference.length() <= 100;
        }
    }

    record Payment(String id, long amount, String currency, String reference) {}

    record Payments(List<Payment> items) {}

    record Refusal(String code) {}

    @PostMapping
    ResponseEntity<?> pay(@RequestHeader HttpHeaders headers, @RequestBody Order order) {
        List<String> named = headers.getOrEmpty(KEY);
        if (named.size() != 1 || !named.get(0).matches("[!-~]{1,64}")) {
            return refusal(HttpStatus.BAD_REQUEST, "bad_key");
        }
        if (!order.isLegal()) {
            return refusal(HttpStatus.BAD_REQUEST, "bad_order");
        }
        Keys.Answer answer =
                keys.once(named.get(0), json.writeValueAsString(order), () -> json.writeValueAsString(booked(order)));
        return ResponseEntity.status(HttpStatus.CREATED)
                .header("Idempotent-Replayed", String.valueOf(answer.isReplay()))
                .contentType(MediaType.APPLICATION_JSON)
                .body(answer.body());
    }

    private Payment booked(Order order) {
        try {
            Thread.sleep(WORK_MS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        Payment payment =
                new Payment(UUID.randomUUID().toString(), order.amount(), order.currency(), order.reference());
        database.sql("insert into payment (id, amount, currency, reference) values (?, ?, ?, ?)")
                .params(payment.id(), payment.amount(), payment.currency(), payment.reference())
                .update();
        return payment;
    }

    @GetMapping
    Payments find(@RequestParam String reference) {
        return new Payments(database.sql("select id, amount, currency, reference from payment where reference = ?")
                .param(reference)
                .query(Payment.class)
                .list());
    }

    @ExceptionHandler
    ResponseEntity<Refusal> refused(HttpMessageNotReadableException unreadable) {
        return refusal(HttpStatus.BAD_REQUEST, "bad_order");
    }

    @ExceptionHandler
    ResponseEntity<Refusal> refused(Keys.InProgress inProgress) {
        return refusal(HttpStatus.CONFLICT, "in_progress");
    }

    @ExceptionHandler
    ResponseEntity<Refusal> refused(Keys.OtherPayload other) {
        return refusal(HttpStatus.UNPROCESSABLE_CONTENT, "other_payload");
    }

    private static ResponseEntity<Refusal> refusal(HttpStatus status, String code) {
        return ResponseEntity.status(status).body(new Refusal(code));
    }
}
