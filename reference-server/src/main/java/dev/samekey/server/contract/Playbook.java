package dev.samekey.server.contract;

import static dev.samekey.server.contract.Fault.*;

import java.util.EnumMap;
import java.util.Map;

/**
 * How faults are told that the playbook's file does not name: the server's own, with statuses and codes as the playbook
 * would choose them.
 */
public final class Playbook {
    private Playbook() {}

    /** How each of them is told. */
    public static Map<Fault, Refusal> refusals() {
        Map<Fault, Refusal> told = new EnumMap<>(Fault.class);
        told.put(ROUTE_UNKNOWN, refusal(404, "NOT_FOUND.route", "No such resource"));
        told.put(METHOD_NOT_ALLOWED, refusal(405, "VALIDATION.method", "Method not allowed here"));
        told.put(REQUEST_MALFORMED, refusal(400, "VALIDATION.request", "Malformed request"));
        told.put(BODY_TOO_LARGE, refusal(413, "VALIDATION.body.too_large", "Body too large"));
        told.put(BODY_MALFORMED, refusal(400, "VALIDATION.body.malformed", "Body is not a JSON object"));
        told.put(KEY_EXPIRED, refusal(409, "CONFLICT.idempotency.key_expired", "Key expired"));
        told.put(KEY_REPLAYED, refusal(409, "CONFLICT.idempotency.key_replayed", "Key of an operation that has ended"));
        told.put(PAYMENT_UNKNOWN, refusal(404, "NOT_FOUND.payment", "No such payment"));
        told.put(PAYMENT_VOIDED, refusal(409, "CONFLICT.payment.voided", "Payment is voided"));
        told.put(PAYMENT_REFUNDED, refusal(409, "CONFLICT.payment.refunded", "Payment is refunded"));
        told.put(REFUND_UNKNOWN, refusal(404, "NOT_FOUND.refund", "No such refund"));
        told.put(REFUND_EXCEEDS_REMAINING, refusal(409, "CONFLICT.refund.exceeds_remaining", "More than is left"));
        told.put(VOID_UNKNOWN, refusal(404, "NOT_FOUND.void", "No such void"));
        told.put(PARTNER_UNKNOWN, refusal(404, "NOT_FOUND.partner", "No such partner"));
        told.put(PARTNER_CHANGE_UNKNOWN, refusal(404, "NOT_FOUND.partner_change", "No such change"));
        told.put(COMMISSION_UNKNOWN, refusal(404, "NOT_FOUND.commission", "No such commission"));
        told.put(REWARD_UNKNOWN, refusal(404, "NOT_FOUND.reward", "No such reward"));
        told.put(JOB_UNKNOWN, refusal(404, "NOT_FOUND.job", "No such job"));
        told.put(CABIN_UNKNOWN, refusal(404, "NOT_FOUND.cabin", "No such cabin"));
        told.put(CABIN_FULL, refusal(409, "CONFLICT.cabin.full", "No berth is left"));
        told.put(BOOKING_UNKNOWN, refusal(404, "NOT_FOUND.booking", "No such booking"));
        told.put(BOOKING_CANCELLED, refusal(409, "CONFLICT.booking.cancelled", "Booking is cancelled"));
        told.put(CONFIRMATION_UNKNOWN, refusal(404, "NOT_FOUND.confirmation", "No such confirmation"));
        told.put(CHARGE_UNKNOWN, refusal(404, "NOT_FOUND.charge", "No such charge"));
        told.put(REVERSAL_UNKNOWN, refusal(404, "NOT_FOUND.reversal", "No such reversal"));
        told.put(REVERSAL_EXCEEDS_REMAINING, refusal(409, "CONFLICT.reversal.exceeds_remaining", "More than is left"));
        told.put(ORDER_UNKNOWN, refusal(404, "NOT_FOUND.order", "No such order"));
        told.put(ORDER_CANCELLED, refusal(409, "CONFLICT.order.cancelled", "Order is cancelled"));
        told.put(CANCELLATION_UNKNOWN, refusal(404, "NOT_FOUND.cancellation", "No such cancellation"));
        told.put(STALE, refusal(412, "CONFLICT.version.stale", "Version is outdated"));
        told.put(EVENT_ID_MISSING, refusal(400, "VALIDATION.event.id_missing", "Event without an id"));
        told.put(EVENT_MISMATCH, refusal(422, "CONFLICT.event.payload_mismatch", "Event id of another event"));
        told.put(SIGNATURE_INVALID, refusal(401, "AUTH.signature", "Not signed by the producer"));
        told.put(DEAD_LETTER_UNKNOWN, refusal(404, "NOT_FOUND.dead_letter", "No such dead letter"));
        told.put(SHOP_ORDER_UNKNOWN, refusal(404, "NOT_FOUND.shop_order", "No such order of a shop"));
        told.put(UNEXPECTED, refusal(500, "INTERNAL.unexpected", "Unexpected error"));
        return Map.copyOf(told);
    }

    private static Refusal refusal(int status, String code, String title) {
        return new Refusal(status, code, title, Map.of());
    }
}
