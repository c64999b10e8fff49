package dev.samekey.seeds.sequence;

/**
 * How often an operation is sent again with its key.
 *
 * @param later whether at the end of the sequence, when the books have moved on, and not right away
 */
public record Retries(int count, boolean later) {
    private static final String LATER = " later";

    public static final Retries NONE = new Retries(0, false);

    /** None is none, whenever. */
    public Retries {
        later = later && count > 0;
    }

    /** Reads {@code 2} or {@code 2 later}. */
    static Retries of(String cell) {
        boolean later = cell.endsWith(LATER);
        return new Retries(Integer.parseInt(later ? cell.substring(0, cell.length() - LATER.length()) : cell), later);
    }

    /** How many of them come right away. */
    int now() {
        return later ? 0 : count;
    }

    /** How many of them come at the end. */
    int atTheEnd() {
        return later ? count : 0;
    }

    @Override
    public String toString() {
        return later ? count + LATER : "" + count;
    }
}
