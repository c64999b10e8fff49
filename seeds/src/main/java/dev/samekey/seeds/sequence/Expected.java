package dev.samekey.seeds.sequence;

/**
 * What a step must come to, however often it is sent.
 *
 * @param payment index of the step that made the payment which this one is about; its own for a payment
 * @param booked what it adds to the ledger: positive for money in, negative for money out, 0 when it is refused
 */
public record Expected(Step step, int payment, long booked) {
    /** Whether it is done; what is not done is refused. */
    public boolean accepted() {
        return booked != 0;
    }
}
