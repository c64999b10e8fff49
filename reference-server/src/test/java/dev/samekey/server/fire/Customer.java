package dev.samekey.server.fire;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;

/** Pays, takes back part or all of it, and begins anew, one order after another, for as long as the shop is open. */
final class Customer implements Callable<List<Told>> {
    private static final long PAID = 1_000;
    private static final int MOST_REVERSES = 3;
    private static final int MOST_THOUGHT_MILLIS = 150;

    private final RetryingClient client;
    private final Random random;
    private final BooleanSupplier open;
    private final List<Told> told = new ArrayList<>();

    Customer(RetryingClient client, Random random, BooleanSupplier open) {
        this.client = client;
        this.random = random;
        this.open = open;
    }

    @Override
    public List<Told> call() {
        while (open.getAsBoolean()) {
            Told payment =
                    send(ClientOrder.payment(PAID, random.nextInt(12) == 0 ? "sandbox:insufficient_funds" : "p1"));
            for (int left = random.nextInt(MOST_REVERSES + 1); left > 0 && payment.accepted(); left--) {
                send(reverse(payment.id()));
            }
        }
        return List.copyOf(told);
    }

    /** Often more than is left, so that refusals are among the outcomes. */
    private ClientOrder reverse(String payment) {
        return random.nextInt(3) == 0
                ? ClientOrder.voiding(payment, PAID)
                : ClientOrder.refund(payment, 1 + random.nextInt(600));
    }

    private Told send(ClientOrder order) {
        Waiting.pause(random.nextInt(MOST_THOUGHT_MILLIS));
        Told outcome = client.send(order);
        told.add(outcome);
        return outcome;
    }
}
