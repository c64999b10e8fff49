package dev.samekey.server.contract;

import static dev.samekey.server.contract.Fault.*;

import dev.samekey.server.contract.Contract.KeyRules;
import dev.samekey.server.contract.Contract.Lifetimes;
import dev.samekey.server.contract.Contract.Marker;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/** The playbook's contract, written down once. */
final class Playbook {
    private static final String CHALLENGE = "WWW-Authenticate";

    private Playbook() {}

    static Contract contract() {
        return new Contract(
                new KeyRules("Idempotency-Key", 128, "Idempotency-Attempt"),
                new Marker("Idempotency-Status", "stored", "replayed"),
                new Lifetimes(Duration.ofHours(24), Duration.ofSeconds(30)),
                Set.of("client_time"),
                refusals());
    }

    private static Map<Fault, Refusal> refusals() {
        Map<Fault, Refusal> told = new EnumMap<>(Fault.class);
        // RFC 9110, 15.5.2: a 401 names the scheme that would have been accepted.
        told.put(
                UNAUTHENTICATED,
                refusal(401, "AUTH.unauthenticated", "Who is calling?").with(CHALLENGE, "Bearer"));
        told.put(ROUTE_UNKNOWN, refusal(404, "NOT_FOUND.route", "No such resource"));
        told.put(METHOD_NOT_ALLOWED, refusal(405, "VALIDATION.method", "Method not allowed here"));
        told.put(REQUEST_MALFORMED, refusal(400, "VALIDATION.request", "Malformed request"));
        told.put(BODY_TOO_LARGE, refusal(413, "VALIDATION.body.too_large", "Body too large"));
        told.put(BODY_MALFORMED, refusal(400, "VALIDATION.body.malformed", "Body is not a JSON object"));
        told.put(MEMBER_INVALID, refusal(400, "VALIDATION.member", "Invalid member"));
        told.put(KEY_MISSING, refusal(400, "VALIDATION.idempotency.key_missing", "Key missing"));
        told.put(KEY_MALFORMED, refusal(400, "VALIDATION.idempotency.key_malformed", "Key malformed"));
        told.put(PAYLOAD_MISMATCH, refusal(409, "CONFLICT.idempotency.payload_mismatch", "Key of another payload"));
        told.put(IN_PROGRESS, later(409, "CONFLICT.idempotency.in_progress", "Request in progress"));
        told.put(PAYMENT_UNKNOWN, refusal(404, "NOT_FOUND.payment", "No such payment"));
        told.put(PAYMENT_VOIDED, refusal(409, "CONFLICT.payment.voided", "Payment is voided"));
        told.put(PAYMENT_REFUNDED, refusal(409, "CONFLICT.payment.refunded", "Payment is refunded"));
        told.put(REFUND_UNKNOWN, refusal(404, "NOT_FOUND.refund", "No such refund"));
        told.put(REFUND_EXCEEDS_REMAINING, refusal(409, "CONFLICT.refund.exceeds_remaining", "More than is left"));
        told.put(VOID_UNKNOWN, refusal(404, "NOT_FOUND.void", "No such void"));
        told.put(INSUFFICIENT_FUNDS, refusal(422, "VALIDATION.insufficient_funds", "Insufficient funds"));
        told.put(EVENT_ID_MISSING, refusal(400, "VALIDATION.event.id_missing", "Event without an id"));
        told.put(DEPENDENCY_UNAVAILABLE, later(503, "DEPENDENCY.unavailable", "A dependency is unavailable"));
        told.put(DEPENDENCY_TIMEOUT, refusal(504, "DEPENDENCY.timeout", "A dependency timed out"));
        told.put(RATE_LIMITED, later(429, "RATE_LIMIT.exceeded", "Too many requests"));
        told.put(UNEXPECTED, refusal(500, "INTERNAL.unexpected", "Unexpected error"));
        return Map.copyOf(told);
    }

    private static Refusal refusal(int status, String code, String title) {
        return new Refusal(status, code, title, Map.of());
    }

    /** A refusal that says when to return (CON-3, ERR-3). */
    private static Refusal later(int status, String code, String title) {
        return refusal(status, code, title).with("Retry-After", "1");
    }
}
