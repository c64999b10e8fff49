package dev.samekey.seeds.sequence;

/** A sequence's own idea of the books: the payment that stands last, and how much of it is left. */
final class Books {
    private int payment;
    private long paid;
    private long left;

    /** Enters the next step. */
    Expected enter(int index, Step step) {
        long booked = switch (step.kind()) {
            case PAYMENT -> pay(index, step.amount());
            case REFUND -> step.amount() <= left ? giveBack(step.amount()) : 0;
            // What was voided or refunded is no longer whole, so it cannot be voided.
            case VOID -> left == paid ? giveBack(paid) : 0;
        };
        return new Expected(step, payment, booked);
    }

    /** How much of the last payment may be given back. */
    long left() {
        return left;
    }

    private long pay(int index, long amount) {
        payment = index;
        paid = amount;
        left = amount;
        return amount;
    }

    private long giveBack(long amount) {
        left -= amount;
        return -amount;
    }
}
