package dev.samekey.reports.verdict;

import java.util.List;

/** On which clauses the verdict on a derived one rests. */
final class Derived {
    /** More are counted: their names would say no more. */
    private static final int MOST_NAMED = 5;

    private Derived() {}

    /** Such as {@code 1 clause (RPL-1)} or {@code 37 clauses}. */
    static String named(List<String> clauses) {
        String number = clauses.size() + (clauses.size() == 1 ? " clause" : " clauses");
        return clauses.size() > MOST_NAMED ? number : number + " (" + String.join(", ", clauses) + ")";
    }
}
