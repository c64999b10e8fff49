package dev.samekey.server.fire;

import java.util.UUID;

/**
 * What a client wants done once: a request with its key. The reference is found again on whatever the server writes.
 *
 * @param amount what it adds to the ledger when it is accepted, in minor units: money out is negative
 */
record ClientOrder(String path, String key, String reference, String body, long amount) {
    static ClientOrder payment(long amount, String payer) {
        return order("/payments", amount, """
                {"amount":%d,"currency":"EUR","payer":"%s","payee":"m1","reference":"%%s"}""".formatted(amount, payer));
    }

    static ClientOrder refund(String payment, long amount) {
        return order("/refunds", -amount, """
                {"payment_id":"%s","amount":%d,"reference":"%%s"}""".formatted(payment, amount));
    }

    static ClientOrder voiding(String payment, long amount) {
        return order("/payments/" + payment + "/void", -amount, """
                {"reference":"%s"}""");
    }

    private static ClientOrder order(String path, long amount, String body) {
        String reference = "order-" + UUID.randomUUID();
        return new ClientOrder(path, UUID.randomUUID().toString(), reference, body.formatted(reference), amount);
    }
}
