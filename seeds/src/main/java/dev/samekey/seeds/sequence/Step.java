package dev.samekey.seeds.sequence;

import java.util.Map;

/**
 * One operation of a sequence.
 *
 * @param amount whole minor units; 0 for a void, which takes back what the payment brought
 */
public record Step(Kind kind, long amount, Retries retries) {
    private static final String DO = "do";
    private static final String AMOUNT = "amount";
    private static final String RETRIES = "retries";

    /** Money moves in whole amounts above nothing, and a void has no amount of its own. */
    public Step {
        if (kind == Kind.VOID ? amount != 0 : amount <= 0) {
            throw new IllegalArgumentException("a " + kind.label() + " of " + amount);
        }
    }

    static Step of(Map<String, String> row) {
        Kind kind = Kind.of(cell(row, DO));
        long amount = kind == Kind.VOID ? 0 : Long.parseLong(cell(row, AMOUNT));
        return new Step(kind, amount, Retries.of(cell(row, RETRIES)));
    }

    private static String cell(Map<String, String> row, String column) {
        String cell = row.get(column);
        if (cell == null) {
            throw new IllegalArgumentException("a step of a sequence needs its '" + column + "'");
        }
        return cell.strip();
    }

    static String header() {
        return line(DO, AMOUNT, RETRIES);
    }

    @Override
    public String toString() {
        return line(kind.label(), amount == 0 ? "" : "" + amount, retries.toString());
    }

    private static String line(String what, String amount, String retries) {
        return String.format("| %-7s | %6s | %-7s |", what, amount, retries);
    }
}
