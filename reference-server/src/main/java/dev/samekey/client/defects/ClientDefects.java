package dev.samekey.client.defects;

import java.util.List;
import java.util.stream.Stream;

/** All defects of the client, in the order of their clauses. */
public final class ClientDefects {
    private ClientDefects() {}

    /** A new instance of each. */
    public static List<ClientDefect> all() {
        return Stream.of(
                        ChangingRequests.all(),
                        WrongDecisions.all(),
                        WrongDelays.all(),
                        WrongEnds.all(),
                        WrongBudgets.all())
                .flatMap(List::stream)
                .toList();
    }
}
